import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aContent, anInvitation, aRequest, aSubject } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, panel, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const TITLE = 'Needs you today'

whenVisible('the overview begins with what waits for the caller, each a link to where it is done', async () => {
  const manager = server.actor({ role: 'manager' })
  const { organizationId } = manager
  const author = server.actor({ organizationId, role: 'member' })
  await aCampaign(author, { status: 'PENDING_APPROVAL' })
  await aCampaign(manager, { name: 'Mine <b>alone</b>', startsAt: '2026-01-05T08:00:00Z' })
  await aCampaign(server.actor(), { name: 'Elsewhere', startsAt: '2026-01-05T08:00:00Z' })
  const { id } = await aContent(author)
  expect((await author.rest('PUT', `/api/content/${id}/status`, { status: 'IN_REVIEW' })).status).toBe(200)
  await anInvitation(manager, { email: 'soon@example.org', expiresInDays: 1 })
  await anInvitation(manager, { email: 'later@example.org', expiresInDays: 7 })

  await using visited = await dashboardOf(windows, server.url, manager)
  const { page, complaints } = visited
  const needs = panel(page, TITLE)
  await needs.getByRole('link', { name: '1 campaign waits for your approval' }).waitFor()
  const links = await needs.getByRole('link').allInnerTexts()
  expect(links).toEqual([
    'Mine <b>alone</b> was to start on 05 Jan 2026, 10:00: Draft',
    '1 campaign waits for your approval',
    '1 content item waits for your review',
    expect.stringMatching(/^The invitation of soon@example.org expires: /),
  ])
  expect(await page.getByRole('region').first().getByRole('heading').innerText()).toBe(TITLE)
  expect(await accessFaults(page, 'needs')).toEqual([])
  await needs.getByRole('link', { name: 'Mine <b>alone</b>' }).click()
  await panel(page, 'Mine <b>alone</b>').waitFor()
  await page.goBack()
  await needs.getByRole('link', { name: '1 content item waits for your review' }).click()
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
  expect(complaints).toEqual([])
})

whenVisible('a user without permissions to act sees no needs; an author sees only those of the own work', async () => {
  const author = server.actor({ role: 'manager' })
  const { organizationId } = author
  await aCampaign(author, { status: 'PENDING_APPROVAL' })
  await using own = await dashboardOf(windows, server.url, author)
  await panel(own.page, TITLE).getByText('Nothing waits for you.').waitFor()
  await using visited = await dashboardOf(windows, server.url, server.actor({ organizationId, role: 'viewer' }))
  const { page, complaints } = visited
  await panel(page, 'Sectors').waitFor()
  expect(await panel(page, TITLE).count()).toBe(0)
  expect(complaints).toEqual([])
})

whenVisible('a compliance officer is reminded of late requests, and opens them with one click', async () => {
  const admin = server.actor()
  const officer = server.actor({ organizationId: admin.organizationId, role: 'compliance' })
  const receivedAt = new Date(Date.now() - 60 * 86_400_000).toISOString()
  await aRequest(admin, { type: 'OBJECTION', subject: aSubject({ name: 'Late <b>Person</b>' }), receivedAt })
  await aRequest(admin, { type: 'ACCESS', subject: aSubject({ name: 'Patient Person' }) })
  await aRequest(server.actor(), { subject: aSubject({ name: 'Elsewhere' }), receivedAt })
  await using visited = await dashboardOf(windows, server.url, officer)
  const { page, complaints } = visited
  const needs = panel(page, TITLE)
  await needs.getByRole('link', { name: /compliance alerts? (is|are) open/ }).waitFor()
  await needs.getByRole('listitem').first().getByText('Late', { exact: true }).waitFor()
  expect(await needs.getByText(/Patient|Elsewhere/).count()).toBe(0)
  await needs.getByRole('link', { name: /^Objection: Late <b>Person<.b>, due / }).click()
  await page.getByRole('heading', { level: 2, name: 'Objection: Late <b>Person</b>' }).waitFor()
  expect(complaints).toEqual([])
})
