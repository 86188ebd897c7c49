import { describe, expect, test } from '@jest/globals'
import { isPublic, isWithin, parseRange } from '../../src/common/ip-addresses.ts'
import { aClient, aConsent } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

const PUT = '/api/service-provider/organization'
const GET = '/api/service-provider/security'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ TRUSTED_PROXIES: 'loopback' }))
})

const secure = async (actor: Actor, security: object, headers?: Record<string, string>) =>
  actor.rest('PUT', PUT, { security }, headers)

/** The change is known to this process as soon as its event is. */
const holds = (call: () => Promise<{ status: number }>, status: number) =>
  until('the settings to hold', async () => (await call()).status === status)

const from = (address: string) => ({ 'X-Forwarded-For': address })

describe('address ranges', () => {
  test('a caller from another address is refused on both surfaces, and the refusal is recorded', async () => {
    const actor = server.actor()
    const inside = from('203.0.113.7')
    const set = await secure(actor, { allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] }, inside)
    expect(set.status).toBe(200)
    await holds(() => actor.rest('GET', '/api/clients', undefined, from('198.51.100.1')), 403)
    const refused = await actor.rest('GET', '/api/clients', undefined, from('198.51.100.1'))
    expect(refused.body).toMatchObject({
      code: 'FORBIDDEN',
      message: 'The organization does not allow requests from this address',
    })
    const graphql = await actor.graphql('{ clients { totalCount } }', {}, from('198.51.100.1'))
    expect(graphql.body.errors[0].extensions.code).toBe('FORBIDDEN')
    for (const address of ['203.0.113.255', '::ffff:203.0.113.9', '2001:db8:1::1']) {
      expect([address, (await actor.rest('GET', '/api/clients', undefined, from(address))).status]).toEqual([
        address,
        200,
      ])
    }
    const trail = await actor.rest('GET', '/api/audit/log?action=ACCESS_DENIED', undefined, inside)
    expect(trail.body.data[0]).toMatchObject({ resourceType: 'SECURITY_SETTINGS', userId: actor.userId })
  })

  test('another organization is not concerned', async () => {
    const [one, other] = [server.actor(), server.actor()]
    await secure(one, { allowedAddresses: ['203.0.113.0/24'] }, from('203.0.113.7'))
    await holds(() => one.rest('GET', '/api/clients'), 403)
    expect((await other.rest('GET', '/api/clients')).status).toBe(200)
  })

  test('a range that does not hold the caller is refused, and nothing changes', async () => {
    const actor = server.actor()
    const { status, body } = await secure(actor, { allowedAddresses: ['203.0.113.0/24'] }, from('198.51.100.1'))
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body.details['security.allowedAddresses']).toMatch(/locked out/)
    await aClient(actor)
    expect((await actor.rest('GET', GET)).body.data.allowedAddresses).toEqual([])
  })

  test('null lifts the limit; what is no range is refused', async () => {
    const actor = server.actor()
    await secure(actor, { allowedAddresses: ['127.0.0.1'], maximumSessionMinutes: 60 })
    const lifted = await secure(actor, { allowedAddresses: null })
    expect(lifted.status).toBe(200)
    expect((await actor.rest('GET', GET)).body.data).toEqual({
      allowedAddresses: [],
      maximumSessionMinutes: 60,
      exportRole: null,
      agentsAllowed: false,
    })
    for (const bad of ['here', '10.0.0.0/33', '1.2.3', '0x7f.1', '10.1/8', '', '::ffff:0:0/90']) {
      const answer = await secure(actor, { allowedAddresses: [bad] })
      expect([bad, answer.status]).toEqual([bad, 400])
    }
  })
})

describe('session age', () => {
  const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60

  test('a token older than allowed is signed out, over both surfaces', async () => {
    const actor = server.actor()
    const { organizationId } = actor
    const young = server.actor({ organizationId, issuedAt: minutesAgo(3) })
    const old = server.actor({ organizationId, issuedAt: minutesAgo(6) })
    expect((await old.rest('GET', '/api/clients')).status).toBe(200)
    await secure(actor, { maximumSessionMinutes: 5 })
    await holds(() => old.rest('GET', '/api/clients'), 401)
    const { body } = await old.rest('POST', '/api/clients', {})
    expect(body).toEqual({ error: 'Unauthorized' })
    const graphql = await old.graphql('{ clients { totalCount } }')
    expect(graphql.body.errors[0].extensions.code).toBe('UNAUTHORIZED')
    expect((await young.rest('GET', '/api/clients')).status).toBe(200)
    // Renewed just now, and signed in long ago.
    const renewed = server.actor({ organizationId, issuedAt: minutesAgo(0), signedInAt: minutesAgo(6) })
    expect((await renewed.rest('GET', '/api/clients')).status).toBe(401)
    const recent = server.actor({ organizationId, issuedAt: minutesAgo(0), signedInAt: minutesAgo(3) })
    expect((await recent.rest('GET', '/api/clients')).status).toBe(200)
  })

  test('a limit that the caller’s own session is past is refused', async () => {
    const actor = server.actor({ issuedAt: minutesAgo(20) })
    const { status, body } = await secure(actor, { maximumSessionMinutes: 10 })
    expect(status).toBe(400)
    expect(body.details).toHaveProperty(['security.maximumSessionMinutes'])
    expect((await secure(actor, { maximumSessionMinutes: 30 })).status).toBe(200)
  })

  test('a limit out of bounds is refused', async () => {
    const { status } = await secure(server.actor(), { maximumSessionMinutes: 0 })
    expect(status).toBe(400)
  })
})

const listsForFiles = () =>
  Object.keys(server.app.gateway.schema.getQueryType()?.getFields() ?? {}).filter((name) => name.startsWith('exported'))

describe('the role for exports', () => {
  test('only it and admin may export; what is no export stays as it was', async () => {
    const admin = server.actor()
    const { organizationId } = admin
    const [manager, compliance] = [
      server.actor({ organizationId, role: 'manager' }),
      server.actor({ organizationId, role: 'compliance' }),
    ]
    expect((await manager.rest('GET', '/api/clients/export')).status).toBe(200)
    const set = 'mutation { updateSecuritySettings(input: { exportRole: compliance }) { exportRole } }'
    expect((await admin.graphql(set)).body).toEqual({ data: { updateSecuritySettings: { exportRole: 'compliance' } } })
    await holds(() => manager.rest('GET', '/api/clients/export'), 403)
    const refused = await manager.rest('GET', '/api/clients/export')
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN', details: { exportRole: 'compliance' } })
    for (const query of [
      '{ clientExport { next } }',
      '{ exportedClients { nodes { name } } }',
      ...listsForFiles().map((name) => `{ x: ${name}(all: true) { totalCount } }`),
    ]) {
      const graphql = await manager.graphql(query)
      const { extensions } = graphql.body.errors[0]
      expect(extensions).toMatchObject({ code: 'FORBIDDEN', details: { exportRole: 'compliance' } })
    }
    const aliased = await manager.graphql('{ clients { totalCount } hidden: clientExport { next } }')
    expect(aliased.body.data ?? null).toBeNull()
    expect((await manager.rest('GET', '/api/clients')).status).toBe(200)
    expect((await compliance.rest('GET', '/api/audit/export')).status).toBe(200)
    expect((await admin.rest('GET', '/api/clients/export')).status).toBe(200)
  })

  test('each list for a file has the rows of the organization only, and is recorded as an export', async () => {
    const [admin, stranger] = [server.actor(), server.actor()]
    expect(listsForFiles()).toHaveLength(22)
    await aConsent(admin, { purpose: 'MARKETING' })
    await aConsent(admin, { purpose: 'SERVICE' })
    // The trail has every operation before: audit-filters.test.ts.
    const totals: Json = { exportedAuditRecords: expect.any(Number), exportedConsents: 2 }
    for (const name of listsForFiles()) {
      const { body } = await admin.graphql(`{ ${name}(all: true) { totalCount } }`)
      expect([name, body.data]).toEqual([name, { [name]: { totalCount: totals[name] ?? 0 } }])
    }
    const query = '{ exportedConsents(all: true, filter: { purpose: "service" }) { totalCount nodes { purposeCode } } }'
    const { body } = await admin.graphql(query)
    expect(body.data.exportedConsents).toEqual({ totalCount: 1, nodes: [{ purposeCode: 'SERVICE' }] })
    expect((await stranger.graphql(query)).body.data.exportedConsents.totalCount).toBe(0)
    const { data } = (await admin.rest('GET', '/api/audit/log?limit=100')).body
    const exports = data.filter(({ action }: Json) => action.endsWith('_EXPORTED'))
    expect(exports).toHaveLength(listsForFiles().length + 1)
    expect(new Set(exports.map(({ action }: Json) => action)).size).toBe(listsForFiles().length)
  })

  test('a caller who is no admin cannot exclude the own role from exports', async () => {
    const manager = server.actor({ role: 'manager', permissions: ['org:provider:write'] })
    const { status, body } = await secure(manager, { exportRole: 'compliance' })
    expect(status).toBe(400)
    expect(body.details).toHaveProperty(['security.exportRole'])
  })
})

describe('what an address is', () => {
  const internal = [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '5f00::1',
    '4000::1',
    'localhost',
    '',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
  ]
  test.each(internal)('%p is not on the public internet', (address) => {
    expect(isPublic(address)).toBe(false)
  })
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])('%p is', (address) => {
    expect(isPublic(address)).toBe(true)
  })
  test('a mapped address counts as the IPv4 address that it maps, on both sides', () => {
    expect(isWithin('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true)
    expect(isWithin('10.1.2.3', ['::ffff:10.0.0.0/104'])).toBe(true)
    expect(isWithin('10.1.2.3', ['2001:db8::/32'])).toBe(false)
    expect(parseRange('10.0.0.1')?.[1]).toBe(32)
  })
})
