/** @long it loads pages over a slow connection, so most of its time is waiting: half a minute. */
import { expect } from '@jest/globals'
import type { CDPSession, Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aBreach, aCampaign, aClient, aContent } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { canVisit, dashboardOf, isLive, panel, pasteToken, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const PHONE = { viewport: { width: 390, height: 844 } }
const KB = 1000

/** The compressed content of the files of the page, bytes by name. */
async function filesOf(client: CDPSession): Promise<Map<string, number>> {
  const started = new Map<string, { name: string; headers: number }>()
  const files = new Map<string, number>()
  await client.send('Network.enable')
  client.on('Network.responseReceived', ({ requestId, response: { url, encodedDataLength: headers } }) => {
    if (!url.includes('/graphql')) started.set(requestId, { name: new URL(url).pathname, headers })
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = started.get(requestId)
    if (file) files.set(file.name, encodedDataLength - file.headers)
  })
  return files
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

whenVisible('the first load is at most 120 KB: the sign-in and the overview, before its chart', async () => {
  const actor = server.actor()
  await using visited = await windows.open('about:blank', PHONE)
  const { page, context } = visited
  const files = await filesOf(await context.newCDPSession(page))
  await page.goto(`${server.url}/`)
  await pasteToken(page, actor.token)
  await isLive(page)
  await panel(page, 'Campaigns by status').waitFor()
  expect([...files.keys()].filter((name) => /plot|toast-list/.test(name))).toEqual([])
  const total = sum(files.values())
  expect([total, total > 50 * KB, total <= 120 * KB]).toEqual([total, true, true])
})

/** The names of the documents that a page sends, without those about another record. */
function documentsOf(page: Page, other: string): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/graphql')) return
    if (request.postData()?.includes(other)) return
    const [, name = ''] = /^(?:query|mutation) (\w+)/.exec(request.postDataJSON().query) ?? []
    sent.push(name)
  })
  return sent
}

/** Adds up the shifts of the layout from now on. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const seen = { sum: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
const shiftOf = (page: Page) => page.evaluate(() => (window as Window & { seen?: { sum: number } }).seen?.sum ?? 1)

/** A phone on a slow connection. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  // Uploads are small, so only downloads are slow.
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 50_000,
    uploadThroughput: -1,
  })
}

whenVisible('a campaign is read in at most 4 requests, and its page does not move on a slow phone', async () => {
  const actor = server.actor()
  const { id: clientId } = await aClient(actor, { name: 'Karoo Fresh Foods' })
  const { id } = await aCampaign(actor, { name: 'Letter', type: 'EMAIL', channels: ['EMAIL'], clientId })
  const { id: other } = await aCampaign(actor, { name: 'Other', type: 'SOCIAL' })
  await aContent(actor, { campaignId: id, type: 'EMAIL' })
  await aBreach(actor, { title: 'Lost laptop' })
  await using visited = await dashboardOf(windows, server.url, actor, PHONE)
  const { page, complaints } = visited
  const sent = documentsOf(page, other)
  await visit(page, `/campaigns/${other}`)
  await panel(page, 'History').getByText('Campaign created').waitFor()
  // The breach is the last event of the setup. An event that comes later reads its panels again.
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  sent.length = 0
  await slowDown(page)
  await watchShifts(page)
  await visit(page, `/campaigns/${id}`)
  await panel(page, 'History').getByText('Campaign created').waitFor()
  await panel(page, 'Sending').waitFor()
  await panel(page, 'Content').getByRole('link').first().waitFor()
  await until('the end of the requests', async () => (await page.locator('main .loading').count()) === 0)
  expect(sent).toContain('CampaignPage')
  expect(sent.length > 4 ? sent : []).toEqual([])
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.1)
  expect(complaints).toEqual([])

  // The panels that were read together follow changes on their own.
  await actor.rest('PUT', `/api/campaigns/${id}`, { name: 'Letter in spring' })
  await page.getByRole('heading', { level: 1, name: 'Letter in spring' }).waitFor()
})

whenVisible('the overview, the approvals and the analytics do not move on a slow phone', async () => {
  const author = server.actor()
  const day = new Date().toISOString().slice(0, 10)
  for (const name of ['One', 'Two']) {
    const { id: campaignId } = await aCampaign(author, { name, type: 'SOCIAL', status: 'PENDING_APPROVAL' })
    await author.rest('POST', '/api/analytics/records', { campaignId, day, impressions: 777, spendCents: 250_000 })
  }
  await aBreach(author, { title: 'Lost laptop' })
  const approver = server.actor({ organizationId: author.organizationId })
  await using visited = await dashboardOf(windows, server.url, approver, PHONE)
  const { page } = visited
  for (const [screen, title] of [
    ['overview', 'Campaigns by status'],
    ['approvals', 'Content'],
    ['analytics', 'Client sign-off'],
  ] as const) {
    await visit(page, '/clients')
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await slowDown(page)
    await watchShifts(page)
    await visit(page, `/${screen}`)
    await panel(page, title).waitFor()
    await until('the end of the requests', async () => (await page.locator('main .loading').count()) === 0)
    const shift = await shiftOf(page)
    expect([screen, shift, shift <= 0.1]).toEqual([screen, shift, true])
  }
})

whenVisible('a campaign that is unknown, or may be read in part only, is shown as far as it can be', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { name: 'Letter', type: 'EMAIL' })
  const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
  await using visited = await dashboardOf(windows, server.url, viewer)
  const { page, complaints } = visited
  await visit(page, `/campaigns/${id}`)
  await panel(page, 'Letter').getByText('Draft', { exact: true }).waitFor()
  await panel(page, 'Audience').waitFor()
  expect(complaints).toEqual([])
  // The first answer is lost: each panel reads for itself then.
  let isLost = false
  await page.route('**/graphql', async (route) => {
    if (isLost || !route.request().postData()?.includes('CampaignPage')) return route.fallback()
    isLost = true
    return route.abort()
  })
  await page.reload()
  await pasteToken(page, viewer.token)
  await isLive(page)
  await panel(page, 'Letter').getByText('Draft', { exact: true }).waitFor()
  expect(isLost).toBe(true)
})
