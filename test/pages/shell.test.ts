/** @long it opens every screen in a browser. */
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aBreach, aCampaign, aClient } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  accessFaults,
  addressOf,
  canVisit,
  dashboardOf,
  goTo,
  openUserMenu,
  signIn,
  visit,
  whenVisible,
} from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

whenVisible('one menu has the user, the language, the theme and the way out', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const menu = page.getByRole('region', { name: 'Account' })
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
  await openUserMenu(page)
  await menu.getByText(actor.organizationId).waitFor()
  // The token has no name.
  await menu.getByText('You', { exact: true }).waitFor()
  expect(await accessFaults(page, 'user-menu')).toEqual([])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await openUserMenu(page)
  await menu.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(complaints).toEqual([])
})

whenVisible('the bell counts unread notifications, and leads to their records', async () => {
  const author = server.actor()
  const { id } = await aCampaign(author, { name: 'Summer', type: 'SOCIAL', status: 'PENDING_APPROVAL' })
  const approver = server.actor({ organizationId: author.organizationId })
  await approver.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })
  await using visited = await dashboardOf(windows, server.url, approver)
  const { page, complaints } = visited
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click()
  const bell = page.getByRole('region', { name: 'Newest notifications' })
  await bell
    .getByRole('link', { name: /Summer/ })
    .first()
    .waitFor()
  expect(await accessFaults(page, 'bell')).toEqual([])
  await bell
    .getByRole('link', { name: /Summer/ })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor()
  await bell.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Notifications, / }).click()
  await bell.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  expect(complaints).toEqual([])

  const viewer = server.actor({ organizationId: author.organizationId, role: 'viewer' })
  await using other = await dashboardOf(windows, server.url, viewer)
  // A viewer is not notified of events, but can be mentioned.
  await other.page.getByRole('button', { name: 'Notifications', exact: true }).click()
  const own = other.page.getByRole('region', { name: 'Newest notifications' })
  await own.getByText('There are no notifications yet.').waitFor()
  expect(await own.getByRole('link').count()).toBe(0)
  expect(other.complaints).toEqual([])
})

whenVisible('a record names its page, with the way back to the list as it was', async () => {
  const actor = server.actor()
  await aClient(actor, { name: 'Cape Solar' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  await visit(page, '/clients')
  await page.getByLabel('Sector').selectOption('Business')
  await page.getByRole('link', { name: 'Cape Solar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cape Solar' }).waitFor()
  expect(await page.title()).toBe('Cape Solar · Clients · Campaign dashboard')
  expect(await page.getByRole('main').getByRole('link', { name: 'clients' }).count()).toBe(1)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Clients' }).click()
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  expect(await page.title()).toBe('Clients · Campaign dashboard')
  expect(addressOf(page)).toBe('/clients#sector=BUSINESS')
  expect(complaints).toEqual([])
})

whenVisible('a record opens at its own address, and at the address that earlier versions gave it', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Cape Solar' })
  const asked: string[] = []
  for (const address of [`/clients/${id}#edit=${id}`, `/#/clients/${id}?edit=${id}`]) {
    await using visited = await windows.open(server.url + address)
    const { page, complaints } = visited
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await signIn(page, actor.token)
    await page.getByRole('dialog', { name: 'Edit Cape Solar' }).waitFor()
    expect(addressOf(page)).toBe(`/clients/${id}#edit=${id}`)
    expect(complaints).toEqual([])
  }
  // The page was loaded once each: no link, and no old address, loads it again.
  expect(asked).not.toContain(`/clients/${id}`)
})

whenVisible('links open screens in the page, and back and forward return to them', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Cape Solar' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  await goTo(page, 'Clients')
  await page.getByRole('link', { name: 'Cape Solar' }).click()
  await heading('Cape Solar')
  await goTo(page, 'Audit')
  expect(addressOf(page)).toBe('/audit/records')
  await page.goBack()
  await heading('Cape Solar')
  expect(addressOf(page)).toBe(`/clients/${id}`)
  await page.goBack()
  await heading('Clients')
  await page.goForward()
  await heading('Cape Solar')
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('link', { name: 'Campaigns' })
      .first()
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await other.waitForURL(`${server.url}/campaigns`)
  await heading('Cape Solar')
  expect(complaints).toEqual([])
})

whenVisible('a breach is shown whole at first, and as one line on the next screens', async () => {
  const officer = server.actor()
  await aBreach(officer, { title: 'Lost laptop' })
  await using visited = await dashboardOf(windows, server.url, officer)
  const { page } = visited
  const alert = page.getByRole('alert')
  await alert.getByText('Lost laptop').waitFor()
  await goTo(page, 'Campaigns')
  await alert.getByText('1 breach or alert is open').waitFor()
  expect(await alert.getByText('Lost laptop').count()).toBe(0)
  expect(await accessFaults(page, 'breach-folded')).toEqual([])
  await alert.getByRole('button', { name: 'Show' }).click()
  await alert.getByText('Lost laptop').waitFor()
  await aBreach(officer, { title: 'Lost phone' })
  await alert.getByText('Lost phone').waitFor()
  await goTo(page, 'Clients')
  await alert.getByText('2 breaches or alerts are open').waitFor()
})

whenVisible('a breach that was shown stays one line after a reload', async () => {
  const officer = server.actor()
  await aBreach(officer, { title: 'Lost laptop' })
  await using visited = await dashboardOf(windows, server.url, officer)
  const { page } = visited
  await page.getByRole('alert').getByText('Lost laptop').waitFor()
  await page.reload()
  await signIn(page, officer.token)
  await page.getByRole('alert').getByText('1 breach or alert is open').waitFor()
})

whenVisible('a screen whose file was lost on the way is loaded again without a click', async () => {
  await using visited = await dashboardOf(windows, server.url, server.actor())
  const { page } = visited
  const lost: string[] = []
  await page.route('**/assets/*.js', (route) => {
    if (lost.length > 0) return route.fallback()
    lost.push(route.request().url())
    return route.abort()
  })
  await goTo(page, 'Clients')
  await page.getByRole('button', { name: 'New client' }).waitFor()
  expect(lost.length).toBe(1)
})

whenVisible('a name without a space, however long, stays within the page, at a desk and on a phone', async () => {
  const author = server.actor()
  const name = 'Bloemfonteinseweg'.repeat(11)
  const { id } = await aCampaign(author, { name, type: 'SOCIAL', status: 'PENDING_APPROVAL' })
  const approver = server.actor({ organizationId: author.organizationId, role: 'manager' })
  const { body } = await author.rest('POST', '/api/content', { title: name, type: 'POST', body: name })
  // It waits for an approval in both rounds; the campaign waits in the first one.
  await author.rest('PUT', `/api/content/${body.data.id}/status`, { status: 'IN_REVIEW' })
  await using visited = await dashboardOf(windows, server.url, approver)
  const { page } = visited
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const [width, status] of [
    [1440, 'Active'],
    [390, 'Paused'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['campaigns', `campaigns/${id}`, `content/${body.data.id}`, 'approvals']) {
      await visit(page, `/${path}`)
      await page.locator('main').getByText(name).filter({ visible: true }).last().waitFor()
      expect([width, path, await overflow()]).toEqual([width, path, 0])
    }
    await visit(page, `/campaigns/${id}`)
    await page.getByRole('button', { name: `Move to ${status}` }).click()
    const said = page.locator('.toast').getByText(`${name}: ${status}`)
    await said.waitFor()
    const { x, width: wide } = (await said.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY }
    expect(x + wide).toBeLessThanOrEqual(width)
    expect(await said.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  }
  await visit(page, '/administration/notifications')
  await page.locator('main').getByText(name).first().waitFor()
  expect(await overflow()).toBe(0)
})
