/** @long it tries many spellings of many people. */
import { describe, expect, test } from '@jest/globals'
import { codeOf } from '../support/answers.ts'
import {
  aClient,
  aConsent,
  aContent,
  aGrantedRequest,
  aMember,
  anInvitation,
  completeNow,
  confirmAll,
  previewOf,
  review,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * An erasure touches the person whom it is for, however that person is spelt, and nobody else.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const JOHN = { name: 'John Smith', email: 'john@here.example', phone: '+27 82 123 4567', idNumber: '8001015009087' }
const OTHER = { name: 'John Smith', email: 'john.smith@there.example', phone: '+27 83 765 4321' }

const executorOf = ({ organizationId }: Actor) => server.actor({ organizationId })

async function erase(actor: Actor, subject: Json): Promise<Json> {
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  const { body } = await completeNow(executorOf(actor), id)
  expect(body.data).toMatchObject({ status: 'COMPLETED', failure: null })
  return body.data
}

const clientOf = async (actor: Actor, { id }: Json) => (await actor.rest('GET', `/api/clients/${id}`)).body.data

describe('another person', () => {
  test('of the same name, with another address, is left alone in every table, and so is his evidence of consent', async () => {
    const actor = server.actor()
    const client = await aClient(actor, { name: 'Smith Traders', contact: OTHER, note: 'John Smith pays late' })
    const member = await aMember(actor, { name: OTHER.name, email: OTHER.email })
    const invitation = await anInvitation(actor, { email: OTHER.email, message: 'Welcome, John Smith' })
    const consent = await aConsent(actor, { subject: OTHER })
    const content = await aContent(actor, { title: 'Meet John Smith', body: `Write to ${OTHER.email}` })
    const own = await aClient(actor, { contact: JOHN })
    const { outcome } = await erase(actor, JOHN)
    expect(await clientOf(actor, client)).toMatchObject({ contact: OTHER, note: 'John Smith pays late' })
    expect((await actor.rest('GET', `/api/team/${member.id}`)).body.data).toMatchObject({ name: OTHER.name })
    expect((await actor.rest('GET', '/api/invitations')).body.data).toMatchObject([
      { id: invitation.id, message: 'Welcome, John Smith' },
    ])
    expect((await actor.rest('GET', `/api/consents/${consent.id}`)).body.data).toMatchObject({
      subject: OTHER,
      status: 'GRANTED',
    })
    expect((await actor.rest('GET', `/api/content/${content.id}`)).body.data.title).toBe('Meet John Smith')
    expect((await clientOf(actor, own)).contact.name).toMatch(/^erased-/)
    const left = outcome.left.map(({ resource, standing }: Json) => `${resource} ${standing}`)
    expect(new Set(left)).toEqual(
      new Set(
        ['CLIENT', 'CONSENT', 'CONTENT_ITEM', 'CONTENT_VERSION', 'INVITATION', 'TEAM_MEMBER'].map(
          (it) => `${it} REVIEW`,
        ),
      ),
    )
  })

  test('and a city that is called like the subject, in a row of the subject too', async () => {
    const actor = server.actor()
    const subject = { name: 'Cape Town', email: 'cape@here.example' }
    const city = await aClient(actor, { name: 'City of Cape Town', contact: { town: 'Cape Town' } })
    const served = await aClient(actor, {
      name: 'City of Cape Town',
      contact: { name: 'Cape Town', email: subject.email, role: 'Officer of the City of Cape Town' },
      town: 'Cape Town',
    })
    await erase(actor, subject)
    expect(await clientOf(actor, city)).toMatchObject({ name: 'City of Cape Town', contact: { town: 'Cape Town' } })
    expect(await clientOf(actor, served)).toMatchObject({
      name: 'City of Cape Town',
      town: 'Cape Town',
      contact: {
        name: expect.stringMatching(/^erased-/),
        email: expect.stringMatching(/@erased\.invalid$/),
        role: 'Officer of the City of Cape Town',
      },
    })
  })

  test('whose record the subject made, as a user who is called by an address, is left alone', async () => {
    const boss = server.actor({ userId: 'boss@there.example' })
    const { organizationId } = boss
    const user = server.actor({ organizationId, userId: JOHN.email, role: 'admin' })
    const theirs = await aClient(user, { name: 'John Smith', contact: { phone: '083 765 4321', street: '1 Long St' } })
    const own = await aClient(boss, { contact: JOHN })
    const member = await aMember(boss, { name: JOHN.name, email: JOHN.email, userId: JOHN.email })
    const { outcome } = await erase(boss, JOHN)
    expect(await clientOf(boss, theirs)).toMatchObject({
      name: 'John Smith',
      contact: { phone: '083 765 4321', street: '1 Long St' },
      createdBy: expect.stringMatching(/^erased-/),
    })
    expect(await clientOf(boss, own)).toMatchObject({
      contact: { name: expect.stringMatching(/^erased-/) },
      createdBy: boss.userId,
    })
    expect((await boss.rest('GET', `/api/team/${member.id}`)).body.data).toMatchObject({
      name: expect.stringMatching(/^erased-/),
      email: expect.stringMatching(/^erased-/),
      userId: expect.stringMatching(/^erased-/),
    })
    expect(outcome.left).toEqual([
      { resource: 'CLIENT', rowId: theirs.id, standing: 'REVIEW', reason: null, cause: null },
    ])
  })

  test('in the same record stays, with address and details', async () => {
    const actor = server.actor()
    const mary = { name: 'Mary Jones', email: 'mary@here.example', birthDate: '1970-01-01' }
    const client = await aClient(actor, { contact: { main: mary, other: { ...JOHN, birthDate: '1980-01-01' } } })
    await erase(actor, JOHN)
    const { contact } = await clientOf(actor, client)
    expect(contact.main).toEqual(mary)
    expect(contact.other).toEqual({
      name: expect.stringMatching(/^erased-/),
      email: expect.stringMatching(/^erased-/),
      phone: expect.stringMatching(/^erased-/),
      idNumber: expect.stringMatching(/^erased-/),
      birthDate: null,
    })
  })
})

describe('the right person', () => {
  const EMAILS = [
    'JOHN@HERE.EXAMPLE',
    'john+news@here.example',
    'ｊｏｈｎ＠ｈｅｒｅ．ｅｘａｍｐｌｅ',
    'john%40here.example',
    'john&#64;here.example',
  ]
  const PHONES = [
    '0821234567',
    '(082) 123-4567',
    '0027 82 123 4567',
    '+27 (0)82 1234567',
    '082.123.4567',
    '０８２ １２３ ４５６７',
    821234567,
  ]
  const ID_NUMBERS = ['8001015009087', '800101 5009 08 7', '800101-5009-087', 8001015009087]
  const spellings = [
    ...EMAILS.map((email) => ({ email })),
    ...PHONES.map((phone) => ({ phone })),
    ...ID_NUMBERS.map((idNumber) => ({ idNumber })),
  ]

  test('is found by every spelling of an own identifier', async () => {
    const actor = server.actor()
    const clients: Json[] = []
    for (const contact of spellings) clients.push(await aClient(actor, { contact }))
    await erase(actor, JOHN)
    for (const [index, client] of clients.entries()) {
      const { contact } = await clientOf(actor, client)
      expect([spellings[index], Object.values(contact)]).toEqual([
        spellings[index],
        [expect.stringMatching(/^erased-/)],
      ])
    }
  })

  test('is found by every spelling of the name, for a person to confirm', async () => {
    const actor = server.actor()
    const subject = { name: 'Zoë Müller', email: 'zoe@here.example' }
    const texts = [
      'Zoë Müller',
      'Zoë Müller'.normalize('NFD'),
      'ZOE MULLER',
      'Müller, Zoë',
      'Zo%C3%AB M%C3%BCller',
      'Zo&euml; M&uuml;ller',
      'Ｚｏë　Ｍüｌｌｅｒ',
      'zoe.muller',
    ]
    const clients: Json[] = []
    for (const text of texts) clients.push(await aClient(actor, { contact: { note: `Ask ${text}!` } }))
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    await confirmAll(actor, id)
    await completeNow(executorOf(actor), id)
    for (const [index, client] of clients.entries()) {
      const { contact } = await clientOf(actor, client)
      expect([texts[index], contact.note]).toEqual([texts[index], expect.stringMatching(/^Ask erased-\w+!$/)])
    }
  })

  test('loses birth date, address and other details beside an own address; elsewhere in the record they are reviewed', async () => {
    const actor = server.actor()
    const contact = {
      name: 'J. Smith',
      email: JOHN.email,
      birthDate: '1980-01-01',
      address: { street: '1 Long St' },
      role: 'CEO',
    }
    const client = await aClient(actor, { contact, postalAddress: 'PO Box 1' })
    const { outcome } = await erase(actor, JOHN)
    const after = await clientOf(actor, client)
    expect(after.contact).toEqual({
      name: 'J. Smith',
      email: expect.stringMatching(/^erased-/),
      birthDate: null,
      address: { street: null },
      role: 'CEO',
    })
    expect(after.postalAddress).toBe('PO Box 1')
    expect(outcome.left).toEqual([
      { resource: 'CLIENT', rowId: client.id, standing: 'REVIEW', reason: null, cause: null },
    ])
  })
})

describe('a preview', () => {
  test('names the ground of each field, and changes nothing', async () => {
    const actor = server.actor()
    const client = await aClient(actor, {
      name: 'Friends of John Smith',
      contact: { ...JOHN, birthDate: '1980-01-01' },
      owner: 'John Smith',
      idNumber: '7001015009086',
    })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject: JOHN })
    const { rows, toReview } = await previewOf(actor, id)
    const row = rows.find((each: Json) => each.rowId === client.id)
    expect(row.standing).toBe('REVIEW')
    expect(toReview).toBe(1)
    const grounds = Object.fromEntries(row.fields.map(({ path, ground }: Json) => [path, ground]))
    expect(grounds).toMatchObject({
      'contact.email': 'OWN_IDENTIFIER',
      'contact.phone': 'OWN_IDENTIFIER',
      'contact.idNumber': 'OWN_IDENTIFIER',
      'contact.name': 'NAME_WITH_IDENTIFIER',
      'contact.birthDate': 'DETAIL_WITH_IDENTIFIER',
      name: 'MENTION',
      'attributes.owner': 'NAME_ALONE',
    })
    expect(await clientOf(actor, client)).toMatchObject({ name: 'Friends of John Smith', contact: JOHN })
  })

  test('is executed as it was reviewed: field by field, and not what changed since', async () => {
    const actor = server.actor()
    const make = () => aClient(actor, { name: 'John Smith', contact: { note: 'Ask John Smith' } })
    const [whole, part, none, changed] = [await make(), await make(), await make(), await make()]
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject: JOHN })
    const verdict = ({ id: row }: Json, more: object = {}) => {
      return { resource: 'CLIENT', rowId: row, verdict: 'CONFIRM', reason: 'Seen on the form', ...more }
    }
    const { body } = await review(actor, id, [
      // However the id was written.
      verdict(whole, { rowId: ` ${whole.id.toUpperCase()}` }),
      verdict(part, { fields: ['name'] }),
      verdict(none, { verdict: 'LEAVE_OUT', reason: 'The baker' }),
      verdict(changed),
    ])
    expect(body.errors).toBeUndefined()
    await actor.rest('PUT', `/api/clients/${changed.id}`, { contact: { note: 'Ask John Smith the baker' } })
    const done = await completeNow(executorOf(actor), id)
    const left = Object.fromEntries(done.body.data.outcome.left.map(({ rowId, ...why }: Json) => [rowId, why]))
    expect(await clientOf(actor, whole)).toMatchObject({
      name: expect.stringMatching(/^erased-/),
      contact: { note: expect.stringMatching(/^Ask erased-/) },
    })
    expect(await clientOf(actor, part)).toMatchObject({
      name: expect.stringMatching(/^erased-/),
      contact: { note: 'Ask John Smith' },
    })
    expect(await clientOf(actor, none)).toMatchObject({ name: 'John Smith', contact: { note: 'Ask John Smith' } })
    expect((await clientOf(actor, changed)).contact.note).toBe('Ask John Smith the baker')
    expect(left[whole.id]).toBeUndefined()
    expect(left[part.id]).toMatchObject({ standing: 'REVIEW' })
    expect(left[none.id]).toMatchObject({ standing: 'LEFT_OUT', reason: 'The baker' })
    expect(left[changed.id]).toMatchObject({
      standing: 'REVIEW',
      reason: 'The record changed after it was reviewed',
      cause: { code: 'CHANGED_AFTER_REVIEW' },
    })
  })

  test('leaves nothing of a verdict on a field whose key is the name', async () => {
    const actor = server.actor()
    const client = await aClient(actor, { name: 'Cape Solar', attributes: { John_Smith: 'paid' } })
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject: JOHN })
    await review(actor, id, [{ resource: 'CLIENT', rowId: client.id, verdict: 'CONFIRM', reason: 'Seen on the form' }])
    const { body } = await completeNow(executorOf(actor), id)
    expect(body.data.outcome.left).toEqual([])
    expect(Object.keys((await clientOf(actor, client)).attributes)).toEqual([expect.stringMatching(/^erased-/)])
  })

  test('has a record of the person left out, and taken in again: the last word counts', async () => {
    const actor = server.actor()
    const [spared, again] = [await aClient(actor, { contact: JOHN }), await aClient(actor, { contact: JOHN })]
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject: JOHN })
    const say = (verdict: string, { id: rowId }: Json) =>
      review(actor, id, [{ resource: 'client', rowId, verdict, reason: `It is to ${verdict}` }])
    for (const client of [spared, again]) await say('LEAVE_OUT', client)
    const { rows } = await previewOf(actor, id)
    const standings = rows.filter(({ resource }: Json) => resource === 'CLIENT').map(({ standing }: Json) => standing)
    expect(standings).toEqual(['LEFT_OUT', 'LEFT_OUT'])
    await say('CONFIRM', again)
    const { body } = await completeNow(executorOf(actor), id)
    expect(body.data.outcome.left).toEqual([
      { resource: 'CLIENT', rowId: spared.id, standing: 'LEFT_OUT', reason: 'It is to LEAVE_OUT', cause: null },
    ])
    expect((await clientOf(actor, spared)).contact).toEqual(JOHN)
    expect((await clientOf(actor, again)).contact.email).toMatch(/^erased-/)
  })

  test('keeps what was judged of a person for the next request', async () => {
    const actor = server.actor()
    const client = await aClient(actor, { name: 'John Smith' })
    const first = await aGrantedRequest(actor, { subject: JOHN })
    await review(actor, first.id, [{ resource: 'CLIENT', rowId: client.id, verdict: 'LEAVE_OUT', reason: 'The baker' }])
    const respelt = { name: 'Smith, John', phone: '082 123 4567' }
    const second = await aGrantedRequest(actor, { type: 'DELETION', subject: respelt })
    expect(second.subjectId).toBe(first.subjectId)
    const { rows } = await previewOf(actor, second.id)
    expect(rows.find(({ rowId }: Json) => rowId === client.id)).toMatchObject({
      standing: 'LEFT_OUT',
      reason: 'The baker',
    })
  })

  test('is for those who decide, in their own organization, and of records that name the subject', async () => {
    const actor = server.actor()
    const mine = await aClient(actor)
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject: JOHN })
    const rows = [{ resource: 'CLIENT', rowId: mine.id, verdict: 'CONFIRM', reason: 'Why not' }]
    const member = server.actor({ organizationId: actor.organizationId, role: 'member' })
    expect(codeOf(await review(member, id, rows))).toBe('FORBIDDEN')
    await expect(previewOf(member, id)).rejects.toThrow('FORBIDDEN')
    expect(codeOf(await review(server.actor(), id, rows))).toBe('NOT_FOUND')
    expect(codeOf(await review(actor, id, rows))).toBe('VALIDATION_ERROR')
    const foreign = await aClient(server.actor(), { contact: JOHN })
    expect(codeOf(await review(actor, id, [{ ...rows[0], rowId: foreign.id }]))).toBe('VALIDATION_ERROR')
    expect(codeOf(await review(actor, id, [{ ...rows[0], reason: ' ' }]))).toBe('VALIDATION_ERROR')
  })
})
