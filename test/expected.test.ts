import { expect, test } from '@jest/globals'
import {
  aBreach,
  aCampaign,
  aClient,
  aContent,
  activityBody,
  aMember,
  anActivity,
  anOperator,
  aRequest,
  aWebhook,
} from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { rootFields } from './support/surface.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** A mutation, its input, how one is made, and a field that may hold any text. */
const KINDS: [mutation: string, input: string, make: (actor: Actor) => Promise<Json>, field: string][] = [
  ['updateClient', 'ClientPatch', aClient, 'industry'],
  ['updateCampaign', 'CampaignPatch', aCampaign, 'description'],
  ['updateContent', 'ContentPatch', aContent, 'title'],
  ['updateTeamMember', 'TeamMemberPatch', aMember, 'name'],
  ['updateWebhook', 'WebhookPatch', aWebhook, 'description'],
  ['updateBreach', 'BreachPatch', aBreach, 'title'],
  ['updateDataSubjectRequest', 'DataSubjectRequestPatch', aRequest, 'assignedTo'],
]

test.each(KINDS)('%s: a change may name what it began from', async (mutation, input, make, field) => {
  const actor = server.actor()
  const { id, updatedAt } = await make(actor)
  const texts = [actor.userId, (await aMember(actor)).userId]
  const change = async (value: string | undefined, expected?: string | null): Promise<Json> => {
    const { body } = await actor.graphql(
      `mutation ($id: ID!, $input: ${input}!, $at: DateTimeISO) {
        changed: ${mutation}(id: $id, input: $input, expectedUpdatedAt: $at) { ${field} updatedAt } }`,
      { id, input: { [field]: value }, at: expected },
    )
    return body.errors?.[0] ?? body.data.changed
  }
  const refused = (answer: Json) => answer.extensions?.code === 'PRECONDITION_FAILED'

  const changed = await change(texts[0], updatedAt)
  expect(changed[field]).toBe(texts[0])
  const stale = await change(texts[1], updatedAt)
  expect([stale.extensions.code, stale.extensions.details]).toEqual([
    'PRECONDITION_FAILED',
    { updatedAt: changed.updatedAt },
  ])
  expect(await change(texts[0], changed.updatedAt)).toEqual(changed)
  expect((await change(texts[1], null))[field]).toBe(texts[1])

  const { updatedAt: at } = await change(texts[0])
  const both = await Promise.all([change(texts[1], at), change(texts[1], at)])
  expect(both.filter(refused)).toHaveLength(1)
})

const OPERATOR = { services: 'Sends messages', country: 'ZA' }

const REPLACEMENTS: [mutation: string, input: string, make: (actor: Actor) => Promise<Json>, values: object][] = [
  ['updateOperator', 'OperatorInput', (actor) => anOperator(actor, {}, 'id updatedAt'), OPERATOR],
  [
    'updateProcessingActivity',
    'ProcessingActivityInput',
    (actor) => anActivity(actor, {}, 'id updatedAt'),
    activityBody(),
  ],
]

test.each(REPLACEMENTS)(
  '%s: of two replacements of what both read, one is refused',
  async (name, input, make, values) => {
    const actor = server.actor()
    const { id, updatedAt } = await make(actor)
    const replace = async (text: string) => {
      const { body } = await actor.graphql(
        `mutation ($id: ID!, $input: ${input}!, $at: DateTimeISO) {
        ${name}(id: $id, input: $input, expectedUpdatedAt: $at) { name } }`,
        { id, input: { ...values, name: text }, at: updatedAt },
      )
      return body.errors?.[0].extensions.code ?? body.data[name].name
    }
    const answers = await Promise.all([replace('First'), replace('Second')])
    expect(answers.filter((answer) => answer === 'PRECONDITION_FAILED')).toHaveLength(1)
  },
)

test('every mutation that updates a row by its id takes what the caller read', () => {
  const updates = rootFields.filter(
    ([, name, { args }]) => /^update/.test(name) && args.some((arg) => arg.name === 'id'),
  )
  const without = updates.filter(([, , { args }]) => !args.some((arg) => arg.name === 'expectedUpdatedAt'))
  expect(updates.length).toBeGreaterThan(12)
  expect(without.map(([, name]) => name)).toEqual([])
})

test('the organization and its security settings may name what a change of them began from', async () => {
  const actor = server.actor()
  await actor.rest('PUT', '/api/service-provider/organization', { name: 'First' })
  const read = async () =>
    (await actor.graphql('{ serviceProvider { updatedAt } }')).body.data.serviceProvider.updatedAt
  const refusal = async (mutation: string, at: string) =>
    (await actor.graphql(`mutation ($at: DateTimeISO) { ${mutation} }`, { at })).body.errors?.[0].extensions.code
  const rename = 'updateOrganization(input: { name: "Second" }, expectedUpdatedAt: $at) { name }'
  const secure = 'updateSecuritySettings(input: { maximumSessionMinutes: 600 }, expectedUpdatedAt: $at) { exportRole }'
  const first = await read()
  expect(await refusal(rename, first)).toBeUndefined()
  for (const each of [rename, secure]) expect(await refusal(each, first)).toBe('PRECONDITION_FAILED')
  expect(await refusal(secure, await read())).toBeUndefined()
})

test('a decision on a campaign may name what it is about, and REST does so by If-Match', async () => {
  const author = server.actor()
  const reviewer = server.actor({ organizationId: author.organizationId })
  const { id, updatedAt } = await aCampaign(author, { status: 'PENDING_APPROVAL', budgetCents: 100 })
  const path = `/api/campaigns/${id}`
  const { headers } = await reviewer.rest('GET', path)
  await author.rest('PUT', path, { budgetCents: 900 })
  await author.rest('PUT', `${path}/status`, { status: 'PENDING_APPROVAL' })
  const decide = async (at: string | null) => {
    const { body } = await reviewer.graphql(
      'mutation ($id: ID!, $at: DateTimeISO) { changeCampaignStatus(id: $id, status: ACTIVE, expectedUpdatedAt: $at) { status } }',
      { id, at },
    )
    return body.errors?.[0].extensions.code ?? body.data.changeCampaignStatus.status
  }
  expect(await decide(updatedAt)).toBe('PRECONDITION_FAILED')
  const ifMatch = { 'If-Match': headers.get('etag') ?? '' }
  expect((await reviewer.rest('PUT', `${path}/status`, { status: 'ACTIVE' }, ifMatch)).status).toBe(412)
  const { body } = await reviewer.rest('GET', path)
  expect([body.data.status, body.data.budgetCents]).toEqual(['PENDING_APPROVAL', 900])
  expect(await decide(body.data.updatedAt)).toBe('ACTIVE')
})

test('another organization learns nothing by it', async () => {
  const { id, updatedAt } = await aClient(server.actor())
  const { body } = await server
    .actor()
    .graphql(
      'mutation ($id: ID!, $at: DateTimeISO) { updateClient(id: $id, input: {}, expectedUpdatedAt: $at) { id } }',
      { id, at: updatedAt },
    )
  expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
})
