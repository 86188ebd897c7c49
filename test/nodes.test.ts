import { describe, expect, test } from '@jest/globals'
import { getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { newId } from '../src/data/ids.ts'
import { makeRow, NODE_KINDS } from './support/ids.ts'
import { aCampaign, aClient, aContent } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'
import { schema } from './support/surface.ts'

const transactions: string[][] = []
let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
  actor = server.actor()
})

const NODE =
  'query ($id: ID!) { node(id: $id) { __typename id ... on Client { name campaigns { nodes { name } } } ... on Campaign { clientName } } }'
const NODES =
  'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Client { name } ... on Campaign { name } } }'

const node = async (who: Actor, id: string) => (await who.graphql(NODE, { id })).body
const actionsOf = async (who: Actor, userId: string): Promise<string[]> => {
  const { body } = await who.rest('GET', `/api/audit/log?userId=${userId}`)
  return body.data.map(({ action, resourceId }: Json) => `${action} ${resourceId}`)
}

const nodeType = schema.getType('Node')
const types = isInterfaceType(nodeType) ? schema.getPossibleTypes(nodeType).map(({ name }) => name) : []

describe('node(id)', () => {
  test.each(types.toSorted())('finds a %s', async (name) => {
    const id = await makeRow(server, NODE_KINDS[name] ?? `${name} is not listed`, actor)
    const { data, errors } = await node(actor, id)
    expect(errors).toBeUndefined()
    expect(data.node).toMatchObject({ __typename: name, id })
  })

  test('reads what its own lookup reads, relations too', async () => {
    const client = await aClient(actor, { name: 'Protea' })
    const campaign = await aCampaign(actor, { clientId: client.id, name: 'Spring' })
    expect((await node(actor, client.id)).data.node).toMatchObject({
      name: 'Protea',
      campaigns: { nodes: [{ name: 'Spring' }] },
    })
    expect((await node(actor, campaign.id)).data.node).toMatchObject({ clientName: 'Protea' })
  })

  test.each(['', 'no-id', '00000000-0000-0000-0000-000000000000', `${newId()}'`, newId().toUpperCase()])(
    '%j is not found',
    async (id) => {
      const { data, errors } = await node(actor, id)
      expect(data?.node ?? null).toBeNull()
      expect(errors).toMatchObject([{ message: 'Node not found', path: ['node'], extensions: { code: 'NOT_FOUND' } }])
    },
  )

  test.each(types.toSorted())('a %s of another tenant is not found', async (name) => {
    const id = await makeRow(server, NODE_KINDS[name] ?? '', server.actor())
    const { errors } = await node(actor, id)
    expect(errors).toMatchObject([{ message: 'Node not found', extensions: { code: 'NOT_FOUND' } }])
  })

  test('what the caller may not read is not found, whatever other permissions there are', async () => {
    const admin = server.actor()
    const { body } = await admin.rest('POST', '/api/service-provider/api-keys', {
      name: 'clients only',
      role: 'admin',
      scopes: ['org:clients:read'],
    })
    const key = (id: string) =>
      server.fetch('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${body.data.key}` },
        body: JSON.stringify({ query: '{ node(id: "ID") { __typename } }'.replace('ID', id) }),
      })
    const client = await aClient(admin)
    const content = await aContent(admin)
    expect((await key(client.id)).body).toEqual({ data: { node: { __typename: 'Client' } } })
    expect((await key(content.id)).body.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })

  test('leaves the record that the own lookup of the type leaves', async () => {
    const admin = server.actor()
    const reader = server.actor({ organizationId: admin.organizationId, userId: 'user_reader' })
    const client = await aClient(admin)
    await node(reader, client.id)
    expect(await actionsOf(admin, 'user_reader')).toEqual([`CLIENT_VIEWED ${client.id}`])
    const { body } = await admin.rest('GET', '/api/audit/log?userId=user_reader')
    expect(body.data[0].metadata.details.includes).toEqual(['CAMPAIGN'])
  })
})

describe('nodes(ids)', () => {
  test('answers in the order of the ids, with null for what is not there, and a record for each that is', async () => {
    const admin = server.actor()
    const reader = server.actor({ organizationId: admin.organizationId, userId: 'user_many' })
    const client = await aClient(admin, { name: 'Protea' })
    const campaign = await aCampaign(admin, { name: 'Spring' })
    const theirs = await aClient(server.actor())
    const ids = [campaign.id, newId(), client.id, 'no-id', theirs.id, campaign.id]
    const { body } = await reader.graphql(NODES, { ids })
    expect(body.errors).toBeUndefined()
    const [spring, protea] = [
      { __typename: 'Campaign', id: campaign.id, name: 'Spring' },
      { __typename: 'Client', id: client.id, name: 'Protea' },
    ]
    expect(body.data.nodes).toEqual([spring, null, protea, null, null, spring])
    expect((await actionsOf(admin, 'user_many')).sort()).toEqual(
      [`CAMPAIGN_VIEWED ${campaign.id}`, `CLIENT_VIEWED ${client.id}`].sort(),
    )
  })

  test.each([
    ['none', []],
    ['101', Array.from({ length: 101 }, newId)],
  ])('%s are refused', async (_, ids) => {
    const { body } = await actor.graphql(NODES, { ids })
    expect(body.errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR' } }])
  })

  test('are found by one statement over all tables, and read by one for each type', async () => {
    const admin = server.actor()
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await aClient(admin)).id))
    const { id } = await aCampaign(admin)
    transactions.length = 0
    const { body } = await admin.graphql(NODES, { ids: [...ids, id] })
    expect(body.data.nodes.map((each: Json) => each.id)).toEqual([...ids, id])
    expect(statementsOf(transactions, admin.organizationId)).toHaveLength(3)
  })
})

test('every node of a connection is a Node, but records of the audit trail, and what is found by way of another alone', () => {
  const edges = Object.values(schema.getTypeMap()).filter(({ name }) => name.endsWith('Edge'))
  const nodes = edges.map((type) => getNamedType(isObjectType(type) ? type.getFields().node?.type : undefined)?.name)
  expect(edges.length).toBeGreaterThan(10)
  const others = [
    'AuditRecord',
    'BreachUpdate',
    'CampaignFigures',
    'ComplianceAlert',
    'ContentComment',
    'ContentMention',
    'ContentVersion',
    'GroupFigures',
    'RecipientImport',
    // Its permission depends on its list.
    'SavedView',
    'SignOffComment',
    'SignOffReviewer',
    'TestMessage',
    // The id is that of a record which is gone for every other surface.
    'TrashItem',
  ]
  expect(nodes.filter((name) => !types.includes(name ?? '')).sort()).toEqual(others)
})
