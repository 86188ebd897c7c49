import { describe, expect, test } from '@jest/globals'
import { activityBody, aGrantedRequest, anActivity, anOperator, aRequest } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

async function refusal(actor: Actor, changes: object): Promise<Json> {
  const { body } = await actor.graphql(
    'mutation ($input: ProcessingActivityInput!) { addProcessingActivity(input: $input) { id } }',
    { input: activityBody({ ...changes }) },
  )
  return body.errors?.[0].extensions
}

const ABROAD = { country: 'US', recipient: 'Mail Inc.', ground: 'CONSENT' }

describe('the register of processing', () => {
  test.each<[string, object, object]>([
    ['specialGround', { specialCategories: ['HEALTH'] }, { specialGround: 'CONSENT' }],
    ['childrenGround', { concernsChildren: true }, { childrenGround: 'COMPETENT_PERSON' }],
    [
      'ground',
      { concernsChildren: true, childrenGround: 'REGULATOR', ground: 'LEGITIMATE_INTEREST' },
      { ground: 'CONSENT' },
    ],
    [
      'priorAuthorisation',
      { specialCategories: ['RACE'], specialGround: 'RESEARCH', transfers: [ABROAD] },
      { priorAuthorisation: 'IR 12/2026' },
    ],
  ])('asks for %s where special information or children are concerned', async (field, flags, answer) => {
    const actor = server.actor()
    expect((await refusal(actor, flags)).details).toHaveProperty([field])
    expect(await refusal(actor, { ...flags, ...answer })).toBeUndefined()
  })

  test('asks for none of it otherwise, nor for authorisation where protection is adequate', async () => {
    const actor = server.actor()
    expect(await refusal(actor, { ground: 'LEGITIMATE_INTEREST', transfers: [ABROAD] })).toBeUndefined()
    const adequate = { ...ABROAD, ground: 'ADEQUATE_PROTECTION' }
    const special = { specialCategories: ['HEALTH'], specialGround: 'CONSENT', transfers: [adequate] }
    expect(await refusal(actor, special)).toBeUndefined()
    expect((await refusal(actor, { transfers: [{ ...ABROAD, country: 'usa' }] })).code).toBe('VALIDATION_ERROR')
  })

  test('names operators of the organization, and of no other', async () => {
    const [actor, stranger] = [server.actor(), server.actor()]
    const { id } = await anOperator(actor)
    await anOperator(actor, { name: 'Not of the activity' })
    const fields = 'id operators { id name } operatorsConnection(first: 2) { totalCount nodes { id name } }'
    const activity = await anActivity(actor, { operatorIds: [id] }, fields)
    const [operator] = activity.operators
    expect(operator).toEqual({ id, name: 'Bulk Mail (Pty) Ltd' })
    const whole = { id: activity.id, operators: [operator], operatorsConnection: { totalCount: 1, nodes: [operator] } }
    expect(activity).toEqual(whole)
    const query = `query ($id: ID!) { node(id: $id) { ... on ProcessingActivity { ${fields} } }
      processingActivities { nodes { ${fields} } } }`
    const { body } = await actor.graphql(query, { id: activity.id })
    expect(body.data).toEqual({ node: whole, processingActivities: { nodes: [whole] } })
    for (const operatorId of [id, 'no-id'])
      expect((await refusal(stranger, { operatorIds: [operatorId] })).code).toBe('NOT_FOUND')
  })

  test('drafts the notice of section 18', async () => {
    const actor = server.actor()
    const { notice } = await anActivity(
      actor,
      { categories: ['names', 'e-mail addresses'], subjects: ['customers'], transfers: [ABROAD], isVoluntary: true },
      'notice',
    )
    for (const part of [
      'What we collect: names, e-mail addresses',
      'About whom: customers',
      'What for: To tell customers of offers',
      'You are free not to give it to us.',
      'By which ground: Consent (section 11)',
      'Abroad: Mail Inc. (US): Consent',
      'How long we keep it: Until consent is withdrawn',
      '[Information Officer]',
    ])
      expect(notice).toContain(part)
  })
})

describe('an operator', () => {
  const alertsOf = async (actor: Actor): Promise<string[]> =>
    (await actor.rest('GET', '/api/compliance/alerts?type=OPERATOR_WITHOUT_AGREEMENT')).body.data.map(
      ({ resourceId }: Json) => resourceId,
    )

  test('without an agreement, or behind its end, raises an alert until it stops', async () => {
    const actor = server.actor()
    const none = await anOperator(actor)
    const over = await anOperator(actor, { agreementReference: 'A-1', agreementEndsOn: '2020-01-31' })
    await anOperator(actor, { agreementReference: 'A-2', agreementEndsOn: '2999-01-31' })
    await anOperator(actor, { agreementReference: 'A-3' })
    await anOperator(actor, { endedAt: '2026-01-01T00:00:00Z' })
    expect((await alertsOf(actor)).sort()).toEqual([none.id, over.id].sort())
    const input = { name: 'B', services: 'S', country: 'ZA', agreementReference: 'A-4' }
    const document =
      'mutation ($id: ID!, $input: OperatorInput!) { updateOperator(id: $id, input: $input) { agreementEndsOn } }'
    for (const { id } of [none, over]) await actor.graphql(document, { id, input })
    expect(await alertsOf(actor)).toEqual([])
    const { body } = await server.actor().graphql(document, { id: none.id, input })
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
  })

  test('whose agreement ends before it begins is refused', async () => {
    const dates = { agreementSignedOn: '2026-02-01', agreementEndsOn: '2026-01-31' }
    await expect(anOperator(server.actor(), dates)).rejects.toThrow('must not be before agreementSignedOn')
  })
})

describe('the figures for PAIA', () => {
  const figures = async (actor: Actor, from: string, to: string): Promise<Json> =>
    (
      await actor.graphql(
        `query ($from: LocalDate!, $to: LocalDate!) { paiaFigures(from: $from, to: $to) {
          received granted grantedInPart refused extended subjects categories recipients countries purposes security } }`,
        { from, to },
      )
    ).body

  test('count requests for access in a period, and say what the register says', async () => {
    const actor = server.actor()
    await aRequest(actor, { receivedAt: '2026-03-01T00:00:00+02:00' })
    await aRequest(actor, { receivedAt: '2026-02-28T23:59:59+02:00' })
    await aRequest(actor, { type: 'DELETION', receivedAt: '2026-03-02T00:00:00Z' })
    await aGrantedRequest(actor, { receivedAt: '2026-03-31T23:59:59+02:00' })
    await anOperator(actor, { name: 'Post Office', country: 'IE' })
    await anOperator(actor, { name: 'Gone', country: 'FR', endedAt: '2026-01-01T00:00:00Z' })
    const entry = { subjects: ['customers'], categories: ['names'], recipients: ['Head office'], transfers: [ABROAD] }
    await anActivity(actor, { ...entry, security: 'Encrypted' })
    await anActivity(actor, { ...entry, purpose: 'Over', endedAt: '2026-01-01T00:00:00Z' })
    const { data } = await figures(actor, '2026-03-01', '2026-03-31')
    expect(data.paiaFigures).toEqual({
      received: 2,
      granted: 1,
      grantedInPart: 0,
      refused: 0,
      extended: 0,
      subjects: ['customers'],
      categories: ['names'],
      recipients: ['Head office', 'Post Office'],
      countries: ['IE', 'US'],
      purposes: ['To tell customers of offers'],
      security: ['Encrypted'],
    })
    const { errors } = await figures(actor, '2026-03-31', '2026-03-01')
    expect(errors[0].extensions.details).toHaveProperty('to')
  })
})
