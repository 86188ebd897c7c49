import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { keyOf } from '../../src/features/api-keys/api-key.rules.ts'
import { beforeExpiry } from '../support/before-expiry.ts'
import { dumpOf } from '../support/dump.ts'
import { inOrganization } from '../support/organization.ts'
import { aMember, clientBody } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

const PATH = '/api/service-provider/api-keys'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

async function make(actor: Actor, input: object = {}): Promise<Json> {
  const { status, body } = await actor.rest('POST', PATH, { name: 'Exporter', role: 'viewer', ...input })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data
}

/** The database keeps the time of use, by its own clock. */
const CLOCKS_APART_MS = 5_000

/** Someone who holds nothing but a key. */
const holder = (key: string, at = server) => ({
  rest: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    at.fetch(path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  graphql: (query: string) =>
    at.fetch('/graphql', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    }),
})

describe('making a key', () => {
  test('it is shown once, and only a hash is stored', async () => {
    const actor = server.actor()
    const made = await make(actor)
    expect(made.key).toMatch(/^cmg_[\w-]{43}[0-9a-f]{8}_[\w-]+$/)
    expect(made).toMatchObject({ name: 'Exporter', role: 'viewer', scopes: null, expiresAt: null, lastUsedAt: null })
    expect(made.key.startsWith(made.hint)).toBe(true)
    const { body } = await actor.rest('GET', PATH)
    expect(body.data).toEqual([{ ...made, key: null }])
    expect(body.meta).toEqual({ total: 1, page: 1, limit: 10, pages: 1 })
    const stored = await dumpOf(server)
    expect(stored).toContain(made.id)
    expect(stored).not.toContain(made.key.slice(8))
    expect(stored).not.toContain(Buffer.from(made.key).toString('hex'))
  })

  test('a repeated request answers the same key, and does not show it again', async () => {
    const actor = server.actor()
    const ask = () => actor.rest('POST', PATH, { name: 'A', role: 'viewer' }, { 'Idempotency-Key': 'once' })
    const [first, second] = [await ask(), await ask()]
    expect(second.headers.get('idempotency-replay')).toBe('true')
    expect(second.body.data).toEqual({ ...first.body.data, key: null })
    expect((await actor.rest('GET', PATH)).body.meta.total).toBe(1)
  })

  test('an organization has at most a hundred keys, however many are made at once', async () => {
    const actor = server.actor()
    await inOrganization(
      server,
      actor,
      sql`insert into organization (organization_id) values (${actor.organizationId})`,
    )
    const known = Array.from({ length: 98 }, (_, number) => {
      const values = [actor.organizationId, randomUUID(), 'K', createHash('sha256').update(`${number}`).digest()]
      return sql`(${sql.join(values)}, 'cmg_', 'viewer', 'u', now(), now())`
    })
    await inOrganization(
      server,
      actor,
      sql`insert into api_key (organization_id, id, name, hash, hint, role, created_by, created_at, updated_at)
        values ${sql.join(known)}`,
    )
    const made = await Promise.all(
      [1, 2, 3].map((name) => actor.rest('POST', PATH, { name: `${name}`, role: 'viewer' })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409])
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CONFLICT', details: { most: 100 } })
  })

  test('required fields, roles, scopes and expiry are checked', async () => {
    const actor = server.actor()
    const refusal = async (body: object) => (await actor.rest('POST', PATH, body)).body
    expect((await refusal({ role: 'viewer' })).error).toBe('name is required')
    expect((await refusal({ name: 'A' })).error).toBe('role is required')
    expect((await refusal({ name: 'A', role: 'owner' })).details).toHaveProperty('role')
    expect((await refusal({ name: 'A', role: 'viewer', scopes: ['all'] })).details).toHaveProperty('scopes')
    expect((await refusal({ name: 'A', role: 'viewer', scopes: [] })).details).toHaveProperty('scopes')
    const scopes = ['org:clients:read', 'org:clients:write', 'org:audit:export']
    const beyond = 'must be permissions of the role viewer, not org:clients:write, org:audit:export'
    expect(await refusal({ name: 'A', role: 'viewer', scopes })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { scopes: beyond },
    })
    const make = 'mutation ($input: ApiKeyInput!) { createApiKey(input: $input) { id } }'
    const { body } = await actor.graphql(make, { input: { name: 'A', role: 'viewer', scopes } })
    expect(body.errors[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: { scopes: beyond } })
    expect((await actor.rest('GET', PATH)).body.data).toEqual([])
    expect((await refusal({ name: 'A', role: 'viewer', expiresAt: '2020-01-01T00:00:00Z' })).details).toEqual({
      expiresAt: 'must be in the future',
    })
  })

  test('a key has no permission that its maker lacks, and makes no keys itself', async () => {
    const manager = server.actor({ role: 'manager', permissions: ['org:provider:write'] })
    const tooMuch = await manager.rest('POST', PATH, { name: 'A', role: 'admin' })
    expect([tooMuch.status, tooMuch.body.details.permissions]).toEqual([
      403,
      expect.arrayContaining(['org:audit:read', 'org:provider:delete']),
    ])
    const narrow = { name: 'A', scopes: ['org:clients:read'] }
    const above = await manager.rest('POST', PATH, { ...narrow, role: 'admin' })
    expect([above.status, above.body.details]).toEqual([403, { role: 'admin' }])
    expect((await manager.rest('POST', PATH, { ...narrow, role: 'manager' })).status).toBe(201)
    const admin = holder((await make(server.actor(), { role: 'admin' })).key)
    expect((await admin.rest('POST', PATH, { name: 'B', role: 'viewer' })).status).toBe(403)
  })
})

describe('using a key', () => {
  test('it acts for its organization on both surfaces, by its role, and is audited as itself', async () => {
    const actor = server.actor()
    const made = await make(actor, { role: 'member' })
    const key = holder(made.key)
    const before = Date.now()
    const client = await key.rest('POST', '/api/clients', clientBody())
    expect(client.status).toBe(201)
    expect(client.body.data).toMatchObject({ serviceProviderId: actor.organizationId, createdBy: `key:${made.id}` })
    expect((await key.rest('DELETE', `/api/clients/${client.body.data.id}`)).status).toBe(403)
    expect((await key.graphql('{ clients { totalCount } }')).body).toEqual({ data: { clients: { totalCount: 1 } } })
    const trail = await actor.rest('GET', '/api/audit/log?action=CLIENT_CREATED')
    expect(trail.body.data[0].userId).toBe(`key:${made.id}`)
    const { body } = await actor.rest('GET', PATH)
    expect(Date.parse(body.data[0].lastUsedAt)).toBeGreaterThanOrEqual(before - CLOCKS_APART_MS)
  })

  test('the last use is noted once, and not per request', async () => {
    const actor = server.actor()
    const key = holder((await make(actor)).key)
    await key.rest('GET', '/api/clients')
    const noted = (await actor.rest('GET', PATH)).body.data[0].lastUsedAt
    for (let request = 0; request < 3; request++) await key.rest('GET', '/api/clients')
    expect((await actor.rest('GET', PATH)).body.data[0].lastUsedAt).toBe(noted)
  })

  test('scopes narrow the role', async () => {
    const actor = server.actor()
    const key = holder((await make(actor, { role: 'member', scopes: ['org:clients:read'] })).key)
    expect((await key.rest('GET', '/api/clients')).status).toBe(200)
    expect((await key.rest('GET', '/api/campaigns')).status).toBe(403)
    expect((await key.rest('POST', '/api/clients', clientBody())).status).toBe(403)
  })

  test('scopes that a key was made with before they were refused widen nothing', async () => {
    const actor = server.actor()
    const { id, key } = await make(actor, { role: 'viewer', scopes: ['org:clients:read'] })
    const scopes = ['org:clients:read', 'org:clients:write']
    const own = sql`organization_id = ${actor.organizationId} and id = ${id}`
    await inOrganization(server, actor, sql`update api_key set scopes = ${scopes} where ${own}`)
    expect((await holder(key).rest('GET', '/api/clients')).status).toBe(200)
    expect((await holder(key).rest('POST', '/api/clients', clientBody())).status).toBe(403)
  })

  test('it may do no more than its creator may do now, and nothing after the creator is removed', async () => {
    const admin = server.actor()
    await aMember(admin, { role: 'admin' })
    const maker = server.actor({ organizationId: admin.organizationId })
    const key = holder((await make(maker, { role: 'admin' })).key)
    const statuses = async () => [
      (await key.rest('GET', '/api/clients')).status,
      (await key.rest('POST', '/api/clients', clientBody())).status,
      (await key.rest('GET', '/api/audit/log')).status,
      (await key.graphql('{ auditRecords { totalCount } }')).body.errors?.[0].extensions.code,
    ]
    expect(await statuses()).toEqual([200, 201, 200, undefined])
    const { id } = await aMember(admin, { userId: maker.userId, role: 'member' })
    expect(await statuses()).toEqual([200, 201, 403, 'FORBIDDEN'])
    await admin.rest('PUT', `/api/team/${id}`, { role: 'viewer' })
    expect(await statuses()).toEqual([200, 403, 403, 'FORBIDDEN'])
    await admin.rest('DELETE', `/api/team/${id}`)
    expect(await statuses()).toEqual([403, 403, 403, 'MEMBERSHIP_ENDED'])
    await aMember(admin, { userId: maker.userId, role: 'admin' })
    expect(await statuses()).toEqual([200, 201, 200, undefined])
  })

  test('a policy that asks for a role is not met by one that its maker lacks', async () => {
    const admin = server.actor()
    const permissions = ['org:provider:write', 'org:audit:read', 'org:audit:export']
    const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer', permissions })
    await admin.graphql('mutation { updateSecuritySettings(input: { exportRole: compliance }) { exportRole } }')
    for (const role of ['admin', 'compliance'])
      expect((await viewer.rest('POST', PATH, { name: 'A', role, scopes: ['org:audit:export'] })).status).toBe(403)
    const { key } = await make(admin, { role: 'compliance' })
    expect((await holder(key).rest('GET', '/api/audit/export')).status).toBe(200)
    await aMember(admin, { role: 'admin' })
    await aMember(admin, { userId: admin.userId, role: 'manager' })
    expect((await holder(key).rest('GET', '/api/audit/export')).status).toBe(403)
  })

  test('another organization’s keys can be neither seen nor revoked', async () => {
    const [one, other] = [server.actor(), server.actor()]
    const made = await make(one)
    expect((await other.rest('GET', PATH)).body.data).toEqual([])
    const refused = await other.rest('DELETE', `${PATH}/${made.id}`)
    expect([refused.status, refused.body]).toEqual([404, { error: 'API key not found', code: 'NOT_FOUND' }])
    expect((await holder(made.key).rest('GET', '/api/clients')).status).toBe(200)
  })

  test('GraphQL makes and shows keys by the same rules', async () => {
    const actor = server.actor()
    const make =
      'mutation { createApiKey(input: { name: "G", role: member, scopes: ["org:clients:read"] }) { id key } }'
    const { id, key } = (await actor.graphql(make)).body.data.createApiKey
    const list = '{ apiKeys(first: 5) { totalCount nodes { id name role scopes key createdBy } } }'
    expect((await actor.graphql(list)).body.data.apiKeys).toEqual({
      totalCount: 1,
      nodes: [{ id, name: 'G', role: 'member', scopes: ['org:clients:read'], key: null, createdBy: actor.userId }],
    })
    expect((await holder(key).rest('GET', '/api/clients')).status).toBe(200)
    const revoke = await actor.graphql('mutation ($id: ID!) { deleteApiKey(id: $id) }', { id })
    expect(revoke.body).toEqual({ data: { deleteApiKey: id } })
  })

  test('a key that is revoked opens nothing within seconds', async () => {
    const actor = server.actor()
    const made = await make(actor)
    const key = holder(made.key)
    expect((await key.rest('GET', '/api/clients')).status).toBe(200)
    expect((await actor.rest('DELETE', `${PATH}/${made.id}`)).status).toBe(204)
    await until('the key to be refused', async () => (await key.rest('GET', '/api/clients')).status === 401)
    expect((await key.rest('GET', '/api/clients')).body).toEqual({ error: 'Unauthorized' })
  })

  test('a key that has expired opens nothing, though it was just used', async () => {
    const actor = server.actor()
    const key = await beforeExpiry(async (expiresIn) => {
      const expiresAt = new Date(Date.now() + expiresIn * 1000).toISOString()
      const { status, body } = await actor.rest('POST', PATH, { name: 'Exporter', role: 'viewer', expiresAt })
      if (status !== 201) return undefined
      const used = holder(body.data.key)
      return (await used.rest('GET', '/api/clients')).status === 200 ? used : undefined
    })
    await until('the key to be refused', async () => (await key.rest('GET', '/api/clients')).status === 401)
  })

  const secret = 'A'.repeat(43)
  const encode = (organizationId: string) => Buffer.from(organizationId).toString('base64url')

  test.each([
    ['the prefix alone', 'cmg_'],
    ['a short one', 'cmg_short'],
    ['one without an organization', `cmg_${secret}`],
    ['one of an empty organization', `cmg_${secret}_`],
    ['one of an organization that there is not', `cmg_${secret}_${encode('org_nobody')}`],
    ['one of an organization of SQL', `cmg_${secret}_${encode("'; reset role; --")}`],
    ['one of an organization with a NUL', `cmg_${secret}_${encode('org\0')}`],
    ['one of an organization that is no text', `cmg_${secret}_${Buffer.from([0xff, 0xfe]).toString('base64url')}`],
    ['one of a second spelling of an organization', `cmg_${secret}_YR`],
    ['a long one', `cmg_${secret}_${'A'.repeat(5000)}`],
    ['another prefix', `CMG_${secret}_${encode('org_nobody')}`],
  ])('what is no key is a 401: %s', async (_, token) => {
    const { status, body } = await holder(token).rest('GET', '/api/clients')
    expect([status, body]).toEqual([401, { error: 'Unauthorized' }])
  })

  test('a key that names another organization than its own is refused like one of nobody', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    await other.rest('POST', '/api/clients', clientBody())
    const { key } = await make(actor)
    const own = encode(actor.organizationId)
    expect(key.endsWith(`_${own}`)).toBe(true)
    const refusalOf = async (organizationId: string) => {
      const answer = await holder(keyOf(`${key.slice(4, 47)}_${encode(organizationId)}`)).rest('GET', '/api/clients')
      return [answer.status, answer.body, answer.headers.get('www-authenticate')]
    }
    const refused = await refusalOf(other.organizationId)
    expect(refused).toEqual([401, { error: 'Unauthorized' }, expect.stringContaining('unknown or revoked')])
    expect(await refusalOf('org_nobody')).toEqual(refused)
    expect((await holder(key).rest('GET', '/api/clients')).status).toBe(200)
  })
})

test('the keys of an organization share half of its allowance', async () => {
  await using limited = await startServer({ RATE_LIMIT_ORGANIZATION: '12' })
  const actor = limited.actor()
  const [one, two] = [holder((await make(actor)).key, limited), holder((await make(actor)).key, limited)]
  const statuses: number[] = []
  for (const key of [one, two, one, two, one, two, one, two])
    statuses.push((await key.rest('GET', '/api/clients')).status)
  expect(statuses).toEqual([...Array(6).fill(200), 429, 429])
  const person = await actor.rest('GET', '/api/clients')
  expect([person.status, person.headers.get('x-ratelimit-limit')]).toEqual([200, '12'])
  const elsewhere = holder((await make(limited.actor())).key, limited)
  expect((await elsewhere.rest('GET', '/api/clients')).headers.get('x-ratelimit-limit')).toBe('6')
})

describe('where the anonymous allowance of an address is spent', () => {
  let strict: TestServer
  setUp(async (opened) => {
    strict = opened.use(await startServer({ RATE_LIMIT_ANONYMOUS: '2' }))
    for (let index = 0; index < 4; index++) await strict.fetch('/api/clients')
  })
  const statusOf = async (key: string) => (await holder(key, strict).rest('GET', '/api/clients')).status

  test('a valid key is accepted, also one that this process has not seen, and after keys were revoked', async () => {
    const [actor, other] = [strict.actor(), strict.actor()]
    const [kept, revoked, others] = [await make(actor), await make(actor), await make(other)]
    const fresh = await make(actor)
    expect([await statusOf(kept.key), await statusOf(revoked.key)]).toEqual([200, 200])
    await other.rest('DELETE', `${PATH}/${others.id}`)
    expect(await statusOf(kept.key)).toBe(200)
    await actor.rest('DELETE', `${PATH}/${revoked.id}`)
    expect([await statusOf(kept.key), await statusOf(fresh.key)]).toEqual([200, 200])
    await until('the refusal', async () => (await statusOf(revoked.key)) !== 200)
  })

  test('made-up keys are limited, and lock out no key that is known', async () => {
    const known = await make(strict.actor())
    expect(await statusOf(known.key)).toBe(200)
    const organization = known.key.slice(56)
    for (let index = 0; index < 4; index++)
      expect(await statusOf(keyOf(`${String(index).repeat(43)}_${organization}`))).toBe(429)
    expect(await statusOf(known.key)).toBe(200)
  })
})
