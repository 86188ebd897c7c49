/** More than 20 s: it starts a gateway of its own, with a mail server. */
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { asked } from '../support/answers.ts'
import { ACCESSIBLE, streamsOf, textOf } from '../support/pdf.ts'
import { aContent, aGrantedRequest, completeNow, confirmAll } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { anApproved, aReviewer, aSignOff, decideAs, verifiedReviewer } from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { publicKeyOf, type Stranger, startStranger } from '../support/stranger.ts'
import { requireTool } from '../support/tools.ts'

const PYTHON = 'python-rfc8785'
const hasPython = requireTool(PYTHON, 'test/audit/programs.sh FOLDER, and FOLDER on the PATH')

let smtp: SmtpServer
let server: TestServer
let stranger: Stranger
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  server = opened.use(await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }))
  stranger = opened.use(await startStranger(server))
})

const QUERY = 'query ($id: ID!) { signOffCertificate(id: $id) { filename mediaType content proof } }'
const certificate = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, QUERY, { id })).signOffCertificate

/** Verifies a proof with each verifier. Returns what the first says. */
async function verify(proof: unknown, key: string): Promise<{ code: number; text: string }> {
  const file = await stranger.write('proof.json', JSON.stringify(proof, null, 2))
  const found = await stranger.verify(file, key)
  if (!hasPython) return found
  const other = await stranger.run(PYTHON, [
    join(import.meta.dirname, '../audit/verify.py'),
    file,
    await stranger.write('key.txt', key),
  ])
  expect([other.code, found.code]).toEqual([found.code, found.code])
  return found
}

async function certified() {
  const actor = server.actor()
  // The tree has an odd number of records, so that paths of different lengths are verified.
  for (let read = 0; read < 5; read++) await actor.rest('GET', '/api/clients')
  const { id: contentId } = await aContent(actor, { title: 'Warm "ö"', body: 'A warm winter.' })
  const { id, reviewer } = await anApproved(server, smtp, actor, { contentId })
  const key = await publicKeyOf(actor)
  return { actor, id, reviewer, key, ...(await certificate(actor, id)) }
}

describe('a certificate', () => {
  test('is a tagged PDF that names the decision and what it is not, with the proof inside', async () => {
    const { id, reviewer, filename, mediaType, content, proof } = await certified()
    expect([filename, mediaType]).toEqual([`sign-off-${id}.pdf`, 'application/pdf'])
    const bytes = Buffer.from(content, 'base64')
    const text = textOf(bytes).replace(/\s+/g, ' ')
    expect(text).toContain(reviewer.email)
    expect(text).toContain('It is not an advanced electronic signature')
    const raw = bytes.toString('latin1')
    for (const mark of ACCESSIBLE) expect(raw).toContain(mark)
    expect(streamsOf(bytes).map((each) => Buffer.from(each, 'latin1').toString('utf8'))).toContain(proof)
  })

  test('is verified by strangers without the service', async () => {
    const { reviewer, key, proof } = await certified()
    const { code, text } = await verify(JSON.parse(proof), key)
    expect([code, text]).toEqual([0, expect.stringContaining(`by ${reviewer.name}, ${reviewer.email}`)])
  })

  test('that was changed anywhere is refused', async () => {
    const { actor, id, key, proof } = await certified()
    const other = await certified()
    const changes: [string, (proof: Json) => void][] = [
      ['what was shown', ({ snapshot }) => (snapshot.contents[0].body = 'A cold winter.')],
      ['the statement was changed', ({ decisions }) => (decisions[0].statement.decidedAt = '2020-01-01T00:00:00.000Z')],
      ['another reviewer', ({ decisions }) => (decisions[0].reviewer.name = 'Somebody else')],
      ['its record was changed', ({ decisions }) => (decisions[0].record.userId = 'nobody')],
      ['proof of inclusion', ({ decisions }) => (decisions[0].inclusion = 'x\n\ny')],
      [
        'not in the audit trail',
        ({ decisions }) => (decisions[0].inclusion = decisions[0].inclusion.replace(/index \d+/, 'index 0')),
      ],
      ['is not signed', ({ decisions }) => (decisions[0].inclusion = JSON.parse(other.proof).decisions[0].inclusion)],
    ]
    for (const [reason, change] of changes) {
      const changed = JSON.parse(proof)
      change(changed)
      const { code, text } = await verify(changed, key)
      expect([reason, code, text]).toEqual([reason, expect.any(Number), expect.stringContaining(reason)])
      expect(code).not.toBe(0)
    }
    expect((await verify(JSON.parse(proof), other.key)).code).toBe(1)
    expect(await certificate(actor, id)).toMatchObject({ filename: `sign-off-${id}.pdf` })
  })

  test('after the erasure of the reviewer names nobody, and still proves the decision', async () => {
    const { actor, id, reviewer, key } = await certified()
    const { id: requestId } = await aGrantedRequest(actor, { type: 'DELETION', subject: reviewer })
    await confirmAll(actor, requestId)
    await completeNow(server.actor({ organizationId: actor.organizationId }), requestId)
    const { proof, content } = await certificate(actor, id)
    expect(proof + textOf(Buffer.from(content, 'base64'))).not.toMatch(/Khumalo|client\.example/)
    expect(await verify(JSON.parse(proof), key)).toMatchObject({
      code: 0,
      text: expect.stringContaining('an erased reviewer'),
    })
  })

  test('names a request for changes too, and exists only after a decision, for members who may read it', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor)
    const reviewer = aReviewer()
    const { id } = await aSignOff(actor, { contentId, reviewers: [reviewer] })
    const codeFor = async (by: Actor) => (await by.graphql(QUERY, { id })).body.errors?.[0].extensions.code
    expect(await codeFor(actor)).toBe('INVALID_STATE_TRANSITION')
    expect(await codeFor(server.actor())).toBe('NOT_FOUND')
    const who = await verifiedReviewer(server, smtp, reviewer.email)
    await decideAs(server, who, { decision: 'REQUEST_CHANGES', reason: 'The date is wrong.' })
    const { proof } = await certificate(actor, id)
    expect(await verify(JSON.parse(proof), await publicKeyOf(actor))).toMatchObject({ code: 0 })
    const changed = JSON.parse(proof)
    changed.decisions[0].reason = 'Nothing.'
    const file = await stranger.write('reason.json', JSON.stringify(changed, null, 2))
    const found = await stranger.verify(file, await publicKeyOf(actor))
    expect(found).toMatchObject({ code: 1, text: expect.stringContaining('the reason was changed') })
  })
})
