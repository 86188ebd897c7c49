import { expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient, aContent } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, findings, goTo, panel, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const field = (page: Page) => page.getByRole('combobox', { name: /^A screen, or the name of/ })
const option = (page: Page, name: string) => page.getByRole('option', { name })
const isChosen = (page: Page, name: string) => page.getByRole('option', { name, selected: true }).waitFor()

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
}

whenVisible('Ctrl-K goes to any screen or section by the keyboard alone, and Escape leaves it', async () => {
  await using visited = await dashboardOf(windows, server.url, server.actor())
  const { page, complaints } = visited
  await panel(page, 'Sectors').waitFor()
  await open(page)
  await option(page, 'Administration: Webhooks').waitFor()
  expect(await accessFaults(page, 'palette')).toEqual([])
  await page.keyboard.type('webh')
  await isChosen(page, 'Administration: Webhooks')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Administration' }).waitFor()
  await page.getByRole('button', { name: 'New webhook' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  for (const [typed, title, address] of [
    ['breaches', 'Privacy: Breaches', '/privacy/breaches'],
    ['verific', 'Audit: Verification', '/audit/verification'],
    ['analytics: client', 'Analytics: Client', '/analytics#by=client'],
  ] as const) {
    await open(page)
    await page.keyboard.type(typed)
    await isChosen(page, title)
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname, hash }) => pathname + hash === address)
  }

  const button = page.getByRole('button', { name: 'Go to…' })
  await button.focus()
  await page.keyboard.press('Enter')
  await field(page).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction((element) => element === document.activeElement, await button.elementHandle())

  await open(page)
  await page.keyboard.type('new client')
  await isChosen(page, 'New client')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New client' }).waitFor()
  await page.keyboard.press('Control+k')
  expect(await field(page).count()).toBe(0)
  expect(complaints).toEqual([])
})

whenVisible('the focus moves with the page, so nothing takes it from a person who moved it since', async () => {
  await using visited = await dashboardOf(windows, server.url, server.actor())
  const { page, complaints } = visited
  await panel(page, 'Sectors').waitFor()
  // No frame is painted and no work is resumed until the end, as on a busy machine.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
    window.setTimeout = (() => 0) as unknown as typeof setTimeout
  })
  const isFocused = (of: Locator) => of.evaluate((element) => element === document.activeElement)
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Clients' })
  await heading.waitFor()
  expect(await isFocused(heading)).toBe(true)
  const button = page.getByRole('button', { name: 'Go to…' })
  await button.press('Enter')
  await field(page).waitFor()
  expect(await isFocused(field(page))).toBe(true)
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  expect(await isFocused(button)).toBe(true)
  expect(complaints).toEqual([])
})

whenVisible('it finds records by their names, with one request, and takes the steps that a record allows', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Karoo <b>Fresh</b> Foods' })
  await aCampaign(actor, { name: 'Karoo Summer' })
  await aContent(actor, { title: 'Karoo greeting' })
  await aClient(server.actor(), { name: 'Karoo Elsewhere' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  await goTo(page, 'Clients')
  let requests = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('query Find')) requests++
  })
  await open(page)
  // At once: a request follows each pause, and a busy machine may pause between two keys.
  await page.keyboard.insertText('karoo')
  await option(page, 'Karoo <b>Fresh</b> Foods').waitFor()
  const listed = page.getByRole('listbox').getByRole('option')
  expect((await listed.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    'Karoo Summer Campaigns',
    'Karoo <b>Fresh</b> Foods Clients',
    'Karoo greeting Content',
  ])
  expect(requests).toBe(1)
  expect(await findings(page, 'dialog')).toEqual([])
  await page.keyboard.press('ArrowDown')
  await isChosen(page, 'Karoo <b>Fresh</b> Foods')
  await page.keyboard.press('Enter')
  await panel(page, 'Karoo <b>Fresh</b> Foods').waitFor()

  await open(page)
  await page.keyboard.type('move')
  await isChosen(page, 'Move to Active')
  await page.keyboard.press('Enter')
  await page.getByText('Karoo <b>Fresh</b> Foods: Active').waitFor()
  expect((await actor.rest('GET', `/api/clients/${id}`)).body.data.status).toBe('ACTIVE')
  expect(complaints).toEqual([])
})

whenVisible('it offers nothing that the role does not include, and says when the server cannot be asked', async () => {
  const admin = server.actor()
  const { id } = await aClient(admin, { name: 'Old Mill' })
  const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer' })
  await using visited = await dashboardOf(windows, server.url, viewer)
  const { page } = visited
  await visit(page, `/clients/${id}`)
  await panel(page, 'Old Mill').waitFor()
  await open(page)
  await option(page, 'Clients').waitFor()
  for (const name of ['Move to', 'New', 'Approvals', 'Webhooks']) expect(await option(page, name).count()).toBe(0)
  await page.route('**/graphql', (route) => route.abort())
  await page.keyboard.type('old mill')
  await page.getByRole('status').filter({ hasText: 'The server cannot be reached' }).waitFor()
})
