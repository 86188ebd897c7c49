import { expect, test } from '@jest/globals'
import { aCampaign, aClient, aContent } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

const CAMPAIGNS = '{ campaigns { nodes { name createdBy author { name role } } } }'

/** Adds the caller to the team of his organization. */
const join = async (actor: Actor, name: string): Promise<string> => {
  const { body } = await actor.rest('POST', '/api/team', { userId: actor.userId, name, role: 'admin' })
  return body.data.id
}

test('a row shows the member who made it, read along with the row', async () => {
  const actor = server.actor()
  await join(actor, 'Nomsa')
  const { id } = await aCampaign(actor, { name: 'Spring' })
  for (let number = 0; number < 4; number++) await aCampaign(actor)
  transactions.length = 0
  const { body } = await actor.graphql(CAMPAIGNS)
  expect(body.data.campaigns.nodes).toHaveLength(5)
  for (const { author } of body.data.campaigns.nodes) expect(author).toEqual({ name: 'Nomsa', role: 'admin' })
  expect(statementsOf(transactions, actor.organizationId)).toHaveLength(1)
  const again = await actor.graphql(`{ node(id: "${id}") { ... on Campaign { author { name } } } }`)
  expect(again.body.data.node).toEqual({ author: { name: 'Nomsa' } })
})

test('what is changed shows it too', async () => {
  const actor = server.actor()
  await join(actor, 'Nomsa')
  const made = await actor.graphql(
    'mutation ($input: CampaignInput!) { createCampaign(input: $input) { author { name } } }',
    {
      input: { name: 'Spring', type: 'SOCIAL' },
    },
  )
  expect(made.body.data.createCampaign).toEqual({ author: { name: 'Nomsa' } })
})

test('who is no member of this organization is null, whatever team they are in elsewhere', async () => {
  const actor = server.actor()
  await join(server.actor({ userId: actor.userId }), 'Nomsa elsewhere')
  await aCampaign(actor)
  await aClient(actor)
  await aContent(actor)
  const query =
    '{ campaigns { nodes { author { name } } } clients { nodes { creator { name } } } contents { nodes { author { name } editor { name } } } }'
  const { body } = await actor.graphql(query)
  expect(body).toEqual({
    data: {
      campaigns: { nodes: [{ author: null }] },
      clients: { nodes: [{ creator: null }] },
      contents: { nodes: [{ author: null, editor: null }] },
    },
  })
})

test('who has left is null', async () => {
  const admin = server.actor()
  await join(admin, 'Thandi')
  const author = server.actor({ organizationId: admin.organizationId })
  const member = await join(author, 'Nomsa')
  await aCampaign(author)
  await admin.rest('DELETE', `/api/team/${member}`)
  const { body } = await admin.graphql(CAMPAIGNS)
  expect(body.data.campaigns.nodes).toMatchObject([{ createdBy: author.userId, author: null }])
})

test('who may not read the team reads no member here', async () => {
  const actor = server.actor()
  await join(actor, 'Nomsa')
  await aCampaign(actor)
  const made = await actor.rest('POST', '/api/service-provider/api-keys', {
    name: 'campaigns only',
    role: 'admin',
    scopes: ['org:campaigns:read'],
  })
  const { body } = await server.fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${made.body.data.key}` },
    body: JSON.stringify({ query: CAMPAIGNS }),
  })
  expect(body.data.campaigns.nodes).toMatchObject([{ createdBy: actor.userId, author: null }])
  expect(body.errors).toMatchObject([
    {
      path: ['campaigns', 'nodes', 0, 'author'],
      extensions: { code: 'FORBIDDEN', details: { permission: 'org:team:read' } },
    },
  ])
})
