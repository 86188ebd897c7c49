import { describe, expect, test } from '@jest/globals'
import { aBreach, aNotifiedBreach } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const inDays = (days: number) => daysAgo(-days)

async function mutate(actor: Actor, name: string, type: string, id: string, input: object, fields: string) {
  const document = `mutation ($id: ID!, $input: ${type}!) { ${name}(id: $id, input: $input) { ${fields} } }`
  const { body } = await actor.graphql(document, { id, input })
  return body.errors ? body.errors[0].extensions : body.data[name]
}
const update = (actor: Actor, id: string, input: object) =>
  mutate(actor, 'recordBreachUpdate', 'BreachUpdateInput', id, input, 'text reference sentAt createdBy')
const delay = (actor: Actor, id: string, input: object): Promise<Json> =>
  mutate(actor, 'delayBreachNotification', 'BreachDelayInput', id, input, 'subjectsDelay { until authority reference }')

const alertsOf = async (actor: Actor): Promise<string[]> =>
  (await actor.rest('GET', '/api/compliance/alerts?type=BREACH_SUBJECTS_NOT_TOLD')).body.data.map(
    ({ resourceId }: Json) => resourceId,
  )
const isHandled = async (actor: Actor): Promise<boolean | null> => {
  const { body } = await actor.rest('GET', '/api/compliance/status')
  return body.data.checks.find(({ name }: Json) => name === 'breachesHandled').passed
}

/** A breach that is investigated, and of which the Regulator knows. */
async function handled(actor: Actor, changes: object): Promise<string> {
  const { id } = await aNotifiedBreach(actor, { ...changes })
  await actor.rest('PUT', `/api/breaches/${id}`, { status: 'INVESTIGATING' })
  return id
}

describe('the people affected by a breach', () => {
  test('who were never notified cause an alert and fail the compliance check, also for a closed breach', async () => {
    const actor = server.actor()
    const id = await handled(actor, { discoveredAt: daysAgo(5) })
    for (const status of ['CONTAINED', 'CLOSED']) await actor.rest('PUT', `/api/breaches/${id}`, { status })
    expect(await alertsOf(actor)).toEqual([id])
    expect(await isHandled(actor)).toBe(false)
    const { body } = await actor.rest('GET', '/api/compliance/status')
    expect(body.data.level).not.toBe('COMPLIANT')
    await actor.rest('POST', `/api/breaches/${id}/notify`, { recipient: 'SUBJECTS' })
    expect(await alertsOf(actor)).toEqual([])
    expect(await isHandled(actor)).toBe(true)
  })

  test.each<[string, object]>([
    ['for the first three days', { discoveredAt: daysAgo(2) }],
    ['where nobody is affected', { discoveredAt: daysAgo(5), affectedSubjects: 0 }],
  ])('raise none %s', async (_, changes) => {
    const actor = server.actor()
    await handled(actor, changes)
    expect(await alertsOf(actor)).toEqual([])
    expect(await isHandled(actor)).toBe(true)
  })

  test('raise none while an authority allows to tell them later, whom the record names', async () => {
    const actor = server.actor()
    const id = await handled(actor, { discoveredAt: daysAgo(5) })
    const until = inDays(3)
    const input = { authority: 'South African Police Service', reference: 'CAS 12/3/2026', until }
    expect(await delay(actor, id, input)).toEqual({ subjectsDelay: input })
    expect(await alertsOf(actor)).toEqual([])
    expect((await actor.rest('GET', `/api/breaches/${id}`)).body.data).not.toHaveProperty('subjectsDelay')
    expect(await delay(actor, id, { ...input, until: daysAgo(1) })).toMatchObject({
      details: { until: expect.any(String) },
    })
    await actor.rest('POST', `/api/breaches/${id}/notify`, { recipient: 'SUBJECTS' })
    expect(await delay(actor, id, input)).toMatchObject({ code: 'CONFLICT' })
  })
})

describe('updates to the Regulator', () => {
  test('are as many as there is news, in order, behind the first notification', async () => {
    const actor = server.actor()
    const { id } = await aNotifiedBreach(actor, { discoveredAt: daysAgo(9) })
    const texts = ['12 people are affected', 'The laptop was found', 'Nothing was read']
    for (const text of texts)
      expect(await update(actor, id, { text, reference: 'IR-7' })).toMatchObject({ text, createdBy: actor.userId })
    const { body } = await actor.graphql(
      'query ($id: ID!) { breach(id: $id) { updates { totalCount nodes { text reference } } } }',
      { id },
    )
    const nodes = texts.map((text) => ({ text, reference: 'IR-7' }))
    expect(body.data.breach.updates).toEqual({ totalCount: 3, nodes })
    expect(await update(actor, id, { text: 'Early', sentAt: daysAgo(8) })).toMatchObject({
      details: { sentAt: 'must not be before the notification of the Regulator' },
    })
    expect(await update(actor, id, { text: 'Late', sentAt: inDays(1) })).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect((await actor.rest('GET', `/api/breaches/${id}`)).body.data).not.toHaveProperty('updates')
  })

  test('need the first notification, and are nobody else’s', async () => {
    const actor = server.actor()
    const { id } = await aBreach(actor)
    expect(await update(actor, id, { text: 'News' })).toMatchObject({ code: 'CONFLICT' })
    expect(await update(server.actor(), id, { text: 'News' })).toMatchObject({ code: 'NOT_FOUND' })
    const member = server.actor({ organizationId: actor.organizationId, role: 'member' })
    expect(await update(member, id, { text: 'News' })).toMatchObject({ code: 'FORBIDDEN' })
  })
})
