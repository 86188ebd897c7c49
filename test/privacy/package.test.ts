import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { aClient, aConsent, aGrantedRequest, aRequest, aSubject, completeNow } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const exportPath = (id: string) => `/api/data-subject-requests/${id}/export`

async function download(
  { token }: Actor,
  id: string,
): Promise<{ headers: Headers; files: Record<string, Uint8Array> }> {
  const response = await fetch(server.url + exportPath(id), { headers: { Authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  return { headers: response.headers, files: unzipSync(new Uint8Array(await response.arrayBuffer())) }
}

describe.each(['ACCESS', 'PORTABILITY'])('the package of a request for %s', (type) => {
  test('is a zip of JSON and CSV with everything that is held, and digests of each file', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const client = await aClient(actor, { contact: { email: subject.email }, note: '=SUM(A1)' })
    await aClient(actor)
    const consent = await aConsent(actor, { subject })
    const { id } = await aGrantedRequest(actor, { type, subject })
    const { headers, files } = await download(actor, id)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="access-package-${id}.zip"`)
    expect(headers.get('cache-control')).toBe('no-store')

    const manifest: Json = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()))
    expect(manifest).toMatchObject({ requestId: id, type, subject, truncated: [] })
    for (const { name, sha256 } of manifest.files) {
      expect(
        createHash('sha256')
          .update(files[name] ?? '')
          .digest('hex'),
      ).toBe(sha256)
    }
    const { records }: Json = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
    const held = records.map(({ resource, id }: Json) => `${resource} ${id}`)
    expect(held.sort()).toEqual([`CLIENT ${client.id}`, `CONSENT ${consent.id}`, `DATA_SUBJECT_REQUEST ${id}`])
    expect(records.find(({ resource }: Json) => resource === 'CONSENT').data.wording).toBe(consent.wording)
    const [row] = parse(strFromU8(files['csv/client.csv'] ?? new Uint8Array()), { columns: true }) as Json[]
    expect(row).toMatchObject({ id: client.id, name: client.name })
    expect(JSON.parse(row.contact)).toEqual({ email: subject.email })
  })
})

describe('a package', () => {
  test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
    'holds no cell or heading that begins with %s',
    async (beginning) => {
      const actor = server.actor()
      const subject = aSubject()
      const text = `${beginning}1+1`
      const contact = { email: subject.email }
      await aClient(actor, { name: text, type: text, industry: text, contact, [text]: text })
      await aConsent(actor, { subject, wording: text, purpose: text })
      const { id } = await aGrantedRequest(actor, { subject, details: text })
      const { files } = await download(actor, id)
      const texts = Object.entries(files).filter(([name]) => name.endsWith('.csv'))
      expect(texts.map(([name]) => name).sort()).toEqual([
        'csv/client.csv',
        'csv/consent.csv',
        'csv/data_subject_request.csv',
      ])
      for (const [, bytes] of texts) {
        const cells = (parse(strFromU8(bytes)) as string[][]).flat()
        expect(cells.filter((cell) => cell.startsWith(text))).toEqual([])
        expect(cells).toContain(`'${text}`)
      }
    },
  )

  test('is there only once the request is granted, for types that it answers', async () => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    expect(await actor.rest('GET', exportPath(id))).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const correction = await aGrantedRequest(actor, { type: 'CORRECTION', correction: { name: 'N. Dlamini' } })
    expect((await actor.rest('GET', exportPath(correction.id))).status).toBe(409)
    expect((await actor.rest('GET', exportPath('nonsense'))).status).toBe(404)
    const granted = await aGrantedRequest(actor)
    expect((await actor.rest('GET', `${exportPath(granted.id)}?format=exe`)).body.details).toHaveProperty('format')
  })

  test('holds nothing of other organizations, and can be had over GraphQL', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const subject = aSubject()
    await aClient(other, { contact: { email: subject.email } })
    const { id } = await aGrantedRequest(actor, { subject })
    const { body } = await actor.graphql(
      'query ($id: ID!) { dataSubjectExport(id: $id) { requestId subject { email } rows { resource matchedBy } truncated } }',
      { id },
    )
    expect(body.data.dataSubjectExport).toEqual({
      requestId: id,
      subject: { email: subject.email },
      rows: [{ resource: 'DATA_SUBJECT_REQUEST', matchedBy: ['email', 'phone', 'name'] }],
      truncated: [],
    })
  })

  test('says what it was when the request is completed, and is still there', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await aClient(actor, { contact: { phone: subject.phone } })
    const { id } = await aGrantedRequest(actor, { subject })
    const { body } = await actor.rest('POST', `/api/data-subject-requests/${id}/complete`)
    expect(body.data).toMatchObject({ status: 'COMPLETED', notice: { to: subject.email } })
    expect(body.data.outcome.resources).toContainEqual({ resource: 'CLIENT', found: 1, deleted: 0, rewritten: 0 })
    expect((await actor.rest('GET', exportPath(id))).status).toBe(200)
  })
})

describe('a correction', () => {
  test('replaces what was wrong wherever it stands, and leaves evidence as it was', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const client = await aClient(actor, { contact: { name: subject.name, email: subject.email } })
    const consent = await aConsent(actor, { subject })
    const correction = { email: 'right@example.org' }
    const { id } = await aGrantedRequest(actor, { type: 'CORRECTION', subject, correction })
    const { body } = await completeNow(server.actor({ organizationId: actor.organizationId }), id)
    expect(body.data).toMatchObject({ status: 'COMPLETED', subject: { ...subject, email: 'right@example.org' } })
    const { body: after } = await actor.rest('GET', `/api/clients/${client.id}`)
    expect(after.data.contact).toEqual({ name: subject.name, email: 'right@example.org' })
    const { body: evidence } = await actor.rest('GET', `/api/consents/${consent.id}`)
    expect(evidence.data.subject.email).toBe(subject.email)
  })
})

test('a correction leaves ids of users as the identity provider knows them', async () => {
  const actor = server.actor()
  const subject = aSubject()
  const user = server.actor({ organizationId: actor.organizationId, userId: subject.email, role: 'admin' })
  const client = await aClient(user, { contact: { email: subject.email } })
  const { id } = await aGrantedRequest(actor, {
    type: 'CORRECTION',
    subject,
    correction: { email: 'right@example.org' },
  })
  await completeNow(user, id)
  expect((await actor.rest('GET', `/api/clients/${client.id}`)).body.data).toMatchObject({
    contact: { email: 'right@example.org' },
    createdBy: subject.email,
  })
})

describe.each(['OBJECTION', 'CONSENT_WITHDRAWAL'])('a request for %s', (type) => {
  test('withdraws the consents of the subject, or those for one channel', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const [mail, text, foreign] = await Promise.all([
      aConsent(actor, { subject }),
      aConsent(actor, { subject, channel: 'SMS' }),
      aConsent(actor),
    ])
    const status = async ({ id }: Json) => (await actor.rest('GET', `/api/consents/${id}`)).body.data.status
    const narrow = await aGrantedRequest(actor, { type, subject, channel: 'SMS' })
    const { body } = await actor.rest('POST', `/api/data-subject-requests/${narrow.id}/complete`)
    expect(body.data.outcome.consentsWithdrawn).toBe(1)
    expect([await status(mail), await status(text), await status(foreign)]).toEqual(['GRANTED', 'WITHDRAWN', 'GRANTED'])
    const wide = await aGrantedRequest(actor, { type, subject: { name: 'N. D.', email: subject.email } })
    await actor.rest('POST', `/api/data-subject-requests/${wide.id}/complete`)
    expect([await status(mail), await status(foreign)]).toEqual(['WITHDRAWN', 'GRANTED'])
  })
})
