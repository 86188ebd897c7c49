import { randomUUID } from 'node:crypto'
import { describe, expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { DEMO_ORGANIZATION, DEMO_USER } from '../../src/security/auth/demo-token.ts'
import { startBrowser, type Visit, type Windows } from '../support/browser.ts'
import { startDemoServer } from '../support/demo.ts'
import { inOrganization } from '../support/organization.ts'
import { anInvitation } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { until } from '../support/until.ts'
import { canVisit, isLive, whenVisible } from './dashboard.ts'

/** Where the mails say that the gateway is; its port is not known before it runs. */
const PUBLIC_URL = 'https://campaigns.example'

let smtp: SmtpServer
let server: TestServer
let windows: Windows
let admin: Actor
setUp(async (opened) => {
  if (!canVisit) return
  smtp = opened.use(await startSmtpServer())
  server = opened.use(await startDemoServer({ SMTP_URL: smtp.url, PUBLIC_URL }))
  admin = server.actor({ organizationId: DEMO_ORGANIZATION, userId: DEMO_USER })
  windows = opened.use(await startBrowser())
})

interface Invited {
  id: string
  email: string
  /** The mail, and the address that it leads to. */
  text: string
  link: string
}

/** Invites somebody, and reads the mail. */
async function invite(message?: string): Promise<Invited> {
  const email = `${randomUUID()}@example.org`
  const { id } = await anInvitation(admin, { email, role: 'member', ...(message && { message }) })
  const { text } = await until('the mail', () => smtp.mails.find(({ to }) => to.includes(email)))
  const [link = ''] = /https:\/\/\S+/.exec(text) ?? []
  expect(link).toMatch(new RegExp(`^${PUBLIC_URL}/invite#[\\w-]+$`))
  return { id, email, text, link: link.replace(PUBLIC_URL, server.url) }
}

/** Signs in by the page of an invitation, as somebody whom no organization knows. */
async function signInAs(page: Page, email: string, button = 'Sign in'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByLabel('Name').fill('Zanele Dlamini')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/invite#/)
}

/** Opens the link of a mail, as whom the mail was sent to. */
async function open({ link, email }: Pick<Invited, 'link' | 'email'>): Promise<Visit> {
  const visited = await windows.open(link)
  await signInAs(visited.page, email)
  return visited
}

async function shown(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const statusOf = async (id: string): Promise<string> =>
  (await admin.rest('GET', '/api/invitations/manage?limit=100')).body.data.find((each: Json) => each.id === id).status

describe('the link of a mail', () => {
  whenVisible(
    'says who invites to what, and leads by an acceptance to the dashboard of that organization',
    async () => {
      const { id, email, text, link } = await invite('Good to have you.')
      expect(text).toContain('Demo Service Provider as member')
      await using visited = await windows.open(link)
      const { page, complaints, foreign } = visited
      await page.getByRole('heading', { name: 'You are invited to a team' }).waitFor()
      await page.getByText('Demo Admin invites you to join Demo Service Provider as member.').waitFor()
      // A person with only the link sees neither the invited address nor the message.
      const before = await page.locator('body').innerText()
      for (const secret of [email, 'Good to have you.']) expect(before).not.toContain(secret)
      await shown(page, 'invitation-before')
      await signInAs(page, email)
      await page.getByText('Demo Admin invites you to join Demo Service Provider as member.').waitFor()
      await page.getByText('Good to have you.').waitFor()
      await shown(page, 'invitation')
      await page.getByRole('button', { name: 'Accept' }).click()
      await isLive(page)
      expect(new URL(page.url()).pathname).toBe('/')
      await page.locator('.caller').getByText('Demo Service Provider').waitFor()
      await page.locator('.caller').getByText('Zanele Dlamini').waitFor()
      expect(await statusOf(id)).toBe('ACCEPTED')
      const { body } = await admin.rest('GET', '/api/team?search=Zanele')
      expect(body.data).toMatchObject([{ name: 'Zanele Dlamini', role: 'member' }])
      // What the browser asks for before the person is in an organization is refused, and shown in its console.
      expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
      expect(foreign).toEqual([])

      await page.goto(link)
      await page.getByText('The invitation to Demo Service Provider was accepted.').waitFor()
      await page.getByRole('button', { name: 'Go to the dashboard' }).click()
      await isLive(page)
    },
  )

  whenVisible('takes a refusal', async () => {
    const invited = await invite()
    await using visited = await open(invited)
    const { page } = visited
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('status').getByText('ask Demo Admin for another one').waitFor()
    expect(await statusOf(invited.id)).toBe('DECLINED')
  })

  whenVisible('says what to do when it expired, was taken back, or was sent again, without a sign-in', async () => {
    const [expired, revoked, replaced] = [await invite(), await invite(), await invite()]
    const past = sql`update invitation set expires_at = now() - interval '1 minute'
      where organization_id = ${DEMO_ORGANIZATION} and id = ${expired.id}`
    await inOrganization(server, admin, past)
    await admin.rest('DELETE', `/api/invitations/${revoked.id}`)
    await admin.rest('POST', `/api/invitations/${replaced.id}/resend`)
    const cases: [Invited, RegExp][] = [
      [expired, /expired on .* Ask Demo Admin to send it again/],
      [revoked, /has taken the invitation back.* ask Demo Admin for another one/],
      [replaced, /look for a newer mail/],
    ]
    for (const [invited, sentence] of cases) {
      await using visited = await windows.open(invited.link)
      await visited.page.getByText(sentence).waitFor()
      expect(await visited.page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
    }
  })

  whenVisible('says so to a person with another address, who may then sign in as another user', async () => {
    const { id, email, link } = await invite()
    await using visited = await open({ link, email: 'other@example.org' })
    const { page } = visited
    await page.getByText('The invitation is for another e-mail address').waitFor()
    await page.getByText('the e-mail address that the mail was sent to').waitFor()
    expect(await page.locator('body').innerText()).not.toContain(email)
    await shown(page, 'invitation-of-another')
    expect(await statusOf(id)).toBe('PENDING')
    await signInAs(page, email, 'Sign in as somebody else')
    await page.getByRole('button', { name: 'Accept' }).waitFor()
  })

  whenVisible('is answered by somebody who works in another organization, too', async () => {
    const email = 'naledi@demo.example.org'
    await anInvitation(admin, { email, role: 'viewer' })
    const { text } = await until('the mail', () => smtp.mails.find(({ to }) => to.includes(email)))
    const [link = ''] = /https:\/\/\S+/.exec(text) ?? []
    await using visited = await windows.open(link.replace(PUBLIC_URL, server.url))
    const { page } = visited
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Naledi Molefe' }).click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await isLive(page)
    await page.locator('.caller').getByText('Demo Service Provider').waitFor()
  })

  whenVisible('that was cut off says so', async () => {
    await using visited = await windows.open(`${server.url}/invite`)
    await visited.page.getByText('copy all of it from the mail').waitFor()
  })
})
