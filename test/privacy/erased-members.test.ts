import { describe, expect, test } from '@jest/globals'
import { endOf, follow } from '../support/follow.ts'
import { aGrantedRequest, aMember, anInvitation, aSubject, completeNow, confirmAll } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const KEYS = '/api/service-provider/api-keys'

/** Erases a person, by someone other than the user who decided. */
async function erase(admin: Actor, subject: Json): Promise<void> {
  const { id } = await aGrantedRequest(admin, { type: 'DELETION', subject })
  await confirmAll(admin, id)
  const { body } = await completeNow(server.actor({ organizationId: admin.organizationId }), id)
  expect(body.data).toMatchObject({ status: 'COMPLETED' })
}

/** A member of a team whose user id names the person, with an API key. The token of the member has the role admin. */
async function aNamedMember(userIdOf: (subject: Json) => string) {
  const admin = server.actor()
  await aMember(admin, { userId: admin.userId, role: 'admin' })
  const subject = aSubject()
  const userId = userIdOf(subject)
  const user = server.actor({ organizationId: admin.organizationId, userId, email: subject.email })
  const member = await aMember(admin, { userId, role: 'admin', name: subject.name, email: subject.email })
  const { body } = await user.rest('POST', KEYS, { name: 'Import', role: 'admin' })
  const withKey = (path: string) => server.fetch(path, { headers: { Authorization: `Bearer ${body.data.key}` } })
  return { admin, subject, user, member, apiKey: body.data, withKey }
}

describe.each([
  ['an address', ({ email }: Json) => email],
  ['a text with an address', ({ email }: Json) => `auth0|${email}`],
  ['a name', ({ name }: Json) => name],
])('after the erasure of a member whose user id is %s', (_, userIdOf) => {
  test('a removed member stays out, and so does the API key of the member', async () => {
    const { admin, subject, user, member, withKey } = await aNamedMember(userIdOf)
    expect((await withKey('/api/clients')).status).toBe(200)
    expect((await admin.rest('DELETE', `/api/team/${member.id}`)).status).toBe(204)
    await erase(admin, subject)
    expect(await user.rest('GET', '/api/clients')).toMatchObject({ status: 403, body: { code: 'MEMBERSHIP_ENDED' } })
    expect((await withKey('/api/clients')).status).toBe(401)
  })

  test('the role in the team still limits the token, and a removal ends the streams', async () => {
    const { admin, subject, user, member, withKey } = await aNamedMember(userIdOf)
    expect((await admin.rest('PUT', `/api/team/${member.id}`, { role: 'viewer' })).status).toBe(200)
    await erase(admin, subject)
    expect((await user.graphql('{ caller { role } }')).body.data.caller.role).toBe('viewer')
    expect((await withKey('/api/clients')).status).toBe(401)
    const stream = follow(server.url, user.token, 'subscription { clientChanged { id } }')
    await stream.next()
    expect((await admin.rest('DELETE', `/api/team/${member.id}`)).status).toBe(204)
    expect(await endOf(stream).finally(() => stream.stop())).toBe('UNAUTHORIZED')
  })
})

test('the streams of an API key end when its creator is erased, and a rotation accepts the key again', async () => {
  const { admin, subject, apiKey } = await aNamedMember(({ email }) => email)
  const stream = follow(server.url, apiKey.key, 'subscription { clientChanged { id } }')
  await stream.next()
  await erase(admin, subject)
  expect(await endOf(stream).finally(() => stream.stop())).toBe('UNAUTHORIZED')
  const { body } = await admin.graphql('mutation ($id: ID!) { rotateApiKey(id: $id) { key } }', { id: apiKey.id })
  const headers = { Authorization: `Bearer ${body.data.rotateApiKey.key}` }
  expect((await server.fetch('/api/clients', { headers })).status).toBe(200)
})

test('an erased member who is invited again has one entry in the team, and can be erased again', async () => {
  const { admin, subject, user, member, withKey } = await aNamedMember(({ email }) => email)
  await admin.rest('DELETE', `/api/team/${member.id}`)
  await erase(admin, subject)
  const { token } = await anInvitation(admin, { email: subject.email, role: 'viewer' })
  expect((await user.rest('POST', '/api/invitations/accept', { token })).status).toBe(200)
  const { body } = await admin.rest('GET', `/api/team/${member.id}`)
  expect(body.data).toMatchObject({ userId: subject.email, role: 'viewer' })
  expect((await user.graphql('{ caller { role } }')).body.data.caller.role).toBe('viewer')
  expect((await withKey('/api/clients')).status).toBe(401)
  await erase(admin, subject)
  expect((await user.graphql('{ caller { role } }')).body.data.caller.role).toBe('viewer')
})

test('an invitation from an erased administrator gives no role', async () => {
  const { admin, subject, user, member } = await aNamedMember(({ email }) => email)
  const guest = server.actor({ organizationId: admin.organizationId })
  const { token } = await anInvitation(user, { email: guest.email, role: 'admin' })
  await admin.rest('DELETE', `/api/team/${member.id}`)
  await erase(admin, subject)
  const answer = await guest.rest('POST', '/api/invitations/accept', { token })
  expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
})
