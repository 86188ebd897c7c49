/* It moves cards and months in a browser, and creates more campaigns than a page has: this takes half a minute. */
import { expect } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { accessFaults, addressOf, canVisit, dashboardOf, hold, signIn, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const column = (page: Page, status: string) => page.getByRole('region', { name: status, exact: true })
const cardIn = (where: Locator, name: string) => where.getByRole('link', { name, exact: true })
const statusOf = async (actor: Actor, id: string) => (await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status

whenVisible(
  'a card of the board is dragged to its next status, and put back with the reason if it may not',
  async () => {
    const author = server.actor()
    const { id } = await aCampaign(author, { name: 'Summer', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, author)
    const { page, complaints } = visited
    await visit(page, '/campaigns#layout=board')
    const drag = (from: string, to: string) =>
      cardIn(column(page, from), 'Summer').dragTo(column(page, to).getByRole('heading'))
    await drag('Draft', 'Pending approval')
    await cardIn(column(page, 'Pending approval'), 'Summer').waitFor()
    await hold(page, 'Summer: Pending approval')
    expect(await statusOf(author, id)).toBe('PENDING_APPROVAL')

    // Undo is the same as on the page of the campaign.
    await page.getByRole('button', { name: 'Undo' }).click()
    await cardIn(column(page, 'Draft'), 'Summer').waitFor()
    expect(await statusOf(author, id)).toBe('DRAFT')

    // The server refuses it: an author does not approve the own campaign.
    await drag('Draft', 'Pending approval')
    await until('the step', async () => (await statusOf(author, id)) === 'PENDING_APPROVAL')
    await drag('Pending approval', 'Active')
    await page.getByText('The author of a campaign cannot approve it').waitFor()
    await cardIn(column(page, 'Pending approval'), 'Summer').waitFor()
    expect(await cardIn(column(page, 'Active'), 'Summer').count()).toBe(0)
    expect([await statusOf(author, id), complaints]).toEqual(['PENDING_APPROVAL', []])
  },
)

whenVisible('a card that is being dragged can be dropped after the board was read again', async () => {
  const author = server.actor()
  const { id } = await aCampaign(author, { name: 'Summer', type: 'SOCIAL' })
  await using visited = await dashboardOf(windows, server.url, author)
  const { page } = visited
  await visit(page, '/campaigns#layout=board')
  const target = column(page, 'Pending approval').getByRole('heading')
  await cardIn(column(page, 'Draft'), 'Summer').hover()
  await page.mouse.down()
  await target.hover()
  await aCampaign(author, { name: 'Arrives', type: 'SOCIAL' })
  await cardIn(column(page, 'Draft'), 'Arrives').waitFor()
  await target.hover()
  await page.mouse.up()
  await cardIn(column(page, 'Pending approval'), 'Summer').waitFor()
  await until('the step', async () => (await statusOf(author, id)) === 'PENDING_APPROVAL')
})

whenVisible(
  'the menu of a card moves it by keyboard, keeps the focus, and says which step is not allowed',
  async () => {
    const author = server.actor()
    await aCampaign(author, { name: 'Winter', type: 'SOCIAL', status: 'PENDING_APPROVAL' })
    await using visited = await dashboardOf(windows, server.url, author)
    const { page, complaints } = visited
    await visit(page, '/campaigns#layout=board')
    const menu = page.getByRole('button', { name: 'Move Winter' })
    await menu.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move Winter' })
    await dialog.getByText('Active: The author of a campaign cannot approve it').waitFor()
    await dialog.getByRole('button', { name: 'Move to Active', disabled: true }).waitFor()
    expect(await accessFaults(page, 'board-move')).toEqual([])
    await dialog.getByRole('button', { name: 'Move to Draft' }).press('Enter')
    await cardIn(column(page, 'Draft'), 'Winter').waitFor()
    await page.locator('button:focus', { hasText: 'Move' }).waitFor()
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await accessFaults(page, 'board')).toEqual([])
    expect(complaints).toEqual([])

    const viewer = server.actor({ organizationId: author.organizationId, role: 'viewer' })
    await using other = await dashboardOf(windows, server.url, viewer)
    await visit(other.page, '/campaigns#layout=board')
    await cardIn(column(other.page, 'Draft'), 'Winter').waitFor()
    expect(await other.page.getByRole('button', { name: 'Move Winter' }).count()).toBe(0)
    expect(await other.page.locator('[draggable="true"]').count()).toBe(0)
  },
)

whenVisible('the board is one request, is live, keeps the filters, and shows more of a column', async () => {
  const actor = server.actor()
  const { id: clientId } = await aClient(actor, { name: 'Karoo Fresh Foods' })
  for (let number = 1; number <= 22; number++)
    await aCampaign(actor, { name: `Post ${number}`, type: 'SOCIAL', clientId })
  await aCampaign(actor, { name: 'Letter', type: 'PRINT', status: 'PENDING_APPROVAL' })
  // The board is the first screen: the overview reads campaigns too.
  await using visited = await windows.open(`${server.url}/campaigns#layout=board`)
  const { page, complaints } = visited
  const asked: string[] = []
  page.on('request', (request) => {
    const { query = '' } = request.url().endsWith('/graphql') ? request.postDataJSON() : {}
    if (/campaigns\(/.test(query)) asked.push(query)
  })
  await signIn(page, actor.token)
  const drafts = column(page, 'Draft')
  await drafts.getByRole('heading', { name: 'Draft 22' }).waitFor()
  expect([await drafts.getByRole('listitem').count(), asked.length]).toEqual([20, 1])
  await drafts.getByRole('button', { name: 'Show more' }).click()
  await until('the whole column', async () => (await drafts.getByRole('listitem').count()) === 22)
  expect(await drafts.getByRole('button', { name: 'Show more' }).count()).toBe(0)

  await aCampaign(actor, { name: 'Elsewhere', type: 'RADIO', status: 'PENDING_APPROVAL' })
  await cardIn(column(page, 'Pending approval'), 'Elsewhere').waitFor()

  await page.getByLabel('Type').selectOption('Print')
  await cardIn(column(page, 'Pending approval'), 'Letter').waitFor()
  await drafts.getByRole('heading', { name: 'Draft 0' }).waitFor()
  await page.getByLabel('Status').selectOption('Pending approval')
  await until('one column', async () => (await drafts.count()) === 0)
  await page.getByRole('navigation', { name: 'Layout' }).getByRole('link', { name: 'List' }).click()
  await page.getByRole('row', { name: /Letter/ }).waitFor()
  expect(addressOf(page)).toBe('/campaigns#type=PRINT&status=PENDING_APPROVAL')
  await page.goBack()
  await cardIn(column(page, 'Pending approval'), 'Letter').waitFor()
  expect(complaints).toEqual([])
})

whenVisible(
  'the calendar shows a month by start and end, in South African days, and goes on by key and button',
  async () => {
    const actor = server.actor()
    // In UTC it starts on 28 February, in South Africa on 1 March; its end is the first moment of 11 March there.
    const days = { startsAt: '2027-02-28T22:30:00Z', endsAt: '2027-03-10T22:00:00Z' }
    const { id } = await aCampaign(actor, { name: 'Across weeks', type: 'SOCIAL', ...days })
    await aCampaign(actor, { name: 'One day', type: 'SOCIAL', startsAt: '2027-03-31T08:00:00Z' })
    await aCampaign(actor, { name: 'April only', type: 'SOCIAL', startsAt: '2027-04-20T08:00:00Z' })
    await aCampaign(actor, { name: 'Without dates', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, '/campaigns#layout=calendar&month=2027-03')
    const calendar = page.getByRole('region', { name: 'Calendar' })
    const week = (day: string) => calendar.getByRole('listitem', { name: `Week of ${day}` })
    await calendar.getByText('2 campaigns in these weeks').waitFor()
    const about = 'Across weeks Draft, 01 Mar – 10 Mar'
    await week('01 Mar 2027').getByRole('link', { name: about }).waitFor()
    await week('08 Mar 2027').getByRole('link', { name: about }).waitFor()
    expect(await week('15 Mar 2027').getByRole('link').count()).toBe(0)
    await week('29 Mar 2027').getByRole('link', { name: 'One day Draft, 31 Mar' }).waitFor()
    const bar = await week('01 Mar 2027').getByRole('link', { name: about }).boundingBox()
    const monday = await week('01 Mar 2027').boundingBox()
    expect(bar && monday && Math.round((bar.x - monday.x) / monday.width)).toBe(0)
    expect(await accessFaults(page, 'calendar')).toEqual([])

    await calendar.getByRole('button', { name: 'Next month' }).click()
    await calendar.getByRole('link', { name: /^April only/ }).waitFor()
    await calendar.getByRole('link', { name: /^April only/ }).press('PageUp')
    await calendar.getByRole('heading', { name: 'March 2027' }).waitFor()
    await calendar.getByRole('link', { name: about }).first().waitFor()
    expect(await calendar.getByRole('heading').evaluate((heading) => heading === document.activeElement)).toBe(true)
    await calendar.getByRole('link', { name: about }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Across weeks' }).waitFor()
    expect(page.url()).toContain(id)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
    await calendar.getByRole('button', { name: 'This month' }).waitFor()
    expect(complaints).toEqual([])
  },
)

whenVisible('a month with more campaigns than a page has all of them, page by page', async () => {
  const actor = server.actor()
  const startsAt = '2027-05-12T08:00:00Z'
  for (let number = 1; number <= 101; number++)
    await aCampaign(actor, { name: `Post ${number}`, type: 'SOCIAL', startsAt })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await visit(page, '/campaigns#layout=calendar&month=2027-05')
  const links = page.getByRole('region', { name: 'Calendar' }).getByRole('link')
  await page.getByRole('button', { name: 'Show 92 more' }).click()
  await until('a page', async () => (await links.count()) === 100)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await until('the last campaign', async () => (await links.count()) === 1)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await until('the first page again', async () => (await links.count()) === 100)
})
