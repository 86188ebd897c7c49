/** @long it starts two replicas for each test. */
import { describe, expect, test } from '@jest/globals'
import { endOf, follow } from './support/follow.ts'
import { startReplicas } from './support/replicas.ts'
import { aMember } from './support/samples.ts'
import type { Actor, TestServer } from './support/server.ts'
import { until } from './support/until.ts'

const KEYS = '/api/service-provider/api-keys'

/** The same user at another replica. */
const at = (server: TestServer, { organizationId, token }: Actor) => ({
  organizationId,
  get: async (path: string, bearer = token) => {
    const { status, body } = await server.fetch(path, { headers: { Authorization: `Bearer ${bearer}` } })
    return body.code ?? status
  },
})

async function people(server: TestServer) {
  const admin = server.actor()
  const { organizationId } = admin
  await aMember(admin, { role: 'admin' })
  const user = server.actor({ organizationId })
  const member = await aMember(admin, { userId: user.userId, role: 'admin' })
  const { body } = await user.rest('POST', KEYS, { name: 'K', role: 'compliance' })
  return { admin, user, member, key: body.data.key }
}

describe.each([
  ['whose words pass', false],
  ['that hear no word of each other, and look', true],
])('of two replicas %s', (_, isDeaf) => {
  test('the second refuses a user who is removed at the first', async () => {
    await using opened = new AsyncDisposableStack()
    const [first, second] = await startReplicas(opened, { isDeaf })
    const { admin, user, member, key } = await people(first)
    const there = at(second, user)
    // It knows the user, and the key.
    expect([await there.get('/api/clients'), await there.get('/api/audit/log', key)]).toEqual([200, 200])
    const stream = follow(second.url, user.token, 'subscription { clientChanged { id } }')
    const ended = endOf(stream)
    await stream.opened
    expect((await admin.rest('DELETE', `/api/team/${member.id}`)).status).toBe(204)
    expect(await at(first, user).get('/api/clients')).toBe('MEMBERSHIP_ENDED')
    expect(await at(first, user).get('/api/clients', key)).toBe('MEMBERSHIP_ENDED')
    await until('the refusal', async () => (await there.get('/api/clients')) === 'MEMBERSHIP_ENDED')
    expect(await there.get('/api/clients', key)).toBe('MEMBERSHIP_ENDED')
    expect(await ended).toBe('UNAUTHORIZED')
    await stream.stop()
  })

  test('the second applies a lower role that the first gave', async () => {
    await using opened = new AsyncDisposableStack()
    const [first, second] = await startReplicas(opened, { isDeaf })
    const { admin, user, member, key } = await people(first)
    const there = at(second, user)
    expect([await there.get('/api/audit/log'), await there.get('/api/audit/log', key)]).toEqual([200, 200])
    await admin.rest('PUT', `/api/team/${member.id}`, { role: 'viewer' })
    expect(await at(first, user).get('/api/audit/log')).toBe('FORBIDDEN')
    await until('the refusal', async () => (await there.get('/api/audit/log')) === 'FORBIDDEN')
    expect(await there.get('/api/audit/log', key)).toBe('FORBIDDEN')
    expect(await there.get('/api/clients', key)).toBe(200)
  })

  test('the second starts no stream for a user who was removed at the first, before it is notified', async () => {
    await using opened = new AsyncDisposableStack()
    const [first, second] = await startReplicas(opened, { isDeaf })
    const { admin, user, member, key } = await people(first)
    const there = at(second, user)
    expect([await there.get('/api/clients'), await there.get('/api/audit/log', key)]).toEqual([200, 200])
    expect((await admin.rest('DELETE', `/api/team/${member.id}`)).status).toBe(204)
    const stream = `/graphql/stream?query=${encodeURIComponent('subscription { clientChanged { id } }')}`
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${key}` }
    expect((await second.fetch(stream, { headers })).status).toBe(403)
    expect(await there.get('/api/realtime/dashboard')).toBe('MEMBERSHIP_ENDED')
  })

  test('the second accepts a user who is added again at the first', async () => {
    await using opened = new AsyncDisposableStack()
    const [first, second] = await startReplicas(opened, { isDeaf })
    const { admin, user, member } = await people(first)
    const there = at(second, user)
    await admin.rest('DELETE', `/api/team/${member.id}`)
    expect(await there.get('/api/clients')).toBe('MEMBERSHIP_ENDED')
    await aMember(admin, { userId: user.userId, role: 'viewer' })
    await until('the access', async () => (await there.get('/api/clients')) === 200)
    expect(await there.get('/api/audit/log')).toBe('FORBIDDEN')
  })
})
