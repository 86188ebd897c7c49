/** @long it runs erasures and changes at the same time, many times. */
import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { executeDueRequests } from '../../src/features/privacy/requests/request.jobs.ts'
import { SecretBox } from '../../src/security/secrets.ts'
import { performDue, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { aClient, aConsent, aGrantedRequest, aReviewedRequest, aSubject, completeNow } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

/*
 * The same request arrives twice at the same time: it has one effect, and the second caller gets a refusal.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const PATH = '/api/data-subject-requests'
const services = { secrets: new SecretBox(randomBytes(32)) }
const executeDue = () => performDue(executeDueRequests, toolsOf(server, { services }))
const colleagueOf = ({ organizationId }: Actor) => server.actor({ organizationId })

interface Case {
  actor: Actor
  executor: Actor
  subject: Json
  client: Json
  id: string
}

async function granted(): Promise<Case> {
  const actor = server.actor()
  const subject = aSubject()
  const client = await aClient(actor, { contact: { email: subject.email } })
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  return { actor, executor: colleagueOf(actor), subject, client, id }
}

async function waiting(): Promise<Case> {
  const made = await granted()
  expect((await made.executor.rest('POST', `${PATH}/${made.id}/complete`)).body.data.status).toBe('PROCESSING')
  return made
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

const records = async (actor: Actor, action: string): Promise<number> =>
  (await actor.rest('GET', `/api/audit/log?action=${action}`)).body.meta.total

const shown = async ({ actor, id }: Case): Promise<Json> => (await actor.rest('GET', `${PATH}/${id}`)).body.data

const emailOf = async ({ actor, client }: Case): Promise<string> =>
  (await actor.rest('GET', `/api/clients/${client.id}`)).body.data.contact.email

/** Runs a mutation that takes a reason; returns the code of its error, or null. */
async function reasoned(by: Actor, name: string, id: string, reason: string): Promise<string | null> {
  const document = `mutation ($id: ID!, $input: ReasonInput!) { ${name}(id: $id, input: $input) { id } }`
  const { body } = await by.graphql(document, { id, input: { reason } })
  return body.errors?.[0].extensions.code ?? null
}
const undo = (by: Actor, id: string) => reasoned(by, 'undoDataSubjectCompletion', id, 'The wrong person')
const shorten = (by: Actor, id: string, reason = 'Now') => reasoned(by, 'endDataSubjectGrace', id, reason)

test('an erasure is executed once, by one of two people', async () => {
  const made = await granted()
  await aConsent(made.actor, { subject: made.subject })
  const people = [made.executor, colleagueOf(made.actor)]
  const answers = await Promise.all(people.map((each) => completeNow(each, made.id)))
  expect(statusesOf(answers)).toEqual([200, 409])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(await shown(made)).toMatchObject({
    status: 'COMPLETED',
    executedBy: people[winner]?.userId,
    outcome: { consentsWithdrawn: 1 },
  })
  expect(await records(made.actor, 'CLIENT_ERASED')).toBe(1)
  expect(await records(made.actor, 'DATA_SUBJECT_REQUEST_COMPLETED')).toBe(1)
})

test('one completion starts one grace period, and one with a reason does not pass it by', async () => {
  const made = await granted()
  const waits = () => made.executor.rest('POST', `${PATH}/${made.id}/complete`)
  const answers = await Promise.all([waits(), completeNow(colleagueOf(made.actor), made.id), waits()])
  expect(statusesOf(answers)).toEqual([200, 409, 409])
  const done = answers.find(({ status }) => status === 200)?.body.data
  expect(await shown(made)).toMatchObject({ status: done.status, executesAt: done.executesAt })
  expect(await emailOf(made)).toMatch(done.status === 'COMPLETED' ? /^erased-/ : /^nomsa/)
})

test('a decision holds while others decide, withdraw or complete', async () => {
  const actor = server.actor()
  const { id } = await aReviewedRequest(actor, { type: 'DELETION' })
  const decide = (decision: string) => actor.rest('POST', `${PATH}/${id}/decision`, { decision, reasons: 'Because' })
  const answers = await Promise.all([
    decide('REFUSED'),
    actor.rest('POST', `${PATH}/${id}/complete`),
    decide('REFUSED'),
    decide('PARTIALLY_APPROVED'),
  ])
  expect(statusesOf([...answers.slice(0, 1), ...answers.slice(2)])).toEqual([200, 409, 409])
  expect([403, 409]).toContain(answers[1]?.status)
  expect(await records(actor, 'DATA_SUBJECT_REQUEST_DECIDED')).toBe(1)
})

test('reviews of the same record leave one judgement, which is one of them', async () => {
  const made = await granted()
  const review = (verdict: string) =>
    made.actor.graphql(
      'mutation ($id: ID!, $input: RequestReviewInput!) { reviewDataSubjectRequest(id: $id, input: $input) { id } }',
      { id: made.id, input: { rows: [{ resource: 'CLIENT', rowId: made.client.id, verdict, reason: verdict }] } },
    )
  const answers = await Promise.all(['CONFIRM', 'LEAVE_OUT', 'CONFIRM', 'LEAVE_OUT'].map(review))
  for (const { body } of answers) expect(body.errors).toBeUndefined()
  const links = await inOrganization<Json>(
    server,
    made.actor,
    sql`select confirmed, left_out, reason from subject_link where organization_id = ${made.actor.organizationId}`,
  )
  const judged = ['contact.email']
  expect(links).toHaveLength(1)
  expect([
    { confirmed: judged, leftOut: [], reason: 'CONFIRM' },
    { confirmed: [], leftOut: judged, reason: 'LEAVE_OUT' },
  ]).toContainEqual(links[0])
})

test('a completion is undone once', async () => {
  const made = await waiting()
  const codes = await Promise.all([1, 2, 3].map(() => undo(made.actor, made.id)))
  expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', null])
  expect(await records(made.actor, 'DATA_SUBJECT_REQUEST_UNDONE')).toBe(1)
})

test('a grace period is ended once, with the reason of who ended it', async () => {
  const made = await waiting()
  const reasons = ['One', 'Two', 'Three']
  const codes = await Promise.all(reasons.map((reason) => shorten(made.actor, made.id, reason)))
  expect([...codes].sort()).toEqual(['CONFLICT', 'CONFLICT', null])
  expect((await shown(made)).graceReason).toBe(reasons[codes.indexOf(null)])
  await Promise.all([executeDue(), executeDue()])
  // A turn of the gateway that met the row locked by a refused call put it off by a second.
  await until('the execution', async () => (await shown(made)).status === 'COMPLETED')
  expect(await records(made.actor, 'DATA_SUBJECT_REQUEST_COMPLETED')).toBe(1)
})

test('what is undone while it is executed is either undone or done', async () => {
  for (let round = 0; round < 5; round++) {
    const made = await waiting()
    expect(await shorten(made.actor, made.id)).toBeNull()
    const [code] = await Promise.all([undo(made.actor, made.id), executeDue()])
    const ended = code ? 'COMPLETED' : 'FAILED'
    await until(`the status ${ended}`, async () => (await shown(made)).status === ended)
    expect(await emailOf(made)).toMatch(code ? /^erased-/ : /^nomsa/)
  }
})
