import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { aMember, anInvitation } from './support/samples.ts'
import { type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const post = (to: TestServer, body: string): Promise<Answer> =>
  to.fetch('/invite', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
const look = (token: unknown, to = server) => post(to, JSON.stringify({ token }))

test('a person with the link reads who invites to what, before any sign-in, and neither address nor message', async () => {
  const inviter = server.actor()
  await inviter.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
  await aMember(inviter, { userId: inviter.userId, name: 'Thandi Nkosi', role: 'admin' })
  const email = `${randomUUID()}@example.org`
  const { id, token } = await anInvitation(inviter, { email, role: 'member', message: 'Welcome, Zanele!' })
  const { status, headers, body } = await look(token)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body.data).toEqual({
    id,
    organizationId: inviter.organizationId,
    organizationName: 'North Media',
    inviterName: 'Thandi Nkosi',
    role: 'member',
    status: 'PENDING',
    expiresAt: expect.any(String),
  })
  const { body: log } = await inviter.rest('GET', '/api/audit/log?action=INVITATION_VIEWED')
  expect(log.data).toMatchObject([{ userId: 'anonymous', resourceId: id }])
  expect((await inviter.rest('GET', '/api/audit/verify')).body.data.valid).toBe(true)
})

test('a link that was taken back says so; one that was sent again is none any more', async () => {
  const inviter = server.actor()
  const [revoked, resent] = [await anInvitation(inviter), await anInvitation(inviter)]
  await inviter.rest('DELETE', `/api/invitations/${revoked.id}`)
  await inviter.rest('POST', `/api/invitations/${resent.id}/resend`)
  expect((await look(revoked.token)).body.data).toMatchObject({ status: 'REVOKED' })
  expect(await look(resent.token)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('a token of another organization, of none, or made up is not found, and leaves nothing anywhere', async () => {
  const [inviter, other] = [server.actor(), server.actor()]
  const { token } = await anInvitation(inviter)
  await anInvitation(other)
  const [random = ''] = token.split('_', 1)
  const organization = (id: string) => Buffer.from(id).toString('base64url')
  const unknown = `nobody-${randomUUID()}`
  const forged = [
    `${token.slice(0, 43)}_${organization(other.organizationId)}`,
    `${token.slice(0, 43)}_${organization(unknown)}`,
    `${'A'.repeat(43)}_${organization(inviter.organizationId)}`,
    random,
    '',
    `${token} `,
    'x'.repeat(3000),
  ]
  for (const each of forged) expect(await look(each)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  for (const actor of [inviter, other, server.actor({ organizationId: unknown })]) {
    const { body } = await actor.rest('GET', '/api/audit/log?action=INVITATION_VIEWED')
    expect(body.data).toEqual([])
  }
})

test.each([
  ['', 400],
  ['{', 400],
  ['[]', 400],
  ['{}', 400],
  ['{"token":5}', 400],
  ['{"token":{"toString":"x"}}', 400],
  ['{"__proto__":{"token":"x"}}', 400],
  [JSON.stringify({ token: 'x'.repeat(5000) }), 413],
])('refuses %j', async (body, status) => {
  expect((await post(server, body)).status).toBe(status)
})

test('an address may try as often as anybody without a token', async () => {
  await using limited = await startServer({ RATE_LIMIT_ANONYMOUS: '3' })
  const inviter = limited.actor()
  const { token } = await anInvitation(inviter)
  const statuses = []
  for (let number = 0; number < 5; number++) statuses.push((await look(token, limited)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})
