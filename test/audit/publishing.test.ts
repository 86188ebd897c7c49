/** @database none */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { fileChannel } from '../../src/features/audit/checkpoint.channels.ts'
import { nothingOpen } from '../support/nothing-open.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { aClient, webhookBody } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { startSmtpServer } from '../support/smtp.ts'
import { openCheckpoint } from '../support/tlog.ts'
import { until } from '../support/until.ts'
import { Witness } from '../support/witness.ts'

const witness = new Witness()
let server: TestServer
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let folder: string
setUp(async (opened) => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-checkpoints-'))
  opened.defer(() => rm(folder, { recursive: true }))
  smtp = opened.use(await startSmtpServer())
  receiver = opened.use(await startReceiver())
  receiver.answer = (response, received) =>
    received.path === '/hook' ? void response.end() : void witness.answer(response, received)
  server = opened.use(
    await startServer({
      AUDIT_CHECKPOINT_DIR: folder,
      AUDIT_CHECKPOINT_MAIL: 'auditor@example.org',
      SMTP_URL: smtp.url,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      AUDIT_WITNESS_URL: `http://127.0.0.1:${receiver.port}/submit/`,
      AUDIT_WITNESS_KEY: witness.key,
    }),
  )
})

const publications = (actor: Actor) =>
  inOrganization(
    server,
    actor,
    sql<{ channel: string; size: number; receipt: string | null }>`
    select channel, size, receipt from audit_publication where organization_id = ${actor.organizationId}
    order by size, channel`,
  )

const ownFolder = ({ organizationId }: Actor) => join(folder, Buffer.from(organizationId).toString('base64url'))

/** Adds the organization's public key to the witness, and returns the key. */
async function knownToWitness(actor: Actor): Promise<string> {
  const { publicKey } = (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint
  witness.logs.add(publicKey)
  return publicKey
}

/** Makes the gateway's job due, and waits until the witness has signed at least so many records. */
async function published(actor: Actor, atLeast: number): Promise<number> {
  await passTime(server, actor, 'checkpoints', sql`select 1`)
  return until(
    'the witness',
    async () => (await publications(actor)).find(({ channel, size }) => channel === 'witness' && size >= atLeast)?.size,
  )
}

describe('a checkpoint is published', () => {
  test('to a folder, a witness, an auditor by mail, and subscribed webhooks', async () => {
    const actor = server.actor()
    await actor.rest(
      'POST',
      '/api/service-provider/webhooks',
      webhookBody({ url: receiver.url, events: ['AUDIT_CHECKPOINT_SIGNED'] }),
    )
    await actor.rest('POST', '/api/service-provider/webhooks', webhookBody({ url: receiver.url, events: ['*'] }))
    const publicKey = await knownToWitness(actor)
    const size = await published(actor, 3)
    const sent = await until('the end of the turn', async () => {
      const found = await publications(actor)
      return found.some(({ channel }) => channel === 'witnessed') && found
    })
    expect(sent.map(({ channel }) => channel)).toEqual(['file', 'mail', 'witness', 'witnessed'])
    expect(sent.at(-2)?.receipt).toMatch(/^— witness.example\/w1 /)

    const [file = ''] = await readdir(ownFolder(actor))
    expect(file).toBe(`${String(size).padStart(16, '0')}.checkpoint`)
    const note = await readFile(join(ownFolder(actor), file), 'utf8')
    expect(openCheckpoint(note, publicKey).size).toBe(size)

    const isCheckpoint = ({ body }: Received) => body.includes('AUDIT_CHECKPOINT_SIGNED')
    await until('the webhook', () => receiver.received.some(isCheckpoint))
    const sentNotes: Json[] = receiver.received.filter(isCheckpoint).map(({ body }) => JSON.parse(body).data)
    expect(sentNotes).toEqual([
      expect.objectContaining({ size, checkpoint: note, organizationId: actor.organizationId }),
    ])

    const mine = () => smtp.mails.filter(({ text }) => text.includes(actor.organizationId))
    await until('the mail', () => mine().length > 0)
    expect(mine()[0]).toMatchObject({ to: ['auditor@example.org'], subject: 'Audit checkpoint' })
    expect(mine()[0]?.text.replaceAll('\r', '')).toContain(note.trim())

    // The next checkpoint continues from it. The auditor gets one per day.
    await aClient(actor)
    const next = await published(actor, size + 1)
    expect(witness.known.get(`localhost/audit/${actor.organizationId}`)?.size).toBe(next)
    expect((await publications(actor)).filter(({ channel }) => channel === 'mail')).toHaveLength(1)
    const { consistency } = (await actor.rest('GET', `/api/audit/verify?${new URLSearchParams({ checkpoint: note })}`))
      .body.data
    expect(consistency.consistent).toBe(true)
  })

  test('without an open transaction, however slow a witness is', async () => {
    const release = Promise.withResolvers<void>()
    witness.release = release.promise
    const actor = server.actor()
    await aClient(actor)
    await knownToWitness(actor)
    const isAsked = ({ body, path }: Received) => path !== '/hook' && body.includes(actor.organizationId)
    const before = receiver.received.filter(isAsked).length
    await passTime(server, actor, 'checkpoints', sql`select 1`)
    await until('the question', () => receiver.received.filter(isAsked).length > before)
    await nothingOpen(server)
    expect((await publications(actor)).map(({ channel }) => channel)).not.toContain('witness')
    release.resolve()
    expect(await published(actor, 1)).toBeGreaterThan(0)
  })

  test('to a witness with another size than stored here', async () => {
    const actor = server.actor()
    await aClient(actor)
    await aClient(actor)
    const publicKey = await knownToWitness(actor)
    const size = await published(actor, 2)
    await aClient(actor)
    const { note } = (await actor.rest('GET', '/api/audit/verify')).body.data.checkpoint
    witness.known.set(`localhost/audit/${actor.organizationId}`, openCheckpoint(note, publicKey))
    expect(await published(actor, size + 1)).toBeGreaterThan(size)
  })

  test('to a file that is never overwritten', async () => {
    const channel = fileChannel(folder)
    const checkpoint = { organizationId: 'org', id: 'x', size: 1, note: 'one', proofFrom: async () => [] }
    await channel.publish(checkpoint, 0)
    await channel.publish(checkpoint, 0)
    await expect(channel.publish({ ...checkpoint, note: 'another' }, 0)).rejects.toThrow('holds another checkpoint')
    const [file = '', ...others] = await readdir(join(folder, Buffer.from('org').toString('base64url')))
    expect(others).toEqual([])
    expect(await readFile(join(folder, Buffer.from('org').toString('base64url'), file), 'utf8')).toBe('one')
  })
})
