/** @long it tries every role with every change of a membership. */
import { describe, expect, test } from '@jest/globals'
import { ROLES, type Role } from '../src/security/auth/caller.ts'
import { type Permission, permissionsOf } from '../src/security/auth/permissions.ts'
import { endOf, follow } from './support/follow.ts'
import { aMember, anInvitation, clientBody } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** What tokens say, and what the team says. A token without a role, and a user who is not in the team, are among them. */
const TOKENS: readonly (Role | undefined)[] = [undefined, ...ROLES]
const ROWS: readonly (Role | undefined)[] = [undefined, ...ROLES]

/** The contract: the lower of both, and no permission that one of them lacks. */
function expected(token: Role | undefined, row: Role | undefined): { role: Role; permissions: Permission[] } {
  const own = token ?? row ?? 'admin'
  const role = ROLES[Math.max(ROLES.indexOf(own), ROLES.indexOf(row ?? 'admin'))] ?? 'viewer'
  const both = [...permissionsOf(own, [])].filter((each) => permissionsOf(row ?? 'admin', []).has(each))
  return { role, permissions: both.sort() }
}

const ENDED = { status: 403, body: { code: 'MEMBERSHIP_ENDED', statusCode: 403 } }
const KEYS = '/api/service-provider/api-keys'
const CREATE = 'mutation { createCampaign(input: { name: "A", type: PRINT }) { id } }'

/** A stream of this caller's, as one request: its status where it is refused, and else 200. */
async function streamStatus({ token }: Pick<Actor, 'token'>): Promise<number> {
  const stop = new AbortController()
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/api/realtime/dashboard`, { headers, signal: stop.signal })
  stop.abort()
  return response.status
}

const holder = (key: string) => (method: string, path: string) =>
  server.fetch(path, { method, headers: { Authorization: `Bearer ${key}` } })

/** An organization with an admin in its team, and a user of it. */
async function people(token: Role | undefined, row: Role | undefined) {
  const admin = server.actor()
  const { organizationId } = admin
  await aMember(admin, { role: 'admin' })
  const email = `${crypto.randomUUID()}@example.org`
  const user = server.actor({ organizationId, role: token, email })
  const member = row && (await aMember(admin, { userId: user.userId, role: row }))
  return { admin, user, email, member }
}

async function expectRole({ user }: { user: Actor }, token: Role | undefined, row: Role | undefined): Promise<void> {
  const { role, permissions } = expected(token, row)
  const can = (permission: Permission) => permissions.includes(permission)
  const { body } = await user.graphql('{ caller { role permissions } }')
  expect(body.data.caller).toEqual({ role, permissions })
  const statuses = [
    [await user.rest('GET', '/api/clients'), 200],
    [await user.rest('POST', '/api/clients', clientBody()), can('org:clients:write') ? 201 : 403],
    [await user.rest('GET', '/api/audit/log'), can('org:audit:read') ? 200 : 403],
    [await user.rest('GET', KEYS), can('org:provider:read') ? 200 : 403],
  ] as const
  for (const [answer, status] of statuses) expect(answer.status).toBe(status)
  const made = await user.graphql(CREATE)
  expect(made.body.errors?.[0]?.extensions.code).toBe(can('org:campaigns:write') ? undefined : 'FORBIDDEN')
  expect(await streamStatus(user)).toBe(200)
}

async function expectEnded(user: Actor): Promise<void> {
  expect(await user.rest('GET', '/api/clients')).toMatchObject(ENDED)
  expect(await user.rest('POST', '/api/clients', '{"broken')).toMatchObject(ENDED)
  for (const query of ['{ caller { role } }', '{ clients { totalCount } }', CREATE]) {
    const { status, body } = await user.graphql(query)
    expect([status, body.errors[0].extensions.code]).toEqual([403, 'MEMBERSHIP_ENDED'])
  }
  expect(await streamStatus(user)).toBe(403)
}

describe.each(TOKENS.map((token) => [token ?? 'none', token] as const))('a token of role %s', (_, token) => {
  test.each(ROWS.map((row) => [row ?? 'nobody', row] as const))('of %s in the team', async (__, row) => {
    const { admin, user, email, member } = await people(token, row)
    await expectRole({ user }, token, row)
    if (!member) return
    const created = await user.rest('POST', '/api/campaigns', { name: 'A', type: 'PRINT' }, { 'Idempotency-Key': 'k' })
    const { permissions } = expected(token, row)
    const key =
      permissions.includes('org:provider:write') &&
      (await user.rest('POST', KEYS, { name: 'K', role: 'viewer' })).body.data.key
    const stream = follow(server.url, user.token, 'subscription { clientChanged { id } }')
    const ended = endOf(stream)
    await stream.opened

    expect((await admin.rest('DELETE', `/api/team/${member.id}`)).status).toBe(204)
    await expectEnded(user)
    const replayed: Answer = await user.rest(
      'POST',
      '/api/campaigns',
      { name: 'A', type: 'PRINT' },
      { 'Idempotency-Key': 'k' },
    )
    expect(replayed).toMatchObject(ENDED)
    expect([201, 403]).toContain(created.status)
    if (key) expect(await holder(key)('GET', '/api/clients')).toMatchObject(ENDED)
    expect(await ended).toBe('UNAUTHORIZED')
    await stream.stop()

    const invitation = await anInvitation(admin, { email, role: 'manager' })
    const accepted = await user.rest('POST', '/api/invitations/accept', { token: invitation.token })
    expect([accepted.status, accepted.body.data?.member.id]).toEqual([200, member.id])
    await expectRole({ user }, token, 'manager')
    if (key) expect((await holder(key)('GET', '/api/clients')).status).toBe(200)
  })
})
