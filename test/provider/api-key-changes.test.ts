/** More than 20 s: it starts gateways with trusted proxies, with a mail server, and two replicas. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { maskedNetwork } from '../../src/common/ip-addresses.ts'
import { exceeds, newKey, noticeAfter } from '../../src/features/api-keys/api-key.rules.ts'
import { asked } from '../support/answers.ts'
import { endOf, follow } from '../support/follow.ts'
import { holdWork, releaseWork } from '../support/jobs.ts'
import { queuedMails } from '../support/mails.ts'
import { earlier, inOrganization, passTime } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aMember } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { mailTo } from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const CREATE = `mutation ($input: ApiKeyInput!) { createApiKey(input: $input) {
  id key allowedNetworks expiresAt exceedsPolicy updatedAt } }`
const UPDATE = `mutation ($id: ID!, $input: ApiKeyPatch!) { updateApiKey(id: $id, input: $input) {
  id name allowedNetworks } }`
const ROTATE = `mutation ($id: ID!, $overlapHours: Int = 24, $expiresAt: DateTimeISO) {
  rotateApiKey(id: $id, overlapHours: $overlapHours, expiresAt: $expiresAt) {
    id key hint createdBy oldKeyUntil rotatedAt expiresAt } }`
const ROTATE_KEEPING = 'mutation ($id: ID!) { rotateApiKey(id: $id) { id key expiresAt oldKeyUntil } }'
const LIST = '{ apiKeys { nodes { id name allowedNetworks exceedsPolicy expiresAt oldKeyUntil } } }'
const DAY = 24 * 3600_000

let smtp: SmtpServer
let server: TestServer
let replica: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  const environment = { SMTP_URL: smtp.url, TRUSTED_PROXIES: 'loopback' }
  const [first, second] = await startReplicas(opened, { environment })
  if (!(first && second)) throw new Error('There are two')
  server = first
  replica = second
})

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const make = async (actor: Actor, input: object = {}): Promise<Json> =>
  (await asked(actor, CREATE, { input: { name: 'Exporter', role: 'admin', ...input } })).createApiKey
const rotate = async (actor: Actor, id: string, variables: object = {}): Promise<Json> =>
  (await asked(actor, ROTATE, { id, ...variables })).rotateApiKey
const codeOf = async (actor: Actor, query: string, variables: object): Promise<Json> =>
  (await actor.graphql(query, variables as Record<string, unknown>)).body.errors?.[0].extensions

/** The answer to a request with a key, from an address behind the trusted proxy. */
const use = (key: string, address?: string, at = server) =>
  at.fetch('/api/clients', {
    headers: { Authorization: `Bearer ${key}`, ...(address && { 'X-Forwarded-For': address }) },
  })
const statusOf = async (...asking: Parameters<typeof use>) => (await use(...asking)).status

const trail = async (actor: Actor, action: string): Promise<Json[]> =>
  (await actor.rest('GET', `/api/audit/log?action=${action}`)).body.data

describe('the networks of a key', () => {
  const allowedNetworks = ['203.0.113.0/24', '2001:db8::/32']

  test('it is refused from elsewhere on every surface, the answer hides the list, and the refusal is recorded', async () => {
    const actor = server.actor()
    const { id, key } = await make(actor, { allowedNetworks })
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::1'])
      expect([address, await statusOf(key, address)]).toEqual([address, 200])
    for (const address of ['203.0.114.9', '::ffff:198.51.100.1', '2001:db9::1'])
      expect([address, await statusOf(key, address)]).toEqual([address, 403])
    const refused = await use(key, '198.51.100.1')
    expect(refused.body).toEqual({
      error: 'Forbidden',
      message: 'The API key is not accepted from this network',
      code: 'NETWORK_NOT_ALLOWED',
      statusCode: 403,
      details: {},
    })
    expect(JSON.stringify([refused.body, ...refused.headers])).not.toMatch(/203\.0\.113|2001:db8/)
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const graphql = await server.fetch('/graphql', {
      method: 'POST',
      headers: { ...headers, 'X-Forwarded-For': '198.51.100.1' },
      body: JSON.stringify({ query: '{ clients { totalCount } }' }),
    })
    expect(graphql.body.errors[0].extensions.code).toBe('NETWORK_NOT_ALLOWED')
    const [record] = await trail(actor, 'ACCESS_DENIED')
    expect(record).toMatchObject({
      userId: `key:${id}`,
      resourceType: 'API_KEY',
      metadata: { ipAddress: '198.51.100.0', details: { code: 'NETWORK_NOT_ALLOWED' } },
    })
  })

  test('a forged X-Forwarded-For does not help: only what trusted proxies appended counts', async () => {
    const { key } = await make(server.actor(), { allowedNetworks })
    expect(await statusOf(key, '203.0.113.9, 198.51.100.1')).toBe(403)
    expect(await statusOf(key, '198.51.100.1, 203.0.113.9')).toBe(200)
    await using direct = await startServer({})
    const untrusting = direct.actor()
    const own = await make(untrusting, { allowedNetworks })
    expect(await statusOf(own.key, '203.0.113.9', direct)).toBe(403)
  })

  test('what is no range is refused, and an empty list is none', async () => {
    const actor = server.actor()
    for (const bad of ['here', '10.0.0.0/33', '::ffff:0:0/90', '']) {
      const refused = await codeOf(actor, CREATE, { input: { name: 'A', role: 'viewer', allowedNetworks: [bad] } })
      expect([bad, refused?.code, Object.keys(refused?.details ?? {})]).toEqual([
        bad,
        'VALIDATION_ERROR',
        ['allowedNetworks'],
      ])
    }
    expect((await make(actor, { allowedNetworks: [] })).allowedNetworks).toBeNull()
  })

  test('a change applies at every replica, ends the streams of the key, and lifts with null', async () => {
    const actor = server.actor()
    const { id, key } = await make(actor)
    expect([await statusOf(key), await statusOf(key, undefined, replica)]).toEqual([200, 200])
    const stream = follow(replica.url, key, 'subscription { clientChanged { id } }')
    const ended = endOf(stream)
    await stream.opened
    await asked(actor, UPDATE, { id, input: { allowedNetworks } })
    expect(await ended).toBe('UNAUTHORIZED')
    await stream.stop()
    await until('the refusal', async () => (await statusOf(key, undefined, replica)) === 403)
    await until('the refusal here', async () => (await statusOf(key)) === 403)
    await asked(actor, UPDATE, { id, input: { allowedNetworks: null, name: 'Renamed' } })
    await until('the admission', async () => (await statusOf(key)) === 200)
    expect((await asked(actor, LIST)).apiKeys.nodes).toMatchObject([{ id, name: 'Renamed', allowedNetworks: null }])
  })

  test('the legacy API neither takes nor returns them', async () => {
    const actor = server.actor()
    const path = '/api/service-provider/api-keys'
    const made = await actor.rest('POST', path, { name: 'A', role: 'viewer', allowedNetworks })
    const { body } = await actor.rest('GET', path)
    for (const row of [made.body.data, ...body.data].filter(Boolean))
      for (const field of ['allowedNetworks', 'exceedsPolicy', 'rotatedAt', 'oldKeyUntil'])
        expect(row).not.toHaveProperty(field)
  })
})

describe('the uses of a key', () => {
  const SHOWN = '{ apiKeys { nodes { lastUsedAt lastUsedNetwork usedNetworks updatedAt } } }'
  const shown = async (actor: Actor) => (await asked(actor, SHOWN)).apiKeys.nodes[0]
  const alerts = (actor: Actor) => trail(actor, 'API_KEY_USED_ELSEWHERE')

  test('a new network is announced once, over all replicas, and the first one never', async () => {
    const actor = server.actor()
    const email = `${actor.userId.replace(/\W/g, '')}@example.org`
    await aMember(actor, { role: 'admin', email })
    const { id, key, updatedAt } = await make(actor)
    await use(key, '203.0.113.1')
    expect(await shown(actor)).toEqual({
      lastUsedAt: expect.any(String),
      lastUsedNetwork: '203.0.113.0/24',
      usedNetworks: ['203.0.113.0/24'],
      updatedAt,
    })
    await use(key, '203.0.113.200')
    expect(await alerts(actor)).toEqual([])
    const there = '2001:db8:7:1::1'
    await Promise.all([1, 2, 3].flatMap(() => [use(key, there), use(key, '2001:db8:7:2::2', replica)]))
    expect(await alerts(actor)).toMatchObject([{ resourceId: id, userId: 'system' }])
    expect(await mailTo(smtp, email, /used from the new network 2001:db8:7::\/48/)).toContain('rotate the key')
    expect(await shown(actor)).toMatchObject({
      lastUsedNetwork: '2001:db8:7::/48',
      usedNetworks: ['203.0.113.0/24', '2001:db8:7::/48'],
    })
    const { body } = await actor.rest('GET', '/api/audit/verify')
    expect(JSON.stringify(body)).toContain('true')
  })

  test('a new network is not announced to an administrator who left before the mail was sent', async () => {
    const actor = server.actor()
    const [leaving, staying] = await Promise.all(
      ['leaving', 'staying'].map((name) => aMember(actor, { role: 'admin', email: `${name}@example.org` })),
    )
    const { key } = await make(actor)
    await use(key, '203.0.113.1')
    await holdWork(server, actor, 'mail')
    await use(key, '2001:db8:7:1::1')
    const waiting = () => queuedMails(server, actor)
    expect(await waiting()).toHaveLength(2)
    await asked(actor, 'mutation ($id: ID!) { removeTeamMember(id: $id) }', { id: leaving?.id })
    expect(await waiting()).toMatchObject([{ memberId: staying?.id }])
    await releaseWork(server, actor, 'mail')
  })

  test('a refused request is no use, and a forged address is not noted', async () => {
    const actor = server.actor()
    const { key } = await make(actor, { allowedNetworks: ['203.0.113.0/24'] })
    expect(await statusOf(key, '198.51.100.7')).toBe(403)
    expect(await shown(actor)).toMatchObject({ lastUsedAt: null, lastUsedNetwork: null, usedNetworks: null })
    expect(await statusOf(key, '8.8.8.8, ::ffff:203.0.113.9')).toBe(200)
    expect(await shown(actor)).toMatchObject({ usedNetworks: ['203.0.113.0/24'] })
  })

  test('at most 50 networks are stored and announced', async () => {
    const actor = server.actor()
    const { id, key } = await make(actor)
    const networks = Array.from({ length: 50 }, (_, index) => `10.0.${index}.0/24`)
    await inOrganization(server, actor, sql`update api_key set used_networks = ${networks} where id = ${id}`)
    await use(key, '203.0.113.1')
    expect(await shown(actor)).toMatchObject({ lastUsedNetwork: '203.0.113.0/24', usedNetworks: networks })
    expect(await alerts(actor)).toEqual([])
  })

  test('networks are masked', () => {
    const networks = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::3', 'fe80::1%eth0', 'unix'].map(maskedNetwork)
    expect(networks).toEqual(['203.0.113.0/24', '203.0.113.0/24', '2001:db8:1::/48', 'fe80::/48', 'unknown'])
  })
})

describe('the format of a key', () => {
  test('has a checksum that scanners can compute, and a key without one stays valid', async () => {
    const actor = server.actor()
    const { id, key } = await make(actor)
    const [, secret = '', checksum, organization = ''] =
      /^cmg_([A-Za-z0-9_-]{43})([0-9a-f]{8})(_[A-Za-z0-9_-]+)$/.exec(key) ?? []
    const sha = createHash('sha256').update(`cmg_${secret}${organization}`).digest('hex')
    expect(checksum).toBe(sha.slice(0, 8))
    const wrong = checksum === '00000000' ? '00000001' : '00000000'
    expect(await statusOf(`cmg_${secret}${wrong}${organization}`)).toBe(401)
    // A key of an earlier version.
    const old = `cmg_${secret}${organization}`
    await inOrganization(
      server,
      actor,
      sql`update api_key set hash = ${createHash('sha256').update(old).digest()} where id = ${id}`,
    )
    expect([await statusOf(old), await statusOf(key, undefined, replica)]).toEqual([200, 401])
  })
})

describe('who may change a key', () => {
  test('not another organization, not a key, and nobody with fewer rights than the key', async () => {
    const admin = server.actor()
    const { id, key } = await make(admin)
    const other = server.actor()
    const { organizationId } = admin
    const manager = server.actor({ organizationId, role: 'manager', permissions: ['org:provider:write'] })
    for (const [query, variables] of [
      [UPDATE, { id, input: { allowedNetworks: null } }],
      [ROTATE, { id }],
    ] as const) {
      expect((await codeOf(other, query, variables))?.code).toBe('NOT_FOUND')
      expect((await codeOf(manager, query, variables))?.code).toBe('FORBIDDEN')
      const byKey = await server.fetch('/graphql', {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      expect(byKey.body.errors[0].extensions.code).toBe('FORBIDDEN')
    }
    expect(await statusOf(key)).toBe(200)
  })
})

describe('a rotation', () => {
  test('both secrets work during the overlap, at every replica, and only the new one after it', async () => {
    const actor = server.actor()
    const old = await make(actor)
    expect([await statusOf(old.key), await statusOf(old.key, undefined, replica)]).toEqual([200, 200])
    const made = await rotate(actor, old.id, { overlapHours: 2 })
    expect(made).toMatchObject({ id: old.id, createdBy: actor.userId, rotatedAt: expect.any(String) })
    expect(made.key).not.toBe(old.key)
    expect(made.key.startsWith(made.hint)).toBe(true)
    expect(Date.parse(made.oldKeyUntil) - Date.parse(made.rotatedAt)).toBeCloseTo(2 * 3600_000, -4)
    for (const key of [old.key, made.key])
      expect([await statusOf(key), await statusOf(key, undefined, replica)]).toEqual([200, 200])
    const stream = follow(server.url, old.key, 'subscription { clientChanged { id } }')
    const ended = endOf(stream)
    await stream.opened
    const past = sql`update api_key set old_key_until = now() - interval '1 second' where id = ${old.id}`
    await passTime(server, actor, 'api_keys', past)
    await until('the end of the old secret', async () => (await statusOf(old.key)) === 401)
    await until('its end at the replica', async () => (await statusOf(old.key, undefined, replica)) === 401)
    expect(await ended).toBe('UNAUTHORIZED')
    await stream.stop()
    expect([await statusOf(made.key), await statusOf(made.key, undefined, replica)]).toEqual([200, 200])
    expect(await trail(actor, 'API_KEY_ROTATED')).toMatchObject([{ resourceId: old.id, userId: actor.userId }])
    await until('the record', async () => (await trail(actor, 'API_KEY_OVERLAP_ENDED')).length === 1)
    const [row] = await inOrganization(
      server,
      actor,
      sql<{ oldHash: unknown }>`select old_hash from api_key where id = ${old.id}`,
    )
    expect(row?.oldHash).toBeNull()
  })

  test('the check refuses the old secret at its time, also where no queue has run', async () => {
    const actor = server.actor()
    const old = await make(actor)
    await rotate(actor, old.id)
    // A process that has not seen the secret: nothing is cached, and no work is due.
    await inOrganization(
      server,
      actor,
      sql`update api_key set old_key_until = now() - interval '1 second' where id = ${old.id}`,
    )
    expect(await statusOf(old.key, undefined, replica)).toBe(401)
  })

  test('without an overlap the old secret and its streams end at once', async () => {
    const actor = server.actor()
    const old = await make(actor)
    expect(await statusOf(old.key)).toBe(200)
    const stream = follow(server.url, old.key, 'subscription { clientChanged { id } }')
    const ended = endOf(stream)
    await stream.opened
    const made = await rotate(actor, old.id, { overlapHours: 0 })
    expect(made.oldKeyUntil).toBeNull()
    expect(await ended).toBe('UNAUTHORIZED')
    await stream.stop()
    await until('the refusal', async () => (await statusOf(old.key)) === 401)
    expect(await statusOf(made.key)).toBe(200)
  })

  test('of rotations at the same time one succeeds, and the first secret keeps its overlap', async () => {
    const actor = server.actor()
    const old = await make(actor)
    const variables = { id: old.id, overlapHours: 24 }
    const answers = await Promise.all([1, 2, 3].map(() => actor.graphql(ROTATE, variables)))
    const made = answers.flatMap(({ body }) => body.data?.rotateApiKey.key ?? [])
    const codes = answers.flatMap(({ body }) => body.errors?.[0].extensions.code ?? [])
    expect([made.length, codes]).toEqual([1, ['CONFLICT', 'CONFLICT']])
    expect([await statusOf(old.key), await statusOf(made[0])]).toEqual([200, 200])
    // A leak during the overlap: both earlier secrets end.
    const last = await rotate(actor, old.id, { overlapHours: 0 })
    for (const key of [old.key, made[0]]) await until('the refusal', async () => (await statusOf(key)) === 401)
    expect(await statusOf(last.key)).toBe(200)
  })

  test('a replay shows no secret and rotates nothing', async () => {
    const actor = server.actor()
    const { id } = await make(actor)
    const send = () => actor.graphql(ROTATE_KEEPING, { id }, { 'Idempotency-Key': 'k' })
    const [first, again] = [await send(), await send()]
    expect(first.body.data.rotateApiKey.key).toEqual(expect.any(String))
    expect(again.body.data.rotateApiKey).toEqual({ ...first.body.data.rotateApiKey, key: null })
    expect(await statusOf(first.body.data.rotateApiKey.key)).toBe(200)
  })

  test('the overlap is at most a week, and never longer than the old secret was valid', async () => {
    const actor = server.actor()
    const { id } = await make(actor, { expiresAt: new Date(Date.now() + 3600_000).toISOString() })
    for (const overlapHours of [-1, 169])
      expect((await codeOf(actor, ROTATE, { id, overlapHours }))?.details).toHaveProperty('overlapHours')
    const made = await rotate(actor, id, { overlapHours: 168, expiresAt: inDays(30) })
    expect(Date.parse(made.oldKeyUntil)).toBeLessThanOrEqual(Date.now() + 3600_000)
    expect(Date.parse(made.expiresAt)).toBeGreaterThan(Date.now() + 29 * DAY)
  })

  test('the key then depends on the member who rotated it', async () => {
    const admin = server.actor()
    await aMember(admin, { role: 'admin' })
    const rotator = server.actor({ organizationId: admin.organizationId })
    const member = await aMember(admin, { userId: rotator.userId, role: 'admin' })
    const { id } = await make(admin)
    const { key } = await rotate(rotator, id, { overlapHours: 0 })
    expect(await statusOf(key)).toBe(200)
    await admin.rest('DELETE', `/api/team/${member.id}`)
    await until('the refusal', async () => (await use(key)).body.code === 'MEMBERSHIP_ENDED')
  })
})

describe('the longest validity that the organization sets', () => {
  const limit = (actor: Actor, maximumKeyDays: number | null) =>
    asked(actor, 'mutation ($input: SecurityPatch!) { updateSecuritySettings(input: $input) { maximumKeyDays } }', {
      input: { maximumKeyDays },
    })

  test('new and rotated keys keep it; existing ones stay valid and are shown', async () => {
    const actor = server.actor()
    const [endless, short] = [await make(actor), await make(actor, { name: 'Short', expiresAt: inDays(20) })]
    expect([endless.exceedsPolicy, short.exceedsPolicy]).toEqual([false, false])
    expect(await limit(actor, 30)).toEqual({ updateSecuritySettings: { maximumKeyDays: 30 } })
    for (const expiresAt of [undefined, null, inDays(31)]) {
      const refused = await codeOf(actor, CREATE, { input: { name: 'A', role: 'viewer', expiresAt } })
      expect(refused).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { expiresAt: expect.stringContaining('within 30 days') },
      })
    }
    const rest = await actor.rest('POST', '/api/service-provider/api-keys', { name: 'A', role: 'viewer' })
    expect([rest.status, Object.keys(rest.body.details)]).toEqual([400, ['expiresAt']])
    await make(actor, { name: 'Within', expiresAt: inDays(29) })
    const shown = Object.fromEntries(
      (await asked(actor, LIST)).apiKeys.nodes.map(({ name, exceedsPolicy }: Json) => [name, exceedsPolicy]),
    )
    expect(shown).toEqual({ Exporter: true, Short: false, Within: false })
    expect(await statusOf(endless.key)).toBe(200)
    expect((await codeOf(actor, ROTATE_KEEPING, { id: endless.id }))?.details).toHaveProperty('expiresAt')
    await rotate(actor, endless.id, { expiresAt: inDays(30 - 0.01) })
    expect((await asked(actor, LIST)).apiKeys.nodes.some(({ exceedsPolicy }: Json) => exceedsPolicy)).toBe(false)
    await limit(actor, null)
    await make(actor, { name: 'Endless again' })
  })

  test('the limit counts from the rotation', () => {
    const made = new Date('2026-01-01T00:00:00Z')
    expect(exceeds(1, made, new Date('2026-01-02T00:00:00Z'))).toBe(false)
    expect(exceeds(1, made, new Date('2026-01-02T00:00:00.001Z'))).toBe(true)
    expect([exceeds(1, made, null), exceeds(null, made, null)]).toEqual([true, false])
  })
})

describe('before a key expires', () => {
  test('notices follow 14 days and 1 day before it, and none that was missed', () => {
    const expiry = new Date('2026-12-31T00:00:00Z')
    const next = (time: string) => noticeAfter(new Date(time), expiry)?.toISOString()
    expect(next('2026-12-01T00:00:00Z')).toBe('2026-12-17T00:00:00.000Z')
    expect(next('2026-12-17T00:00:00Z')).toBe('2026-12-30T00:00:00.000Z')
    expect(next('2026-12-30T00:00:00Z')).toBeUndefined()
    expect(noticeAfter(expiry, null)).toBeNull()
  })

  test('administrators get one notification and one mail for each', async () => {
    const actor = server.actor()
    const email = `${actor.userId.replace(/\W/g, '')}@example.org`
    await aMember(actor, { role: 'admin', email })
    const { id } = await make(actor, { name: 'Nightly', expiresAt: inDays(20) })
    const pass = (days: number) => {
      const change = sql`update api_key set ${earlier(days * 24, 'expires_at', 'notice_at')}
        where organization_id = ${actor.organizationId} and id = ${id}`
      return passTime(server, actor, 'api_keys', change)
    }
    const notices = async () => (await trail(actor, 'API_KEY_EXPIRING')).length
    await pass(7)
    await until('the first notice', async () => (await notices()) === 1)
    expect(await mailTo(smtp, email, /API key "Nightly" expires at/)).toContain('Rotate it')
    await pass(12.5)
    await until('the second notice', async () => (await notices()) === 2)
    const messages = await until('the notifications', async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications')
      const found = body.data.filter(({ type }: Json) => type === 'API_KEY_EXPIRING')
      return found.length === 2 && found
    })
    expect(messages[0].message).toMatch(/^API key "Nightly" expires on \d/)
    const [row] = await inOrganization(
      server,
      actor,
      sql<{ noticeAt: Date | null }>`select notice_at from api_key where id = ${id}`,
    )
    expect(row?.noticeAt).toBeNull()
  })
})

test('a change of a key, after thousands of unknown keys were presented, does not block the gateway', async () => {
  const admin = server.actor()
  await aMember(admin)
  const { key } = await make(admin)
  for (let count = 0; count < 15; count++) {
    const unknown = Array.from({ length: 200 }, () => newKey(admin.organizationId))
    const answers = await Promise.all(unknown.map((each) => statusOf(each)))
    expect(new Set(answers)).toEqual(new Set([401]))
  }
  const { id, key: other } = await make(admin)
  expect(await statusOf(other)).toBe(200)
  await rotate(admin, id, { overlapHours: 0 })
  await until('the end of the old key', async () => (await statusOf(other)) === 401)
  expect(await statusOf(key)).toBe(200)
})
