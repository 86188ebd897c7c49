/** More than 20 s: it starts two gateways, with a mail server. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { asked } from '../support/answers.ts'
import { earlier, inOrganization, passTime } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aContent, aMember } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { aReviewer, aSignOff, decideAs, mailTo, post, tokenOf, verifiedReviewer } from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const HOUR = 3_600_000
let smtp: SmtpServer
let server: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  const environment = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }
  ;[server] = await startReplicas(opened, { environment })
})

/** A sign-off with a due time, and the tokens that its reviewers have. */
async function aDueSignOff(actor: Actor, reviewers: Json[], dueAt = new Date(Date.now() + 96 * HOUR).toISOString()) {
  const { id: contentId } = await aContent(actor, { title: 'Posters' })
  const { id } = await aSignOff(actor, { contentId, reviewers, quorum: reviewers.length, dueAt })
  return { id, contentId, tokens: await Promise.all(reviewers.map(({ email }) => tokenOf(smtp, email))) }
}

/** Milliseconds between the due time and the next notice; null if none follows. */
async function toGo(actor: Actor, id: string): Promise<number | null> {
  const [row] = await inOrganization(
    server,
    actor,
    sql<{ noticeAt: Date | null; dueAt: Date }>`select notice_at, due_at from sign_off where id = ${id}`,
  )
  return row?.noticeAt ? row.dueAt.getTime() - row.noticeAt.getTime() : null
}

/** Lets hours pass for a sign-off. */
const pass = (actor: Actor, id: string, hours: number) => {
  const change = sql`update sign_off set ${earlier(hours, 'created_at', 'due_at', 'notice_at')}
    where organization_id = ${actor.organizationId} and id = ${id}`
  return passTime(server, actor, 'sign_offs', change)
}

/** The next notice changes when the one that is due was sent. */
async function sendFirst(actor: Actor, id: string): Promise<void> {
  await pass(actor, id, 49)
  await until('the notice', async () => (await toGo(actor, id)) === 24 * HOUR)
}

const overdueRecords = async (actor: Actor) =>
  (await actor.rest('GET', '/api/audit/log?action=SIGN_OFF_OVERDUE')).body.data.length
const statusOf = async (token: string) => (await post(server, 'open', { token })).status
const mailsTo = (email: string, pattern: RegExp) =>
  smtp.mails.filter(({ to, text }) => to.includes(email) && pattern.test(text)).length

describe('a reviewer who has not decided', () => {
  test('is reminded in their language at half of the time, and a day before; the link is new', async () => {
    const actor = server.actor()
    const [waiting, done] = [aReviewer({ language: 'af' }), aReviewer()]
    const { id, tokens } = await aDueSignOff(actor, [waiting, done])
    const [former, decided] = tokens as [string, string]
    expect((await decideAs(server, await verifiedReviewer(server, smtp, done.email))).status).toBe(200)
    expect(await toGo(actor, id)).toBeCloseTo(48 * HOUR, -5)
    await sendFirst(actor, id)
    expect(await mailTo(smtp, waiting.email, /wag vir u besluit/)).toContain('Posters')
    const renewed = await tokenOf(smtp, waiting.email, 1)
    expect(await statusOf(renewed)).toBe(200)
    expect(await statusOf(former)).toBe(404)
    expect(await statusOf(decided)).toBe(200)
    await pass(actor, id, 24)
    await tokenOf(smtp, waiting.email, 2)
    expect(await toGo(actor, id)).toBe(0)
    expect(mailsTo(waiting.email, /wag vir u besluit/)).toBe(2)
    expect(mailsTo(done.email, /waits for your decision/)).toBe(0)
  })

  test('keeps the link while a session is open, and where the organization reminds nobody', async () => {
    const reads = server.actor()
    const reviewer = aReviewer()
    const read = await aDueSignOff(reads, [reviewer])
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    await sendFirst(reads, read.id)
    expect((await post(server, 'read', { token: who.token, session: who.session })).status).toBe(200)

    const quiet = server.actor()
    await asked(quiet, 'mutation { updateOrganization(input: { remindsReviewers: false }) { remindsReviewers } }')
    const { id, tokens } = await aDueSignOff(quiet, [aReviewer()])
    await sendFirst(quiet, id)
    expect(await statusOf(tokens[0] ?? '')).toBe(200)
  })

  test('is not reminded a second time when both times have passed', async () => {
    const actor = server.actor()
    const reviewer = aReviewer()
    const { id } = await aDueSignOff(actor, [reviewer])
    await pass(actor, id, 95)
    await tokenOf(smtp, reviewer.email, 1)
    expect(await toGo(actor, id)).toBe(0)
  })
})

describe('an overdue sign-off', () => {
  test('is reported once, by one of two replicas: to the team, and to the requester by mail', async () => {
    const actor = server.actor()
    const email = `requester-${actor.userId}@agency.example`.toLowerCase()
    await aMember(actor, { userId: actor.userId, name: 'Lindiwe', email, role: 'admin' })
    const { id } = await aDueSignOff(actor, [aReviewer(), aReviewer()])
    await pass(actor, id, 97)
    const mail = await mailTo(smtp, email, /Dear Lindiwe.*/s)
    expect(mail).toMatch(/"Posters" was due on .* has no decision. Reviewers who have not decided: 2\./s)
    await until('the notification', async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications')
      return body.data.some(({ type }: Json) => type === 'SIGN_OFF_OVERDUE')
    })
    expect(await toGo(actor, id)).toBeNull()
    expect(await overdueRecords(actor)).toBe(1)
    expect(mailsTo(email, /was due/)).toBe(1)
  })

  test('has the same South African day in the mail to the reviewer and in the one to the requester', async () => {
    const actor = server.actor()
    const email = `requester-${actor.userId}@agency.example`.toLowerCase()
    await aMember(actor, { userId: actor.userId, name: 'Lindiwe', email, role: 'admin' })
    const now = Date.now()
    const dayIn = (days: number) => new Date(now + days * 24 * HOUR).toISOString().slice(0, 10)
    const reviewer = aReviewer()
    // Half past midnight of the next day in South Africa.
    const { id } = await aDueSignOff(actor, [reviewer], `${dayIn(5)}T22:30:00Z`)
    expect(await mailTo(smtp, reviewer.email, /decide by .*/)).toContain(`decide by ${dayIn(6)}.`)
    await pass(actor, id, 6 * 24)
    expect(await mailTo(smtp, email, /was due on\s\S+/)).toMatch(new RegExp(`was due on\\s${dayIn(0)}`))
  })

  test('is not reported after the decision, a withdrawal or an edit', async () => {
    const actor = server.actor()
    const reviewer = aReviewer()
    const decided = await aDueSignOff(actor, [reviewer])
    await decideAs(server, await verifiedReviewer(server, smtp, reviewer.email))
    const revoked = await aDueSignOff(actor, [aReviewer()])
    await asked(actor, 'mutation ($id: ID!) { revokeSignOff(id: $id) { id } }', { id: revoked.id })
    const voided = await aDueSignOff(actor, [aReviewer()])
    await actor.rest('PUT', `/api/content/${voided.contentId}`, { body: 'Other.' })
    for (const { id } of [decided, revoked, voided]) await pass(actor, id, 97)
    // A notice that is due later than theirs is sent after theirs would have been.
    const last = await aDueSignOff(actor, [aReviewer()])
    await pass(actor, last.id, 97)
    await until('the last notice', async () => (await overdueRecords(actor)) > 0)
    expect(await overdueRecords(actor)).toBe(1)
  })
})
