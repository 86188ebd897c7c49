/** @long it takes campaigns and content through approvals in a browser. */
import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aContent } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, dashboardOf, goTo, panel, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

type Role = 'manager' | 'member' | 'compliance' | 'viewer'

const colleague = ({ organizationId }: Actor, role: Role = 'manager') => server.actor({ organizationId, role })

async function move(actor: Actor, path: string, status: string): Promise<void> {
  const answer = await actor.rest('PUT', `/api/${path}/status`, { status })
  expect([path, status, answer.status]).toEqual([path, status, 200])
}

const statusOf = async (actor: Actor, path: string) => (await actor.rest('GET', `/api/${path}`)).body.data.status

const item = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

describe('the approval inbox', () => {
  whenVisible('is about the campaign that is shown, and about no other', async () => {
    const author = server.actor()
    const { id } = await aCampaign(author, { name: 'Spring', status: 'PENDING_APPROVAL', budgetCents: 100_000 })
    await using visited = await dashboardOf(windows, server.url, colleague(author))
    const { page } = visited
    await goTo(page, 'Approvals')
    const spring = item(page, 'Spring')
    await spring.getByText(/R\s1\s000,00/).waitFor()
    // Without a start time, the campaign can only start now.
    expect(await spring.locator('.primary').allInnerTexts()).toEqual(['Approve and start now'])
    const unheard = /AwaitingCampaigns/
    await page.route('**/graphql', (route) =>
      unheard.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    )
    await author.rest('PUT', `/api/campaigns/${id}`, { budgetCents: 900_000 })
    await move(author, `campaigns/${id}`, 'PENDING_APPROVAL')
    await spring.getByRole('button', { name: 'Approve and start now' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve Spring?' })
    await dialog.getByRole('button', { name: 'Approve and start now' }).click()
    await dialog.getByText(/Somebody else changed this too/).waitFor()
    expect(await statusOf(author, `campaigns/${id}`)).toBe('PENDING_APPROVAL')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.unroute('**/graphql')
    await goTo(page, 'Overview')
    await goTo(page, 'Approvals')
    await spring.getByText(/R\s9\s000,00/).waitFor()
    await spring.getByRole('button', { name: 'Approve and start now' }).click()
    await dialog.getByRole('button', { name: 'Approve and start now' }).click()
    await page.getByText('Spring: Active').waitFor()
  })

  whenVisible('says why a campaign cannot be approved now', async () => {
    const author = server.actor()
    await aCampaign(author, { name: 'Mailing', type: 'EMAIL', status: 'PENDING_APPROVAL' })
    await using visited = await dashboardOf(windows, server.url, colleague(author))
    const { page } = visited
    await goTo(page, 'Approvals')
    const mailing = item(page, 'Mailing')
    await mailing.getByText(/^Active: .*consent/i).waitFor()
    await mailing.getByRole('button', { name: 'Approve and start now', disabled: true }).waitFor()
    expect(await mailing.getByRole('button', { name: 'Return to the author' }).isEnabled()).toBe(true)
    expect(await mailing.locator('.primary').count()).toBe(0)
  })

  whenVisible('is about the version of content that is shown, and follows what others send in', async () => {
    const author = server.actor()
    const manager = colleague(author)
    await using visited = await dashboardOf(windows, server.url, manager)
    const { page, complaints } = visited
    await goTo(page, 'Approvals')
    await panel(page, 'Content').getByText('Nothing waits for you.').waitFor()
    const { id } = await aContent(author, { title: 'Greeting', body: 'Good day.' })
    await move(author, `content/${id}`, 'IN_REVIEW')
    const greeting = item(page, 'Greeting')
    await greeting.getByText('Read the whole text').click()
    await greeting.getByText('Good day.').waitFor()

    // What has changed behind the page's back is not approved by it.
    await page.route('**/graphql', async (request) =>
      request.request().postData()?.includes('AwaitingContents') ? request.abort() : request.continue(),
    )
    await move(manager, `content/${id}`, 'CHANGES_REQUESTED')
    await author.rest('PUT', `/api/content/${id}`, { body: 'Bad day.' })
    await move(author, `content/${id}`, 'IN_REVIEW')
    await greeting.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve Greeting?' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/about version 1/).waitFor()
    expect(await statusOf(author, `content/${id}`)).toBe('IN_REVIEW')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.unroute('**/graphql')
    await goTo(page, 'Overview')
    await goTo(page, 'Approvals')
    await greeting.getByText('Read the whole text').click()
    await greeting.getByText('Bad day.').waitFor()
    await greeting.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Greeting: Approved').waitFor()
    expect(await statusOf(author, `content/${id}`)).toBe('APPROVED')
    expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
  })

  whenVisible('is not there for those who approve nothing, and asks for nothing that is refused', async () => {
    const author = server.actor()
    await aCampaign(author, { name: 'Seen', status: 'PENDING_APPROVAL' })
    for (const role of ['member', 'compliance', 'viewer'] as const) {
      await using visited = await dashboardOf(windows, server.url, colleague(author, role))
      const { page, complaints } = visited
      expect(await page.getByRole('link', { name: 'Approvals' }).count()).toBe(0)
      await visit(page, '/approvals')
      await page.getByText('Your role does not include this.').waitFor()
      expect([role, complaints]).toEqual([role, []])
    }
    const { body } = await author.rest('GET', '/api/audit/log?action=ACCESS_DENIED')
    expect(body.data).toEqual([])
  })

  whenVisible('has only what the permissions of the caller are for', async () => {
    const author = server.actor()
    await aCampaign(author, { name: 'Theirs', status: 'PENDING_APPROVAL' })
    const { organizationId } = author
    const reviewer = server.actor({ organizationId, role: 'member', permissions: ['org:content:approve'] })
    await using visited = await dashboardOf(windows, server.url, reviewer)
    const { page } = visited
    await goTo(page, 'Approvals')
    await panel(page, 'Content').getByText('Nothing waits for you.').waitFor()
    expect(await panel(page, 'Campaigns').count()).toBe(0)
  })
})
