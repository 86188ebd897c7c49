import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { aMember, clientBody, memberBody } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

describe('team members', () => {
  test('MUST check userId, name and role in the documented order', async () => {
    const actor = server.actor()
    for (const [body, missing] of [
      [{}, 'userId'],
      [{ userId: 'u' }, 'name'],
      [{ userId: 'u', name: ' ' }, 'name'],
      [{ userId: 'u', name: 'N' }, 'role'],
    ] as const) {
      const answer = await actor.rest('POST', '/api/team', body)
      expect(answer).toMatchObject({ status: 400, body: { error: `${missing} is required`, code: 'VALIDATION_ERROR' } })
    }
    const wrong = await actor.rest('POST', '/api/team', memberBody({ role: 'king', email: 'nobody' }))
    expect(Object.keys(wrong.body.details)).toContain('role')
  })

  test('a member is added, found, changed, listed and removed', async () => {
    const actor = server.actor()
    const { id } = await aMember(actor, { name: 'Thandi Nkosi', email: 'Thandi@Example.org' })
    const changed = await actor.rest('PUT', `/api/team/${id}`, { role: 'compliance' })
    expect(changed.body.data).toMatchObject({ id, role: 'compliance', email: 'thandi@example.org' })
    const found = await actor.rest('GET', '/api/team?search=NKO&role=compliance')
    expect(found.body).toMatchObject({ data: [{ id }], meta: { total: 1, page: 1, limit: 10, pages: 1 } })
    expect((await actor.rest('DELETE', `/api/team/${id}`)).status).toBe(204)
    expect(await actor.rest('GET', `/api/team/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'Team member not found' },
    })
  })

  test('a user is a member once per organization', async () => {
    const actor = server.actor()
    const userId = `user_${randomUUID()}`
    await aMember(actor, { userId })
    expect(await actor.rest('POST', '/api/team', memberBody({ userId }))).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect((await server.actor().rest('POST', '/api/team', memberBody({ userId }))).status).toBe(201)
  })

  test('of ten additions of one user at once exactly one succeeds', async () => {
    const actor = server.actor()
    const body = memberBody({ userId: `user_${randomUUID()}` })
    const answers = await Promise.all(Array.from({ length: 10 }, () => actor.rest('POST', '/api/team', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('nobody grants a role that may do more than he may', async () => {
    const admin = server.actor()
    const { id } = await aMember(admin)
    const limited = server.actor({
      organizationId: admin.organizationId,
      role: 'member',
      permissions: ['org:team:write'],
    })
    const answer = await limited.rest('PUT', `/api/team/${id}`, { role: 'admin' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: { role: 'admin' } } })
  })
})

describe('the last admin', () => {
  test('MUST be neither removed nor demoted', async () => {
    const actor = server.actor()
    const { id } = await aMember(actor, { role: 'admin' })
    for (const answer of [
      await actor.rest('DELETE', `/api/team/${id}`),
      await actor.rest('PUT', `/api/team/${id}`, { role: 'viewer' }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    }
    expect((await actor.rest('PUT', `/api/team/${id}`, { name: 'Still here' })).status).toBe(200)
    const { body } = await actor.graphql('mutation ($id: ID!) { removeTeamMember(id: $id) }', { id })
    expect(body.errors[0].extensions.code).toBe('CONFLICT')
  })

  test('MUST not make itself less while nobody else is one, whatever its token says', async () => {
    const actor = server.actor()
    const own = memberBody({ userId: actor.userId, role: 'viewer' })
    expect(await actor.rest('POST', '/api/team', own)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await aMember(actor, { role: 'admin' })
    expect((await actor.rest('POST', '/api/team', own)).status).toBe(201)
    expect((await actor.rest('POST', '/api/team', memberBody())).status).toBe(403)
  })

  test('of those who were removed no one counts', async () => {
    const actor = server.actor()
    const [one, other] = [await aMember(actor, { role: 'admin' }), await aMember(actor, { role: 'admin' })]
    expect((await actor.rest('DELETE', `/api/team/${one.id}`)).status).toBe(204)
    expect((await actor.rest('DELETE', `/api/team/${other.id}`)).status).toBe(409)
  })

  test('two demotions of the last two admins at once: exactly one wins', async () => {
    const actor = server.actor()
    const admins = [await aMember(actor, { role: 'admin' }), await aMember(actor, { role: 'admin' })]
    const demotions = admins.map(({ id }) => actor.rest('PUT', `/api/team/${id}`, { role: 'viewer' }))
    expect((await Promise.all(demotions)).map(({ status }) => status).sort()).toEqual([200, 409])
    const { body } = await actor.rest('GET', '/api/team?role=admin')
    expect(body.meta.total).toBe(1)
  })
})

describe('a removed user', () => {
  test('is found nowhere, and is the same member when added again', async () => {
    const admin = server.actor()
    const { id, userId } = await aMember(admin, { name: 'Gone', role: 'member' })
    await admin.rest('DELETE', `/api/team/${id}`)
    const query = `query ($id: ID!, $userId: ID!) { node(id: $id) { id } teamMembers(filter: { userId: $userId }) { totalCount nodes { id } } }`
    const found = async () => (await admin.graphql(query, { id, userId })).body.data
    expect(await found()).toEqual({ node: null, teamMembers: { totalCount: 0, nodes: [] } })
    for (const [method, body] of [['GET'], ['PUT', { role: 'viewer' }], ['DELETE']] as const)
      expect((await admin.rest(method, `/api/team/${id}`, body)).status).toBe(404)
    expect((await admin.rest('GET', '/api/team/analytics')).body.data).toMatchObject({ members: 0, activity: [] })
    const again = await aMember(admin, { userId, name: 'Back', role: 'viewer' })
    expect(again).toMatchObject({ id, userId, name: 'Back', role: 'viewer' })
    expect(await found()).toEqual({ node: { id }, teamMembers: { totalCount: 1, nodes: [{ id }] } })
  })

  test('leaves an audit record when refused, and reports the removed member with its time', async () => {
    const admin = server.actor()
    const user = server.actor({ organizationId: admin.organizationId })
    const { id } = await aMember(admin, { userId: user.userId })
    await admin.rest('DELETE', `/api/team/${id}`)
    const { status, body } = await user.rest('GET', '/api/clients')
    expect([status, body.code, Date.parse(body.details.endedAt)]).toEqual([403, 'MEMBERSHIP_ENDED', expect.any(Number)])
    const { body: trail } = await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')
    expect(trail.data).toMatchObject([{ userId: user.userId, metadata: { details: { code: 'MEMBERSHIP_ENDED' } } }])
  })

  test('does nothing with a body that comes after the removal', async () => {
    const admin = server.actor()
    const user = server.actor({ organizationId: admin.organizationId })
    const { id } = await aMember(admin, { userId: user.userId })
    // An accepted caller sends the body late: by then the membership has ended.
    const body = JSON.stringify(clientBody())
    const removed = Promise.withResolvers<void>()
    const late = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from(body.slice(0, 5)))
        await removed.promise
        controller.enqueue(Buffer.from(body.slice(5)))
        controller.close()
      },
    })
    const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: late, duplex: 'half' }
    const sent = server.fetch('/api/clients', init as RequestInit)
    await admin.rest('DELETE', `/api/team/${id}`)
    removed.resolve()
    expect(await sent).toMatchObject({ status: 403, body: { code: 'MEMBERSHIP_ENDED' } })
  })
})

test('team analytics counts activity from the audit trail and open work', async () => {
  const admin = server.actor()
  const userId = `user_${randomUUID()}`
  await aMember(admin, { userId, name: 'Busy', role: 'manager' })
  await aMember(admin, { name: 'Idle', role: 'viewer' })
  const busy = server.actor({ organizationId: admin.organizationId, userId, role: 'manager' })
  await busy.rest('POST', '/api/campaigns', { name: 'C', type: 'PRINT' })
  await busy.rest('GET', '/api/clients')
  const { body } = await admin.rest('GET', '/api/team/analytics')
  expect(body.data).toMatchObject({
    members: 2,
    activeMembers: 1,
    activity: [
      { name: 'Busy', actions: 2, openCampaigns: 1, openContent: 0, lastActiveAt: expect.stringMatching(/Z$/) },
      { name: 'Idle', actions: 0, lastActiveAt: null },
    ],
  })
  expect(body.data.byRole).toContainEqual({ role: 'manager', members: 1 })
})

test("another tenant's members do not exist", async () => {
  const { id } = await aMember(server.actor())
  const stranger = server.actor()
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { name: 'Mine' }],
    ['DELETE', undefined],
  ] as const) {
    expect((await stranger.rest(method, `/api/team/${id}`, body)).status).toBe(404)
  }
})
