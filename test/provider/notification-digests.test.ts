/** More than 20 s: it starts two gateways, with a mail server. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { resultOf } from '../support/answers.ts'
import { holdWork, releaseWork } from '../support/jobs.ts'
import { mailsSentTo, queuedMails } from '../support/mails.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aBreach, aContent, aMember } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'

let smtp: SmtpServer
let server: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  const environment = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }
  ;[server] = await startReplicas(opened, { environment })
})

let people = 0

const CHOOSE = 'mutation ($input: MailSettingsInput!) { updateMailSettings(input: $input) { mailsDaily } }'

/** A member with an address, who gets daily mails in Afrikaans. */
async function aReader(admin: Actor, role: 'manager' | 'member') {
  const reader = server.actor({ organizationId: admin.organizationId, role })
  const email = `reader${++people}@example.org`
  const { id } = await aMember(admin, { userId: reader.userId, name: 'Thandi Nkosi', role, email })
  await resultOf(reader, CHOOSE, { input: { mailsAtOnce: false, mailsDaily: true, mailLanguage: 'af' } })
  return { ...reader, memberId: id, email }
}

/** Milliseconds from now to the next digest; null if none follows. */
async function toGo(admin: Actor, { memberId }: { memberId: string }): Promise<number | null> {
  const [row] = await inOrganization(
    server,
    admin,
    sql<{ wait: number | null }>`select (extract(epoch from digest_due_at - now()) * 1000)::float8 as wait
      from team_member where id = ${memberId}`,
  )
  return row?.wait ?? null
}

/** Makes the digest of a member due, and waits until its turn has ended and its mail was sent. */
async function pass(admin: Actor, reader: { memberId: string; email: string }) {
  const due = sql`update team_member set digest_due_at = now() where id = ${reader.memberId}`
  await passTime(server, admin, 'digests', due)
  await until('the digest', async () => ((await toGo(admin, reader)) ?? 0) > 0)
  return mailsSentTo(server, smtp, admin, reader.email)
}

async function notified(reader: Actor, count: number): Promise<Json[]> {
  return until('the notifications', async () => {
    const { nodes } = await resultOf(reader, '{ notifications { nodes { id message } } }')
    return nodes.length === count && nodes
  })
}

async function mention(author: Actor, title: string, { userId }: Actor): Promise<void> {
  const { id } = await aContent(author, { title })
  const document = `mutation ($id: ID!, $userId: String!) {
    commentOnContent(id: $id, version: 1, input: { text: "The tap drips.", mentions: [$userId] }) { id } }`
  await resultOf(author, document, { id, userId })
}

describe('the daily mail', () => {
  test('has the unread notifications and mentions, once, in the language of the member', async () => {
    const admin = server.actor()
    const reader = await aReader(admin, 'manager')
    const stranger = server.actor()
    await aBreach(stranger, { title: 'Of another organization' })
    for (const title of ['Lost laptop', 'Open door']) await aBreach(admin, { title })
    await mention(admin, 'Water week', reader)
    const all = await notified(reader, 3)
    const read = all.find(({ message }) => message.includes('Open door'))
    await resultOf(reader, 'mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) }', { ids: [read?.id] })
    const mails = await pass(admin, reader)
    expect(mails.map(({ subject }) => subject)).toEqual(['3 ongeleesde kennisgewings'])
    const [text = ''] = mails.map((mail) => mail.text)
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toEqual([
      '- Inhoud "Water week": jy is in ’n opmerking genoem.',
      '- Skending "Lost laptop" is aangemeld.',
      '- Daar is kommentaar gelewer: Inhoud "Water week".',
    ])
    expect(text).toMatch(/^Beste Thandi Nkosi\n/)
    expect(text).toContain('https://campaigns.example.org/overview')
    expect(text).not.toContain('drips')
    // What is read by then is in no mail, and nothing unread is no mail.
    await resultOf(reader, 'mutation { markNotificationsRead }')
    await resultOf(reader, 'mutation { markMentionsRead }')
    expect(await pass(admin, reader)).toHaveLength(1)
  })

  test('has nothing that the role of the member may not read', async () => {
    const admin = server.actor()
    const reader = await aReader(admin, 'member')
    await aBreach(admin, { title: 'Lost laptop' })
    await notified(admin, 1)
    expect(await pass(admin, reader)).toEqual([])
    await mention(admin, 'Water week', reader)
    const [mail] = await pass(admin, reader)
    expect(mail?.subject).toBe('1 ongeleesde kennisgewing')
    expect(mail?.text).not.toContain('Lost laptop')
  })

  test('is due at the next seven in the morning in South Africa, until it is turned off', async () => {
    const admin = server.actor()
    const reader = await aReader(admin, 'member')
    const [row] = await inOrganization(
      server,
      admin,
      sql<{ at: string }>`select to_char(digest_due_at at time zone 'Africa/Johannesburg', 'HH24:MI:SS') as at
        from team_member where id = ${reader.memberId}`,
    )
    expect(row?.at).toBe('07:00:00')
    const wait = (await toGo(admin, reader)) ?? 0
    expect([wait > 0, wait <= 24 * 3_600_000]).toEqual([true, true])
    await resultOf(reader, CHOOSE, { input: { mailsAtOnce: true, mailsDaily: false, mailLanguage: 'af' } })
    expect(await toGo(admin, reader)).toBeNull()
  })

  test('is not sent after the role of the member has changed', async () => {
    const admin = server.actor()
    const reader = await aReader(admin, 'manager')
    await aBreach(admin, { title: 'Lost laptop' })
    await notified(admin, 1)
    await holdWork(server, admin, 'mail')
    const due = sql`update team_member set digest_due_at = now() where id = ${reader.memberId}`
    await passTime(server, admin, 'digests', due)
    await until('the queued mail', async () => (await queuedMails(server, admin)).length === 1)
    await admin.rest('PUT', `/api/team/${reader.memberId}`, { role: 'viewer' })
    expect(await queuedMails(server, admin)).toEqual([])
    await releaseWork(server, admin, 'mail')
  })

  test('ends when the member leaves', async () => {
    const admin = server.actor()
    const reader = await aReader(admin, 'manager')
    await resultOf(admin, 'mutation ($id: ID!) { removeTeamMember(id: $id) }', { id: reader.memberId })
    expect(await toGo(admin, reader)).toBeNull()
  })
})
