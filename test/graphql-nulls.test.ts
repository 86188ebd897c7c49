/** @database none */
import { expect, test } from '@jest/globals'
import { type GraphQLInputType, isInputObjectType, isNonNullType, isRequiredInputField } from 'graphql'
import { newId } from '../src/data/ids.ts'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor } from './support/ids.ts'
import { aCampaign, aClient, aContent } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { documentOf, rootFields } from './support/surface.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

test('a row that is not there is null and an error, and the rest of the answer stands', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Protea' })
  const theirs = await aClient(server.actor())
  const query = `query ($id: ID!, $gone: ID!, $theirs: ID!) {
    mine: client(id: $id) { name } gone: client(id: $gone) { name } theirs: client(id: $theirs) { name } clients { totalCount }
  }`
  // Again and again: what comes often is answered another way.
  for (let time = 0; time < 3; time++) {
    const { status, body } = await actor.graphql(query, { id, gone: newId(), theirs: theirs.id })
    expect(status).toBe(200)
    expect(body.data).toEqual({ mine: { name: 'Protea' }, gone: null, theirs: null, clients: { totalCount: 1 } })
    expect(body.errors).toMatchObject([
      { path: ['gone'], message: 'Client not found', extensions: { code: 'NOT_FOUND' } },
      { path: ['theirs'], message: 'Client not found', extensions: { code: 'NOT_FOUND' } },
    ])
  }
})

test('what the caller may not read is null and an error, and leaves its record; the rest stands', async () => {
  const admin = server.actor()
  const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer', userId: 'user_curious' })
  const { body } = await viewer.graphql('{ clients { totalCount } auditRecords { totalCount } }')
  expect(body.data).toEqual({ clients: { totalCount: 0 }, auditRecords: null })
  expect(body.errors).toMatchObject([{ path: ['auditRecords'], extensions: { code: 'FORBIDDEN' } }])
  const log = await admin.rest('GET', '/api/audit/log?userId=user_curious')
  const actions = log.body.data.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['CLIENT_LISTED', 'ACCESS_DENIED']))
})

test('a change is done in whole or not at all, so that its answer is too', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor)
  const { body } = await actor.graphql(
    'mutation ($id: ID!, $gone: ID!) { a: deleteClient(id: $id) b: deleteClient(id: $gone) }',
    {
      id,
      gone: newId(),
    },
  )
  expect(body).toMatchObject({ data: null, errors: [{ path: ['b'], extensions: { code: 'NOT_FOUND' } }] })
  expect((await actor.rest('GET', `/api/clients/${id}`)).status).toBe(200)
})

test('over REST it is an error as before', async () => {
  const { status, body } = await server.actor().rest('GET', `/api/clients/${newId()}`)
  expect([status, body]).toEqual([404, { error: 'Client not found', code: 'NOT_FOUND' }])
})

test.each(rootFields.map(([kind, name, { type }]) => [kind, name, isNonNullType(type)] as const))(
  'a %s %s may be null if it is read',
  (kind, _, isNonNull) => {
    expect(isNonNull).toBe(kind === 'mutation')
  },
)

/** The values of an argument in which all that may be null is null: the argument itself, and the fields of an input. */
function nullsOf(type: GraphQLInputType): unknown[] {
  if (isNonNullType(type)) return []
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : []
  const mayBeEmpty = fields.length > 0 && !fields.some(isRequiredInputField)
  return mayBeEmpty ? [null, Object.fromEntries(fields.map(({ name }) => [name, null]))] : [null]
}

/** Their answers name the time, or the audit records of the requests before. */
const CHANGING = ['auditRecords', 'complianceReport', 'exportedAuditRecords', 'verifyAudit']

const withOptional = rootFields.flatMap((root) => {
  const [kind, name, { args }] = root
  const nulls = args.flatMap((each) => nullsOf(each.type).map((value) => ({ [each.name]: value })))
  return kind === 'query' && nulls.length > 0 && !CHANGING.includes(name) ? [[name, root, nulls] as const] : []
})

test.each(withOptional)('%s: null in an argument has the effect of its absence', async (_, root, nulls) => {
  const actor = server.actor()
  const { id: clientId } = await aClient(actor)
  const { id: campaignId } = await aCampaign(actor, { clientId })
  await aContent(actor, { campaignId })
  const required = argumentsOf(root, await idsFor(server, root, actor))
  const { body } = await actor.graphql(documentOf(root), required)
  for (const given of nulls) {
    const answer = await actor.graphql(documentOf(root), { ...required, ...given })
    expect([given, answer.body]).toEqual([given, body])
  }
})
