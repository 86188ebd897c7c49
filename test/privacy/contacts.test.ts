import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { resultOf } from '../support/answers.ts'
import { asAdministrator } from '../support/database.ts'
import { inOrganization } from '../support/organization.ts'
import {
  aConsent,
  aGrantedRequest,
  aRequest,
  aSubject,
  campaignBody,
  completeNow,
  consentBody,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { recordTransactions, statementsOf } from '../support/statements.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

type Contact = { email?: string | null | undefined; phone?: string | null | undefined }
const contactOf = ({ email, phone }: Contact): Contact => ({ email, phone })

async function ask(actor: Actor, contact: Contact, purpose = 'MARKETING', channel = 'EMAIL'): Promise<Json> {
  const { body } = await actor.graphql(
    `query ($contact: ContactInput!, $purpose: ContactPurpose!, $channel: ConsentChannel!) {
      mayContact(contact: $contact, purpose: $purpose, channel: $channel) { decision allowed ground reason until } }`,
    { contact: contactOf(contact), purpose, channel },
  )
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data.mayContact
}

async function mutate(actor: Actor, name: string, type: string, input: object, fields = 'id'): Promise<Json> {
  const { body } = await actor.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`, {
    input,
  })
  return body.errors ? body.errors[0].extensions : body.data[name]
}

const suppress = (actor: Actor, contact: Contact, input: object = {}) =>
  mutate(actor, 'suppressContact', 'SuppressionInput', { contact: contactOf(contact), cause: 'OPT_OUT', ...input })
const approach = (actor: Actor, contact: Contact, channel = 'EMAIL') =>
  mutate(actor, 'recordConsentApproach', 'ConsentApproachInput', {
    contact: contactOf(contact),
    channel,
    evidence: 'Form 4',
  })
const customer = (actor: Actor, contact: Contact, changes: object = {}) =>
  mutate(actor, 'recordExistingCustomer', 'ExistingCustomerInput', {
    contact: contactOf(contact),
    channel: 'EMAIL',
    evidence: 'Invoice 17',
    gotWithSale: true,
    ownSimilarProducts: true,
    couldObject: true,
    ...changes,
  })
async function takeBack(actor: Actor, id: string): Promise<Json> {
  const { body } = await actor.graphql(
    'mutation ($id: ID!) { withdrawSuppression(id: $id, input: { reason: "Asked by letter" }) { withdrawnAt } }',
    { id },
  )
  return body.errors ? body.errors[0].extensions : body.data.withdrawSuppression
}

describe('the purpose of a consent', () => {
  test.each([
    ['MARKETING', 'MARKETING'],
    ['marketing', 'MARKETING'],
    ['Service', 'SERVICE'],
    ['Research', 'RESEARCH'],
    ['NO marketing please', 'OTHER'],
    ['Direct marketing', 'OTHER'],
    ['marketıng', 'OTHER'],
    ['marketing.', 'OTHER'],
    ['other', 'OTHER'],
  ])('%s is %s, and stays as it was given', async (purpose, code) => {
    const actor = server.actor()
    const { id, subject, ...shown } = await aConsent(actor, { purpose })
    expect(shown).not.toHaveProperty('purposeCode')
    const { body } = await actor.graphql('query ($id: ID!) { consent(id: $id) { purpose purposeCode } }', { id })
    expect(body.data.consent).toEqual({ purpose, purposeCode: code })
    for (const asked of ['MARKETING', 'SERVICE', 'RESEARCH'])
      expect((await ask(actor, subject, asked)).allowed).toBe(asked === code)
    expect((await ask(actor, subject, 'OTHER')).allowed).toBe(false)
    const started = await actor.rest('POST', '/api/campaigns', campaignBody({ type: 'EMAIL', status: 'ACTIVE' }))
    expect(started.status).toBe(code === 'MARKETING' ? 201 : 403)
  })
})

describe('whether a person may be contacted', () => {
  test('has the code of its reason, and the values of the text', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const question =
      'query ($contact: ContactInput!) { mayContact(contact: $contact, purpose: MARKETING, channel: EMAIL) { reason cause } }'
    const answer = () => resultOf(actor, question, { contact: contactOf(subject) })
    expect(await answer()).toEqual({
      reason: 'No consent is recorded, and the person was never asked and never refused',
      cause: { code: 'CONTACT_NEVER_ASKED' },
    })
    const input = { contact: contactOf(subject), cause: 'OPT_OUT' }
    const suppress = 'mutation ($input: SuppressionInput!) { suppressContact(input: $input) { createdAt } }'
    const { createdAt: since } = await resultOf(actor, suppress, { input })
    expect(await answer()).toEqual({
      reason: `OPT_OUT of ${since}`,
      cause: { code: 'CONTACT_SUPPRESSED', cause: 'OPT_OUT', since },
    })
  })

  test.each([
    ['+27 82 123 4567', '082 123 4567'],
    ['0027821234567', '+27 (0)82-123-4567'.replace('(0)', '')],
    ['082.123.4567', '27821234567'],
    ['+44 20 7946 0018', '+442079460018'],
  ])('is found by any notation of a number: %s, %s', async (given, asked) => {
    const actor = server.actor()
    await aConsent(actor, { channel: 'SMS', subject: { name: 'Zanele Khumalo', phone: given } })
    expect(await ask(actor, { phone: asked }, 'MARKETING', 'SMS')).toMatchObject({ decision: 'MAY', ground: 'CONSENT' })
    expect((await ask(server.actor(), { phone: asked }, 'MARKETING', 'SMS')).allowed).toBe(false)
  })

  test('is answered per person, purpose and channel, with the end of the consent', async () => {
    const actor = server.actor()
    const expiresAt = '2999-01-01T00:00:00.000Z'
    const { subject } = await aConsent(actor, { expiresAt })
    const shouted = { email: subject.email.toUpperCase() }
    expect(await ask(actor, shouted)).toEqual({
      decision: 'MAY',
      allowed: true,
      ground: 'CONSENT',
      reason: 'The person consented',
      until: expiresAt,
    })
    expect((await ask(actor, subject, 'SERVICE')).allowed).toBe(false)
    expect((await ask(actor, subject, 'MARKETING', 'SMS')).allowed).toBe(false)
    expect((await ask(actor, aSubject())).allowed).toBe(false)
    await aConsent(actor, { subject })
    expect((await ask(actor, subject)).until).toBeNull()
  })

  test('ends with the consent: withdrawn or expired', async () => {
    const actor = server.actor()
    const [one, other] = [await aConsent(actor), await aConsent(actor, { expiresAt: '2999-01-01T00:00:00Z' })]
    await actor.rest('POST', `/api/consents/${one.id}/withdraw`)
    expect(await ask(actor, one.subject)).toMatchObject({ decision: 'MAY_NOT', reason: 'The consent was withdrawn' })
    await inOrganization(
      server,
      actor,
      sql`update consent set granted_at = now() - interval '2 days',
      expires_at = now() - interval '1 day' where id = ${other.id}`,
    )
    expect(await ask(actor, other.subject)).toMatchObject({ decision: 'MAY_NOT', reason: 'The consent has expired' })
  })

  test('is answered for a list in its order', async () => {
    const actor = server.actor()
    const subjects = [aSubject(), aSubject(), aSubject()]
    await aConsent(actor, { subject: subjects[1] })
    const questions = subjects.map((subject) => ({
      contact: contactOf(subject),
      purpose: 'MARKETING',
      channel: 'EMAIL',
    }))
    const each = 'query ($questions: [ContactQuestion!]!) { mayContactEach(questions: $questions) { allowed } }'
    const { body } = await actor.graphql(each, { questions })
    expect(body.data.mayContactEach.map(({ allowed }: Json) => allowed)).toEqual([false, true, false])
    const [question] = questions
    const many = Array.from({ length: 1001 }, () => question)
    expect((await actor.graphql(each, { questions: many })).body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    const nobody = { contact: {}, purpose: 'MARKETING', channel: 'EMAIL' }
    for (const asked of [[question, nobody], [nobody]]) {
      const { details } = (await actor.graphql(each, { questions: asked })).body.errors[0].extensions
      expect(details).toHaveProperty([`questions.${asked.length - 1}.contact.email`])
    }
  })

  test('is answered for a hundred by as many statements as for one', async () => {
    const transactions: string[][] = []
    await using own = await startServer({}, recordTransactions(transactions))
    const [one, many] = [own.actor(), own.actor()]
    const each = 'query ($questions: [ContactQuestion!]!) { mayContactEach(questions: $questions) { allowed } }'
    for (const [actor, count] of [
      [one, 1],
      [many, 100],
    ] as const) {
      const questions = Array.from({ length: count }, () => {
        return { contact: contactOf(aSubject()), purpose: 'MARKETING', channel: 'EMAIL' }
      })
      expect((await actor.graphql(each, { questions })).body.data.mayContactEach).toHaveLength(count)
    }
    const sent = [one, many].map(({ organizationId }) => statementsOf(transactions, organizationId).length)
    expect(sent[0]).toBeGreaterThan(2)
    expect(sent[1]).toBe(sent[0])
  })

  test('is looked up by an index, by the key that the database makes of an address', async () => {
    const actor = server.actor()
    await inOrganization(
      server,
      actor,
      sql`insert into organization (organization_id) values (${actor.organizationId}) on conflict do nothing`,
    )
    await inOrganization(
      server,
      actor,
      sql`insert into consent (organization_id, id, subject, purpose, channel, address, wording, status,
          granted_at, created_by, created_at, updated_at)
        select organization_id, md5(n::text)::uuid, jsonb_build_object('name', 'A B', 'email', 'a' || n || '@example.org'),
          'MARKETING', 'EMAIL', 'a' || n || '@example.org', 'Yes', 'GRANTED', now(), 'u', now(), now()
        from organization cross join generate_series(1, 5000) n where organization_id = ${actor.organizationId}`,
    )
    // Without statistics, each index that begins with the organization seems to lead to one row.
    await asAdministrator(server.connection, 'analyze consent')
    const plan = await inOrganization<{ 'QUERY PLAN': string }>(
      server,
      actor,
      sql`explain select id from consent c
        where c.organization_id = ${actor.organizationId} and c.contact_key = any(${['a7@example.org']}::text[])`,
    )
    const read = plan.map((row) => Object.values(row)[0]).join('\n')
    expect(read).toMatch(/consent_by_person.*\n.*Index Cond: .*contact_key = ANY/)
  })
})

describe('a customer', () => {
  test('may be contacted for marketing and service without consent, if all conditions hold', async () => {
    const actor = server.actor()
    const subject = aSubject()
    for (const missing of ['gotWithSale', 'ownSimilarProducts', 'couldObject'])
      expect((await customer(actor, subject, { [missing]: false })).details).toHaveProperty([missing])
    expect((await ask(actor, subject)).allowed).toBe(false)
    await customer(actor, subject)
    for (const purpose of ['MARKETING', 'SERVICE'])
      expect(await ask(actor, subject, purpose)).toMatchObject({ decision: 'MAY', ground: 'EXISTING_CUSTOMER' })
    expect((await ask(actor, subject, 'RESEARCH')).allowed).toBe(false)
    expect((await ask(actor, subject, 'MARKETING', 'SMS')).allowed).toBe(false)
  })

  test('who objects is one no more, and is not recorded again', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await customer(actor, subject)
    const { id } = await suppress(actor, subject)
    expect((await ask(actor, subject)).allowed).toBe(false)
    expect(await customer(actor, subject)).toMatchObject({ code: 'CONFLICT', details: { suppressionId: id } })
    await takeBack(actor, id)
    expect((await ask(actor, subject)).allowed).toBe(false)
    await customer(actor, subject)
    expect((await ask(actor, subject)).allowed).toBe(true)
  })
})

/** Two spellings of one person, for a contact on a channel. */
const SPELLINGS: [string, Contact, Contact][] = [
  ['EMAIL', { email: 'sipho@example.org' }, { email: 'SIPHO+z@Example.org' }],
  ['EMAIL', { email: 'sipho+z@example.org' }, { email: 'sipho@example.org' }],
  ['SMS', { phone: '+264 81 123 4567' }, { phone: '00264 81 123 4567' }],
  ['SMS', { phone: '00264811234567' }, { phone: '+264 (0) 81 123 4567' }],
  ['SMS', { phone: '+264 (0) 811234567' }, { phone: '264811234567' }],
]

describe.each(SPELLINGS)('on %s, %j and %j are one person', (channel, given, other) => {
  test('whose consent counts, and ends for good with a suppression', async () => {
    const actor = server.actor()
    const { id } = await aConsent(actor, { channel, subject: { name: 'Sipho Nkosi', ...given } })
    expect((await ask(actor, other, 'MARKETING', channel)).allowed).toBe(true)
    const { id: suppression } = await suppress(actor, other)
    expect((await actor.rest('GET', `/api/consents/${id}`)).body.data.status).toBe('WITHDRAWN')
    await takeBack(actor, suppression)
    for (const each of [given, other]) expect((await ask(actor, each, 'MARKETING', channel)).allowed).toBe(false)
  })

  test('who is a customer no more after an objection, nor after its withdrawal', async () => {
    for (const purpose of [null, 'MARKETING', 'SERVICE']) {
      const actor = server.actor()
      await customer(actor, given, { channel })
      expect((await ask(actor, other, 'SERVICE', channel)).allowed).toBe(true)
      const { id } = await suppress(actor, other, { purpose })
      await takeBack(actor, id)
      for (const each of [given, other]) expect((await ask(actor, each, 'SERVICE', channel)).allowed).toBe(false)
    }
  })

  test('who is asked for consent once, also at once', async () => {
    const actor = server.actor()
    const answers = await Promise.all([given, other].map((each) => approach(actor, each, channel)))
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(1)
    for (const each of [given, other]) expect((await approach(actor, each, channel)).code).toBe('CONFLICT')
  })
})

describe('who gave no consent', () => {
  test('may be asked for it once, of many who ask at once by one', async () => {
    const actor = server.actor()
    const subject = aSubject()
    expect(await ask(actor, subject)).toMatchObject({
      decision: 'MAY_ASK_ONCE',
      allowed: false,
      ground: 'ONCE_ONLY_APPROACH',
    })
    const answers = await Promise.all([1, 2, 3].map(() => approach(actor, subject)))
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(2)
    expect(await ask(actor, subject)).toMatchObject({ decision: 'MAY_NOT', ground: null })
    expect((await ask(actor, subject, 'SERVICE')).decision).toBe('MAY_NOT')
  })

  test('is not asked who withdrew a consent, or objected', async () => {
    const actor = server.actor()
    const { id, subject } = await aConsent(actor)
    await actor.rest('POST', `/api/consents/${id}/withdraw`)
    const other = aSubject()
    await suppress(actor, other)
    for (const person of [subject, other]) expect((await approach(actor, person)).code).toBe('CONFLICT')
  })
})

describe('a suppression', () => {
  test('withdraws consents, and refuses others until it is withdrawn, for that organization', async () => {
    const [actor, stranger] = [server.actor(), server.actor()]
    const { id: consentId, subject } = await aConsent(actor)
    await aConsent(stranger, { subject })
    const { id } = await suppress(actor, subject)
    expect((await actor.rest('GET', `/api/consents/${consentId}`)).body.data.status).toBe('WITHDRAWN')
    expect(await ask(actor, subject)).toMatchObject({
      decision: 'MAY_NOT',
      reason: expect.stringMatching(/^OPT_OUT of /),
    })
    for (const channel of ['EMAIL', 'SMS', 'POST']) {
      const refused = await actor.rest('POST', '/api/consents', consentBody({ subject, channel }))
      expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { suppressionId: id } } })
    }
    expect((await actor.rest('GET', '/api/consents')).body.meta.total).toBe(1)
    expect((await ask(stranger, subject)).allowed).toBe(true)
    expect((await takeBack(stranger, id)).code).toBe('NOT_FOUND')
    expect(await takeBack(actor, id)).toEqual({ withdrawnAt: expect.any(String) })
    expect((await takeBack(actor, id)).code).toBe('CONFLICT')
    expect((await ask(actor, subject)).allowed).toBe(false)
    await aConsent(actor, { subject })
    expect((await ask(actor, subject)).allowed).toBe(true)
  })

  test('by one address withdraws what the same person consented to by another', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const { id } = await aConsent(actor, { subject, channel: 'SMS' })
    await suppress(actor, { email: subject.email.toUpperCase() })
    expect((await actor.rest('GET', `/api/consents/${id}`)).body.data.status).toBe('WITHDRAWN')
  })

  test('is for a purpose or a channel alone, where it says so', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await suppress(actor, subject, { purpose: 'RESEARCH', channel: 'EMAIL' })
    const record = async (changes: object) =>
      (await actor.rest('POST', '/api/consents', consentBody({ subject, ...changes }))).status
    expect(await record({ purpose: 'research' })).toBe(409)
    expect(await record({ purpose: 'research', channel: 'SMS' })).toBe(201)
    expect(await record({ purpose: 'Marketing' })).toBe(201)
  })

  test('holds for the sub-addresses of a mailbox, other notations of a number, and an address of a consent', async () => {
    const actor = server.actor()
    const [email, phone] = ['Sipho@Example.org', '+27 82 999 0001']
    await suppress(actor, { email, phone })
    for (const subject of [
      { name: 'S N', email: 'sipho+news@example.org' },
      { name: 'S N', email: 'SIPHO@example.org' },
      { name: 'S N', email: 'other@example.org', phone: '082 999 0001' },
    ])
      expect((await actor.rest('POST', '/api/consents', consentBody({ subject }))).status).toBe(409)
    const hidden = consentBody({ subject: aSubject(), address: 'sipho@example.org' })
    expect((await actor.rest('POST', '/api/consents', hidden)).status).toBe(409)
  })

  test('names nobody: the database holds keyed marks, and the list none', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await suppress(actor, subject)
    const [row] = await inOrganization(
      server,
      actor,
      sql<{ row: string }>`select to_jsonb(s)::text as row from suppression s`,
    )
    expect(row?.row).not.toContain(subject.email)
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(row?.row).not.toContain(createHash('sha256').update(subject.email).digest(encoding))
    const { body } = await actor.graphql('{ suppressions { totalCount nodes { cause purpose channel createdBy } } }')
    expect(body.data.suppressions).toEqual({
      totalCount: 1,
      nodes: [{ cause: 'OPT_OUT', purpose: null, channel: null, createdBy: actor.userId }],
    })
  })

  test('and the withdrawal of a consent name the record that caused them, and no note of a person does', async () => {
    const actor = server.actor()
    const objecting = await aConsent(actor)
    const { id: request } = await aGrantedRequest(actor, { type: 'OBJECTION', subject: objecting.subject })
    await completeNow(server.actor({ organizationId: actor.organizationId }), request)
    const other = await aConsent(actor)
    const { id: suppression } = await suppress(actor, other.subject)
    // The text of a row that a replica of an earlier version wrote.
    const message = randomUUID()
    await suppress(actor, aSubject(), { note: `Message ${message}` })
    await suppress(actor, aSubject(), { note: `Complaint ${message}` })
    const list = '{ suppressions { nodes { origin { resourceType resourceId } } } }'
    const { body } = await actor.graphql(list)
    expect(body.data.suppressions.nodes.map(({ origin }: Json) => origin)).toEqual([
      null,
      { resourceType: 'MESSAGE', resourceId: message },
      null,
      { resourceType: 'DATA_SUBJECT_REQUEST', resourceId: request },
    ])
    const query = 'query ($id: ID!) { consent(id: $id) { withdrawalOrigin { resourceType resourceId } } }'
    for (const [{ id }, origin] of [
      [objecting, { resourceType: 'DATA_SUBJECT_REQUEST', resourceId: request }],
      [other, { resourceType: 'SUPPRESSION', resourceId: suppression }],
      [await aConsent(actor), null],
    ] as const)
      expect((await actor.graphql(query, { id })).body.data.consent.withdrawalOrigin).toEqual(origin)
  })

  test('and a consent that come at once leave no consent in force', async () => {
    const actor = server.actor()
    for (let time = 0; time < 5; time++) {
      const subject = aSubject()
      await Promise.all([
        suppress(actor, subject),
        ...[1, 2].map(() => actor.rest('POST', '/api/consents', consentBody({ subject }))),
      ])
      const { body } = await actor.rest('GET', `/api/consents?status=GRANTED&search=${subject.name.slice(3)}`)
      expect(body.meta.total).toBe(0)
    }
  })

  test('may be recorded by a member, and not be taken back by one', async () => {
    const actor = server.actor()
    const member = server.actor({ organizationId: actor.organizationId, role: 'member' })
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    const { id } = await suppress(member, aSubject())
    expect((await takeBack(member, id)).code).toBe('FORBIDDEN')
    expect((await suppress(viewer, aSubject())).code).toBe('FORBIDDEN')
    await expect(ask(viewer, aSubject())).rejects.toThrow('FORBIDDEN')
  })
})

describe.each(['OBJECTION', 'CONSENT_WITHDRAWAL'])('a request of the type %s', (type) => {
  test('has its effect once it is carried out', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const { id: consentId } = await aConsent(actor, { subject })
    await aConsent(actor, { subject, channel: 'SMS' })
    const { id } = await aGrantedRequest(actor, { type, subject })
    expect((await ask(actor, subject)).allowed).toBe(true)
    const second = server.actor({ organizationId: actor.organizationId })
    const { body } = await second.rest('POST', `/api/data-subject-requests/${id}/complete`)
    expect(body.data).toMatchObject({ status: 'COMPLETED', outcome: { consentsWithdrawn: 2 } })
    expect((await actor.rest('GET', `/api/consents/${consentId}`)).body.data).toMatchObject({
      status: 'WITHDRAWN',
      withdrawalReason: `Data-subject request ${id}`,
    })
    expect(await ask(actor, subject)).toMatchObject({ decision: 'MAY_NOT', reason: expect.stringContaining(type) })
    expect((await actor.rest('POST', '/api/consents', consentBody({ subject }))).status).toBe(409)
  })

  test('cannot be extended', async () => {
    const actor = server.actor()
    const { id } = await aRequest(actor, { type })
    const answer = await actor.rest('POST', `/api/data-subject-requests/${id}/extend`, { reasons: 'Much to do' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await actor.rest('GET', `/api/data-subject-requests/${id}`)).body.data.extendedAt).toBeNull()
  })
})
