import { describe, expect, test } from '@jest/globals'
import { aCampaign, aClient, clientBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/* What the contract says of clients, campaigns and audit, where it applies to GraphQL. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

type Audit = [must: string, check: (actor: Actor) => Promise<void>]
const audits = (rows: Audit[]) => test.each(rows)('MUST %s', async (_, check) => check(server.actor()))

const CREATE =
  'mutation ($input: ClientInput!) { createClient(input: $input) { id status compliance { securityClearance dataClassification popiaCompliant } } }'

async function refuses(actor: Actor, query: string, variables: Json, code: string, message?: string) {
  const { body } = await actor.graphql(query, variables)
  expect(body.errors?.[0]?.extensions?.code).toBe(code)
  if (message) expect(body.errors[0].message).toBe(message)
}

describe('GraphQL', () => {
  audits([
    [
      'refuse who is nobody with UNAUTHORIZED',
      async () => {
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ query: '{ clients { totalCount } }' })
        const answer = await server.fetch('/graphql', { method: 'POST', headers, body })
        expect(answer.body.errors[0]).toMatchObject({ message: 'Unauthorized', extensions: { code: 'UNAUTHORIZED' } })
      },
    ],
    [
      'refuse who has no organization',
      async () =>
        refuses(
          server.actor({ organizationId: null }),
          '{ clients { totalCount } }',
          {},
          'ORGANIZATION_REQUIRED',
          'Organization required',
        ),
    ],
    [
      'complete a client as the contract has it',
      async (actor) => {
        const { body } = await actor.graphql(CREATE, { input: clientBody({ sector: 'GOVERNMENT' }) })
        expect(body.data.createClient).toMatchObject({
          status: 'PENDING',
          compliance: { popiaCompliant: true, securityClearance: 'BASIC', dataClassification: 'PUBLIC' },
        })
      },
    ],
    ...['name', 'type', 'industry'].map(
      (field): Audit => [
        `say that a blank ${field} is required`,
        (actor) =>
          refuses(actor, CREATE, { input: clientBody({ [field]: '  ' }) }, 'VALIDATION_ERROR', `${field} is required`),
      ],
    ),
    [
      'refuse a sector that is none',
      (actor) => refuses(actor, CREATE, { input: clientBody({ sector: 'CHURCH' }) }, 'VALIDATION_ERROR'),
    ],
    [
      'say what is not found',
      async (actor) => {
        for (const [field, thing] of [
          ['client', 'Client'],
          ['campaign', 'Campaign'],
        ]) {
          await refuses(actor, `{ ${field}(id: "nobody") { id } }`, {}, 'NOT_FOUND', `${thing} not found`)
        }
      },
    ],
    [
      'answer ORGANIZATION_NOT_FOUND until the organization has a record',
      (actor) =>
        refuses(
          actor,
          '{ campaigns(all: true) { totalCount } }',
          {},
          'ORGANIZATION_NOT_FOUND',
          'Organization not found',
        ),
    ],
    [
      'name the states that may follow',
      async (actor) => {
        const { id } = await aCampaign(actor)
        const { body } = await actor.graphql(
          'mutation ($id: ID!) { changeCampaignStatus(id: $id, status: COMPLETED) { id } }',
          { id },
        )
        expect(body.errors[0].extensions).toMatchObject({
          code: 'INVALID_STATE_TRANSITION',
          details: { allowed: ['PENDING_APPROVAL', 'CANCELLED'] },
        })
      },
    ],
    [
      'show both sectors of a campaign’s client',
      async (actor) => {
        const client = await aClient(actor, { type: 'LOCAL_MUNICIPALITY', sector: 'GOVERNMENT' })
        await aCampaign(actor, { clientId: client.id })
        const { body } = await actor.graphql('{ campaigns { nodes { clientName clientSector client { sector } } } }')
        expect(body.data.campaigns.nodes).toEqual([
          { clientName: client.name, clientSector: 'BUSINESS', client: { sector: 'GOVERNMENT' } },
        ])
      },
    ],
    ...['first', 'last'].map(
      (argument): Audit => [
        `walk a connection by ${argument} without loss or repetition`,
        async (actor) => {
          const rows = Array.from({ length: 7 }, (_, index) => clientBody({ name: `C${index}` }))
          await actor.rest('POST', '/api/clients/import', rows)
          const cursor = argument === 'first' ? 'after' : 'before'
          const query = `query ($cursor: String) { clients(${argument}: 3, ${cursor}: $cursor, orderBy: { field: NAME }) { totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
          const seen: string[] = []
          let at: string | null = null
          for (let isMore = true; isMore; ) {
            const { clients }: Json = (await actor.graphql(query, { cursor: at })).body.data
            const names = clients.nodes.map(({ name }: Json) => name)
            expect(clients.totalCount).toBe(7)
            if (argument === 'first') seen.push(...names)
            else seen.unshift(...names)
            at = argument === 'first' ? clients.pageInfo.endCursor : clients.pageInfo.startCursor
            isMore = argument === 'first' ? clients.pageInfo.hasNextPage : clients.pageInfo.hasPreviousPage
          }
          expect(seen).toEqual(rows.map(({ name }) => name))
        },
      ],
    ),
    [
      'find a page by cursor or by its number, and refuse both at once',
      async (actor) => {
        for (const name of ['Aloe', 'Baobab', 'Clivia']) await aClient(actor, { name })
        const ask = async (args: string) => {
          const fields = 'page limit pages totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage }'
          const { body } = await actor.graphql(`{ clients(orderBy: { field: NAME }, ${args}) { ${fields} } }`)
          return body.data?.clients ?? body.errors[0].extensions
        }
        const nodes = [{ name: 'Clivia' }]
        const pageInfo = { hasNextPage: false, hasPreviousPage: true }
        expect(await ask('page: 2, limit: 2')).toEqual({ page: 2, limit: 2, pages: 2, totalCount: 3, nodes, pageInfo })
        expect(await ask('first: 2')).toMatchObject({ page: null, limit: null, pages: null, totalCount: 3 })
        expect(await ask('all: true')).toMatchObject({ page: null, nodes: { length: 3 }, totalCount: 3 })
        const both = [
          ['page: 1, first: 2', { page: 'must not be given together with first' }],
          ['limit: 2, last: 2, before: "x"', { limit: 'must not be given together with last, before' }],
          ['all: true, after: "x"', { all: 'must not be given together with after' }],
          ['page: 0', { page: 'must be a positive integer' }],
          [`first: 1, after: "${'x'.repeat(3001)}"`, { after: 'must be at most 3000 characters' }],
        ] as const
        for (const [args, details] of both) expect(await ask(args)).toMatchObject({ code: 'VALIDATION_ERROR', details })
      },
    ],
    [
      'take an argument that is null for an absent one',
      async (actor) => {
        await aClient(actor)
        const query = `query ($n: Int, $s: String, $f: ClientFilter, $i: SafeInt, $c: [CampaignStatus!]) {
        clients(first: $n, after: $s, filter: $f, orderBy: null) { totalCount }
        numbered: clients(page: $n, filter: { type: $s, search: $s }) { totalCount }
        campaigns(page: $n, all: null, filter: { clientId: null, status: $c }) { totalCount }
        auditExport(after: 0, upTo: $i) { next }
      }`
        const { body } = await actor.graphql(query, { n: null, s: null, f: null, i: null, c: null })
        expect(body.errors).toBeUndefined()
        expect(body.data).toMatchObject({ clients: { totalCount: 1 }, numbered: { totalCount: 1 } })
      },
    ],
    [
      'roll back every mutation of a request when one fails, and record neither',
      async (actor) => {
        const query =
          'mutation ($input: ClientInput!) { createClient(input: $input) { id } deleteClient(id: "nobody") }'
        await refuses(actor, query, { input: clientBody() }, 'NOT_FOUND')
        const { body } = await actor.rest('GET', '/api/clients')
        expect(body.meta.total).toBe(0)
        expect((await actor.rest('GET', '/api/audit/log?action=CLIENT_CREATED')).body.meta.total).toBe(0)
      },
    ],
  ])
})
