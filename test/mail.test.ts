/** @long it waits for mail servers that fail. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { openTestDatabase } from './support/database.ts'
import { dumpOf } from './support/dump.ts'
import { holdWork, releaseWork } from './support/jobs.ts'
import { changeMails, hurryMails, queuedMails } from './support/mails.ts'
import { outliveLeases } from './support/organization.ts'
import { freePort } from './support/redis.ts'
import { anInvitation, invitationBody } from './support/samples.ts'
import { type Actor, type Json, startServer } from './support/server.ts'
import { startSmtpServer } from './support/smtp.ts'
import { until } from './support/until.ts'

describe('a hanging mail server', () => {
  test('delays no request, neither of the inviter nor of another organization', async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    await using smtp = await startSmtpServer({ hold })
    await using server = await startServer({ SMTP_URL: smtp.url })
    const [inviter, other] = [server.actor(), server.actor()]
    for (let count = 0; count < 12; count++) {
      const { status, body } = await inviter.rest('POST', '/api/invitations', invitationBody())
      expect([status, body.data]).toEqual([201, expect.objectContaining({ token: null, emailStatus: 'QUEUED' })])
    }
    await until('a mail that hangs', () => smtp.attempts > 0)
    for (const actor of [inviter, other])
      expect((await actor.rest('GET', '/api/campaigns?page=1')).status).not.toBe(503)
    release()
    await until('the mails', () => smtp.mails.length === 12)
  })

  test('gets a limited number of connections, and each organization gets its turn', async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    await using smtp = await startSmtpServer({ hold })
    await using server = await startServer({ SMTP_URL: smtp.url })
    const [busy, other] = [server.actor(), server.actor()]
    // The mail server hangs for less time than the gateway waits for it, also on a slow machine.
    await holdWork(server, busy, 'mail')
    for (let count = 0; count < 20; count++) await anInvitation(busy)
    await releaseWork(server, busy, 'mail')
    await until('all connections', () => smtp.attempts === 5)
    const { email } = await anInvitation(other)
    release()
    await until('the mails', () => smtp.mails.length === 21)
    expect(smtp.attempts).toBe(21)
    // Organizations take turns: the mail does not wait for the fifteen of the busy organization.
    expect(smtp.mails.findIndex(({ to }) => to[0] === email)).toBeLessThan(20)
    for (const actor of [busy, other])
      await until('the end', async () => (await queuedMails(server, actor)).length === 0)
  })
})

describe('a mail', () => {
  const managed = async (actor: Actor, id: string): Promise<Json> =>
    (await actor.rest('GET', '/api/invitations/manage')).body.data.find((each: Json) => each.id === id)

  test('survives an unavailable mail server and a restart of the gateway', async () => {
    const port = await freePort()
    const connection = await openTestDatabase()
    const open = async () => ({ ...connection, close: async () => {} })
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
    const first = await startServer(environment, open)
    const inviter = first.actor()
    const { email, id } = await anInvitation(inviter)
    await until('an attempt', async () => (await queuedMails(first, inviter))[0]?.lease === null)
    await first.close()
    await using smtp = await startSmtpServer({ port })
    {
      await using second = await startServer(environment, open)
      await hurryMails(second, inviter)
      await until('the mail', async () => (await queuedMails(second, inviter)).length === 0)
      expect(smtp.mails.map(({ to }) => to)).toEqual([[email]])
      expect(await managed(second.actor({ organizationId: inviter.organizationId }), id)).toMatchObject({
        emailStatus: 'SENT',
      })
      expect(smtp.mails).toHaveLength(1)
    }
    await connection.close()
  })

  test('that was sent but not recorded is sent again, with the same Message-ID', async () => {
    const { promise: hold, resolve: release } = Promise.withResolvers<void>()
    await using smtp = await startSmtpServer({ hold })
    await using server = await startServer({ SMTP_URL: smtp.url, SMTP_FROM: 'Gateway <mail@gateway.example.org>' })
    const actor = server.actor()
    const { id } = await anInvitation(actor)
    await until('the mail', () => smtp.attempts === 1)
    // The process crashes while the mail server answers: only the lease remains.
    await changeMails(server, actor, sql`lease = ${randomUUID()}`)
    release()
    await until('the first', () => smtp.mails.length === 1)
    expect(await managed(actor, id)).toMatchObject({ emailStatus: 'QUEUED' })
    await outliveLeases(server, actor, 'mail', 'mail')
    await until('the second', async () => (await managed(actor, id)).emailStatus === 'SENT')
    expect(smtp.messageIds).toHaveLength(2)
    expect(smtp.messageIds[0]).toMatch(/^<[\w-]{36}@gateway\.example\.org>$/)
    expect(smtp.messageIds[1]).toBe(smtp.messageIds[0])
  })

  test('is retried with growing delays, by the clock of the database, and given up after its time', async () => {
    await using server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const actor = server.actor()
    const { id } = await anInvitation(actor)
    await until('an attempt', async () => (await queuedMails(server, actor))[0]?.lease === null)
    expect(await managed(actor, id)).toMatchObject({ emailStatus: 'QUEUED', emailError: null })
    await changeMails(server, actor, sql`next_attempt_at = now(), give_up_at = now() + interval '1 second'`)
    const failed = await until('the end', async () => {
      const invitation = await managed(actor, id)
      return invitation.emailStatus === 'FAILED' && invitation
    })
    expect(failed.emailError).toMatch(/could not be reached \(E\w+\)/)
    expect(await queuedMails(server, actor)).toEqual([])
  })

  test('is stored encrypted: the database shows neither its address nor its token', async () => {
    await using server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const { email } = await anInvitation(server.actor())
    const naming = (await dumpOf(server)).split('\n').filter((row) => row.includes(email))
    expect(naming).toHaveLength(1)
    expect(await dumpOf(server)).not.toContain('To accept')
  })

  test('of another organization can be neither read nor changed', async () => {
    await using server = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const actor = server.actor()
    await anInvitation(actor)
    const session = { role: 'gateway_tenant', organizationId: 'org_other' } as const
    const touched = await server.database.transaction(session, async ({ db }) => {
      const { rows } = await sql`delete from mail returning id`.execute(db)
      return rows
    })
    expect(touched).toEqual([])
    expect(await queuedMails(server, actor)).toHaveLength(1)
  })
})
