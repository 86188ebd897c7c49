import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { daysAgo, record } from '../analytics/records.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const NAME = '<b>Karoo</b> Foods'

/** An organization whose campaigns did better in the last week than in the week before. */
async function anOrganization() {
  const actor = server.actor()
  const { id: office } = await aClient(actor, { name: 'Water Board', type: 'GOVERNMENT', sector: 'GOVERNMENT' })
  const { id: shop } = await aClient(actor, { name: NAME })
  const { id: water } = await aCampaign(actor, { name: 'Save water', clientId: office, type: 'RADIO' })
  const { id: summer } = await aCampaign(actor, { name: 'Summer', clientId: shop, type: 'SOCIAL' })
  await record(actor, [
    ...Array.from({ length: 40 }, (_, day) => ({ campaignId: water, day: daysAgo(day + 14), impressions: 10 + day })),
    { campaignId: water, day: daysAgo(1), impressions: 3000, clicks: 60, conversions: 6, spendCents: 60_000 },
    { campaignId: water, day: daysAgo(8), impressions: 2000, spendCents: 40_000 },
    { campaignId: summer, day: daysAgo(2), impressions: 1500, clicks: 3, spendCents: 10_000, revenueCents: 25_000 },
  ])
  return { actor, shop }
}

whenVisible(
  'figures of a period lead from a sector by its clients to a campaign, for a user who may read them',
  async () => {
    const { actor } = await anOrganization()
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    await using visited = await dashboardOf(windows, server.url, viewer)
    const { page, complaints } = visited
    await goTo(page, 'Analytics')
    await page.getByLabel('Period').selectOption('Last 7 days')
    const figures = page.locator('.tiles')
    await figures.getByText('+125%').waitFor()
    await figures.getByText('+75%').waitFor()
    await figures.getByText('R\u00a0116,67').waitFor()
    await panel(page, 'Trend and forecast').getByRole('img').waitFor()
    expect(await accessFaults(page, 'analytics')).toEqual([])
    const parts = panel(page, 'Breakdown')
    await parts.getByRole('link', { name: 'Business' }).click()
    await figures.getByText('1,5K').waitFor()
    await parts.getByRole('link', { name: NAME }).waitFor()
    expect(await parts.getByRole('link', { name: 'Water Board' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Not only Business' }).click()
    await parts.getByRole('link', { name: 'Client', exact: true }).click()
    await parts.getByRole('button', { name: 'Spend' }).click()
    await parts.getByRole('row').nth(1).getByText(NAME).waitFor()
    await parts.getByRole('button', { name: 'Campaigns' }).click()
    await parts.locator('th[aria-sort=ascending]', { hasText: 'Campaigns' }).waitFor()
    await parts.getByRole('link', { name: 'Water Board' }).click()
    await page.getByRole('button', { name: 'Not only Water Board' }).waitFor()
    await parts.getByRole('button', { name: 'Status' }).click()
    await parts.getByRole('link', { name: 'Save water' }).waitFor()
    expect(await accessFaults(page, 'analytics-client')).toEqual([])
    await parts.getByRole('link', { name: 'Save water' }).click()
    await panel(page, 'Save water').waitFor()
    await goTo(page, 'Analytics')
    expect(await page.getByLabel('Period').inputValue()).toBe('days7')
    expect(complaints).toEqual([])
  },
)

whenVisible('a period is any days, and one that ends before it begins is not asked for', async () => {
  const { actor } = await anOrganization()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  await visit(page, `/analytics#from=${daysAgo(9)}&to=${daysAgo(8)}`)
  const figures = page.locator('.tiles')
  await figures.getByText('2K').waitFor()
  await page.getByRole('region', { name: 'Trend', exact: true }).getByRole('img').waitFor()
  await page.getByLabel('From', { exact: true }).fill(daysAgo(7))
  await page.getByText('The period ends before it begins.').waitFor()
  expect(await figures.count()).toBe(0)
  await page.getByLabel('To', { exact: true }).fill(daysAgo(1))
  await figures.getByText('4,5K').waitFor()
  await visit(page, '/analytics#from=soon&to=%3Cb%3E&by=nothing&sector=NONE')
  await page.getByRole('option', { name: 'Last 30 days' }).waitFor({ state: 'attached' })
  await panel(page, 'Breakdown').getByRole('link', { name: 'Business' }).waitFor()
  expect(complaints).toEqual([])
})

whenVisible('an organization without results reads what to do, and nothing of another', async () => {
  const { shop } = await anOrganization()
  await using visited = await dashboardOf(windows, server.url, server.actor())
  const { page, complaints } = visited
  await visit(page, `/analytics#client=${shop}&by=campaign`)
  await page.getByRole('button', { name: 'Not only Client' }).waitFor()
  await panel(page, 'Breakdown').getByText('No campaign matches.').waitFor()
  expect(await page.getByText('Karoo').count()).toBe(0)
  await page.getByRole('button', { name: 'Not only Client' }).click()
  await page.getByRole('link', { name: 'Record the results of a campaign' }).click()
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor()
  expect(complaints).toEqual([])
})

async function saved(page: Page, format: string) {
  const button = page.getByRole('button', { name: `Save as ${format}` })
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

whenVisible('what is shown is saved as a report, also where the connection was lost before', async () => {
  const { actor, shop } = await anOrganization()
  const { id } = await aCampaign(actor, { name: '=1+1', clientId: shop })
  await record(actor, { campaignId: id, day: daysAgo(1), clicks: 7 })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await visit(page, `/analytics#period=days7&client=${shop}`)
  await page.getByRole('button', { name: `Not only ${NAME}` }).waitFor()
  let isLost = true
  await page.route('**/graphql', (route) => {
    const isReport = route.request().postData()?.includes('query AnalyticsReport')
    return isReport && isLost ? route.abort() : route.fallback()
  })
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await page.getByText('The server cannot be reached').waitFor()
  isLost = false
  const csv = await saved(page, 'CSV')
  expect(csv.name).toBe(`campaigns-${daysAgo(6)}-${daysAgo(0)}.csv`)
  expect(csv.text).toMatch(/^\uFEFFcampaignId,name,clientName,clientSector,type,status,records,impressions,/)
  expect(csv.text).toContain(`,'=1+1,${NAME},`)
  expect(csv.text.trim().split('\n')).toHaveLength(3)
  expect(csv.text).toMatch(/,spendRand,/)
  expect(csv.text).not.toMatch(/Cents|\d\.\d{5}/)
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click(),
  ])
  expect(sheet.suggestedFilename()).toBe(`campaigns-${daysAgo(6)}-${daysAgo(0)}.xlsx`)
  const [heading = [], ...lines] = await readSheet(await readFile(await sheet.path()))
  const cell = (line: readonly unknown[] | undefined, title: string) => line?.[heading.indexOf(title)]
  const facts = lines.map((line) => [cell(line, 'name') === '=1+1', cell(line, 'clicks'), cell(line, 'spendRand')])
  expect(facts.sort()).toEqual([
    [false, 3, 100],
    [true, 7, 0],
  ])
  const { from, totals, rows } = JSON.parse((await saved(page, 'JSON')).text)
  expect([from, totals.clicks, rows.length]).toEqual([daysAgo(6), 10, 2])
})
