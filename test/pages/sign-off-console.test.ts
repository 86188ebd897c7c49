/** @long it opens the console and the page of reviewers side by side. */
import { readFile } from 'node:fs/promises'
import { describe, expect } from '@jest/globals'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { asked } from '../support/answers.ts'
import { violationsOf } from '../support/axe.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { inOrganization } from '../support/organization.ts'
import { streamsOf } from '../support/pdf.ts'
import { aCampaign, aClient, aContent } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { anApproved, aReviewer, aSignOff, decideAs, tokenOf, verifiedReviewer } from '../support/sign-offs.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp.ts'
import { publicKeyOf, startStranger } from '../support/stranger.ts'
import { until } from '../support/until.ts'
import { addressOf, canVisit, chooseRecord, dashboardOf, goTo, panel, signIn, visit, whenVisible } from './dashboard.ts'
import { prove } from './reviewer.ts'

let smtp: SmtpServer
let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  smtp = opened.use(await startSmtpServer())
  server = opened.use(await startServer({ SMTP_URL: smtp.url, PUBLIC_URL: 'https://campaigns.example.org' }))
  windows = opened.use(await startBrowser())
})

const colleagueOf = ({ organizationId }: Actor, role: 'manager' | 'viewer' = 'manager') =>
  server.actor({ organizationId, role })

const DEMAND = 'mutation ($id: ID!) { updateClient(id: $id, input: { requiresSignOff: true }) { requiresSignOff } }'

/** A client that demands sign-off. */
async function aDemandingClient(actor: Actor, name: string): Promise<string> {
  const { id } = await aClient(actor, { name })
  await asked(actor, DEMAND, { id })
  return id
}

const open = (page: Page, path: string) => visit(page, `/${path}`)

const signOff = (page: Page) => panel(page, 'Client sign-off')

/** What axe-core finds on a desktop and on a phone, in both themes. With SCREENSHOTS, it stores pictures there. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const folder = process.env.SCREENSHOTS
  const found = []
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(...(await violationsOf(page)))
      if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    if (wide > width) found.push(`the page is ${wide} pixels wide at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return found
}

async function fillReviewer(page: Page, number: number, { name, email }: { name: string; email: string }) {
  const fields = page.getByRole('group', { name: `Reviewer ${number}` })
  await fields.getByLabel('Name').fill(name)
  await fields.getByLabel('E-mail').fill(email)
}

describe('the sign-off of a campaign', () => {
  whenVisible('is requested, decided on the page of the reviewer, followed live, and certified', async () => {
    const author = server.actor()
    const clientId = await aDemandingClient(author, 'Cape Solar')
    const created = { name: 'Winter', type: 'SOCIAL', clientId, status: 'PENDING_APPROVAL', budgetCents: 500_000 }
    const { id: campaignId } = await aCampaign(author, created)
    await aContent(author, { campaignId, title: 'Warm', body: 'A warm winter for all.' })
    await using visited = await dashboardOf(windows, server.url, colleagueOf(author))
    const { page, complaints } = visited
    await open(page, `campaigns/${campaignId}`)
    const about = panel(page, 'Winter')
    await about.getByText('must be signed off by the client first').first().waitFor()
    await about.getByRole('button', { name: 'Move to Active', disabled: true }).waitFor()
    await about.getByRole('button', { name: 'Go to the client sign-off' }).press('Enter')
    await page.locator('#client-sign-off:focus').waitFor()
    await signOff(page).getByText('no sign-off was requested yet').waitFor()
    expect(await faultsOf(page, 'sign-off-needed')).toEqual([])

    await signOff(page).getByRole('button', { name: 'Request sign-off' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Request sign-off' })
    await dialog.getByRole('button', { name: 'Send the request' }).click()
    await dialog.getByRole('link', { name: 'Name is required' }).waitFor()
    const reviewer = aReviewer()
    await fillReviewer(page, 1, reviewer)
    await dialog.getByRole('button', { name: 'Add a reviewer' }).press('Enter')
    await dialog.getByRole('group', { name: 'Reviewer 2' }).locator('input:focus').waitFor()
    await fillReviewer(page, 2, reviewer)
    await dialog.getByRole('button', { name: 'Send the request' }).click()
    await dialog.getByRole('link', { name: 'E-mail is given twice' }).waitFor()
    expect(await faultsOf(page, 'sign-off-request')).toEqual([])
    await dialog.getByRole('button', { name: 'Remove Reviewer 2' }).press('Enter')
    await dialog.getByLabel('Message to the reviewers').fill('Look at the end.')
    await dialog.getByLabel('Show the budget and the dates').check()
    await dialog.getByRole('button', { name: 'Send the request' }).press('Enter')
    await page.getByText('1 reviewer gets a mail with a link').waitFor()
    await signOff(page).getByText('Waiting for the client').waitFor()
    await signOff(page).getByText('0 of 1 approvals').waitFor()
    await page.getByRole('link', { name: 'Client sign-off 1 waiting' }).waitFor()

    await using other = await windows.open(`${server.url}/sign-off#${await tokenOf(smtp, reviewer.email)}`)
    await prove(other.page, smtp, reviewer.email)
    await other.page.getByText('Look at the end.').waitFor()
    await other.page.getByText(/R\s?5\s?000/).waitFor()
    await other.page.getByLabel('Passage').fill('warm winter')
    await other.page.getByLabel('Comment', { exact: true }).fill('Shorter?')
    await other.page.getByRole('button', { name: 'Add the comment' }).click()
    await signOff(page).getByText('Shorter?').waitFor()
    await other.page.getByRole('checkbox').check()
    await other.page.getByRole('button', { name: 'Approve', exact: true }).click()

    await signOff(page).getByText('1 of 1 approvals').waitFor()
    await signOff(page).getByText(reviewer.email).waitFor()
    await signOff(page).getByRole('blockquote').getByText('warm winter').waitFor()
    await about.getByText('must be signed off by the client first').first().waitFor({ state: 'detached' })
    expect(await faultsOf(page, 'sign-off-approved')).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      signOff(page).getByRole('button', { name: 'Download the certificate' }).press('Enter'),
    ])
    expect(file.suggestedFilename()).toMatch(/^sign-off-.*\.pdf$/)
    await expectProof(author, await readFile(await file.path()), reviewer)
    await about.getByRole('button', { name: 'Move to Active' }).click()
    await page.getByText('Winter: Active').waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('says why it ended: changes, an edit, a withdrawal; and suggests the same reviewers again', async () => {
    const actor = server.actor()
    const { id: contentId } = await aContent(actor, { title: 'Posters', body: 'First text.' })
    const reviewer = aReviewer()
    const first = await aSignOff(actor, { contentId, reviewers: [reviewer] })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await open(page, `content/${contentId}`)
    await signOff(page).getByText('Waiting for the client').waitFor()
    await decideAs(server, await verifiedReviewer(server, smtp, reviewer.email), {
      decision: 'REQUEST_CHANGES',
      reason: 'The date is wrong.',
    })
    await signOff(page).getByText('Changes requested').first().waitFor()
    await signOff(page).getByText('The date is wrong.').first().waitFor()

    await signOff(page).getByRole('button', { name: 'Request another sign-off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request sign-off' })
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(reviewer.email)
    expect(await dialog.getByText('Show the budget').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Send the request' }).click()
    await signOff(page).getByText('Waiting for the client').waitFor()
    await signOff(page).getByRole('button', { name: 'Send a reminder' }).click()
    await page.getByText('gets a mail with a new link').waitFor()
    await tokenOf(smtp, reviewer.email, 2)

    await actor.rest('PUT', `/api/content/${contentId}`, { body: 'Second text.' })
    await signOff(page).getByText('No longer valid: the content was edited.').waitFor()
    await anApproved(server, smtp, actor, { contentId })
    await signOff(page).getByText('1 of 1 approvals').waitFor()
    await signOff(page).getByRole('button', { name: 'Withdraw' }).click()
    const withdrawal = page.getByRole('dialog', { name: 'Withdraw the sign-off of Posters?' })
    await withdrawal.getByLabel('Reason').fill('We found a mistake.')
    await withdrawal.getByRole('button', { name: 'Withdraw' }).click()
    await signOff(page).getByText('Revoked').waitFor()
    await signOff(page).getByText('We found a mistake.').waitFor()
    await until('the mail with the reason', () =>
      smtp.mails.some(({ text }) => /has withdrawn.*We found a mistake\./s.test(text)),
    )

    await signOff(page).getByText('2 earlier sign-offs').click()
    await signOff(page).getByRole('row', { name: 'Changes requested' }).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Posters' }).waitFor()
    await page.getByText('The date is wrong.').first().waitFor()
    expect(addressOf(page)).toBe(`/sign-offs/${first.id}`)
    expect(await faultsOf(page, 'sign-off-ended')).toEqual([])
    await page.getByRole('link', { name: 'Open the content Posters' }).click()
    await signOff(page).getByText('We found a mistake.').waitFor()
  })

  whenVisible(
    'can be read without permission to write, and shows a mail that failed and links that expired',
    async () => {
      await using plain = await startServer()
      const actor = plain.actor()
      const { id: contentId } = await aContent(actor, { title: 'Radio' })
      const { id } = await aSignOff(actor, { contentId })
      const viewer = plain.actor({ organizationId: actor.organizationId, role: 'viewer' })
      await using visited = await dashboardOf(windows, plain.url, viewer)
      const { page } = visited
      await visit(page, `/content/${contentId}`)
      await signOff(page).getByText('The mail could not be sent').waitFor()
      expect(await signOff(page).getByRole('button').count()).toBe(0)

      await using writing = await dashboardOf(windows, plain.url, actor)
      await inOrganization(
        plain,
        actor,
        sql`update sign_off set expires_at = now() - interval '1 minute' where id = ${id}`,
      )
      await visit(writing.page, `/sign-offs/${id}`)
      await writing.page.getByText('The links have expired.').waitFor()
      expect(await writing.page.getByRole('button', { name: 'Send a reminder' }).count()).toBe(0)
      await writing.page.getByRole('button', { name: 'Withdraw' }).waitFor()
    },
  )
})

/** Verifies the proof in a certificate without the service. */
async function expectProof(actor: Actor, pdf: Buffer, { name, email }: { name: string; email: string }): Promise<void> {
  await using stranger = await startStranger(server)
  const texts = streamsOf(pdf).map((stream) => Buffer.from(stream, 'latin1').toString('utf8'))
  const proof = texts.find((text) => text.startsWith('{') && text.includes('"sign-off/1"')) ?? ''
  const file = await stranger.write('proof.json', proof)
  const { code, text } = await stranger.verify(file, await publicKeyOf(actor))
  expect([code, text]).toEqual([0, expect.stringContaining(`by ${name}, ${email}`)])
}

describe('the list of sign-offs', () => {
  whenVisible('shows what waits for clients by due time, and is filtered by client and status', async () => {
    const actor = server.actor()
    const clientId = await aDemandingClient(actor, 'Cape Solar')
    const day = 86_400_000
    const dueAt = (days: number) => new Date(Date.now() + days * day).toISOString()
    const { id: late } = await aCampaign(actor, { name: 'Late', clientId })
    const { id: soon } = await aCampaign(actor, { name: 'Soon' })
    const { id: contentId } = await aContent(actor, { title: 'Leaflet' })
    const done = await aContent(actor, { title: 'Done' })
    await aSignOff(actor, { campaignId: late, dueAt: dueAt(9) })
    const { id } = await aSignOff(actor, { campaignId: soon, dueAt: dueAt(3) })
    await aSignOff(actor, { contentId, dueAt: dueAt(5) })
    await anApproved(server, smtp, actor, { contentId: done.id })
    await inOrganization(server, actor, sql`update sign_off set due_at = now() - interval '1 minute' where id = ${id}`)
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await goTo(page, 'Client sign-off')
    await page.getByText('3 sign-offs').waitFor()
    const names = () => page.getByRole('rowheader').allTextContents()
    expect(await names()).toEqual(['Soon', 'Leaflet', 'Late'])
    await page.getByRole('row', { name: 'Soon' }).getByText('Overdue').waitFor()
    await page.getByRole('row', { name: 'Late' }).getByText('0 of 1 approvals').waitFor()
    expect(await faultsOf(page, 'sign-offs')).toEqual([])

    await chooseRecord(page, 'Client', 'Cape Solar')
    await page.getByText('1 sign-off', { exact: true }).waitFor()
    expect(await names()).toEqual(['Late'])
    await page.reload()
    await signIn(page, actor.token)
    await page.getByText('1 sign-off', { exact: true }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('Cape Solar')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Approved')
    await page.getByText('No sign-off is in this list.').waitFor()
    await page.getByRole('button', { name: 'Clear Client' }).click()
    await page.getByRole('row', { name: 'Done' }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('All')
    await page.getByText('4 sign-offs').waitFor()
    await page.getByRole('link', { name: 'Done' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Done' }).waitFor()
    await page.getByText('1 of 1 approvals').waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('is empty at first, and counts live', async () => {
    const actor = server.actor()
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await goTo(page, 'Client sign-off')
    await page.getByText('No sign-off is in this list.').waitFor()
    const { id: contentId } = await aContent(actor, { title: 'Leaflet' })
    await aSignOff(actor, { contentId })
    await page.getByRole('row', { name: 'Leaflet' }).waitFor()
    await page.getByRole('link', { name: 'Client sign-off 1 waiting' }).waitFor()
  })
})

const REQUIRES =
  'query ($id: ID!) { client(id: $id) { requiresSignOff } serviceProvider { requiresSignOff remindsReviewers } }'
const required = (actor: Actor, id: string): Promise<Json> => asked(actor, REQUIRES, { id })

describe('the demand', () => {
  whenVisible('is set for a client and for the organization', async () => {
    const actor = server.actor()
    await actor.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
    const { id } = await aClient(actor, { name: 'Cape Solar' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await open(page, `clients/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('The client must sign off').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await required(actor, id)).toMatchObject({ client: { requiresSignOff: true } })

    await open(page, 'administration/organization')
    const organization = panel(page, 'Organization')
    const choice = organization.getByLabel('The client must sign off')
    await choice.check()
    await organization.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await required(actor, id)).toMatchObject({ serviceProvider: { requiresSignOff: true } })
    expect(await faultsOf(page, 'sign-off-demand')).toEqual([])
    await choice.uncheck()
    await organization.getByRole('button', { name: 'Save' }).click()
    await until('the change', async () => (await required(actor, id)).serviceProvider.requiresSignOff === false)
  })

  whenVisible('for reminders is on until it is switched off for the organization', async () => {
    const actor = server.actor()
    await actor.rest('PUT', '/api/service-provider/organization', { name: 'North Media' })
    const { id } = await aClient(actor)
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await open(page, 'administration/organization')
    const organization = panel(page, 'Organization')
    const choice = (checked: boolean) => organization.getByRole('checkbox', { name: 'Remind reviewers', checked })
    await choice(true).waitFor()
    await organization.getByLabel('Name', { exact: true }).fill('South Media')
    await organization.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await required(actor, id)).toMatchObject({ serviceProvider: { remindsReviewers: null } })
    await choice(true).click()
    await organization.getByRole('button', { name: 'Save' }).click()
    await until('the change', async () => (await required(actor, id)).serviceProvider.remindsReviewers === false)
    // A form that opens before the page has read the change shows what the page had read before.
    await page.reload()
    await signIn(page, actor.token)
    await choice(false).waitFor()
  })
})

describe('the figures', () => {
  whenVisible('show on the analytics screen what became of requests, by client', async () => {
    const actor = server.actor()
    const { id: clientId } = await aClient(actor, { name: 'Cape Solar' })
    const { id: campaignId } = await aCampaign(actor, { clientId })
    const { id } = await anApproved(server, smtp, actor, { campaignId })
    // The decision took 36 hours.
    const change = sql`update sign_off set created_at = approved_at - interval '36 hours'
      where organization_id = ${actor.organizationId} and id = ${id}`
    await inOrganization(server, actor, change)
    await aSignOff(actor, { contentId: (await aContent(actor)).id })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await open(page, 'analytics')
    const figures = signOff(page)
    await figures.getByRole('row', { name: 'Cape Solar 1 1 0 0 1,5 days' }).waitFor()
    await figures.getByRole('row', { name: 'No client 1 0 0 1 No decision' }).waitFor()
    expect(await figures.locator('.tiles div').first().innerText()).toMatch(/^Requested\s+2$/)
    expect(await faultsOf(page, 'sign-off-figures')).toEqual([])
    await figures.getByRole('link', { name: 'Cape Solar' }).click()
    await page.getByRole('button', { name: 'Not only Cape Solar' }).waitFor()
    await figures.getByRole('table').waitFor({ state: 'detached' })
    await figures.locator('.tiles').getByText('1,5 days').first().waitFor()
    await page.getByLabel('Period').selectOption('Last month')
    await figures.getByText('No sign-off was requested in these days.').waitFor()
  })
})
