/* It tries keys, links and print in a browser: half a minute. */
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { accessFaults, canVisit, dashboardOf, openUserMenu, panel, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

whenVisible(
  'keys go from row to row, edit, create and show their list; forms and dialogs take letters as text',
  async () => {
    const actor = server.actor()
    for (const name of ['One', 'Two', 'Three']) await aCampaign(actor, { name, type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, '/campaigns#sort=NAME')
    await page.getByRole('link', { name: 'Two' }).waitFor()
    const focused = (name: string) => page.locator('main a:focus', { hasText: name }).waitFor()
    await page.keyboard.press('j')
    await focused('One')
    await page.keyboard.press('j')
    await focused('Three')
    await page.keyboard.press('k')
    await focused('One')
    await page.keyboard.press('e')
    const form = page.getByRole('dialog', { name: 'Edit One' })
    await form.waitFor()
    await form.getByLabel('Name', { exact: false }).first().fill('')
    await page.keyboard.type('jenk?')
    expect(await form.getByLabel('Name', { exact: false }).first().inputValue()).toBe('jenk?')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await form.getByLabel('Name', { exact: false }).first().fill('One')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByLabel('Search campaigns').fill('n')
    await page.keyboard.press('n')
    expect(await page.getByRole('dialog').count()).toBe(0)

    await visit(page, '/campaigns#layout=board')
    await page.getByRole('link', { name: 'Two' }).waitFor()
    await page.keyboard.press('n')
    const created = page.getByRole('dialog', { name: 'New campaign' })
    await created.waitFor()
    expect(await created.getByLabel('Name', { exact: false }).first().inputValue()).toBe('')
    await created.getByRole('button', { name: 'Cancel' }).click()
    await created.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Two' }).click()
    await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Next row').waitFor()
    expect(await accessFaults(page, 'keys')).toEqual([])
    await keys.getByLabel('Use keys of one letter').uncheck()
    await keys.getByRole('button', { name: 'Close' }).click()
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await openUserMenu(page)
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await keys.getByLabel('Use keys of one letter').check()
    await keys.getByRole('button', { name: 'Close' }).click()
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await panel(page, 'Two').getByRole('button', { name: 'Duplicate' }).focus()
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Edit Two' }).waitFor()
    expect(complaints).toEqual([])

    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    await using other = await dashboardOf(windows, server.url, viewer)
    await visit(other.page, '/campaigns')
    await other.page.getByRole('link', { name: 'Two' }).waitFor()
    await other.page.keyboard.press('j')
    await other.page.locator('main a:focus').waitFor()
    for (const key of ['e', 'n']) await other.page.keyboard.press(key)
    expect(await other.page.getByRole('dialog').count()).toBe(0)
  },
)

whenVisible('the figures of the overview lead to what they count', async () => {
  const actor = server.actor()
  await aClient(actor, { name: 'Karoo Fresh Foods' })
  await aCampaign(actor, { name: 'Waiting', type: 'SOCIAL', status: 'PENDING_APPROVAL' })
  await aCampaign(actor, { name: 'Unready', type: 'SOCIAL' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const statuses = panel(page, 'Campaigns by status')
  await statuses.getByRole('link', { name: 'Pending approval' }).click()
  await page.getByRole('link', { name: 'Waiting' }).waitFor()
  expect(await page.getByRole('link', { name: 'Unready' }).count()).toBe(0)
  for (const [name, heading] of [
    ['Clients', 'Clients'],
    ['Campaigns', 'Campaigns'],
    ['Impressions', 'Analytics'],
  ] as const) {
    await visit(page, '/overview')
    const tile = page.locator('.tiles > div', { has: page.getByText(new RegExp(`^${name}`)) }).first()
    await tile.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  expect(complaints).toEqual([])
})

whenVisible('a printed page has the content without the controls', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { name: 'Summer', type: 'SOCIAL', budgetCents: 1_000_000 })
  await using visited = await dashboardOf(windows, server.url, actor, { colorScheme: 'dark' })
  const { page } = visited
  await visit(page, `/campaigns/${id}`)
  await panel(page, 'History').getByText('Campaign created').waitFor()
  await page.emulateMedia({ media: 'print' })
  const isHidden = (selector: string) =>
    page.locator(selector).evaluateAll((all) => !all.some((each) => each.checkVisibility()))
  for (const selector of ['.header', '.navigation', 'main button:not(.sort)', '.skip'])
    expect([selector, await isHidden(selector)]).toEqual([selector, true])
  await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor()
  await panel(page, 'Summer').getByText('R\u00a010\u00a0000,00').first().waitFor()
  const ink = await page.evaluate(() => getComputedStyle(document.body).color)
  expect(ink).toBe('rgb(22, 26, 36)')
  await visit(page, '/campaigns')
  await page.getByRole('columnheader', { name: 'Name' }).getByText('Name').waitFor()
  await until('the row', () => page.getByRole('link', { name: 'Summer' }).isVisible())
  const title = await page.getByRole('columnheader', { name: 'Status' }).boundingBox()
  const cell = await page.locator('main td', { hasText: 'Draft' }).boundingBox()
  expect(cell?.x).toBe(title?.x)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/print.png`, fullPage: true })
})
