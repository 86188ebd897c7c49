import { describe, expect, test } from '@jest/globals'
import { ACCESSIBLE, textOf } from '../support/pdf.ts'
import { anApproach, aRequest, aSubject, contactOf } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

async function form(actor: Actor, kind: string, id: string): Promise<Json> {
  const { body } = await actor.graphql(
    'query ($form: PrivacyFormKind!, $id: ID!) { privacyForm(form: $form, id: $id) { filename mediaType content } }',
    { form: kind, id },
  )
  return body.errors ? body.errors[0].extensions : body.data.privacyForm
}

async function textIn(actor: Actor, kind: string, id: string): Promise<string> {
  const { filename, mediaType, content } = await form(actor, kind, id)
  expect([filename, mediaType]).toEqual([`${kind.toLowerCase().replace('_', '-')}-${id}.pdf`, 'application/pdf'])
  const bytes = Buffer.from(content, 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  return textOf(bytes)
}

async function withOfficer(): Promise<Actor> {
  const actor = server.actor()
  await actor.rest('PUT', '/api/service-provider/organization', {
    name: 'Karoo Marketing',
    informationOfficerName: 'Lerato Mokoena',
    informationOfficerEmail: 'officer@karoo.example',
  })
  return actor
}

describe('a form of the regulations', () => {
  test('1 is an objection, with letters of all official languages', async () => {
    const actor = await withOfficer()
    const subject = aSubject({ name: 'Ṱhohoyanḓou Ṋemuḽodi' })
    const details = 'Ndi humbela uri ni litshe, asseblief: ê ë š'
    const { id } = await aRequest(actor, { type: 'OBJECTION', subject, details, purpose: 'MARKETING' })
    const text = await textIn(actor, 'FORM_1', id)
    for (const part of [
      'FORM 1',
      'Section 11(3)',
      subject.name,
      subject.email,
      details,
      'MARKETING',
      'Karoo Marketing',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('\ufffd')
    expect(text).toContain('Lerato Mokoena')
  })

  test('can be read by assistive technology, and loses no character', async () => {
    const actor = await withOfficer()
    const details = 'Ngo s\u030c\tsaina 😀\u200b\r\n李'
    const { id } = await aRequest(actor, { type: 'OBJECTION', details })
    const bytes = Buffer.from((await form(actor, 'FORM_1', id)).content, 'base64')
    expect(textOf(bytes)).toContain('Ngo š    saina [U+1F600]')
    expect(textOf(bytes)).toContain('[U+674E]')
    for (const mark of ACCESSIBLE) expect(bytes.toString('latin1')).toContain(mark)
  })

  test('2 is a request for correction, or for deletion', async () => {
    const actor = await withOfficer()
    const correction = { email: 'right@example.org' }
    const { id } = await aRequest(actor, { type: 'CORRECTION', correction })
    const text = await textIn(actor, 'FORM_2', id)
    for (const part of ['FORM 2', 'Section 24(1)', 'correction', 'right@example.org']) expect(text).toContain(part)
    const deletion = await aRequest(actor, { type: 'DELETION', details: 'I moved' })
    expect(await textIn(actor, 'FORM_2', deletion.id)).toMatch(/deletion or destruction.*I moved/)
  })

  test('4 asks for consent whom one may ask', async () => {
    const actor = await withOfficer()
    const subject = aSubject()
    const { id } = await anApproach(actor, { contact: contactOf(subject) })
    const text = await textIn(actor, 'FORM_4', id)
    for (const part of ['FORM 4', 'Section 69(2)', subject.email, 'EMAIL', 'Karoo Marketing'])
      expect(text).toContain(part)
  })

  test('is of a record that it is for, of the organization alone', async () => {
    const actor = await withOfficer()
    const { id } = await aRequest(actor, { type: 'ACCESS' })
    for (const kind of ['FORM_1', 'FORM_2']) expect(await form(actor, kind, id)).toMatchObject({ code: 'CONFLICT' })
    expect(await form(actor, 'FORM_4', id)).toMatchObject({ code: 'NOT_FOUND' })
    const objection = await aRequest(actor, { type: 'OBJECTION' })
    expect(await form(server.actor(), 'FORM_1', objection.id)).toMatchObject({ code: 'NOT_FOUND' })
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    expect(await form(viewer, 'FORM_1', objection.id)).toMatchObject({ code: 'FORBIDDEN' })
  })
})
