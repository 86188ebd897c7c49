import { describe, expect, test } from '@jest/globals'
import { aCampaign, aClient, aContent } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/*
 * A document runs on graphql-js when it comes first, and compiled from the second time on; where it reads rows of one
 * connection, the database writes these as JSON then. A client must not be able to see which.
 */

/** What needs care inside of JSON, and of SQL. */
const AWKWARD = 'O\'Brien "&" <Söhne> \\ \\u0041 $1 \u{1F600}'

let server: TestServer
let actor: Actor
let other: Actor
let ids: { client: string }
setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
  other = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
  const { id: client } = await aClient(actor)
  await aClient(actor, { name: 'Protea Insurance' })
  for (const name of ['One', 'Two', 'Three']) await aCampaign(actor, { name, clientId: client })
  await aCampaign(actor, { name: AWKWARD, type: 'MULTI_CHANNEL', channels: ['EMAIL', 'SMS'], budgetCents: 2 ** 53 - 1 })
  await aClient(actor, {
    name: AWKWARD,
    contact: { name: AWKWARD, deep: [1.5, -0.000001, null, { '7': true, a: {} }] },
  })
  await aContent(actor, { title: AWKWARD })
  ids = { client }
})

const PLAIN: Record<string, string> = {
  clients:
    'id createdAt updatedAt name type industry sector contact governmentLevel securityClearance status onboardedAt createdBy attributes',
  campaigns:
    'id createdAt updatedAt name clientId type status description channels budgetCents startsAt endsAt createdBy',
  contents:
    'id createdAt updatedAt campaignId title type body status language channel isTemplate variables version createdBy editedBy',
}

const SAME: [title: string, document: string, variables: () => Record<string, unknown>][] = [
  [
    'a count that is computed',
    '{ clients(first: 1) { totalCount edges { cursor node { name } } pageInfo { hasNextPage startCursor endCursor } } }',
    () => ({}),
  ],
  [
    'one relation twice, by alias, with different fields and sizes',
    '{ clients { nodes { a: campaigns(first: 1) { nodes { id } } b: campaigns(first: 2) { nodes { name createdAt } } c: campaigns(first: 2) { nodes { channels budgetCents } } } } }',
    () => ({}),
  ],
  [
    'fragments, and fields that are computed from columns which are not selected',
    '{ clients { nodes { campaigns { nodes { ...F ... on Campaign { __typename } } } } } } fragment F on Campaign { clientName contentCount client { name } }',
    () => ({}),
  ],
  [
    'fields that variables leave out',
    'query ($yes: Boolean!, $no: Boolean = false) { clients { nodes { id name @skip(if: $yes) type @include(if: $no) } } }',
    () => ({ yes: true }),
  ],
  [
    'rows with the lists inside of them, by alias and in fragments',
    '{ all: clients { __typename rows: nodes { __typename n: name createdAt few: campaigns(first: 2) { nodes { ...F } } campaigns { nodes { channels budgetCents startsAt } } } } } fragment F on Campaign { id kind: type status createdAt }',
    () => ({}),
  ],
  [
    'edges, the page and the number of rows',
    '{ clients(first: 2) { edges { cursor node { id name contact attributes } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor __typename } totalCount } }',
    () => ({}),
  ],
  [
    'a page from the end, in another order, filtered, by variables',
    'query ($last: Int, $order: ClientOrder, $filter: ClientFilter, $first: Int) { clients(last: $last, orderBy: $order, filter: $filter) { nodes { name sector campaigns(first: $first) { nodes { name } } } } }',
    () => ({ last: 2, order: { field: 'NAME', direction: 'ASC' }, filter: { sector: 'BUSINESS' }, first: 1 }),
  ],
  [
    'no rows',
    '{ clients(filter: { search: "nobody" }) { nodes { id campaigns { nodes { id } } } edges { cursor } } }',
    () => ({}),
  ],
  ['rows in two places', '{ clients { nodes { id } edges { node { name } } } }', () => ({})],
  [
    'one field twice',
    '{ clients { nodes { id } nodes { id name campaigns { nodes { id } } campaigns { nodes { name } } } } }',
    () => ({}),
  ],
  ['a name longer than the database takes', `{ clients { nodes { ${'n'.repeat(64)}: name } } }`, () => ({})],
  [
    'a list that is asked for too much',
    '{ clients { nodes { id campaigns(first: 101) { nodes { id } } } } }',
    () => ({}),
  ],
  [
    'a list that a variable asks too much for',
    'query ($n: Int!) { clients { nodes { id campaigns(first: $n) { nodes { id } } } } }',
    () => ({ n: 0 }),
  ],
  [
    'a list whose size a variable takes away',
    'query ($n: Int) { clients { nodes { id campaigns(first: $n) { nodes { id } } } } }',
    () => ({ n: null }),
  ],
  [
    'a list whose size no variable gives',
    'query ($n: Int) { clients { nodes { id campaigns(first: $n) { nodes { id } } } } }',
    () => ({}),
  ],
  ['a page of no size', '{ clients(first: 0) { nodes { id } } }', () => ({})],
  ['a cursor that is none', '{ clients(after: "x") { nodes { id } } }', () => ({})],
  ['both ends at once', '{ x: clients(first: 1, last: 1) { nodes { id } } }', () => ({})],
  ...['clients', 'campaigns', 'contents'].map((list): (typeof SAME)[number] => [
    `every plain field of ${list}`,
    `{ ${list} { nodes { ${PLAIN[list]} } } }`,
    () => ({}),
  ]),
  ['a row that does not exist', 'query ($id: ID!) { client(id: $id) { name } }', () => ({ id: crypto.randomUUID() })],
  [
    'an error in a field beside fields without',
    'query ($id: ID!) { client(id: $id) { name campaigns(first: 1000) { nodes { id } } } }',
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

const asked = (token: string, query: string) =>
  server.fetch('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })

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

  test('MUST answer other variables with other rows', async () => {
    const document =
      'query ($after: String, $name: String) { clients(first: 1, after: $after, filter: { search: $name }) { nodes { name } pageInfo { endCursor hasNextPage } } }'
    const walk = async (name: string) => {
      const seen: string[] = []
      for (let after: string | null = null, more = true; more; ) {
        const { body }: { body: Json } = await actor.graphql(document, { after, name })
        const { nodes, pageInfo } = body.data.clients
        seen.push(...nodes.map((client: Json) => client.name))
        after = pageInfo.endCursor
        more = pageInfo.hasNextPage
      }
      return seen
    }
    for (let time = 0; time < 3; time++) {
      expect(await walk('')).toEqual([AWKWARD, 'Protea Insurance', expect.any(String)])
      expect(await walk('protea')).toEqual(['Protea Insurance'])
    }
  })

  test('MUST check permissions for each caller again', async () => {
    const document = 'mutation ($id: ID!) { deleteClient(id: $id) }'
    for (let time = 0; time < 3; time++) {
      const { id } = await aClient(actor)
      expect((await other.graphql(document, { id })).body.errors[0].extensions.code).toBe('FORBIDDEN')
      expect((await actor.graphql(document, { id })).body.data.deleteClient).toBe(id)
    }
  })

  test('MUST check the permission of a list inside of a row for each caller again', async () => {
    const document = '{ clients { nodes { id campaigns { nodes { id } } } } }'
    const key = { name: 'clients only', role: 'admin', scopes: ['org:clients:read'] }
    const { body } = await actor.rest('POST', '/api/service-provider/api-keys', key)
    const limited = () => asked(body.data.key, document)
    for (let time = 0; time < 3; time++) {
      const { data, errors } = (await limited()).body
      expect(data).toEqual({ clients: null })
      expect(errors[0]).toMatchObject({ path: ['clients', 'nodes', 0, 'campaigns'], extensions: { code: 'FORBIDDEN' } })
      expect((await actor.graphql(document)).body.errors).toBeUndefined()
    }
  })

  test('MUST leave a record each time', async () => {
    const reader = server.actor({ organizationId: actor.organizationId, userId: 'user_reader' })
    const document = '{ clients { nodes { id at: createdAt campaigns { nodes { id } } } } }'
    for (let time = 0; time < 3; time++) await reader.graphql(document)
    const { body } = await actor.rest('GET', '/api/audit/log?userId=user_reader')
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(Array(3).fill('CLIENT_LISTED'))
  })

  test('MUST show each organization its own rows', async () => {
    const document = '{ clients { totalCount nodes { id } } }'
    const stranger = server.actor()
    for (let time = 0; time < 3; time++) {
      expect((await actor.graphql(document)).body.data.clients.totalCount).toBe(3)
      expect((await stranger.graphql(document)).body.data.clients).toEqual({ totalCount: 0, nodes: [] })
    }
  })
})

describe('what is kept of a list', () => {
  test('is no other caller’s: two users and two organizations ask in turn for what they may see', async () => {
    const document = '{ campaigns(first: 50) { totalCount nodes { id createdBy client { createdBy } } } }'
    const organizations = [actor.organizationId, server.actor().organizationId]
    const users = organizations.flatMap((organizationId) => [
      server.actor({ organizationId }),
      server.actor({ organizationId }),
    ])
    for (const user of users) await aCampaign(user, { clientId: (await aClient(user)).id })
    const ofOrganization = new Map<string, string[]>()
    for (let time = 0; time < 3; time++) {
      for (const user of users) {
        const { nodes } = (await user.graphql(document)).body.data.campaigns
        const seen = nodes.map(({ id }: Json) => id)
        const known = ofOrganization.get(user.organizationId)
        // Colleagues see the same rows, including those of others. Strangers see none.
        if (known) expect(seen).toEqual(known)
        for (const [organizationId, ids] of ofOrganization)
          if (organizationId !== user.organizationId) expect(ids.filter((id) => seen.includes(id))).toEqual([])
        ofOrganization.set(user.organizationId, seen)
        expect(nodes.map(({ createdBy }: Json) => createdBy)).toContain(user.userId)
      }
    }
  })
})
