/** More than 20 s: it starts two gateways, with a mail server. */
import { describe, expect, test } from '@jest/globals'
import { resultOf } from '../support/answers.ts'
import { holdWork, releaseWork } from '../support/jobs.ts'
import { mailsSentTo, queuedMails } from '../support/mails.ts'
import { startReplicas } from '../support/replicas.ts'
import { aCampaign, aContent, aMember } from '../support/samples.ts'
import type { Actor, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'

let smtp: SmtpServer
let server: TestServer
setUp(async (opened) => {
  smtp = opened.use(await startSmtpServer())
  const environment = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }
  ;[server] = await startReplicas(opened, { environment })
})

let people = 0

/** A member of the team with an address. */
async function aColleague(
  actor: Actor,
  name: string,
  role: 'admin' | 'member' | 'viewer' = 'member',
  email = `person${++people}@example.org`,
) {
  const colleague = server.actor({ organizationId: actor.organizationId, role })
  const { id } = await aMember(actor, { userId: colleague.userId, name, role, email })
  return { ...colleague, memberId: id, address: email }
}

const COMMENT = `mutation ($id: ID!, $mentions: [String!]) {
  commentOnContent(id: $id, version: 1, input: { text: "The tap drips.", mentions: $mentions }) { id } }`
const SETTINGS = '{ mailSettings { mailsAtOnce mailsDaily mailLanguage } }'
const CHOOSE = `mutation ($input: MailSettingsInput!) {
  updateMailSettings(input: $input) { mailsAtOnce mailsDaily mailLanguage } }`

async function mention(author: Actor, mentioned: readonly Actor[], title = 'Water week'): Promise<string> {
  const { id } = await aContent(author, { title })
  await resultOf(author, COMMENT, { id, mentions: mentioned.map(({ userId }) => userId) })
  return id
}

const mailsTo = (actor: Actor, address: string) => mailsSentTo(server, smtp, actor, address)

const move = async (actor: Actor, path: string, status: string) =>
  expect((await actor.rest('PUT', `/api/${path}/status`, { status })).status).toBe(200)

describe('a mention', () => {
  test('is mailed once, with names and a link, and without the text of the comment', async () => {
    const author = server.actor()
    await aMember(author, { userId: author.userId, name: 'Sipho Dube', role: 'admin', email: 'sipho@example.org' })
    const thandi = await aColleague(author, 'Thandi Nkosi')
    const id = await mention(author, [thandi, thandi, author])
    const mails = await mailsTo(author, thandi.address)
    const sentence = 'Content "Water week": you were mentioned in a comment by Sipho Dube.'
    expect(mails).toMatchObject([{ subject: sentence }])
    const [text = ''] = mails.map((mail) => mail.text)
    expect(text).toContain(`Dear Thandi Nkosi\n\n${sentence}\n\nOpen it: https://campaigns.example.org/content/${id}`)
    expect(text).not.toContain('drips')
    expect(await mailsTo(author, 'sipho@example.org')).toEqual([])
  })

  test('is mailed in the language that the member chose', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi')
    const pieter = await aColleague(author, 'Pieter Botha')
    await resultOf(thandi, CHOOSE, { input: { mailsAtOnce: true, mailsDaily: false, mailLanguage: 'zu' } })
    await resultOf(pieter, CHOOSE, { input: { mailsAtOnce: true, mailsDaily: false, mailLanguage: 'af' } })
    await mention(author, [thandi, pieter], '{{by}} $t(mail.dear)')
    const [zulu] = await mailsTo(author, thandi.address)
    const [afrikaans] = await mailsTo(author, pieter.address)
    expect(zulu?.subject).toBe('Okuqukethwe okuthi "{{by}} $t(mail.dear)": ushiwo emazwaneni.')
    expect(afrikaans?.text).toMatch(/^Beste Pieter Botha\n\nInhoud "\{\{by\}\} \$t\(mail\.dear\)": jy is /)
  })

  test('is not mailed to a member who left before it was sent', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi')
    const pieter = await aColleague(author, 'Pieter Botha')
    await holdWork(server, author, 'mail')
    await mention(author, [thandi, pieter])
    expect(await queuedMails(server, author)).toHaveLength(2)
    await resultOf(author, 'mutation ($id: ID!) { removeTeamMember(id: $id) }', { id: thandi.memberId })
    await releaseWork(server, author, 'mail')
    expect(await mailsTo(author, pieter.address)).toHaveLength(1)
    expect(await mailsTo(author, thandi.address)).toEqual([])
  })

  test('is not mailed to the earlier address of a member', async () => {
    const author = server.actor()
    const thandi = await aColleague(author, 'Thandi Nkosi')
    await holdWork(server, author, 'mail')
    await mention(author, [thandi])
    expect(await queuedMails(server, author)).toHaveLength(1)
    await author.rest('PUT', `/api/team/${thandi.memberId}`, { name: 'Thandi N. Nkosi' })
    expect(await queuedMails(server, author)).toHaveLength(1)
    await author.rest('PUT', `/api/team/${thandi.memberId}`, { email: 'thandi.nkosi@example.org' })
    expect(await queuedMails(server, author)).toEqual([])
    await releaseWork(server, author, 'mail')
  })

  test('is not mailed without an address, or if the comment is refused', async () => {
    const author = server.actor()
    const nobody = server.actor({ organizationId: author.organizationId })
    await aMember(author, { userId: nobody.userId, name: 'Naledi', email: undefined })
    const thandi = await aColleague(author, 'Thandi Nkosi')
    await mention(author, [nobody])
    const { id } = await aContent(author)
    const { body } = await author.graphql(COMMENT, { id, mentions: [thandi.userId, server.actor().userId] })
    expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    expect(await queuedMails(server, author)).toEqual([])
    expect(await mailsTo(author, thandi.address)).toEqual([])
  })
})

describe('a decision', () => {
  test('on content is mailed to its author and its last editor', async () => {
    const admin = server.actor()
    const thandi = await aColleague(admin, 'Thandi Nkosi')
    const pieter = await aColleague(admin, 'Pieter Botha')
    const { id } = await aContent(thandi, { title: 'Water week' })
    await pieter.rest('PUT', `/api/content/${id}`, { body: 'Save more water.' })
    for (const status of ['CHANGES_REQUESTED', 'APPROVED']) {
      await move(thandi, `content/${id}`, 'IN_REVIEW')
      await move(admin, `content/${id}`, status)
    }
    for (const { address } of [thandi, pieter])
      expect((await mailsTo(admin, address)).map(({ subject }) => subject).sort()).toEqual([
        'Content "Water week" was approved.',
        'Content "Water week" was returned for changes.',
      ])
  })

  test('on a campaign is mailed to its author, unless it is their own', async () => {
    const admin = server.actor()
    const thandi = await aColleague(admin, 'Thandi Nkosi')
    const { id } = await aCampaign(thandi, { name: 'Water week', type: 'SOCIAL' })
    await move(thandi, `campaigns/${id}`, 'PENDING_APPROVAL')
    await move(thandi, `campaigns/${id}`, 'DRAFT')
    await move(thandi, `campaigns/${id}`, 'PENDING_APPROVAL')
    await move(admin, `campaigns/${id}`, 'DRAFT')
    const mails = await mailsTo(admin, thandi.address)
    expect(mails.map(({ subject }) => subject)).toEqual(['Campaign "Water week" was returned for changes.'])
    expect(mails[0]?.text).toContain(`https://campaigns.example.org/campaigns/${id}`)
  })
})

describe('the settings', () => {
  test('are those of the caller in this organization', async () => {
    const admin = server.actor()
    const thandi = await aColleague(admin, 'Thandi Nkosi')
    const pieter = await aColleague(admin, 'Pieter Botha')
    const elsewhere = server.actor({ userId: thandi.userId })
    await aMember(elsewhere, { userId: thandi.userId, name: 'Thandi Nkosi', role: 'admin' })
    const usual = { mailsAtOnce: true, mailsDaily: false, mailLanguage: 'en' }
    const none = { mailsAtOnce: false, mailsDaily: false, mailLanguage: 'af' }
    expect(await resultOf(thandi, SETTINGS)).toEqual(usual)
    expect(await resultOf(thandi, CHOOSE, { input: none })).toEqual(none)
    for (const other of [pieter, elsewhere]) expect(await resultOf(other, SETTINGS)).toEqual(usual)
    await mention(admin, [thandi, pieter])
    expect(await mailsTo(admin, pieter.address)).toHaveLength(1)
    expect(await mailsTo(admin, thandi.address)).toEqual([])
  })

  test('exist for members only', async () => {
    const admin = server.actor()
    expect(await resultOf(admin, SETTINGS)).toBeNull()
    const input = { mailsAtOnce: true, mailsDaily: false, mailLanguage: 'zu' }
    const refused = await admin.graphql(CHOOSE, { input })
    expect(refused.body.errors[0].extensions.code).toBe('NOT_FOUND')
    const wrong = await admin.graphql(CHOOSE, { input: { ...input, mailLanguage: 'xh' } })
    expect(wrong.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })

  test('are in the audit trail without an address', async () => {
    const admin = server.actor()
    const thandi = await aColleague(admin, 'Thandi Nkosi', 'viewer')
    await resultOf(thandi, CHOOSE, { input: { mailsAtOnce: false, mailsDaily: false, mailLanguage: 'en' } })
    const { body } = await admin.rest('GET', '/api/audit/log?action=MAIL_SETTINGS_UPDATED')
    expect(body.data).toMatchObject([{ userId: thandi.userId, metadata: { details: { fields: ['mailsAtOnce'] } } }])
    expect(JSON.stringify(body.data)).not.toContain(thandi.address)
  })
})
