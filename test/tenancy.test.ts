import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Deadline } from '../src/data/deadline.ts'
import { beginStatement } from '../src/data/session.ts'
import type { Transaction } from '../src/data/transaction.ts'
import { asAdministrator } from './support/database.ts'
import { aCampaign, aClient, campaignBody } from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

const NOBODY = '01a1fd2e-fa60-73a5-9297-2ce7acd71826'

/** Creates two organizations with the same kinds of rows. */
async function twoTenants(server: TestServer) {
  const [mine, theirs] = await Promise.all(
    [server.actor(), server.actor()].map(async (actor) => {
      const client = await aClient(actor)
      const campaign = await aCampaign(actor, { clientId: client.id })
      return { actor, client, campaign }
    }),
  )
  if (!mine || !theirs) throw new Error('unreachable')
  return { mine, theirs }
}
type Tenants = Awaited<ReturnType<typeof twoTenants>>

/** All data of an organization, including its audit trail except the records of these reads. */
async function holdings(actor: Actor): Promise<Json> {
  const query =
    '{ clients { nodes { id name status updatedAt } } campaigns { nodes { id name status clientId updatedAt } } }'
  return (await actor.graphql(query)).body.data
}

type Attack = [what: string, run: (actor: Actor, id: string, own: Tenants['mine']) => Promise<Answer>, sentence: string]

const rest = (
  method: string,
  path: (id: string) => string,
  body?: unknown,
  headers?: Record<string, string>,
): Attack => [
  `${method} ${path('[theirs]')}${body ? ` ${JSON.stringify(body)}` : ''}${headers ? ' with If-Match' : ''}`,
  (actor, id) => actor.rest(method, path(id), body, headers),
  path('').includes('clients') ? 'Client not found' : 'Campaign not found',
]

const graphql = (document: string, sentence: string): Attack => [
  document,
  (actor, id, own) => actor.graphql(document, { id, own: own.campaign.id, ownClient: own.client.id }),
  sentence,
]

/** Requests with the id of a row. The answer is `Client not found` or `Campaign not found`, as for an unknown id. */
const ON_CLIENT: Attack[] = [
  rest('GET', (id) => `/api/clients/${id}`),
  rest('PUT', (id) => `/api/clients/${id}`, { name: 'Stolen' }),
  rest('PUT', (id) => `/api/clients/${id}`, { name: 'Stolen' }, { 'If-Match': '*' }),
  rest('PUT', (id) => `/api/clients/${id}`, { name: 'Stolen' }, { 'If-Match': '"x"' }),
  rest('DELETE', (id) => `/api/clients/${id}`),
  rest('DELETE', (id) => `/api/clients/${id}`, undefined, { 'If-Match': '*' }),
  rest('PUT', (id) => `/api/clients/${id}/status`, { status: 'ACTIVE' }),
  rest('GET', (id) => `/api/clients/export?after=${id}`),
  [
    'POST /api/campaigns with their clientId',
    (actor, id) => actor.rest('POST', '/api/campaigns', campaignBody({ clientId: id })),
    'Client not found',
  ],
  [
    'PUT /api/campaigns/[mine] with their clientId',
    (actor, id, own) => actor.rest('PUT', `/api/campaigns/${own.campaign.id}`, { clientId: id }),
    'Client not found',
  ],
  graphql('query ($id: ID!) { client(id: $id) { id } }', 'Client not found'),
  graphql('query ($id: ID!) { clientExport(after: $id) { next } }', 'Client not found'),
  graphql('mutation ($id: ID!) { updateClient(id: $id, input: { name: "Stolen" }) { id } }', 'Client not found'),
  graphql('mutation ($id: ID!) { changeClientStatus(id: $id, status: ACTIVE) { id } }', 'Client not found'),
  graphql('mutation ($id: ID!) { deleteClient(id: $id) }', 'Client not found'),
  graphql(
    'mutation ($id: ID!) { createCampaign(input: { name: "A", type: EMAIL, clientId: $id }) { id } }',
    'Client not found',
  ),
  graphql(
    'mutation ($id: ID!, $own: ID!) { updateCampaign(id: $own, input: { clientId: $id }) { id } }',
    'Client not found',
  ),
]
const ON_CAMPAIGN: Attack[] = [
  rest('GET', (id) => `/api/campaigns/${id}`),
  rest('PUT', (id) => `/api/campaigns/${id}`, { name: 'Stolen' }),
  rest('PUT', (id) => `/api/campaigns/${id}`, { name: 'Stolen' }, { 'If-Match': '*' }),
  rest('DELETE', (id) => `/api/campaigns/${id}`),
  rest('PUT', (id) => `/api/campaigns/${id}/status`, { status: 'CANCELLED' }),
  rest('POST', (id) => `/api/campaigns/${id}/duplicate`),
  graphql('query ($id: ID!) { campaign(id: $id) { id } }', 'Campaign not found'),
  graphql('mutation ($id: ID!) { updateCampaign(id: $id, input: { name: "Stolen" }) { id } }', 'Campaign not found'),
  graphql('mutation ($id: ID!) { changeCampaignStatus(id: $id, status: CANCELLED) { id } }', 'Campaign not found'),
  graphql('mutation ($id: ID!) { duplicateCampaign(id: $id) { id } }', 'Campaign not found'),
  graphql('mutation ($id: ID!) { deleteCampaign(id: $id) }', 'Campaign not found'),
]

const errorOf = ({ body }: Answer) => {
  const [error] = body.errors ?? []
  return error ? { error: error.message, code: error.extensions.code } : body
}

/** The assertions for each way of disabling a line of defence. */
function isolates(start: () => Promise<TestServer>): void {
  let server: TestServer
  let tenants: Tenants
  setUp(async (opened) => {
    server = opened.use(await start())
    tenants = await twoTenants(server)
  })

  const attack = async ([, run, sentence]: Attack, theirId: string) => {
    const { mine, theirs } = tenants
    const before = [await holdings(mine.actor), await holdings(theirs.actor)]
    const answer = await run(mine.actor, theirId, mine)
    expect(errorOf(answer)).toEqual({ error: sentence, code: 'NOT_FOUND' })
    expect(errorOf(await run(mine.actor, NOBODY, mine))).toEqual(errorOf(answer))
    expect([await holdings(mine.actor), await holdings(theirs.actor)]).toEqual(before)
  }

  test.each(ON_CLIENT)('their client: %s', async (...row) => attack(row, tenants.theirs.client.id))
  test.each(ON_CAMPAIGN)('their campaign: %s', async (...row) => attack(row, tenants.theirs.campaign.id))

  test.each(['UPDATE', 'STATUS', 'DUPLICATE', 'DELETE'])('bulk %s of their campaign fails alone', async (operation) => {
    const { mine, theirs } = tenants
    const before = await holdings(theirs.actor)
    const own = await aCampaign(mine.actor)
    const changes = { UPDATE: { name: 'B' }, STATUS: { status: 'CANCELLED' } }[operation]
    const input = { operation, ids: [theirs.campaign.id, own.id], changes }
    const { status, body } = await mine.actor.rest('POST', '/api/campaigns/bulk', input)
    expect(status).toBe(200)
    expect(body.data.succeeded).toHaveLength(1)
    expect(body.data.failed).toEqual([
      { index: 0, id: theirs.campaign.id, code: 'NOT_FOUND', message: 'Campaign not found' },
    ])
    expect(await holdings(theirs.actor)).toEqual(before)
  })

  test('bulk changes to their client, and a filter by it', async () => {
    const { mine, theirs } = tenants
    const byClient = { operation: 'UPDATE', ids: [mine.campaign.id], changes: { clientId: theirs.client.id } }
    const refused = await mine.actor.rest('POST', '/api/campaigns/bulk', byClient)
    expect(refused.body.data.failed).toMatchObject([{ code: 'NOT_FOUND', message: 'Client not found' }])
    const filtered = { operation: 'DELETE', filter: { clientId: theirs.client.id } }
    expect((await mine.actor.rest('POST', '/api/campaigns/bulk', filtered)).body.data).toEqual({
      succeeded: [],
      failed: [],
    })
  })

  test('filters and lists by their ids are empty', async () => {
    const { mine, theirs } = tenants
    const list = await mine.actor.rest('GET', `/api/campaigns?clientId=${theirs.client.id}`)
    expect(list.body).toMatchObject({ data: [], meta: { total: 0 } })
    const query = 'query ($id: ID!) { campaigns(filter: { clientId: $id }) { totalCount nodes { id } } }'
    expect((await mine.actor.graphql(query, { id: theirs.client.id })).body.data.campaigns).toEqual({
      totalCount: 0,
      nodes: [],
    })
  })

  test('their cursors return only one’s own rows', async () => {
    const { mine, theirs } = tenants
    const page = await theirs.actor.graphql(
      '{ clients { edges { cursor } } campaigns { edges { cursor } } auditRecords { edges { cursor } } }',
    )
    for (const [field, { edges }] of Object.entries<Json>(page.body.data)) {
      for (const argument of ['after', 'before']) {
        const query = `query ($cursor: String) { ${field}(${argument}: $cursor) { nodes { id } } }`
        const { body } = await mine.actor.graphql(query, { cursor: edges[0].cursor })
        const own = (await mine.actor.graphql(`{ ${field}(first: 100) { nodes { id } } }`)).body.data[field].nodes
        const ids = own.map(({ id }: Json) => id)
        for (const { id } of body.data[field].nodes) expect(ids).toContain(id)
      }
    }
  })

  test('their rows are not listed, counted, exported or audited on any surface', async () => {
    const { mine, theirs } = tenants
    const paths = ['/api/clients', '/api/campaigns', '/api/clients/export?format=ndjson', '/api/audit/log?limit=100']
    paths.push(`/api/audit/log?userId=${theirs.actor.userId}`, `/api/audit/log?resourceId=${theirs.client.id}`)
    paths.push('/api/audit/export?format=ndjson', '/api/clients?search=karoo', '/api/audit/recent')
    const seen: unknown[] = []
    for (const path of paths) seen.push((await mine.actor.rest('GET', path)).body)
    const nested =
      '{ clients { nodes { id campaigns { nodes { id client { id } } } } } campaigns { nodes { id client { id name } } } clientExport { rows { id } } }'
    seen.push((await mine.actor.graphql(nested)).body)
    const text = JSON.stringify(seen)
    for (const secret of [theirs.client.id, theirs.campaign.id, theirs.actor.organizationId, theirs.actor.userId]) {
      expect(text).not.toContain(secret)
    }
    expect((await mine.actor.rest('GET', '/api/clients')).body.meta).toMatchObject({
      total: 1,
      business: 1,
      government: 0,
    })
  })

  test.each([
    '{ clients { nodes { id name campaigns(first: 100) { nodes { id name } } } } }',
    '{ campaigns(first: 100) { edges { node { id name clientId } } } }',
    '{ contents(first: 100) { nodes { id title } } }',
  ])('rows as text are one’s own, however often they are asked for: %s', async (document) => {
    const { mine, theirs } = tenants
    for (let time = 0; time < 3; time++) {
      for (const [asking, other] of [
        [mine, theirs],
        [theirs, mine],
      ] as const) {
        const text = JSON.stringify((await asking.actor.graphql(document)).body.data)
        if (!document.includes('contents')) expect(text).toContain(asking.campaign.id)
        for (const foreign of [other.client.id, other.campaign.id]) expect(text).not.toContain(foreign)
      }
    }
  })

  test('their Idempotency-Key replays nothing', async () => {
    const { mine, theirs } = tenants
    const headers = { 'Idempotency-Key': 'shared' }
    const first = await theirs.actor.rest('POST', '/api/campaigns', campaignBody(), headers)
    const other = server.actor({ userId: theirs.actor.userId, organizationId: mine.actor.organizationId })
    const { status, body } = await other.rest('POST', '/api/campaigns', campaignBody(), headers)
    expect(status).toBe(201)
    expect(body.data.id).not.toBe(first.body.data.id)
  })
}

describe('with both lines of defence', () => isolates(startServer))

describe('with row-level security disabled: the filter and the plugin alone', () => {
  isolates(async () => {
    const server = await startServer()
    const tables = [
      'client',
      'campaign',
      'content_item',
      'analytics_record',
      'audit_record',
      'organization_head',
      'organization',
      'idempotency_key',
    ]
    await asAdministrator(
      server.connection,
      ...tables.map((table) => `alter table ${table} disable row level security`),
    )
    return server
  })

  test('changes with Kysely are limited too', async () => {
    await using server = await startServer()
    const { mine, theirs } = await twoTenants(server)
    await asAdministrator(server.connection, 'alter table client disable row level security')
    const session = { role: 'gateway_tenant', organizationId: mine.actor.organizationId } as const
    await server.database.transaction(session, async ({ db }) => {
      await db.updateTable('client').set({ name: 'Stolen' }).where('id', '=', theirs.client.id).execute()
      await db.deleteFrom('client').where('id', '=', theirs.client.id).execute()
    })
    expect((await theirs.actor.rest('GET', `/api/clients/${theirs.client.id}`)).body.data.name).toBe(theirs.client.name)
  })
})

test.each(["o'brien", "back\\' or true --", "'; reset role; --"])(
  'an organization called %j is one like others',
  async (organizationId) => {
    await using server = await startServer()
    const [mine, theirs] = [server.actor({ organizationId }), server.actor()]
    const { id } = await aClient(mine)
    await aClient(theirs)
    expect((await mine.rest('GET', '/api/clients')).body.data.map((client: Json) => client.id)).toEqual([id])
    // Also for a server that reads a backslash in a plain literal as an escape.
    expect(beginStatement({ role: 'gateway_tenant', organizationId }, new Deadline(1))).not.toMatch(/ '[^']*\\/)
  },
)

test('a cached statement is limited to its sender’s organization, and refused without one', async () => {
  await using server = await startServer()
  const { mine, theirs } = await twoTenants(server)
  await asAdministrator(server.connection, 'alter table client disable row level security')
  const sessionOf = ({ actor }: typeof mine) =>
    ({ role: 'gateway_tenant', organizationId: actor.organizationId }) as const
  const kept = await server.database.transaction(sessionOf(mine), async ({ db }) =>
    db.selectFrom('client').select('id').compile(),
  )
  for (const asking of [theirs, mine]) {
    const { rows } = await server.database.transaction(sessionOf(asking), ({ db }) => db.executeQuery(kept))
    expect(rows).toEqual([{ id: asking.client.id }])
  }
  const outside = server.database.transaction({ role: 'gateway_system' }, ({ db }) => db.executeQuery(kept))
  await expect(outside).rejects.toThrow('A query with TENANT needs the session of an organization')
})

describe('with row-level security disabled, and their campaign at one’s own client', () => {
  test('neither the loader nor a nested list shows it', async () => {
    await using server = await startServer()
    const { mine, theirs } = await twoTenants(server)
    const unchecked = ['alter table campaign drop constraint campaign_organization_id_client_id_fkey']
    const plant = `update campaign set client_id = '${mine.client.id}' where id = '${theirs.campaign.id}'`
    await asAdministrator(server.connection, 'alter table campaign disable row level security', ...unchecked, plant)
    for (let time = 0; time < 3; time++) {
      const { body } = await mine.actor.graphql('{ clients { nodes { campaigns { nodes { id } } } } }')
      expect(body.data.clients.nodes).toEqual([{ campaigns: { nodes: [{ id: mine.campaign.id }] } }])
    }
  })
})

describe('with the filter and the plugin disabled: row-level security alone', () => {
  let server: TestServer
  let tenants: Tenants
  setUp(async (opened) => {
    server = opened.use(await startServer())
    tenants = await twoTenants(server)
  })

  const asMe = <T>(work: (unit: Transaction) => Promise<T>) =>
    server.database.transaction({ role: 'gateway_tenant', organizationId: tenants.mine.actor.organizationId }, work)

  test.each(['client', 'campaign', 'auditRecord', 'organizationHead'] as const)(
    'Kysely reads only one’s own: %s',
    async (table) => {
      const { mine } = tenants
      const rows = await asMe(({ db }) => db.withoutPlugins().selectFrom(snake(table)).selectAll().execute())
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows as Json[]) expect(row.organization_id).toBe(mine.actor.organizationId)
    },
  )

  const snake = (table: string) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as 'client'

  test('Kysely neither changes nor deletes theirs', async () => {
    const { theirs } = tenants
    const [changed, removed] = await asMe(async ({ db }) => [
      await db
        .withoutPlugins()
        .updateTable('client')
        .set({ name: 'Stolen' })
        .where('id', '=', theirs.client.id)
        .executeTakeFirst(),
      await db.withoutPlugins().deleteFrom('client').where('id', '=', theirs.client.id).executeTakeFirst(),
    ])
    expect([Number(changed?.numUpdatedRows), Number((removed as Json)?.numDeletedRows)]).toEqual([0, 0])
  })

  test('nobody can insert a row for them, or move a row between organizations', async () => {
    const { mine, theirs } = tenants
    const move = asMe(({ db }) =>
      sql`update client set organization_id = ${theirs.actor.organizationId} where id = ${mine.client.id}`.execute(db),
    )
    await expect(move).rejects.toThrow(/row-level security|modifying the partition value/)
    const forged = asMe(({ db }) =>
      sql`insert into event_cursor (organization_id, consumer) values (${theirs.actor.organizationId}, 'forged')`.execute(
        db,
      ),
    )
    await expect(forged).rejects.toThrow(/row-level security/)
  })

  test('a session without an organization shows nothing, and cannot be opened', async () => {
    await expect(server.database.transaction({ role: 'gateway_tenant' }, async () => {})).rejects.toThrow(
      /needs an organization/,
    )
  })

  test('an organization id that contains SQL is only an id', async () => {
    const { theirs } = tenants
    const mallory = server.actor({ organizationId: `x', true); set local role none; --'"` })
    const answer = await mallory.rest('GET', '/api/clients')
    expect([answer.status, answer.body.meta.total]).toEqual([200, 0])
    expect((await mallory.rest('GET', `/api/clients/${theirs.client.id}`)).status).toBe(404)
  })
})
