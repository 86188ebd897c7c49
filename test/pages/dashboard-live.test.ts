/** @long it stops and starts the gateway behind an open page. */
import { describe, expect } from '@jest/globals'
import type { Page, Request } from 'playwright-core'
import type { OpenDatabase } from '../../src/data/open-database.ts'
import { startBalancer } from '../support/balancer.ts'
import { startBrowser, type Visit, type Windows } from '../support/browser.ts'
import { openTestDatabase } from '../support/database.ts'
import { type Relay, startRelay } from '../support/relay.ts'
import { startReplicas } from '../support/replicas.ts'
import { aBreach, aCampaign, aClient, aMember } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { canVisit, dashboardOf, fillClient, goTo, isLive, panel, pasteToken, signIn, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const tile = (page: Page, name: string) =>
  panel(page, 'Last 30 days')
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .locator('.value')

const reads = (text: string, found: ReturnType<typeof tile>) =>
  until(`a tile to read ${text}`, async () => (await found.innerText()) === text)

describe('two windows', () => {
  whenVisible('what one creates appears in the other, in the list and in the figures, without a reload', async () => {
    const actor = server.actor()
    const colleague = server.actor({ organizationId: actor.organizationId })
    await using one = await dashboardOf(windows, server.url, actor)
    await using other = await dashboardOf(windows, server.url, colleague)
    await goTo(other.page, 'Clients')
    await other.page.getByText('No client matches.').waitFor()
    await goTo(one.page, 'Clients')
    await one.page.getByRole('button', { name: 'New client' }).click()
    await fillClient(one.page, 'Seen Elsewhere')
    await one.page.getByRole('button', { name: 'Save' }).click()
    await other.page.getByRole('rowheader', { name: 'Seen Elsewhere' }).waitFor()
    await goTo(one.page, 'Overview')
    await goTo(other.page, 'Overview')
    for (const { page } of [one, other]) await reads('1', tile(page, 'Clients now'))
    await aClient(colleague)
    const shown = async ({ page }: Visit) => {
      const records = panel(page, 'Latest audit events').getByRole('listitem').filter({ hasText: 'Client created' })
      await Promise.all([reads('2', tile(page, 'Clients now')), records.nth(1).waitFor()])
    }
    await Promise.all([shown(one), shown(other)])
  })

  whenVisible('of one person share a browser’s few connections to a server, and both are live', async () => {
    const actor = server.actor()
    await using one = await dashboardOf(windows, server.url, actor)
    const other = await one.context.newPage()
    await other.goto(`${server.url}/`)
    await signIn(other, actor.token)
    await aClient(actor)
    for (const page of [one.page, other]) await reads('1', tile(page, 'Clients now'))
  })
})

whenVisible('is live behind a proxy that sends each request to the next replica', async () => {
  await using opened = new AsyncDisposableStack()
  const [first, second] = await startReplicas(opened)
  const { url } = opened.use(await startBalancer([first.url, second.url]))
  const actor = first.actor()
  const { page } = opened.use(await dashboardOf(windows, url, actor))
  for (const [index, at] of [first, second].entries()) {
    await aClient(at.actor({ organizationId: actor.organizationId }))
    await reads(String(index + 1), tile(page, 'Clients now'))
  }
})

whenVisible('a read that is answered late does not replace figures that came after it began', async () => {
  const actor = server.actor()
  await using visited = await windows.open(`${server.url}/`)
  const { page } = visited
  const held = Promise.withResolvers<Request>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!/query Dashboard\b/.test(route.request().postData() ?? '')) return route.continue()
    const response = await route.fetch()
    held.resolve(route.request())
    await answer.promise
    // The page may have given up this request.
    await route.fulfill({ response }).catch(() => {})
  })
  await signIn(page, actor.token)
  const request = await held.promise
  await aClient(actor)
  await reads('1', tile(page, 'Clients now'))
  const isOver = new Promise<void>((resolve) => {
    const end = (ended: Request) => ended === request && resolve()
    page.on('requestfinished', end)
    page.on('requestfailed', end)
  })
  answer.resolve()
  if (!request.failure()) await isOver
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  expect(await tile(page, 'Clients now').innerText()).toBe('1')
})

whenVisible('a change during the first read of a panel is shown', async () => {
  const actor = server.actor()
  const { id: clientId } = await aClient(actor, { type: 'BUSINESS' })
  await using visited = await windows.open(`${server.url}/`)
  const { page } = visited
  const held = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!/query Sectors\b/.test(route.request().postData() ?? '')) return route.continue()
    const response = await route.fetch()
    held.resolve()
    await answer.promise
    await route.fulfill({ response }).catch(() => {})
  })
  await signIn(page, actor.token)
  await held.promise
  await aCampaign(actor, { clientId })
  // The event that changes this tile is the one that concerns the panel.
  await reads('1', tile(page, 'Campaigns now'))
  answer.resolve()
  await panel(page, 'Sectors').getByRole('rowheader', { name: 'Business' }).waitFor()
})

whenVisible('reads of the trail do not push changes out of the latest events', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const changes = panel(visited.page, 'Latest audit events').getByRole('listitem')
  await reads('0', tile(visited.page, 'Clients now'))
  await aClient(actor)
  await changes.filter({ hasText: 'Client created' }).waitFor()
  for (let read = 0; read < 15; read++) await actor.rest('GET', '/api/campaigns')
  // A later change shows that the reads have arrived.
  await aCampaign(actor)
  await changes.filter({ hasText: 'Campaign created' }).waitFor()
  expect(await changes.filter({ hasText: 'Client created' }).count()).toBe(1)
})

whenVisible('the figures follow what is recorded', async () => {
  const actor = server.actor()
  const { id: campaignId } = await aCampaign(actor, { status: 'ACTIVE' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await reads('0', tile(page, 'Impressions'))
  await page.getByText('Nothing has been recorded yet.').waitFor()
  const day = new Date(Date.now() - 2 * 24 * 3600_000).toISOString().slice(0, 10)
  await actor.rest('POST', '/api/analytics/records', { campaignId, day, impressions: 777 })
  await reads('777', tile(page, 'Impressions'))
  await page.getByRole('img', { name: /Impressions on/ }).waitFor()
})

whenVisible('a storm of events costs a list one request at once, and one in 15 seconds', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Clients')
  await page.getByText('No client matches.').waitFor()
  const reads: number[] = []
  // When the page sent it, and not when this busy process heard of it.
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/graphql') && /query Clients\b/.test(request.postData() ?? ''))
      reads.push(request.timing().startTime)
  })
  for (let number = 0; number < 30; number++) await aClient(actor, { name: `Made ${number}` })
  await until('the last of them to be counted', async () => (await page.content()).includes('30 clients'))
  expect(reads.length).toBeGreaterThan(0)
  const pauses = reads.slice(1).map((at, index) => at - (reads[index] ?? 0))
  for (const pause of pauses) expect(pause).toBeGreaterThan(14_000)
})

whenVisible('a breach appears as an alert as soon as it is reported, until it is dismissed', async () => {
  const actor = server.actor()
  await aBreach(actor, { title: 'An older breach' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  const banner = page.getByRole('alert')
  await banner.getByText('An older breach').waitFor()
  await goTo(page, 'Campaigns')
  await aBreach(actor, { title: 'Stolen laptop', severity: 'CRITICAL' })
  await banner.getByText('POPIA breach: Stolen laptop (critical severity').waitFor()
  await page.getByRole('button', { name: 'Dismiss: An older breach' }).click()
  await banner.getByText('An older breach').waitFor({ state: 'detached' })
  await banner.getByText('Stolen laptop').waitFor()
})

describe('a connection that is cut', () => {
  let relay: Relay
  /** One database for a server and for the one that takes its place. */
  let database: OpenDatabase
  let environment: Record<string, string>
  let first: TestServer
  const start = () => startServer(environment, async () => ({ ...database, close: async () => {} }))

  setUp(async (opened) => {
    if (!canVisit) return
    environment = { DATA_DIR: `${process.env.TMPDIR ?? '/tmp'}/gateway-dashboard-${process.pid}` }
    database = await openTestDatabase()
    opened.defer(() => database.close())
    first = await start()
    relay = opened.use(await startRelay(first.url))
  })

  whenVisible('is shown; after a restart of the server it resumes by itself, and nothing was missed', async () => {
    const actor = first.actor()
    await aClient(actor, { name: 'Made before' })
    await using visited = await dashboardOf(windows, relay.url, actor)
    const { page } = visited
    await reads('1', tile(page, 'Clients now'))

    relay.cut()
    await first.close()
    await page.getByText(/econnecting in \d+ s/).waitFor()
    await page.getByRole('status').getByText('Connection lost, reconnecting').waitFor()

    await using second = await start()
    const colleague = second.actor({ organizationId: actor.organizationId })
    await aClient(colleague, { name: 'Created later' })
    await aBreach(colleague, { title: 'Happened later' })
    const { body } = await colleague.rest('POST', '/api/breaches', {
      title: 'Closed later',
      description: 'Found and closed.',
      discoveredAt: new Date().toISOString(),
    })
    for (const status of ['INVESTIGATING', 'CONTAINED']) {
      await colleague.rest('PUT', `/api/breaches/${body.data.id}`, { status })
    }

    relay.layTo(second.url)
    // It may come back by itself before the button is pressed.
    await Promise.race([isLive(page), page.getByRole('button', { name: 'Try now' }).click()])
    await isLive(page)
    await reads('2', tile(page, 'Clients now'))
    await page.getByRole('alert').getByText('Happened later').waitFor()
    // No list names it any more: only the stream, resumed where it ended, can tell of it.
    await page.getByRole('alert').getByText('Closed later').waitFor()
    await panel(page, 'Latest audit events').getByRole('listitem').first().waitFor()

    relay.cut()
    await page.getByText(/econnecting in \d+ s/).waitFor()
    relay.layTo(second.url)
    await isLive(page)
    await aClient(colleague, { name: 'Made afterwards' })
    await reads('3', tile(page, 'Clients now'))
  })
})

whenVisible('a silent connection is closed and opened again', async () => {
  const actor = server.actor()
  await using visited = await windows.open(`${server.url}/`)
  const { page } = visited
  await page.clock.install()
  await page.reload()
  await signIn(page, actor.token)
  // By the page's clock the comments that keep a connection alive have stayed away. They may come for some seconds more,
  // because a busy machine does not stop the clock at once. It stands until the loss was seen: then the page connects.
  await page.clock.pauseAt(Date.now() + 90_000)
  await page.getByRole('status').getByText('Connection lost, reconnecting').waitFor()
  await page.clock.resume()
  await isLive(page)
  await aClient(actor, { name: 'Heard of again' })
  await reads('1', tile(page, 'Clients now'))
})

describe('a session that ends', () => {
  /** A manager, and what ends the session: another role. */
  async function manager() {
    const admin = server.actor()
    const member = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    const { id } = await aMember(admin, { userId: member.userId, role: 'manager' })
    const end = async () => expect((await admin.rest('PUT', `/api/team/${id}`, { role: 'member' })).status).toBe(200)
    return { member, end }
  }

  const signInAgain = async (page: Page, token: string) => {
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await pasteToken(dialog, token)
    await dialog.waitFor({ state: 'detached' })
  }

  whenVisible('asks to sign in again, and continues at the same place, with the unsaved input', async () => {
    const { member, end } = await manager()
    await using visited = await dashboardOf(windows, server.url, member)
    const { page } = visited
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'New client' }).click()
    await fillClient(page, 'Half typed')
    await end()
    await signInAgain(page, server.actor({ ...member, role: 'member' }).token)
    await page.getByRole('dialog', { name: 'New client' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'Half typed' }).waitFor()
  })

  whenVisible('and a sign-in as another user starts again', async () => {
    const { member, end } = await manager()
    await aClient(member, { name: 'Theirs' })
    await using visited = await dashboardOf(windows, server.url, member)
    const { page } = visited
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Edit Theirs' }).click()
    await end()
    await signInAgain(page, server.actor().token)
    await page.getByText('No client matches.').waitFor()
    expect(await page.content()).not.toContain('Theirs')
  })

  whenVisible('asks above a dialog that opens after the end', async () => {
    const { member, end } = await manager()
    await aClient(member, { name: 'Opened Late' })
    await using visited = await dashboardOf(windows, server.url, member)
    const { page } = visited
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Edit Opened Late' }).click()
    await page.goBack()
    await end()
    const asked = page.getByRole('dialog', { name: 'Sign in again' })
    const field = asked.getByLabel('Access token')
    await asked.getByText('Advanced: with an access token').click()
    await field.focus()
    await page.goForward()
    await page.locator('dialog[open]', { hasText: 'Edit Opened Late' }).waitFor()
    await page.keyboard.insertText(server.actor({ ...member, role: 'member' }).token)
    await asked.getByRole('button', { name: 'Use this token' }).click()
    await asked.waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: 'Edit Opened Late' }).getByRole('button', { name: 'Save' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
  })

  whenVisible('can be left', async () => {
    const { member, end } = await manager()
    await using visited = await dashboardOf(windows, server.url, member)
    const { page } = visited
    await end()
    await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Campaign dashboard' }).waitFor()
  })
})
