/** @long it sends an e-mail for each invitation. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { dumpOf } from './support/dump.ts'
import { hurryMails, queuedMails } from './support/mails.ts'
import { freePort } from './support/redis.ts'
import { aGrantedRequest, aMember, anInvitation, aSubject, completeNow, invitationBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { startSmtpServer } from './support/smtp.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** Someone whose token names no organization. */
const newcomer = (email?: string) => server.actor({ organizationId: null, email })

/** Makes the clock of an invitation run out. */
async function expire(actor: Actor, id: string): Promise<void> {
  await server.database.transaction({ role: 'gateway_tenant', organizationId: actor.organizationId }, ({ db }) =>
    sql`update invitation set expires_at = now() - interval '1 minute'
      where organization_id = ${actor.organizationId} and id = ${id}`.execute(db),
  )
}

describe('sending', () => {
  test('MUST check email and role in the documented order, and their values', async () => {
    const actor = server.actor()
    expect(await actor.rest('POST', '/api/invitations', {})).toMatchObject({
      status: 400,
      body: { error: 'email is required' },
    })
    expect(await actor.rest('POST', '/api/invitations', { email: 'a@example.org' })).toMatchObject({
      status: 400,
      body: { error: 'role is required' },
    })
    const wrong = await actor.rest('POST', '/api/invitations', invitationBody({ email: 'nobody', expiresInDays: 31 }))
    expect(wrong.body.details).toEqual({ email: 'must be an e-mail address', expiresInDays: 'must be at most 30' })
  })

  test('the token is shown once and stored only as a hash', async () => {
    const actor = server.actor()
    const { id, token } = await anInvitation(actor)
    const [, random = '', organization = ''] = /^([\w-]{43})_([\w-]+)$/.exec(token) ?? []
    expect(Buffer.from(random, 'base64url')).toHaveLength(32)
    expect(Buffer.from(organization, 'base64url').toString()).toBe(actor.organizationId)
    expect((await actor.rest('GET', '/api/invitations')).body.data[0]).not.toHaveProperty('token')
    const stored = await dumpOf(server)
    expect(stored).toContain(id)
    expect(stored).not.toContain(random)
  })

  test('one pending invitation per address; an expired or revoked one never blocks', async () => {
    const actor = server.actor()
    const email = `${randomUUID()}@example.org`
    const first = await anInvitation(actor, { email })
    const second = await actor.rest('POST', '/api/invitations', invitationBody({ email: email.toUpperCase() }))
    expect(second).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { invitationId: first.id } } })
    await expire(actor, first.id)
    const third = await anInvitation(actor, { email })
    expect((await actor.rest('DELETE', `/api/invitations/${third.id}`)).status).toBe(204)
    await anInvitation(actor, { email })
    expect((await actor.rest('GET', '/api/invitations?status=pending')).body.meta.total).toBe(1)
  })

  test('of two invitations of one address at once exactly one is made', async () => {
    const actor = server.actor()
    const body = invitationBody({ email: `${randomUUID()}@example.org` })
    const answers = await Promise.all([
      actor.rest('POST', '/api/invitations', body),
      actor.rest('POST', '/api/invitations', body),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('a manager invites, but nobody who may do more than he may', async () => {
    const manager = server.actor({ role: 'manager' })
    expect((await manager.rest('POST', '/api/invitations', invitationBody({ role: 'member' }))).status).toBe(201)
    expect((await manager.rest('POST', '/api/invitations', invitationBody({ role: 'admin' }))).status).toBe(403)
  })

  test('a demo invitation expires in an hour', async () => {
    const { status, body } = await server.actor().rest('POST', '/api/invitations/demo', {})
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ isDemo: true, role: 'viewer', token: expect.any(String) })
    expect(Date.parse(body.data.expiresAt) - Date.parse(body.data.createdAt)).toBeCloseTo(3_600_000, -4)
  })
})

describe('answering', () => {
  test('MUST accept without an active organization, and make a member', async () => {
    const inviter = server.actor()
    const { id, token } = await anInvitation(inviter, { email: 'zanele@example.org', role: 'manager' })
    const person = newcomer('Zanele@Example.org')
    const { status, body } = await person.rest('POST', '/api/invitations/accept', { token })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      invitationId: id,
      organizationId: inviter.organizationId,
      member: { userId: person.userId, role: 'manager' },
    })
    const { body: shown } = await inviter.rest('GET', '/api/invitations?status=ACCEPTED')
    expect(shown.data).toMatchObject([{ id, answeredBy: person.userId }])
    const { body: trail } = await inviter.rest('GET', '/api/audit/log?action=INVITATION_ACCEPTED')
    expect(trail.data).toMatchObject([{ userId: person.userId, resourceType: 'INVITATION' }])
  })

  test('MUST refuse a caller whose e-mail address is another', async () => {
    const inviter = server.actor()
    const { token } = await anInvitation(inviter)
    expect((await newcomer('other@example.org').rest('POST', '/api/invitations/accept', { token })).status).toBe(403)
    expect((await inviter.rest('GET', '/api/team')).body.meta.total).toBe(0)
  })

  test('an expired, revoked, answered, replaced or unknown token is refused, each in its own words', async () => {
    const inviter = server.actor()
    const email = `${randomUUID()}@example.org`
    const accept = (token: string) => newcomer(email).rest('POST', '/api/invitations/accept', { token })
    const expired = await anInvitation(inviter)
    await expire(inviter, expired.id)
    expect(await accept(expired.token)).toMatchObject({ status: 400, body: { code: 'INVITATION_EXPIRED' } })
    const revoked = await anInvitation(inviter)
    await inviter.rest('DELETE', `/api/invitations/${revoked.id}`)
    expect(await accept(revoked.token)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE_TRANSITION' } })
    const resent = await anInvitation(inviter, { email })
    const { body } = await inviter.rest('POST', `/api/invitations/${resent.id}/resend`)
    expect(body.data.id).toBe(resent.id)
    expect(await accept(resent.token)).toMatchObject({ status: 404, body: { error: 'Invitation not found' } })
    expect((await accept(body.data.token)).status).toBe(200)
    expect((await accept(body.data.token)).status).toBe(409)
    expect((await accept('nonsense')).status).toBe(404)
    expect(await accept('')).toMatchObject({ status: 400, body: { error: 'token is required' } })
  })

  test('a token that names another organization than its own is refused like one of nobody', async () => {
    const [inviter, other] = [server.actor(), server.actor()]
    await anInvitation(other)
    const { token, email } = await anInvitation(inviter)
    const encode = (organizationId: string) => Buffer.from(organizationId).toString('base64url')
    const accept = async (organizationId: string) => {
      const named = token.replace(encode(inviter.organizationId), encode(organizationId))
      const { status, body } = await newcomer(email).rest('POST', '/api/invitations/accept', { token: named })
      return [status, body]
    }
    const refused = await accept(other.organizationId)
    expect(refused).toEqual([404, { error: 'Invitation not found', code: 'NOT_FOUND' }])
    for (const organizationId of ['org_nobody', 'org\0', "'; reset role; --", ''])
      expect(await accept(organizationId)).toEqual(refused)
    expect((await other.rest('GET', '/api/team')).body.meta.total).toBe(0)
    expect((await newcomer(email).rest('POST', '/api/invitations/accept', { token })).status).toBe(200)
  })

  test('nobody takes permissions along into the organization of an invitation', async () => {
    const [inviter, admin] = [server.actor(), server.actor()]
    const { token } = await anInvitation(inviter, { role: 'viewer', email: admin.email })
    const { body } = await admin.graphql(
      `mutation ($token: String!) {
        acceptInvitation(token: $token) { organizationId }
        createClient(input: { name: "A", type: "B", industry: "C", sector: BUSINESS, contact: { name: "D" } }) { id }
      }`,
      { token },
    )
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
    expect((await inviter.rest('GET', '/api/clients')).body.meta.total).toBe(0)
    expect((await inviter.rest('GET', '/api/team')).body.meta.total).toBe(0)
  })

  test('invitations of two organizations are answered one by one: neither writes into the other', async () => {
    const [one, other] = [server.actor(), server.actor()]
    const email = `${randomUUID()}@example.org`
    const tokens = {
      one: (await anInvitation(one, { email })).token,
      other: (await anInvitation(other, { email })).token,
    }
    const both =
      'mutation ($one: String!, $other: String!) { a: declineInvitation(token: $one) b: declineInvitation(token: $other) }'
    expect((await newcomer(email).graphql(both, tokens)).body.errors[0].extensions.code).toBe('NOT_FOUND')
    for (const inviter of [one, other]) {
      const { body } = await inviter.rest('GET', '/api/audit/log?action=INVITATION_DECLINED')
      expect(body.meta.total).toBe(0)
    }
  })

  test('MUST refuse a person without a verified address, and an API key', async () => {
    const inviter = server.actor()
    const { token, email } = await anInvitation(inviter)
    const accept = '/api/invitations/accept'
    const refused = { status: 403, body: { code: 'FORBIDDEN' } }
    expect(await newcomer().rest('POST', accept, { token })).toMatchObject(refused)
    const unverified = server.actor({ organizationId: null, email, emailVerified: false })
    expect(await unverified.rest('POST', accept, { token })).toMatchObject(refused)
    const decline = 'mutation ($token: String!) { declineInvitation(token: $token) }'
    expect((await unverified.graphql(decline, { token })).body.errors[0].extensions.code).toBe('FORBIDDEN')
    const made = await inviter.rest('POST', '/api/service-provider/api-keys', { name: 'K', role: 'admin' })
    const headers = { Authorization: `Bearer ${made.body.data.key}`, 'Content-Type': 'application/json' }
    const byKey = await server.fetch(accept, { method: 'POST', headers, body: JSON.stringify({ token }) })
    expect(byKey).toMatchObject({ ...refused, body: { message: expect.stringContaining('API key') } })
    expect((await inviter.rest('GET', '/api/team')).body.meta.total).toBe(0)
    expect((await newcomer(email).rest('POST', accept, { token })).status).toBe(200)
  })

  test('MUST give no role that the inviting user can no longer give', async () => {
    const admin = server.actor()
    await aMember(admin, { role: 'admin' })
    const inviter = server.actor({ organizationId: admin.organizationId })
    const { id } = await aMember(admin, { userId: inviter.userId, role: 'admin' })
    const made = await inviter.rest('POST', '/api/service-provider/api-keys', { name: 'K', role: 'admin' })
    const headers = { Authorization: `Bearer ${made.body.data.key}`, 'Content-Type': 'application/json' }
    const [own, low] = [await anInvitation(inviter), await anInvitation(inviter, { role: 'viewer' })]
    const byKey = await server.fetch('/api/invitations', {
      ...{ method: 'POST', headers, body: JSON.stringify(invitationBody({ role: 'manager' })) },
    })
    const accept = async ({ token, email }: Json) =>
      (await newcomer(email).rest('POST', '/api/invitations/accept', { token })).status
    await admin.rest('PUT', `/api/team/${id}`, { role: 'viewer' })
    expect([await accept(own), await accept(byKey.body.data), await accept(low)]).toEqual([403, 403, 200])
    const vouched = await admin.rest('POST', `/api/invitations/${own.id}/resend`)
    expect(await accept(vouched.body.data)).toBe(200)
  })

  test('MUST not bring back a user who was removed after it was sent', async () => {
    const admin = server.actor()
    const person = server.actor({ organizationId: admin.organizationId })
    await aMember(admin, { role: 'admin' })
    const member = await aMember(admin, { userId: person.userId, role: 'member' })
    const early = await anInvitation(admin, { email: person.email })
    await admin.rest('DELETE', `/api/team/${member.id}`)
    const accept = (token: string) => person.rest('POST', '/api/invitations/accept', { token })
    expect(await accept(early.token)).toMatchObject({ status: 403, body: { code: 'MEMBERSHIP_ENDED' } })
    const again = await admin.rest('POST', `/api/invitations/${early.id}/resend`)
    expect(await accept(again.body.data.token)).toMatchObject({
      status: 200,
      body: { data: { member: { id: member.id } } },
    })
    expect((await person.rest('GET', '/api/clients')).status).toBe(200)
  })

  test('resending brings an expired invitation back', async () => {
    const inviter = server.actor()
    const { id } = await anInvitation(inviter)
    await expire(inviter, id)
    const { body } = await inviter.rest('POST', `/api/invitations/${id}/resend`)
    expect(body.data.status).toBe('PENDING')
    expect(Date.parse(body.data.expiresAt)).toBeGreaterThan(Date.now())
  })

  test('two accepts of one invitation at once: exactly one wins', async () => {
    const inviter = server.actor()
    const { token, email } = await anInvitation(inviter)
    const answers = await Promise.all(
      [newcomer(email), newcomer(email)].map((person) => person.rest('POST', '/api/invitations/accept', { token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await inviter.rest('GET', '/api/team')).body.meta.total).toBe(1)
  })

  test('an accept that is repeated with the same Idempotency-Key answers the same', async () => {
    const { token, email } = await anInvitation(server.actor())
    const person = newcomer(email)
    const first = await person.rest('POST', '/api/invitations/accept', { token }, { 'Idempotency-Key': 'k' })
    const again = await person.rest('POST', '/api/invitations/accept', { token }, { 'Idempotency-Key': 'k' })
    expect(again.headers.get('idempotency-replay')).toBe('true')
    expect(again.body).toEqual(first.body)
  })

  test('declining over GraphQL', async () => {
    const inviter = server.actor()
    const { id, token, email } = await anInvitation(inviter)
    const { body } = await newcomer(email).graphql('mutation ($token: String!) { declineInvitation(token: $token) }', {
      token,
    })
    expect(body.data.declineInvitation).toBe(id)
    expect((await inviter.rest('GET', '/api/invitations?status=DECLINED')).body.meta.total).toBe(1)
  })

  test('nothing else works without an active organization', async () => {
    expect(await newcomer().rest('GET', '/api/invitations')).toMatchObject({
      status: 400,
      body: { error: 'Organization required' },
    })
    const mixed = await newcomer().graphql(
      'mutation { declineInvitation(token: "x") createClient(input: { name: "A", type: "B", industry: "C", sector: BUSINESS, contact: { name: "N. Dlamini" } }) { id } }',
    )
    expect(mixed.body.errors[0].extensions.code).toBe('ORGANIZATION_REQUIRED')
  })
})

describe('seeing an invitation before the answer', () => {
  const DOCUMENT = `query ($token: String!) { receivedInvitation(token: $token) {
    id organizationId organizationName inviterName role message status
  } }`
  const seenBy = async (person: Actor, token: string): Promise<Json> => {
    const { body } = await person.graphql(DOCUMENT, { token })
    return body.data?.receivedInvitation ?? body.errors[0].extensions.code
  }

  test('tells who invites to what, whatever organization the person acts for, and leaves a record there', async () => {
    const inviter = server.actor()
    await inviter.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
    await inviter.rest('POST', '/api/team', { userId: inviter.userId, name: 'Thandi Nkosi', role: 'admin' })
    const email = `${randomUUID()}@example.org`
    const { id, token } = await anInvitation(inviter, { email, role: 'member', message: 'Welcome!' })
    const visible = {
      id,
      organizationId: inviter.organizationId,
      organizationName: 'North Media',
      inviterName: 'Thandi Nkosi',
      role: 'member',
      message: 'Welcome!',
      status: 'PENDING',
    }
    const people = [newcomer(email), server.actor({ email })]
    for (const person of people) expect(await seenBy(person, token)).toEqual(visible)
    const { body } = await inviter.rest('GET', '/api/audit/log?action=INVITATION_VIEWED')
    const users = people.map(({ userId }) => expect.objectContaining({ userId, resourceId: id }))
    expect(body.data).toEqual(expect.arrayContaining(users))
    expect(JSON.stringify(body)).not.toContain(email)
  })

  test('tells how it stands, and changes nothing', async () => {
    const inviter = server.actor()
    const [pending, expired, revoked, declined] = await Promise.all([1, 2, 3, 4].map(() => anInvitation(inviter)))
    await expire(inviter, expired.id)
    await inviter.rest('DELETE', `/api/invitations/${revoked.id}`)
    const answer = 'mutation ($token: String!) { declineInvitation(token: $token) }'
    await newcomer(declined.email).graphql(answer, { token: declined.token })
    for (const [{ token, email }, status] of [
      [pending, 'PENDING'],
      [expired, 'EXPIRED'],
      [revoked, 'REVOKED'],
      [declined, 'DECLINED'],
      [pending, 'PENDING'],
    ])
      expect(await seenBy(newcomer(email), token)).toMatchObject({ status })
  })

  test('is for nobody with another address, another token, or none', async () => {
    const [inviter, other] = [server.actor(), server.actor()]
    const { token, id } = await anInvitation(inviter, { email: `${randomUUID()}@example.org` })
    await anInvitation(other)
    for (const person of [newcomer('other@example.org'), newcomer()])
      expect(await seenBy(person, token)).toBe('FORBIDDEN')
    const encode = (organizationId: string) => Buffer.from(organizationId).toString('base64url')
    const elsewhere = token.replace(encode(inviter.organizationId), encode(other.organizationId))
    for (const wrong of [elsewhere, `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`, 'nonsense', ''])
      expect(await seenBy(newcomer(), wrong)).toBe('NOT_FOUND')
    await inviter.rest('POST', `/api/invitations/${id}/resend`)
    expect(await seenBy(newcomer(), token)).toBe('NOT_FOUND')
    const nobody = await server.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: DOCUMENT, variables: { token } }),
    })
    expect(nobody.body.errors[0].extensions.code).toBe('UNAUTHORIZED')
  })
})

test('managing shows what can be done to each invitation', async () => {
  const admin = server.actor()
  await anInvitation(admin)
  const seenBy = async (role: 'admin' | 'manager' | 'viewer') =>
    (await server.actor({ organizationId: admin.organizationId, role }).rest('GET', '/api/invitations/manage')).body
      .data[0].actions
  expect(await seenBy('admin')).toEqual(['resend', 'revoke'])
  expect(await seenBy('manager')).toEqual(['resend'])
  expect(await seenBy('viewer')).toEqual([])
  // Newest first: nobody sends again what would give more than they have.
  await anInvitation(admin, { role: 'admin' })
  expect(await seenBy('admin')).toEqual(['resend', 'revoke'])
  expect(await seenBy('manager')).toEqual([])
})

test('callers see what each role may do, and which of them they may give', async () => {
  const grantableBy = async (role: 'admin' | 'manager' | 'compliance') => {
    const { body } = await server.actor({ role }).graphql('{ caller { roles { role permissions isGrantable } } }')
    const { roles } = body.data.caller
    expect(roles.find((each: Json) => each.role === 'viewer').permissions).toContain('org:clients:read')
    expect(roles.find((each: Json) => each.role === 'viewer').permissions).not.toContain('org:clients:write')
    return roles.filter((each: Json) => each.isGrantable).map((each: Json) => each.role)
  }
  expect(await grantableBy('admin')).toEqual(['admin', 'manager', 'member', 'compliance', 'viewer'])
  expect(await grantableBy('manager')).toEqual(['manager', 'member', 'viewer'])
  expect(await grantableBy('compliance')).toEqual(['compliance', 'viewer'])
})

test("another tenant's invitations do not exist", async () => {
  const { id } = await anInvitation(server.actor())
  const stranger = server.actor()
  expect((await stranger.rest('DELETE', `/api/invitations/${id}`)).status).toBe(404)
  expect((await stranger.rest('POST', `/api/invitations/${id}/resend`)).status).toBe(404)
})

describe('with SMTP', () => {
  const managed = async (actor: Actor, id: string): Promise<Json> =>
    (await actor.rest('GET', '/api/invitations/manage')).body.data.find((each: Json) => each.id === id)
  /** The invitation once its mail is no longer waiting. */
  const mailed = (actor: Actor, id: string): Promise<Json> =>
    until('the mail', async () => {
      const invitation = await managed(actor, id)
      return invitation.emailStatus !== 'QUEUED' && invitation
    })
  const tokenIn = (text = '') => /invite#([\w-]+)/.exec(text)?.[1]

  test('the invitation goes out by e-mail, and the inviter does not see the token', async () => {
    await using smtp = await startSmtpServer()
    await using mailing = await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://gateway.example.org/' })
    const inviter = mailing.actor()
    const sent = await anInvitation(inviter, { email: 'lerato@example.org', message: 'Welcome!' })
    expect(sent).toMatchObject({ token: null, acceptUrl: null, emailStatus: 'QUEUED', emailError: null })
    expect(await mailed(inviter, sent.id)).toMatchObject({ emailStatus: 'SENT', emailError: null, status: 'PENDING' })
    const [mail] = smtp.mails
    expect(mail).toMatchObject({ to: ['lerato@example.org'], text: expect.stringContaining('Welcome!') })
    expect(mail?.text).toContain('https://gateway.example.org/invite#')
    const person = mailing.actor({ organizationId: null, email: 'lerato@example.org' })
    const accepted = await person.rest('POST', '/api/invitations/accept', { token: tokenIn(mail?.text) })
    expect(accepted.status).toBe(200)
  })

  test('a demo invitation sends nothing, and shows its token', async () => {
    await using smtp = await startSmtpServer()
    await using mailing = await startServer({ SMTP_URL: smtp.url })
    const inviter = mailing.actor()
    const { body } = await inviter.rest('POST', '/api/invitations/demo', {})
    expect(body.data).toMatchObject({ token: expect.any(String), emailStatus: null })
    await mailed(inviter, (await anInvitation(inviter)).id)
    expect(smtp.mails).toHaveLength(1)
  })

  test('a refused mail is reported with the reason; the invitation stays, and can be sent again', async () => {
    const port = await freePort()
    const smtp = await startSmtpServer({ refuse: true, port })
    await using mailing = await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://gateway.example.org' })
    const inviter = mailing.actor()
    const { id } = await anInvitation(inviter)
    const failed = { status: 'PENDING', emailStatus: 'FAILED', emailError: 'The mail server answered 550' }
    expect(await mailed(inviter, id)).toMatchObject(failed)
    const visible = await until('the notification', async () => {
      const { body } = await inviter.rest('GET', '/api/service-provider/notifications')
      return body.data.find(({ type }: Json) => type === 'INVITATION_EMAIL_FAILED')
    })
    expect(visible).toMatchObject({
      resourceId: id,
      message: 'Invitation (Member) has an e-mail that could not be sent.',
    })
    await smtp[Symbol.asyncDispose]()
    await using good = await startSmtpServer({ port })
    const { body } = await inviter.rest('POST', `/api/invitations/${id}/resend`)
    expect(body.data).toMatchObject({ token: null, emailStatus: 'QUEUED', emailError: null })
    expect(await mailed(inviter, id)).toMatchObject({ emailStatus: 'SENT', emailError: null })
    expect(good.mails).toHaveLength(1)
  })

  test('what is revoked or sent again while its mail waits is not mailed any more', async () => {
    const port = await freePort()
    await using mailing = await startServer({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      PUBLIC_URL: 'https://gateway.example.org',
    })
    const inviter = mailing.actor()
    const [revoked, resent] = [await anInvitation(inviter), await anInvitation(inviter)]
    await inviter.rest('DELETE', `/api/invitations/${revoked.id}`)
    await inviter.rest('POST', `/api/invitations/${resent.id}/resend`)
    expect(await managed(inviter, revoked.id)).toMatchObject({ status: 'REVOKED', emailStatus: null })
    await using smtp = await startSmtpServer({ port })
    await until('the mail', async () => {
      await hurryMails(mailing, inviter)
      return (await managed(inviter, resent.id)).emailStatus === 'SENT'
    })
    expect(smtp.mails.map(({ to }) => to)).toEqual([[resent.email]])
    const person = mailing.actor({ organizationId: null, email: resent.email })
    const token = tokenIn(smtp.mails[0]?.text)
    expect((await person.rest('POST', '/api/invitations/accept', { token })).status).toBe(200)
  })

  test('erasing whom is invited takes the mail that waits along', async () => {
    await using mailing = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const actor = mailing.actor()
    const subject = aSubject()
    await anInvitation(actor, { email: subject.email })
    expect(await queuedMails(mailing, actor)).toHaveLength(1)
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const executor = mailing.actor({ organizationId: actor.organizationId })
    const { body } = await completeNow(executor, request.id)
    expect(body.data).toMatchObject({ status: 'COMPLETED' })
    const left = await queuedMails(mailing, actor)
    // The subject still receives the decision and the completion.
    expect(left.map(({ invitationId, requestId }) => [invitationId, requestId])).toEqual([
      [null, request.id],
      [null, request.id],
    ])
  })
})
