/** @long it goes through the jobs of a day in a browser, at a desk and on a phone. */
import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aBreach, aCampaign } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, goTo, panel } from './dashboard.ts'
import { aBusyPerson, aDay } from './day.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const SCREENS = [
  'Campaigns',
  'Approvals',
  'Content',
  'Clients',
  'Analytics',
  'Privacy',
  'Audit',
  'Administration',
  'Trash',
  'Overview',
]

aDay(
  'a director',
  () => windows,
  async ({ isPhone, start, see, seeInAfrikaans }) => {
    const { person: director, colleague } = await aBusyPerson(server, 'admin')
    const day = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)
    const { id: campaignId } = await aCampaign(director, { name: 'Water week', status: 'ACTIVE' })
    await director.rest('POST', '/api/analytics/records', { campaignId, day, impressions: 777, spendCents: 250_000 })
    await aCampaign(colleague, { name: 'Summer', status: 'PENDING_APPROVAL' })
    await using visited = await start(server, director)
    const { page, complaints } = visited
    await panel(page, 'Last 30 days').getByText('777').waitFor()
    await see(page, 'overview')

    const beginsNearTop = async (screen: string) => {
      const first = page.locator('main .panel').first()
      await first.waitFor()
      const box = await first.boundingBox()
      if (isPhone) expect([screen, (box?.y ?? 999) <= 160]).toEqual([screen, true])
    }
    for (const screen of SCREENS) {
      await goTo(page, screen)
      await beginsNearTop(screen)
      await see(page, screen.toLowerCase())
    }

    // From a figure to the list that it counts, and back.
    await panel(page, 'Last 30 days').getByRole('link', { name: '300' }).click()
    await page.getByText('300 clients').waitFor()
    await page.goBack()
    await panel(page, 'Campaigns by status').getByRole('link', { name: 'Pending approval' }).click()
    await page.getByText('1 campaign', { exact: true }).waitFor()
    await page.goBack()

    await panel(page, 'Needs you today').getByRole('link', { name: '1 campaign waits for your approval' }).click()
    await page.getByRole('button', { name: 'Approve and start now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and start now' }).click()
    await page.getByText('Summer: Active').waitFor()

    await goTo(page, 'Analytics')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain('777')

    // A breach is folded after its first screen, and leaves a list near the top.
    await aBreach(colleague, { title: 'Lost laptop' })
    await page.getByRole('alert').getByText('Lost laptop').waitFor()
    for (const screen of ['Campaigns', 'Content', 'Clients', 'Approvals']) {
      await goTo(page, screen)
      await page.getByRole('alert').getByText('1 breach or alert is open').waitFor()
      await beginsNearTop(screen)
    }
    await see(page, 'breach')
    await seeInAfrikaans(page)
    expect(complaints).toEqual([])
  },
)
