import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, panel, signIn, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const csv = (...lines: string[]) => ({
  name: 'results.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\ufeff${lines.join('\r\n')}`),
})

whenVisible(
  'results are recorded from a file, whose faults are said row by row before anything is recorded',
  async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { name: 'Summer', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    const results = panel(page, 'Results')
    await results.getByRole('button', { name: 'Results from a file' }).click()
    const dialog = page.getByRole('dialog')
    const choose = (file: ReturnType<typeof csv>) => dialog.getByLabel('File (CSV or JSON)').setInputFiles(file)
    await choose(csv('impressions;clicks', '1;2'))
    await dialog.getByRole('alert').getByText('No column is called day or date.').waitFor()
    await choose(
      csv(
        'Date;Impressions;Spend;Channel',
        '2026-02-30;1 000;R 12,50;SMS',
        '<b>x</b>;many;R 1;TV',
        '2026/02/02;;;Smoke signals',
      ),
    )
    await dialog.getByText('2 rows must be mended first:').waitFor()
    await dialog.getByText('Row 2: Day must be a day such as 2026-03-31; Impressions must be a whole number').waitFor()
    await dialog.getByText('Row 3: Channel is not a known channel').waitFor()
    await dialog.getByRole('button', { name: 'Record 3 rows', disabled: true }).waitFor()
    expect(await accessFaults(page, 'results-file')).toEqual([])
    await dialog.getByRole('button', { name: 'Use another file' }).click()
    await choose(csv('day,impressions,spend', '2026-02-01,1000,"12,50"', '2126-02-02,5,1'))
    await dialog.getByRole('button', { name: 'Record 2 rows' }).click()
    await dialog.getByText('Row 2: Day must be between 2000-01-01 and today').waitFor()
    await dialog.getByRole('button', { name: 'Use another file' }).click()
    await choose(csv('day,impressions,spend', '2026-02-01,1000,"12,50"', '2026-02-02,5,1'))
    await dialog.getByRole('button', { name: 'Record 2 rows' }).click()
    await page.getByText('The results of 2 rows were recorded').waitFor()
    const query = 'query ($id: ID!) { campaignAnalytics(id: $id) { totals { impressions spendCents } } }'
    const { body } = await actor.graphql(query, { id })
    expect([body.data.campaignAnalytics.totals, complaints]).toEqual([{ impressions: 1005, spendCents: 1350 }, []])
  },
)

whenVisible('rows whose recording was interrupted by a reload are counted once', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { name: 'Autumn', type: 'SOCIAL' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  const dialog = page.getByRole('dialog')
  const record = async () => {
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Results').getByRole('button', { name: 'Results from a file' }).click()
    await dialog
      .getByLabel('File (CSV or JSON)')
      .setInputFiles(csv('day,impressions', '2026-02-01,1000', '2026-02-02,5'))
    await dialog.getByRole('button', { name: 'Record 2 rows' }).click()
  }
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation RecordAnalytics')) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await record()
  await page.getByText('The server cannot be reached').first().waitFor()
  await page.unroute('**/graphql')
  await page.reload()
  await signIn(page, actor.token)
  const impressions = async () => {
    const query = 'query ($id: ID!) { campaignAnalytics(id: $id) { totals { impressions } } }'
    return (await actor.graphql(query, { id })).body.data.campaignAnalytics.totals.impressions
  }
  for (const expected of [1005, 2010]) {
    await record()
    await dialog.waitFor({ state: 'detached' })
    expect(await impressions()).toBe(expected)
  }
})
