/** @long it visits most screens of the dashboard in a browser. */
import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { daysAgo, record } from '../analytics/records.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aBreach, aCampaign, aClient, aMember } from '../support/samples.ts'
import { type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import {
  addressOf,
  canVisit,
  chooseRecord,
  dashboardOf,
  fillClient,
  goTo,
  isLive,
  openUserMenu,
  panel,
  pasteToken,
  signIn,
  whenVisible,
} from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

/** Everything that a page keeps beyond its own life, as text. */
async function keptBy(page: Page): Promise<string> {
  const own = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]))
  return own + JSON.stringify(await page.context().storageState({ indexedDB: true }))
}

describe('signing in', () => {
  whenVisible('by a pasted token, which stays in memory and is gone with the page', async () => {
    const actor = server.actor()
    await actor.graphql('mutation { updateOrganization(input: { name: "Karoo Provider" }) { id } }')
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, foreign, complaints } = visited
    await page.locator('.caller').getByText('Admin, Karoo Provider').waitFor()
    expect(await keptBy(page)).not.toContain(actor.token)
    expect(await page.content()).not.toContain(actor.token)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByLabel('Access token').inputValue()).toBe('')
    expect([foreign, complaints]).toEqual([[], []])
  })

  whenVisible('is refused with a sentence for a token that does not do, and the page stays usable', async () => {
    await using visited = await windows.open(`${server.url}/`)
    const { page } = visited
    await pasteToken(page, '')
    await page.getByRole('alert').getByText('Paste a token first.').waitFor()
    await pasteToken(page, 'nonsense')
    await page.getByRole('alert').getByText('The server refuses this token').waitFor()
    await signIn(page, server.actor().token)
  })

  whenVisible('out leaves nothing of the caller behind', async () => {
    const actor = server.actor()
    await aClient(actor, { name: 'Secret Client' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await goTo(page, 'Clients')
    await page.getByRole('rowheader', { name: 'Secret Client' }).waitFor()
    await openUserMenu(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.content()).not.toContain('Secret Client')
    await signIn(page, server.actor().token)
    await page.getByText('No client matches.').waitFor()
  })
})

describe('the overview', () => {
  whenVisible('shows the figures of the organization, and of no other', async () => {
    const actor = server.actor()
    const { id: clientId } = await aClient(actor)
    const { id: campaignId } = await aCampaign(actor, { clientId, status: 'ACTIVE' })
    await aCampaign(actor)
    await aMember(actor, { name: 'Thandi Nkosi', role: 'manager' })
    const day = new Date(Date.now() - 2 * 24 * 3600_000).toISOString().slice(0, 10)
    const record = { campaignId, day, impressions: 12_345, clicks: 100, spendCents: 123_456 }
    expect((await actor.rest('POST', '/api/analytics/records', record)).status).toBe(201)
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited

    const tiles = panel(page, 'Last 30 days')
    const exact = (name: string) => tiles.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd')
    await tiles.getByText('12,3K').waitFor()
    expect(await exact('Impressions').getAttribute('title')).toBe('12\u00a0345')
    expect(await exact('Spend').getAttribute('title')).toBe('R\u00a01\u00a0234,56')
    const statuses = panel(page, 'Campaigns by status')
    expect(await statuses.getByRole('listitem').filter({ hasText: 'Active' }).innerText()).toMatch(/Active\s+1/)
    const business = panel(page, 'Sectors').getByRole('row', { name: /^Business/ })
    const government = panel(page, 'Sectors').getByRole('rowheader', { name: 'Government' })
    const lines = await government.evaluate((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    expect(await business.innerText()).toMatch(/50%|100%/)
    await panel(page, 'Team activity')
      .getByRole('rowheader', { name: /Thandi Nkosi/ })
      .waitFor()
    expect(await panel(page, 'Latest audit events').getByText('Audit listed').count()).toBe(0)
    await panel(page, 'Latest audit events').getByLabel('With reads').check()
    await panel(page, 'Latest audit events').getByText('Audit listed').first().waitFor()
    await page.getByText('No forecast: A forecast needs at least 10 periods with results, and there are').waitFor()
    await page.getByText('The figures as a table').click()
    await page.getByRole('cell', { name: '12\u00a0345' }).waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('names a person who just joined in the audit events, and reads nothing for a new row', async () => {
    const admin = server.actor()
    const joined = server.actor({ organizationId: admin.organizationId, role: 'manager' })
    await using visited = await dashboardOf(windows, server.url, admin)
    const { page } = visited
    const rows = panel(page, 'Latest audit events').getByRole('listitem')
    await panel(page, 'Latest audit events').getByLabel('With reads').check()
    await rows.filter({ hasText: 'Audit listed' }).first().waitFor()
    await aMember(admin, { userId: joined.userId, name: 'Naledi Molefe', role: 'manager' })
    await aClient(joined)
    await rows.filter({ hasText: 'Client created' }).filter({ hasText: 'Naledi Molefe' }).waitFor()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.postData() ?? request.url()))
    for (const [path, row] of [
      ['clients', 'Client listed'],
      ['campaigns', 'Campaign listed'],
    ] as const) {
      await joined.rest('GET', `/api/${path}`)
      await rows.filter({ hasText: row }).filter({ hasText: 'Naledi Molefe' }).waitFor()
    }
    expect(requests.filter((request) => /auditRecords|teamMembers/.test(request))).toEqual([])
  })

  whenVisible('costs its first visitor at most 200 KB', async () => {
    await using visited = await dashboardOf(windows, server.url, server.actor())
    const { page } = visited
    await panel(page, 'Sectors').waitFor()
    const loaded = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return entries
        .filter(({ initiatorType }) => initiatorType !== 'fetch')
        .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, encodedBodySize, decodedBodySize }))
    })
    const sumOf = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0)
    // What was not counted would not be there.
    expect(sumOf(loaded.map(({ decodedBodySize }) => decodedBodySize))).toBeGreaterThan(200_000)
    expect(sumOf(loaded.map(({ encodedBodySize }) => encodedBodySize))).toBeLessThan(200_000)
  })

  whenVisible('says when records have ended, and shows no forecast of what is over', async () => {
    const actor = server.actor()
    const { id: campaignId } = await aCampaign(actor)
    const days = Array.from({ length: 20 }, (_, index) => daysAgo(20 + index))
    await record(
      actor,
      days.map((day) => ({ campaignId, day, impressions: 100 })),
    )
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await page.getByText(/No forecast: records end on \d/).waitFor()
    await page.getByRole('img', { name: /There is no forecast/ }).waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('offers a viewer nothing that would be refused, and asks for nothing either', async () => {
    const admin = server.actor()
    await aClient(admin)
    const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer' })
    await using visited = await dashboardOf(windows, server.url, viewer)
    const { page, complaints } = visited
    await panel(page, 'Team activity').waitFor()
    expect(await panel(page, 'Latest audit events').count()).toBe(0)
    await goTo(page, 'Clients')
    await page.getByRole('rowheader', { name: 'Karoo Fresh Foods' }).waitFor()
    expect(await page.getByRole('button', { name: /New client|Edit/ }).count()).toBe(0)
    const { body } = await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')
    expect([body.data, complaints]).toEqual([[], []])
  })
})

describe('clients and campaigns', () => {
  whenVisible(
    'a form says beside its fields what is wrong, the server’s words too, and takes the focus there',
    async () => {
      const actor = server.actor()
      await using visited = await dashboardOf(windows, server.url, actor)
      const { page } = visited
      await goTo(page, 'Clients')
      await page.getByRole('button', { name: 'New client' }).click()
      const dialog = page.getByRole('dialog', { name: 'New client' })
      await dialog.getByRole('button', { name: 'Save' }).click()
      for (const name of ['Name', 'Type', 'Industry', 'Sector', 'Contact name']) {
        const field = dialog.getByLabel(name, { exact: false }).first()
        expect(await field.getAttribute('aria-invalid')).toBe('true')
        await dialog.getByRole('link', { name: `${name} is required`, exact: true }).waitFor()
      }
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')

      await fillClient(page, 'x'.repeat(201))
      await dialog.getByLabel('Type').fill('T'.repeat(65))
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.locator('.fault', { hasText: 'Name must be at most 200 characters' }).waitFor()
      await dialog.getByRole('link', { name: 'Type must be at most 64 characters' }).click()
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('type')

      await fillClient(page, 'Karoo Fresh Foods')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('rowheader', { name: 'Karoo Fresh Foods' }).waitFor()
      const { body } = await actor.rest('GET', '/api/clients')
      expect(body.data).toMatchObject([{ name: 'Karoo Fresh Foods', sector: 'BUSINESS' }])
    },
  )

  whenVisible('editing changes what was edited, and keeps the rest', async () => {
    const actor = server.actor()
    const contact = { name: 'N. Dlamini', fax: '012 000 0000' }
    const { id } = await aClient(actor, { name: 'Before', contact })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Edit Before' }).click()
    const dialog = page.getByRole('dialog')
    await actor.rest('PUT', `/api/clients/${id}`, { industry: 'Farming' })
    await dialog.getByLabel('Contact name').fill('T. Nkosi')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('Theirs: Farming').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { body } = await actor.rest('GET', `/api/clients/${id}`)
    expect(body.data).toMatchObject({ name: 'Before', industry: 'Farming', contact: { ...contact, name: 'T. Nkosi' } })
  })

  whenVisible('says that somebody else changed what is being edited', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor, { name: 'Shared' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Edit Shared' }).click()
    await page.getByRole('dialog').waitFor()
    const other = server.actor({ organizationId: actor.organizationId })
    await other.rest('PUT', `/api/clients/${id}`, { industry: 'Farming' })
    await page.getByRole('dialog').getByText('Somebody else changed this').waitFor()
  })

  whenVisible('search and pages are the server’s, and are in the address', async () => {
    const actor = server.actor()
    const rows = Array.from({ length: 45 }, (_, index) => ({
      name: `${index % 2 ? 'Odd' : 'Even'} ${String(index).padStart(2, '0')}`,
      type: 'MEDIUM_BUSINESS',
      industry: 'Retail',
      sector: 'BUSINESS',
      contact: { name: 'N. Dlamini' },
    }))
    expect((await actor.rest('POST', '/api/clients/import', rows)).body.data.imported).toBe(45)
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await goTo(page, 'Clients')
    const names = async () => new Set(await page.getByRole('rowheader').allInnerTexts())
    await page.getByRole('status').getByText('45 clients').waitFor()
    const seen = await names()
    for (let turn = 0; turn < 2; turn++) {
      const [first = ''] = await page.getByRole('rowheader').allInnerTexts()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('rowheader', { name: first, exact: true }).waitFor({ state: 'detached' })
      for (const name of await names()) seen.add(name)
    }
    expect(seen.size).toBe(45)
    await page.getByRole('button', { name: 'Next', disabled: true }).waitFor()
    await page.getByLabel('Search clients').fill('odd 4')
    await page.getByRole('status').getByText('2 clients').waitFor()
    expect(await names()).toEqual(new Set(['Odd 41', 'Odd 43']))
    expect(addressOf(page)).toBe('/clients#search=odd+4')
  })

  whenVisible('a campaign keeps rand and South African time, whatever the machine’s own', async () => {
    const actor = server.actor()
    const { id: clientId } = await aClient(actor, { name: 'Cape Solar' })
    await using visited = await dashboardOf(windows, server.url, actor, { timezoneId: 'America/New_York' })
    const { page } = visited
    await goTo(page, 'Campaigns')
    await page.getByRole('button', { name: 'New campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Summer')
    await dialog.getByLabel('Type').selectOption('SOCIAL')
    await chooseRecord(dialog, 'Client', 'Cape Solar')
    await dialog.getByLabel('Budget').fill('much')
    await dialog.getByLabel('Starts').fill('2027-01-31T08:30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.fault', { hasText: 'Budget must be an amount' }).waitFor()
    await dialog.getByLabel('Budget').fill('R 12 500,50')
    await dialog.getByLabel('Ends').fill('2027-01-30T08:30')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.fault', { hasText: /^Ends must/ }).waitFor()
    await dialog.getByLabel('Ends').fill('2027-02-28T17:00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row', { name: /Summer/ })
    await row.getByText('R\u00a012\u00a0500,50').waitFor()
    await row.getByText('31 Jan 2027, 08:30').waitFor()
    const { body } = await actor.graphql('{ campaigns { nodes { clientId budgetCents startsAt endsAt } } }')
    const times = { startsAt: '2027-01-31T06:30:00.000Z', endsAt: '2027-02-28T15:00:00.000Z' }
    expect(body.data.campaigns.nodes).toEqual([{ clientId, budgetCents: 1_250_050, ...times }])
  })

  whenVisible('what others enter is text, whatever it looks like', async () => {
    const actor = server.actor()
    const hostile = '<img src=x onerror="document.title=1">'
    await aClient(actor, { name: hostile, industry: '<script>document.title=1</script>' })
    await aMember(actor, { name: hostile })
    await aBreach(actor, { title: hostile })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await page.getByRole('alert').getByText(hostile).waitFor()
    await panel(page, 'Team activity').getByText(hostile).waitFor()
    await goTo(page, 'Clients')
    await page.getByRole('rowheader', { name: hostile }).waitFor()
    await page.getByRole('button', { name: `Edit ${hostile}` }).click()
    expect(await page.getByRole('dialog').getByLabel('Name').first().inputValue()).toBe(hostile)
    expect(await page.title()).toBe('Clients · Campaign dashboard')
    expect(complaints).toEqual([])
  })
})

whenVisible('the keyboard alone signs in, goes to the clients, and creates one', async () => {
  const actor = server.actor()
  await using visited = await windows.open(`${server.url}/`)
  const { page } = visited
  const { keyboard } = page
  /** Tabs on until the focus is there. */
  const tabTo = async (name: RegExp) => {
    for (let step = 0; step < 40; step++) {
      await keyboard.press('Tab')
      const focused: Json = await page.evaluate(() => {
        const element = document.activeElement
        return element instanceof HTMLInputElement ||
          element instanceof HTMLSelectElement ||
          element instanceof HTMLTextAreaElement
          ? element.labels?.[0]?.textContent
          : (element?.getAttribute('aria-label') ?? element?.textContent?.trim())
      })
      if (name.test(focused ?? '')) return
    }
    throw new Error(`The focus never came to ${name}`)
  }
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await tabTo(/^Advanced/)
  await keyboard.press('Enter')
  await tabTo(/^Access token$/)
  await keyboard.insertText(actor.token)
  await tabTo(/^Use this token$/)
  await keyboard.press('Enter')
  await isLive(page)
  await tabTo(/^Clients$/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  await tabTo(/^New client$/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  for (const [label, text] of [
    [/^Name/, 'Typed'],
    [/^Type/, 'MEDIUM_BUSINESS'],
    [/^Industry/, 'Retail'],
    [/^Sector/, 'Business'],
    [/^Contact name/, 'N. Dlamini'],
  ] as const) {
    await tabTo(label)
    await keyboard.type(text)
  }
  await tabTo(/^Save$/)
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('rowheader', { name: 'Typed' }).waitFor()
  // The focus goes back to where it was.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New client')
})
