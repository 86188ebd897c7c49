/** More than 20 s: it starts two replicas. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { asked, codeOf } from './support/answers.ts'
import { endOf, follow } from './support/follow.ts'
import { startReplicas } from './support/replicas.ts'
import { aClient, aMember, aRequest } from './support/samples.ts'
import type { Actor, Json, TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const END = 'mutation ($id: ID!) { endSessions(id: $id) { id sessionsEndedAt } }'
const STREAM = 'subscription { clientChanged { id } }'
const KEYS = '/api/service-provider/api-keys'

let server: TestServer
let replica: TestServer
setUp(async (opened) => {
  const [first, second] = await startReplicas(opened, { environment: {} })
  if (!(first && second)) throw new Error('There are two')
  server = first
  replica = second
})

/** Seconds since 1970, so many minutes ago. */
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60

const at = (where: TestServer, token: string, path = '/api/clients') =>
  where.fetch(path, { headers: { Authorization: `Bearer ${token}` } })

/** A team of an admin, and a member who signed in ten minutes ago. */
async function aTeam(role = 'member' as const) {
  const admin = server.actor()
  const { organizationId } = admin
  await aMember(admin, { role: 'admin' })
  const userId = `user_${randomUUID()}`
  const signedIn = (issued: number, signedInAt?: number) =>
    server.actor({
      organizationId,
      userId,
      role,
      issuedAt: minutesAgo(issued),
      ...(signedInAt !== undefined && { signedInAt: minutesAgo(signedInAt) }),
    })
  const { id } = await aMember(admin, { userId, role })
  return { admin, id, userId, signedIn }
}

describe('the sessions of a member', () => {
  test('end at every replica with the streams; renewed tokens of the old sign-in stay refused', async () => {
    const { admin, id, signedIn } = await aTeam()
    const [old, renewed] = [signedIn(10, 10), signedIn(-1 / 60, 10)]
    for (const { token } of [old, renewed])
      expect([(await at(server, token)).status, (await at(replica, token)).status]).toEqual([200, 200])
    const stream = follow(replica.url, old.token, STREAM)
    const ended = endOf(stream)
    await stream.opened
    const { endSessions } = await asked(admin, END, { id })
    expect(endSessions).toEqual({ id, sessionsEndedAt: expect.any(String) })
    expect(await ended).toBe('UNAUTHORIZED')
    await stream.stop()
    for (const { token } of [old, renewed]) {
      expect((await at(server, token)).status).toBe(401)
      await until('the refusal there', async () => (await at(replica, token)).status === 401)
    }
    expect(codeOf(await old.graphql('{ clients { totalCount } }'))).toBe('UNAUTHORIZED')
    const { headers } = await at(server, old.token)
    expect(headers.get('www-authenticate')).toContain('The session was ended')
    await until('a sign-in in a later second', async () => {
      const again = server.actor({ ...claimsOf(old), signedInAt: minutesAgo(0) })
      return (await at(server, again.token)).status === 200
    })
    expect((await admin.rest('GET', '/api/audit/log?action=TEAM_MEMBER_SESSIONS_ENDED')).body.data).toMatchObject([
      { resourceId: id, userId: admin.userId },
    ])
    const refused = (await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')).body.data
    expect(refused[0]).toMatchObject({ resourceType: 'TEAM_MEMBER', metadata: { details: { code: 'UNAUTHORIZED' } } })
  })

  const claimsOf = ({ organizationId, userId }: Actor) => ({ organizationId, userId, role: 'member' as const })

  test('a token without the time of the sign-in counts from its issue; API keys stay valid', async () => {
    const { admin, id, userId, signedIn } = await aTeam()
    const old = signedIn(10)
    const maker = server.actor({ organizationId: admin.organizationId, userId, issuedAt: minutesAgo(10) })
    await asked(admin, 'mutation ($id: ID!) { updateTeamMember(id: $id, input: { role: admin }) { id } }', { id })
    const { body } = await maker.rest('POST', KEYS, { name: 'K', role: 'viewer' })
    await asked(admin, END, { id })
    expect((await at(server, old.token)).status).toBe(401)
    expect((await at(server, body.data.key)).status).toBe(200)
  })

  test('another organization and a lower role cannot end them; everybody with the permission ends the own', async () => {
    const { admin, id, userId } = await aTeam()
    const { organizationId } = admin
    const permissions = ['org:team:write']
    const other = server.actor()
    expect(codeOf(await other.graphql(END, { id }))).toBe('NOT_FOUND')
    const elsewhere = await aMember(other, { userId, role: 'viewer' })
    await asked(other, END, { id: elsewhere.id })
    const member = server.actor({ organizationId, userId, role: 'member', permissions, issuedAt: minutesAgo(5) })
    expect((await at(server, member.token)).status).toBe(200)
    const chief = await aMember(admin, { userId: admin.userId, role: 'admin' })
    const writer = server.actor({ organizationId, role: 'member', permissions })
    expect(codeOf(await writer.graphql(END, { id: chief.id }))).toBe('FORBIDDEN')
    expect((await at(server, admin.token)).status).toBe(200)
    await asked(admin, END, { id: chief.id })
    expect((await at(server, admin.token)).status).toBe(401)
  })
})

describe('a fresh sign-in for sensitive operations', () => {
  const SET = 'mutation ($input: SecurityPatch!) { updateSecuritySettings(input: $input) { stepUpMinutes } }'
  const CREATE = 'mutation { createApiKey(input: { name: "K", role: viewer }) { id key } }'

  /** An organization that demands it, and its admin with other sign-ins. */
  async function strict() {
    const fresh = server.actor({ signedInAt: minutesAgo(0) })
    const { organizationId, userId } = fresh
    const again = (claims: object) => server.actor({ organizationId, userId, ...claims })
    const { id } = await aClient(fresh)
    const { body } = await fresh.rest('POST', KEYS, { name: 'Export', role: 'admin' })
    expect(await asked(fresh, SET, { input: { stepUpMinutes: 5 } })).toEqual({
      updateSecuritySettings: { stepUpMinutes: 5 },
    })
    const old = again({ signedInAt: minutesAgo(6) })
    await until('the setting', async () => (await old.rest('GET', '/api/clients/export')).status === 401)
    return { fresh, old, again, id, key: body.data.key as string }
  }

  test('is not demanded unless the organization sets it', async () => {
    const actor = server.actor()
    expect((await actor.rest('POST', KEYS, { name: 'K', role: 'viewer' })).status).toBe(201)
    expect((await actor.rest('GET', '/api/clients/export')).status).toBe(200)
  })

  test('cannot be set by a sign-in that would not meet it', async () => {
    for (const claims of [{}, { signedInAt: minutesAgo(10) }]) {
      const refused = await server.actor(claims).graphql(SET, { input: { stepUpMinutes: 5 } })
      expect(refused.body.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { 'security.stepUpMinutes': expect.stringContaining('auth_time') },
      })
    }
  })

  test('an older sign-in is challenged as in RFC 9470, over both surfaces, and a fresh one is not', async () => {
    const { fresh, old, again } = await strict()
    const renewed = again({ issuedAt: minutesAgo(0), signedInAt: minutesAgo(6) })
    const unknown = again({ issuedAt: minutesAgo(0) })
    for (const actor of [old, renewed, unknown]) {
      const { status, body, headers } = await actor.rest('POST', KEYS, { name: 'K', role: 'viewer' })
      expect([status, body.code, body.details]).toEqual([401, 'STEP_UP_REQUIRED', { maxAge: 300 }])
      expect(headers.get('www-authenticate')).toMatch(
        /^Bearer .*error="insufficient_user_authentication".*max_age="300"$/,
      )
    }
    const graphql = await old.graphql(CREATE)
    expect(graphql.body.errors[0].extensions).toMatchObject({ code: 'STEP_UP_REQUIRED', details: { maxAge: 300 } })
    expect((await fresh.rest('POST', KEYS, { name: 'K', role: 'viewer' })).status).toBe(201)
    expect((await fresh.rest('GET', '/api/clients/export')).status).toBe(200)
    expect((await old.rest('GET', '/api/clients')).status).toBe(200)
    const [record] = (await fresh.rest('GET', '/api/audit/log?action=ACCESS_DENIED')).body.data
    expect(record).toMatchObject({
      resourceType: 'SECURITY_SETTINGS',
      metadata: { details: { code: 'STEP_UP_REQUIRED' } },
    })
  })

  test('no alias, fragment or second operation avoids it, and neither does switching it off', async () => {
    const { fresh, old } = await strict()
    const hidden = [
      '{ clients { totalCount } x: clientExport { next } }',
      'query { ...F } fragment F on Query { clientExport { next } }',
      '{ ... on Query { audit: auditExport { next } } }',
    ]
    for (const query of hidden) {
      const answer = await old.graphql(query)
      expect([query, codeOf(answer), answer.body.data ?? null]).toEqual([query, 'STEP_UP_REQUIRED', null])
    }
    for (const stepUpMinutes of [null, 1440])
      expect(codeOf(await old.graphql(SET, { input: { stepUpMinutes } }))).toBe('STEP_UP_REQUIRED')
    const byOrganization = 'mutation { updateOrganization(input: { security: { stepUpMinutes: null } }) { id } }'
    expect(codeOf(await old.graphql(byOrganization))).toBe('STEP_UP_REQUIRED')
    expect((await asked(fresh, '{ securitySettings { stepUpMinutes } }')).securitySettings).toEqual({
      stepUpMinutes: 5,
    })
    await asked(fresh, SET, { input: { stepUpMinutes: null } })
    await until('the end of the demand', async () => (await old.rest('GET', '/api/clients/export')).status === 200)
  })

  test('an erasure starts only after it, and keys are changed only after it; a key itself exports', async () => {
    const { fresh, old, key } = await strict()
    const { id } = await aRequest(fresh)
    const complete = await old.rest('POST', `/api/data-subject-requests/${id}/complete`, {})
    expect([complete.status, complete.body.code]).toEqual([401, 'STEP_UP_REQUIRED'])
    const [first]: Json[] = (await fresh.rest('GET', KEYS)).body.data
    for (const change of ['rotateApiKey(id: $id)', 'updateApiKey(id: $id, input: { name: "N" })'])
      expect(codeOf(await old.graphql(`mutation ($id: ID!) { ${change} { id } }`, { id: first.id }))).toBe(
        'STEP_UP_REQUIRED',
      )
    expect((await at(server, key, '/api/clients/export')).status).toBe(200)
  })

  test('is the setting of one organization', async () => {
    const { old } = await strict()
    const other = server.actor({ userId: old.userId, signedInAt: minutesAgo(60) })
    expect((await other.rest('GET', '/api/clients/export')).status).toBe(200)
  })
})
