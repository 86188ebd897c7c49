/** @long it decides on many requests of data subjects. */
import { randomBytes, randomUUID, verify } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { executeDueRequests } from '../../src/features/privacy/requests/request.jobs.ts'
import { enforceRetention } from '../../src/features/privacy/retention/retention.jobs.ts'
import { SecretBox } from '../../src/security/secrets.ts'
import { performDue, performFor, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import {
  aBreach,
  aClient,
  aConsent,
  aGrantedRequest,
  aHold,
  aMember,
  aReviewedRequest,
  aSubject,
  completeNow,
  previewOf,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * What was decided is what is done, by two people, and it can be undone while there is time.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const services = { secrets: new SecretBox(randomBytes(32)) }
const PATH = '/api/data-subject-requests'
const executorOf = ({ organizationId }: Actor) => server.actor({ organizationId })
const officerOf = ({ organizationId }: Actor) => server.actor({ organizationId, role: 'compliance' })
const complete = (actor: Actor, id: string) => actor.rest('POST', `${PATH}/${id}/complete`)
const clientOf = async (actor: Actor, { id }: Json) => (await actor.rest('GET', `/api/clients/${id}`)).body.data

async function decidedInPart(actor: Actor, changes: object, granted?: Json): Promise<Json> {
  const { id } = await aReviewedRequest(actor, { ...changes })
  const decision = { decision: 'PARTIALLY_APPROVED', reasons: 'Accounts are retained by law', granted }
  const { status, body } = await actor.rest('POST', `${PATH}/${id}/decision`, decision)
  expect(status).toBe(200)
  return body.data
}

async function mutate(actor: Actor, name: string, type: string, id: string, input: unknown): Promise<Json> {
  const document = `mutation ($id: ID!, $input: ${type}!) { ${name}(id: $id, input: $input) { id } }`
  const { body } = await actor.graphql(document, { id, input })
  return { code: body.errors?.[0].extensions.code ?? null, data: body.data?.[name] }
}

describe('a grant in part', () => {
  test('withdraws the consents for a purpose with blanks around it', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const meant = await aConsent(actor, { subject, purpose: 'Marketing' })
    const other = await aConsent(actor, { subject, purpose: 'Surveys' })
    const lodged = { type: 'CONSENT_WITHDRAWAL', subject, purpose: ' MARKETING ' }
    const { id } = await decidedInPart(actor, lodged, { resources: ['CONSENT'] })
    expect((await complete(executorOf(actor), id)).body.data.outcome.consentsWithdrawn).toBe(1)
    const statusOf = async (consent: Json) => (await actor.rest('GET', `/api/consents/${consent.id}`)).body.data.status
    expect([await statusOf(meant), await statusOf(other)]).toEqual(['WITHDRAWN', 'GRANTED'])
  })

  test('is all that is done: resources, records and fields', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const contact = { name: subject.name, email: subject.email }
    const [first, second] = [await aClient(actor, { contact }), await aClient(actor, { contact })]
    const member = await aMember(actor, { name: subject.name, email: subject.email })
    const consent = await aConsent(actor, { subject })
    const { id } = await decidedInPart(
      actor,
      { type: 'DELETION', subject },
      {
        resources: ['TEAM_MEMBER'],
        rows: [{ resource: 'client', rowId: ` ${first.id.toUpperCase()}` }],
        fields: [{ resource: 'CONSENT', field: 'subject.name' }],
      },
    )
    const { body } = await completeNow(executorOf(actor), id)
    expect(body.data).toMatchObject({ status: 'COMPLETED', subject })
    expect((await clientOf(actor, first)).contact.email).toMatch(/^erased-/)
    expect((await clientOf(actor, second)).contact).toEqual(contact)
    expect((await actor.rest('GET', `/api/team/${member.id}`)).body.data.email).toMatch(/^erased-/)
    expect((await actor.rest('GET', `/api/consents/${consent.id}`)).body.data.subject).toMatchObject({
      name: expect.stringMatching(/^erased-/),
      email: subject.email,
    })
    const left = body.data.outcome.left.map(({ resource, standing }: Json) => `${resource} ${standing}`)
    expect(left).toEqual(expect.arrayContaining(['CLIENT NOT_GRANTED', 'CONSENT NOT_GRANTED']))
  })

  test('of an objection ends the consents that are named, and no other', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const [named, other] = [await aConsent(actor, { subject }), await aConsent(actor, { subject, channel: 'SMS' })]
    const granted = { rows: [{ resource: 'CONSENT', rowId: named.id }] }
    const { id } = await decidedInPart(actor, { type: 'OBJECTION', subject }, granted)
    const { body } = await completeNow(executorOf(actor), id)
    expect(body.data.outcome.consentsWithdrawn).toBe(1)
    const statusOf = async (each: Json) => (await actor.rest('GET', `/api/consents/${each.id}`)).body.data.status
    expect([await statusOf(named), await statusOf(other)]).toEqual(['WITHDRAWN', 'GRANTED'])
  })

  test('that names nothing has nothing done', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const client = await aClient(actor, { contact: { email: subject.email } })
    await aConsent(actor, { subject })
    await aGrantedRequest(actor, { subject })
    const { id } = await decidedInPart(actor, { type: 'DELETION', subject })
    const { body } = await completeNow(executorOf(actor), id)
    expect(body.data.outcome).toMatchObject({ resources: [], consentsWithdrawn: 0, packagesRevoked: 0 })
    expect((await clientOf(actor, client)).contact.email).toBe(subject.email)
    const access = await decidedInPart(actor, { subject }, { resources: ['CLIENT'] })
    const { body: held } = await actor.rest('GET', `${PATH}/${access.id}/export?format=json`)
    expect(held.data.rows.map(({ resource }: Json) => resource)).toEqual(['CLIENT'])
  })

  test('names what there is, and belongs to a decision in part', async () => {
    const actor = server.actor()
    const { id } = await aReviewedRequest(actor, { type: 'DELETION' })
    const decide = async (body: Json) =>
      (await actor.rest('POST', `${PATH}/${id}/decision`, { reasons: 'R', ...body })).body
    expect(await decide({ decision: 'PARTIALLY_APPROVED', granted: { resources: ['CLIENTS'] } })).toMatchObject({
      details: { 'granted.resources': 'must be a resource such as CLIENT, not CLIENTS' },
    })
    const foreign = await aClient(server.actor())
    for (const rowId of [foreign.id, randomUUID(), 'none'])
      expect(
        await decide({ decision: 'PARTIALLY_APPROVED', granted: { rows: [{ resource: 'CLIENT', rowId }] } }),
      ).toMatchObject({ details: { 'granted.rows': `must name a record of CLIENT, not ${rowId}` } })
    expect(await decide({ decision: 'APPROVED', granted: { resources: ['CLIENT'] } })).toMatchObject({
      details: { granted: 'is for PARTIALLY_APPROVED only' },
    })
  })
})

test('a correction is granted as it stands, and as it stood it is done', async () => {
  const actor = server.actor()
  const subject = aSubject()
  const { id } = await aReviewedRequest(actor, { type: 'CORRECTION', subject })
  const decide = (decision: string) => actor.rest('POST', `${PATH}/${id}/decision`, { decision, reasons: 'R' })
  const correct = (email: string) => actor.rest('PUT', `${PATH}/${id}`, { correction: { email } })
  for (const decision of ['APPROVED', 'PARTIALLY_APPROVED'])
    expect(await decide(decision)).toMatchObject({ status: 400, body: { error: 'correction is required' } })
  expect((await correct('right@example.org')).status).toBe(200)
  expect((await decide('APPROVED')).status).toBe(200)
  expect(await correct('other@example.org')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await correct('right@example.org')).status).toBe(200)
  const { body } = await completeNow(executorOf(actor), id)
  expect(body.data).toMatchObject({ status: 'COMPLETED', subject: { ...subject, email: 'right@example.org' } })
})

describe('a legal hold', () => {
  test('keeps a record out of erasure and correction, with its ground, until it is released', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const contact = { email: subject.email }
    const [held, free] = [await aClient(actor, { contact }), await aClient(actor, { contact })]
    // However the id was written.
    const { id: holdId } = await aHold(actor, { rowId: ` ${held.id.toUpperCase()} ` })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const { rows } = await previewOf(actor, id)
    expect(rows.find(({ rowId }: Json) => rowId === held.id)).toMatchObject({ standing: 'HELD' })
    const { body } = await completeNow(executorOf(actor), id)
    expect(body.data.outcome.left).toEqual([
      { resource: 'CLIENT', rowId: held.id, standing: 'HELD', reason: 'LEGAL_HOLD: Case 12/2026', cause: null },
    ])
    expect((await clientOf(actor, held)).contact).toEqual(contact)
    expect((await clientOf(actor, free)).contact.email).toMatch(/^erased-/)
    const release = () => mutate(actor, 'releaseLegalHold', 'ReasonInput', holdId, { reason: 'Case closed' })
    expect(await release()).toMatchObject({ code: null })
    expect(await release()).toMatchObject({ code: 'CONFLICT' })
    const again = await aGrantedRequest(actor, { type: 'DELETION', subject })
    await completeNow(executorOf(actor), again.id)
    expect((await clientOf(actor, held)).contact.email).toMatch(/^erased-/)
  })

  test('keeps a record from the retention job too', async () => {
    const actor = server.actor()
    const [held, free] = [await aBreach(actor), await aBreach(actor)]
    await aHold(actor, { resource: 'BREACH', rowId: held.id.toUpperCase(), kind: 'DUTY_TO_RETAIN' })
    await inOrganization(
      server,
      actor,
      sql`update breach set status = 'CLOSED', closed_at = now() - interval '20 years',
        updated_at = now() - interval '20 years' where organization_id = ${actor.organizationId}`,
    )
    await performFor(actor, enforceRetention, toolsOf(server))
    expect((await actor.rest('GET', `/api/breaches/${held.id}`)).status).toBe(200)
    expect((await actor.rest('GET', `/api/breaches/${free.id}`)).status).toBe(404)
  })

  test('names a record of its organization, and an earlier one holds what was meant', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const subject = aSubject()
    const contact = { email: subject.email }
    const [held, foreign] = [await aClient(actor, { contact }), await aClient(other)]
    for (const rowId of [foreign.id, randomUUID(), held.id.slice(1)])
      await expect(aHold(actor, { rowId })).rejects.toThrow('VALIDATION_ERROR')
    const { id: holdId } = await aHold(actor, { rowId: held.id })
    const typed = ` ${held.id.toUpperCase()}`
    const own = sql`organization_id = ${actor.organizationId} and id = ${holdId}`
    await inOrganization(server, actor, sql`update legal_hold set row_id = ${typed} where ${own}`)
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    await completeNow(executorOf(actor), id)
    expect((await clientOf(actor, held)).contact).toEqual(contact)
  })

  test.each(['', ' ', ' \t\n'])(
    'of an earlier release that names %j holds the whole resource, against requests and the job',
    async (typed) => {
      const actor = server.actor()
      const subject = aSubject()
      const contact = { email: subject.email }
      const [client, breach] = [await aClient(actor, { contact }), await aBreach(actor)]
      await aHold(actor)
      await aHold(actor, { resource: 'BREACH' })
      const own = sql`organization_id = ${actor.organizationId}`
      await inOrganization(server, actor, sql`update legal_hold set row_id = ${typed} where ${own}`)
      await inOrganization(
        server,
        actor,
        sql`update breach set status = 'CLOSED', closed_at = now() - interval '20 years',
        updated_at = now() - interval '20 years' where ${own}`,
      )
      await performFor(actor, enforceRetention, toolsOf(server))
      expect((await actor.rest('GET', `/api/breaches/${breach.id}`)).status).toBe(200)
      const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
      await completeNow(executorOf(actor), id)
      expect((await clientOf(actor, client)).contact).toEqual(contact)
    },
  )

  test('of a whole resource counts in its organization only, and is placed by who decides', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const subject = aSubject()
    const client = await aClient(actor, { contact: { email: subject.email } })
    await aHold(other)
    await expect(aHold(actor, { resource: 'CLIENTS' })).rejects.toThrow('VALIDATION_ERROR')
    await expect(aHold(actor, { until: '2020-01-01T00:00:00Z' })).rejects.toThrow('VALIDATION_ERROR')
    const member = server.actor({ organizationId: actor.organizationId, role: 'member' })
    await expect(aHold(member)).rejects.toThrow('FORBIDDEN')
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    await completeNow(executorOf(actor), id)
    expect((await clientOf(actor, client)).contact.email).toMatch(/^erased-/)
    const { body } = await actor.graphql('{ legalHolds { totalCount } }')
    expect(body.data.legalHolds.totalCount).toBe(0)
  })
})

describe('the second person', () => {
  test.each(['DELETION', 'CORRECTION'])(
    'is needed for %s: the decider may not complete it, nor a key',
    async (type) => {
      const actor = server.actor()
      const subject = aSubject()
      const client = await aClient(actor, { contact: { email: subject.email } })
      const { id } = await aGrantedRequest(actor, { type, subject, correction: { email: 'right@example.org' } })
      expect(await complete(actor, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      const { body: made } = await actor.rest('POST', '/api/service-provider/api-keys', {
        name: 'robot',
        role: 'compliance',
      })
      const keyed = await fetch(`${server.url}${PATH}/${id}/complete`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${made.data.key}` },
      })
      expect(keyed.status).toBe(403)
      expect((await clientOf(actor, client)).contact.email).toBe(subject.email)
      expect((await actor.rest('GET', `${PATH}/${id}`)).body.data.status).toBe('APPROVED')
      const executor = executorOf(actor)
      const { body } = await completeNow(executor, id)
      expect(body.data).toMatchObject({ status: 'COMPLETED', decidedBy: actor.userId, executedBy: executor.userId })
    },
  )
})

describe('a grace period', () => {
  async function waiting(): Promise<{ actor: Actor; executor: Actor; client: Json; id: string; subject: Json }> {
    const actor = server.actor()
    const subject = aSubject()
    const client = await aClient(actor, { contact: { email: subject.email } })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const executor = officerOf(actor)
    const { status, body } = await complete(executor, id)
    expect([status, body.data.status, body.data.outcome]).toEqual([200, 'PROCESSING', null])
    expect(Date.parse(body.data.executesAt)).toBeGreaterThan(Date.now() + 23 * 3600_000)
    await performDue(executeDueRequests, toolsOf(server, { services }))
    expect((await clientOf(actor, client)).contact.email).toBe(subject.email)
    return { actor, executor, client, id, subject }
  }

  test('is a day unless an administrator sets another, or none', async () => {
    const actor = server.actor()
    const set = async (by: Actor, requestGraceHours: number | null) => {
      const document = 'mutation ($input: PrivacyPatch!) { updatePrivacySettings(input: $input) { requestGraceHours } }'
      const { body } = await by.graphql(document, { input: { requestGraceHours } })
      return body.errors?.[0].extensions.code ?? body.data.updatePrivacySettings.requestGraceHours
    }
    const { body } = await actor.graphql('{ privacySettings { requestGraceHours } }')
    expect(body.data.privacySettings).toEqual({ requestGraceHours: 24 })
    expect(await set(officerOf(actor), 0)).toBe('FORBIDDEN')
    for (const hours of [-1, 169, 1.5]) expect(await set(actor, hours)).toBe('VALIDATION_ERROR')
    const completed = async () => {
      const { id } = await aGrantedRequest(actor, { type: 'DELETION' })
      return (await complete(officerOf(actor), id)).body.data
    }
    expect(await set(actor, 2)).toBe(2)
    const changes = async () => {
      const { body } = await actor.rest('GET', '/api/audit/log?action=PRIVACY_SETTINGS_UPDATED')
      return body.meta.total
    }
    expect(await set(actor, 2)).toBe(2)
    expect(await changes()).toBe(1)
    expect(Date.parse((await completed()).executesAt)).toBeLessThan(Date.now() + 3 * 3600_000)
    expect(await set(actor, 0)).toBe(0)
    expect(await completed()).toMatchObject({ status: 'COMPLETED', executesAt: null })
    expect(await set(actor, null)).toBe(24)
    expect(await completed()).toMatchObject({ status: 'PROCESSING' })
  })

  test.each(['DELETION', 'CORRECTION'])(
    'is left out for %s by an administrator who says why, and is answered by what was done',
    async (type) => {
      const actor = server.actor()
      const subject = aSubject()
      const client = await aClient(actor, { contact: { email: subject.email } })
      const correction = { email: 'right@example.org' }
      const { id } = await aGrantedRequest(actor, { type, subject, correction })
      const now = (by: Actor, reason: unknown) => by.rest('POST', `${PATH}/${id}/complete`, { reason })
      expect(await now(officerOf(actor), 'Now')).toMatchObject({ status: 403 })
      expect(await now(actor, 'Now')).toMatchObject({ status: 403 })
      expect(await now(executorOf(actor), 7)).toMatchObject({ status: 400 })
      const { status, body } = await now(executorOf(actor), 'The subject is in danger')
      expect([status, body.data.graceReason]).toEqual([200, 'The subject is in danger'])
      expect(body.data).toMatchObject({ status: 'COMPLETED', executesAt: null })
      expect(body.data.outcome.resources).toContainEqual({ resource: 'CLIENT', found: 0, deleted: 0, rewritten: 1 })
      expect((await clientOf(actor, client)).contact.email).not.toBe(subject.email)
    },
  )

  test('delays no request that neither changes nor deletes', async () => {
    const actor = server.actor()
    for (const type of ['ACCESS', 'OBJECTION']) {
      const { id } = await aGrantedRequest(actor, { type })
      expect((await complete(officerOf(actor), id)).body.data.status).toBe('COMPLETED')
    }
  })

  test('puts the execution off; until then it can be undone, and be completed again', async () => {
    const { actor, executor, id } = await waiting()
    expect((await complete(officerOf(actor), id)).status).toBe(409)
    const undo = (by: Actor) =>
      mutate(by, 'undoDataSubjectCompletion', 'ReasonInput', id, { reason: 'The wrong Smith' })
    const member = server.actor({ organizationId: actor.organizationId, role: 'member' })
    expect(await undo(member)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await undo(server.actor())).toMatchObject({ code: 'NOT_FOUND' })
    expect(await undo(actor)).toMatchObject({ code: null })
    const { body } = await actor.rest('GET', `${PATH}/${id}`)
    expect(body.data).toMatchObject({ status: 'FAILED', failure: 'Undone: The wrong Smith', executesAt: null })
    expect(await undo(actor)).toMatchObject({ code: 'CONFLICT' })
    expect((await complete(executor, id)).body.data.status).toBe('PROCESSING')
  })

  test('is shortened by an administrator alone, with a reason; then it is executed, and cannot be undone', async () => {
    const { actor, executor, client, id, subject } = await waiting()
    const shorten = (by: Actor, reason: string) => mutate(by, 'endDataSubjectGrace', 'ReasonInput', id, { reason })
    expect(await shorten(executor, 'Now')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await shorten(actor, ' ')).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await shorten(actor, 'The subject is in danger')).toMatchObject({ code: null })
    await performDue(executeDueRequests, toolsOf(server, { services }))
    const { body } = await actor.rest('GET', `${PATH}/${id}`)
    expect(body.data).toMatchObject({
      status: 'COMPLETED',
      executedBy: executor.userId,
      graceReason: 'The subject is in danger',
    })
    expect((await clientOf(actor, client)).contact.email).toMatch(/^erased-/)
    expect(JSON.stringify(body)).not.toContain(subject.email)
    const { body: log } = await actor.rest('GET', `/api/audit/log?limit=100&resourceId=${id}`)
    expect(log.data.map(({ action }: Json) => action)).toContain('DATA_SUBJECT_REQUEST_COMPLETED')
    const undone = await mutate(actor, 'undoDataSubjectCompletion', 'ReasonInput', id, { reason: 'Too late' })
    expect(undone).toMatchObject({ code: 'CONFLICT' })
  })
})

test('the certificate of an erasure is signed, names nobody, and says what a second look finds', async () => {
  const actor = server.actor()
  const subject = aSubject()
  await aClient(actor, { contact: { email: subject.email }, note: `${subject.name} left` })
  const held = await aClient(actor, { name: `About ${subject.email}` })
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  const executor = executorOf(actor)
  const { body } = await completeNow(executor, id)
  const { statement, signature, publicKey } = body.data.certificate
  expect(verify(null, Buffer.from(statement), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  const forged = statement.replace(executor.userId, actor.userId)
  expect(verify(null, Buffer.from(forged), publicKey, Buffer.from(signature, 'base64'))).toBe(false)
  expect(statement).not.toMatch(/nomsa|dlamini|example\.org/i)
  const signed: Json = JSON.parse(statement)
  expect(signed).toMatchObject({
    requestId: id,
    organizationId: actor.organizationId,
    lodgedBy: actor.userId,
    decidedBy: actor.userId,
    executedBy: executor.userId,
    treated: expect.arrayContaining([{ resource: 'CLIENT', deleted: 0, rewritten: 1 }]),
    left: [{ resource: 'CLIENT', standing: 'REVIEW', records: 2 }],
  })
  // The one that was left by name alone holds no address any more.
  expect(signed.secondLook.remaining).toEqual([{ resource: 'CLIENT', records: 1 }])
  expect((await clientOf(actor, held)).name).toBe(`About ${subject.email}`)
})
