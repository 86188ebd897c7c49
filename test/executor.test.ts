import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'

/*
 * A document runs on graphql-js when it comes first, and compiled from the second time on. Whoever sends it must not be
 * able to tell which.
 */

let server: TestServer
let actor: Actor
let other: Actor
let ids: { client: string }
beforeAll(async () => {
  server = await startServer()
  actor = server.actor()
  other = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
  const { id: client } = await aClient(actor)
  await aClient(actor, { name: 'Protea Insurance' })
  for (const name of ['One', 'Two', 'Three']) await aCampaign(actor, { name, clientId: client })
  ids = { client }
})
afterAll(() => server.close())

const SAME: [title: string, document: string, variables: () => Record<string, unknown>][] = [
  [
    'a count that is computed',
    '{ clients(first: 1) { totalCount edges { cursor node { name } } pageInfo { hasNextPage startCursor endCursor } } }',
    () => ({}),
  ],
  [
    'one relation twice, by alias, with different fields and sizes',
    '{ clients { nodes { a: campaigns(first: 1) { id } b: campaigns(first: 2) { name createdAt } c: campaigns(first: 2) { channels budgetCents } } } }',
    () => ({}),
  ],
  [
    'fragments, and fields that are computed from columns which are not selected',
    '{ clients { nodes { campaigns { ...F ... on Campaign { __typename } } } } } fragment F on Campaign { clientName contentCount client { name } }',
    () => ({}),
  ],
  [
    'fields that variables leave out',
    'query ($yes: Boolean!, $no: Boolean = false) { clients { nodes { id name @skip(if: $yes) type @include(if: $no) } } }',
    () => ({ yes: true }),
  ],
  ['a row that does not exist', 'query ($id: ID!) { client(id: $id) { name } }', () => ({ id: crypto.randomUUID() })],
  [
    'an error in a field beside fields without',
    'query ($id: ID!) { client(id: $id) { name campaigns(first: 1000) { id } } }',
    () => ({ id: ids.client }),
  ],
  ['a variable that is missing', 'query ($id: ID!) { client(id: $id) { name } }', () => ({})],
  [
    'variables that do not fit',
    'query ($n: Int, $order: ClientOrder) { clients(first: $n, orderBy: $order) { nodes { id } } }',
    () => ({ n: 'many', order: { field: 'SIZE', direction: 'UP' } }),
  ],
  [
    'the schema',
    '{ __schema { queryType { name } } __type(name: "Client") { fields { name type { name } } } }',
    () => ({}),
  ],
]

describe('a document that comes again', () => {
  for (const [title, document, variables] of SAME) {
    test(`answers the same: ${title}`, async () => {
      const asked = variables()
      const first = await actor.graphql(document, asked)
      for (const again of [await actor.graphql(document, asked), await actor.graphql(document, asked)]) {
        expect(again.status).toBe(first.status)
        expect(again.body).toEqual(first.body)
      }
    })
  }

  test('MUST check permissions for each caller anew', async () => {
    const document = 'mutation ($id: ID!) { deleteClient(id: $id) }'
    for (let time = 0; time < 3; time++) {
      const { id } = await aClient(actor)
      expect((await other.graphql(document, { id })).body.errors[0].extensions.code).toBe('FORBIDDEN')
      expect((await actor.graphql(document, { id })).body.data.deleteClient).toBe(id)
    }
  })

  test('MUST show each organization its own rows', async () => {
    const document = '{ clients { totalCount nodes { id } } }'
    const stranger = server.actor()
    for (let time = 0; time < 3; time++) {
      expect((await actor.graphql(document)).body.data.clients.totalCount).toBe(2)
      expect((await stranger.graphql(document)).body.data.clients).toEqual({ totalCount: 0, nodes: [] })
    }
  })
})
