/** @long it sends a notice for each kind of request. */
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { openTestDatabase } from '../support/database.ts'
import { dumpOf } from '../support/dump.ts'
import { hurryMails, queuedMails } from '../support/mails.ts'
import { inOrganization } from '../support/organization.ts'
import { freePort } from '../support/redis.ts'
import { aGrantedRequest, aReviewedRequest, aSubject, completeNow } from '../support/samples.ts'
import { type Actor, type Json, startServer } from '../support/server.ts'
import { startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'

const read = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', `/api/data-subject-requests/${id}`)).body.data

const decide = (actor: Actor, id: string) =>
  actor.rest('POST', `/api/data-subject-requests/${id}/decision`, { decision: 'REFUSED', reasons: 'Not the holder' })

/** The request once its notice is no longer waiting. */
const settled = (actor: Actor, id: string): Promise<Json> =>
  until('the notice', async () => {
    const request = await read(actor, id)
    return request.noticeDelivery !== 'QUEUED' && request
  })

const actionsOf = async (actor: Actor, id: string): Promise<Json[]> => {
  const { body } = await actor.rest('GET', '/api/audit/log?limit=100')
  return body.data.filter(({ resourceId }: Json) => resourceId === id)
}

test('a decision is mailed to the subject, and recorded without saying who that is', async () => {
  await using smtp = await startSmtpServer()
  await using server = await startServer({ SMTP_URL: smtp.url })
  const actor = server.actor()
  const subject = aSubject()
  const { id } = await aReviewedRequest(actor, { subject })
  const { body } = await decide(actor, id)
  expect(body.data).toMatchObject({ status: 'REFUSED', noticeDelivery: 'QUEUED', notifiedAt: null })
  const request = await settled(actor, id)
  expect(request).toMatchObject({ noticeDelivery: 'SENT', notifiedAt: expect.any(String) })
  expect(smtp.mails).toMatchObject([
    { to: [subject.email], subject: 'Your request about your personal data', text: `${request.notice.text}\n` },
  ])
  expect(request.notice.text).toContain('refused. Reasons: Not the holder')
  expect(request.notice.text).toContain(`(Access, reference ${id})`)
  const found = (await actionsOf(actor, id)).filter(({ action }) => action === 'DATA_SUBJECT_REQUEST_NOTIFIED')
  expect(found).toMatchObject([{ userId: 'system' }])
  expect(JSON.stringify(found)).not.toContain(subject.email)
  // The request itself, and nothing else, names the subject.
  expect((await dumpOf(server)).split('\n').filter((row) => row.includes(subject.email))).toHaveLength(1)
})

test('what is rolled back is not mailed; an extension is', async () => {
  await using smtp = await startSmtpServer()
  await using server = await startServer({ SMTP_URL: smtp.url })
  const actor = server.actor()
  const { id } = await aReviewedRequest(actor)
  const { body } = await actor.graphql(
    `mutation ($id: ID!, $missing: ID!) {
      first: decideDataSubjectRequest(id: $id, input: { decision: APPROVED }) { id }
      second: decideDataSubjectRequest(id: $missing, input: { decision: APPROVED }) { id }
    }`,
    { id, missing: crypto.randomUUID() },
  )
  expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
  expect(await read(actor, id)).toMatchObject({ status: 'IN_REVIEW', noticeDelivery: null })
  await actor.rest('POST', `/api/data-subject-requests/${id}/extend`, { reasons: 'Many records', days: 10 })
  expect(await settled(actor, id)).toMatchObject({ noticeDelivery: 'SENT' })
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]?.text).toContain('Many records')
})

test('an erased subject still receives the notice of the erasure, and no table keeps the address', async () => {
  const port = await freePort()
  await using server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const actor = server.actor()
  const subject = aSubject()
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  const executor = server.actor({ organizationId: actor.organizationId })
  const { body } = await completeNow(executor, id)
  expect(body.data).toMatchObject({ status: 'COMPLETED', notifiedAt: null, noticeDelivery: 'QUEUED' })
  expect(body.data.notice.to).toBe(subject.email)
  const attempted = sql<{ attempts: number }>`select attempts from mail where attempts > 0`
  await until('the notice', async () => (await inOrganization(server, actor, attempted)).length === 2)
  expect(await dumpOf(server)).not.toContain(subject.email)
  await using smtp = await startSmtpServer({ port })
  await hurryMails(server, actor)
  expect(await settled(actor, id)).toMatchObject({ noticeDelivery: 'SENT', notifiedAt: expect.any(String) })
  expect(smtp.mails.map(({ to }) => to)).toEqual([[subject.email], [subject.email]])
  // Both were tried again at once, in no order.
  expect(smtp.mails.filter(({ text }) => text?.includes('was carried out'))).toHaveLength(1)
  expect(await queuedMails(server, actor)).toEqual([])
})

test('a mail that is refused, or tried too often, is reported in the request, the trail and the notifications', async () => {
  await using smtp = await startSmtpServer({ refuse: true })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  await using server = await startServer({ SMTP_URL: smtp.url }, openTestDatabase, log)
  const actor = server.actor()
  const subject = aSubject()
  const { id } = await aReviewedRequest(actor, { subject })
  await decide(actor, id)
  expect(await settled(actor, id)).toMatchObject({
    noticeDelivery: 'FAILED',
    notifiedAt: null,
    notice: { to: subject.email },
  })
  expect((await actionsOf(actor, id)).map(({ action }) => action)).toContain('DATA_SUBJECT_REQUEST_NOTICE_FAILED')
  const found = await until('the notification', async () => {
    const { body } = await actor.rest('GET', '/api/service-provider/notifications')
    return body.data.find(({ type }: Json) => type === 'DATA_SUBJECT_REQUEST_NOTICE_FAILED')
  })
  expect(found).toMatchObject({ resourceId: id, message: expect.stringContaining('could not be mailed') })
  expect(lines.join()).toContain('EENVELOPE')
  expect(lines.join()).not.toContain(subject.email)
})

test('without a mail server, or without an e-mail address, the caller is left to tell', async () => {
  await using smtp = await startSmtpServer()
  await using mailing = await startServer({ SMTP_URL: smtp.url })
  await using silent = await startServer()
  for (const [server, subject] of [
    [mailing, aSubject({ email: undefined })],
    [silent, aSubject()],
  ] as const) {
    const actor = server.actor()
    const { id } = await aGrantedRequest(actor, { subject })
    expect(await read(actor, id)).toMatchObject({ noticeDelivery: null, notifiedAt: null })
    const { body } = await actor.rest('POST', `/api/data-subject-requests/${id}/complete`)
    expect(body.data).toMatchObject({ noticeDelivery: null, notifiedAt: expect.any(String) })
  }
  expect(smtp.mails).toEqual([])
})
