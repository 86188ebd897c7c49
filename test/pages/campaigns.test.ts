/** @long it takes campaigns through every step in a browser. */
import { readFile } from 'node:fs/promises'
import { describe, expect } from '@jest/globals'
import { readSheet } from 'read-excel-file/node'
import { daysAgo, record } from '../analytics/records.ts'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient, aConsent, aContent, aSubject } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import {
  accessFaults,
  addressOf,
  canVisit,
  dashboardOf,
  goTo,
  hold,
  panel,
  signIn,
  speak,
  visit,
  whenVisible,
} from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

describe('a campaign', () => {
  whenVisible('shows its state, what may follow and why not; a step can be taken back', async () => {
    const author = server.actor()
    const { id: clientId } = await aClient(author, { name: 'Karoo Fresh Foods' })
    const campaign = { name: 'Summer', clientId, type: 'SOCIAL', status: 'PENDING_APPROVAL', budgetCents: 1_000_000 }
    const { id } = await aCampaign(author, campaign)
    const day = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10)
    await author.rest('POST', '/api/analytics/records', { campaignId: id, day, impressions: 777, spendCents: 250_000 })
    await using own = await dashboardOf(windows, server.url, author)
    await goTo(own.page, 'Campaigns')
    await own.page.getByRole('link', { name: 'Summer' }).click()
    const about = panel(own.page, 'Summer')
    await about.getByText('Active: The author of a campaign cannot approve it').waitFor()
    await about.getByRole('button', { name: 'Move to Active', disabled: true }).waitFor()
    await about.getByText('R\u00a02\u00a0500,00, 25% of the budget').waitFor()
    await panel(own.page, 'Results').getByText('777').waitFor()
    await panel(own.page, 'History').getByText('Campaign created').waitFor()
    expect(await accessFaults(own.page, 'campaign')).toEqual([])

    const approver = server.actor({ organizationId: author.organizationId, role: 'manager' })
    await using visited = await dashboardOf(windows, server.url, approver)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Summer').getByRole('button', { name: 'Move to Active' }).click()
    await page.getByText('Summer: Active').waitFor()
    await panel(page, 'Summer').getByRole('button', { name: 'Move to Paused' }).click()
    await hold(page, 'Summer: Paused')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await panel(page, 'Summer').getByText('Active', { exact: true }).waitFor()
    expect(await panel(page, 'History').count()).toBe(0)
    const { body } = await author.rest('GET', `/api/campaigns/${id}`)
    expect([body.data.status, complaints]).toEqual(['ACTIVE', []])
  })

  whenVisible('is duplicated, and deleted once that is confirmed', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { name: 'Winter', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Winter').getByRole('button', { name: 'Duplicate' }).click()
    await page.getByText(/was made as a draft/).waitFor()
    expect(page.url()).not.toContain(id)
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Winter').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Winter?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await actor.rest('GET', `/api/campaigns/${id}`)).status).toBe(200)
    await panel(page, 'Winter').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Winter was deleted').waitFor()
    expect((await actor.rest('GET', `/api/campaigns/${id}`)).status).toBe(404)
    expect(addressOf(page)).toBe('/campaigns')
  })

  whenVisible('has its results recorded, once the server takes them', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { name: 'Spring' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Results').getByRole('button', { name: 'Record results' }).click()
    const dialog = page.getByRole('dialog', { name: /^Record(ed)? results$/ })
    await dialog.getByLabel('Day').fill('2099-01-01')
    await dialog.getByLabel('Impressions').fill('4 321')
    await dialog.getByLabel('Spend').fill('much')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.fault', { hasText: 'Spend must be an amount' }).waitFor()
    await dialog.getByLabel('Spend').fill('R 12,50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.fault', { hasText: /^Day/ }).waitFor()
    await dialog.getByLabel('Day').fill(new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel(page, 'Results').getByText('R\u00a012,50').waitFor()
    await panel(page, 'Results').getByRole('button', { name: 'Recorded results' }).click()
    await dialog.getByRole('button', { name: 'Correct' }).click()
    const correction = page.getByRole('dialog', { name: /^Correct the results of/ })
    expect(await correction.getByLabel('Impressions').inputValue()).toBe('4321')
    await correction.getByLabel('Impressions').fill('1234')
    expect(await accessFaults(page, 'campaign-correction')).toEqual([])
    await correction.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('cell', { name: '1\u00a0234' }).waitFor()
    expect(await accessFaults(page, 'campaign-recorded')).toEqual([])
    // Nothing of a row is cut off.
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const file = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save the list' }).click()
    await dialog.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click()
    expect((await file).suggestedFilename()).toBe('results.xlsx')
    const [, ...rows] = await readSheet(await readFile(await (await file).path()))
    expect(rows.map((row) => row.slice(2))).toEqual([[1234, 0, 0, 12.5, 0, null]])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: /^Delete the results of/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await dialog.getByText('No results are recorded yet.').waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('has channels and an audience, from which people who may not be contacted are removed', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await aConsent(actor, { channel: 'EMAIL', subject })
    const { id } = await aCampaign(actor, { name: 'Newsletter', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Newsletter').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('group', { name: 'Channels' }).getByLabel('Email').check()
    expect(await accessFaults(page, 'campaign-form')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel(page, 'Newsletter').getByText('Email', { exact: true }).waitFor()
    const audience = panel(page, 'Audience')
    await audience.getByRole('button', { name: 'Add people' }).click()
    await dialog.getByLabel('Channel').selectOption('EMAIL')
    const addresses = dialog.getByLabel('E-mail addresses or phone numbers')
    await addresses.fill('not an address')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.locator('.field .fault').getByText('not an address').waitFor()
    await addresses.fill(`${subject.email}\nstranger@example.org\n`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await audience.getByRole('row', { name: 'Email 2 1' }).waitFor()
    expect(await accessFaults(page, 'campaign-audience')).toEqual([])
    await audience.getByRole('button', { name: 'Remove who may not be contacted' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await audience.getByRole('row', { name: 'Email 1 0' }).waitFor()
    expect([(await actor.rest('GET', `/api/campaigns/${id}`)).body.data.channels, complaints]).toEqual([['EMAIL'], []])
  })

  whenVisible('has its content sorted by a column, apart from its messages', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    for (const title of ['Second', 'Third', 'First']) await aContent(actor, { title, campaignId: id })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    const content = panel(page, 'Content')
    for (const [title, first] of [
      ['Type', 'Second'],
      ['Title', 'First'],
      ['Title', 'Third'],
    ] as const) {
      await content.getByRole('button', { name: title }).click()
      await content.getByRole('row').nth(1).getByText(first).waitFor()
    }
    expect(addressOf(page)).toBe(`/campaigns/${id}`)
    expect(complaints).toEqual([])
  })

  whenVisible('has its recorded results sorted, page by page', async () => {
    const actor = server.actor()
    const { id: campaignId } = await aCampaign(actor)
    const days = Array.from({ length: 60 }, (_, number) => ({ campaignId, day: daysAgo(number), clicks: 100 + number }))
    await record(actor, days)
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${campaignId}`)
    await panel(page, 'Results').getByRole('button', { name: 'Recorded results' }).click()
    const dialog = page.getByRole('dialog', { name: 'Recorded results' })
    const first = (clicks: number) => dialog.getByRole('row').nth(1).getByText(String(clicks)).waitFor()
    await dialog.getByRole('button', { name: 'Clicks' }).click()
    await first(100)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await first(150)
    await dialog.getByRole('button', { name: 'Previous' }).click()
    await first(100)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await first(150)
    await dialog.getByRole('button', { name: 'Clicks' }).click()
    await first(159)
    expect(addressOf(page)).toBe(`/campaigns/${campaignId}`)
    expect(complaints).toEqual([])
  })

  whenVisible('without a client is called that in the language of the page, in the list and on the board', async () => {
    const actor = server.actor()
    await aCampaign(actor, { name: 'Ours', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await speak(page, 'af')
    await visit(page, '/campaigns')
    await page.getByRole('row', { name: 'Ours' }).getByRole('cell', { name: 'Geen kliënt' }).waitFor()
    await visit(page, '/campaigns#layout=board')
    await page.getByText('Geen kliënt · Sosiale media').waitFor()
  })

  whenVisible('of another organization is not there', async () => {
    const { id } = await aCampaign(server.actor(), { name: 'Elsewhere' })
    await using visited = await dashboardOf(windows, server.url, server.actor())
    await visit(visited.page, `/campaigns/${id}`)
    const alert = visited.page.getByRole('alert').getByText('This record does not exist, or it was deleted.')
    await alert.first().waitFor()
    await until('no panel to be left', async () => (await visited.page.locator('main .panel').count()) === 0)
    expect(await alert.count()).toBe(1)
  })

  whenVisible('that somebody else deletes stays legible, and nothing of it can be changed', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { name: 'Gone soon', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await visit(page, `/campaigns/${id}`)
    const about = panel(page, 'Gone soon')
    expect(await about.getByRole('button', { name: 'Edit' }).isEnabled()).toBe(true)
    await server.actor({ organizationId: actor.organizationId }).rest('DELETE', `/api/campaigns/${id}`)
    // Another panel may say it first. The page then says it once, when it has read the campaign again.
    await about.getByRole('button', { name: 'Edit', disabled: true }).waitFor()
    expect(await page.getByText('Somebody deleted this.').count()).toBe(1)
    expect(await accessFaults(page, 'campaign-deleted')).toEqual([])
  })

  whenVisible('offers a viewer nothing to change, and asks for nothing that is refused', async () => {
    const admin = server.actor()
    const { id } = await aCampaign(admin, { name: 'Seen', type: 'SOCIAL' })
    const viewer = server.actor({ organizationId: admin.organizationId, role: 'viewer' })
    await using visited = await dashboardOf(windows, server.url, viewer)
    const { page, complaints } = visited
    await visit(page, `/campaigns/${id}`)
    await panel(page, 'Seen').waitFor()
    await panel(page, 'Results').waitFor()
    expect(
      await page
        .locator('main')
        .getByRole('button', { name: /Move to|Edit|Duplicate|Delete|Record/ })
        .count(),
    ).toBe(0)
    await goTo(page, 'Campaigns')
    await page.getByRole('rowheader', { name: 'Seen' }).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    const { body } = await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')
    expect([body.data, complaints]).toEqual([[], []])
  })
})

describe('several campaigns', () => {
  whenVisible('leave the button for a new one in view on a phone, beside the open filters', async () => {
    await using visited = await dashboardOf(windows, server.url, server.actor(), {
      viewport: { width: 390, height: 740 },
    })
    const { page } = visited
    await visit(page, '/campaigns')
    await page.getByRole('button', { name: 'More filters' }).click()
    const filters = await page.getByRole('region', { name: 'More filters' }).boundingBox()
    const create = await page.getByRole('button', { name: 'New campaign' }).boundingBox()
    expect(filters?.y).toBeGreaterThan(Number(create?.y) + Number(create?.height))
    expect(await accessFaults(page, 'campaign-filters')).toEqual([])
  })

  whenVisible('are sorted by a column, and changed at once after a trial', async () => {
    const actor = server.actor()
    const ids = []
    for (const name of ['Beta', 'Alpha']) ids.push((await aCampaign(actor, { name, type: 'SOCIAL' })).id)
    const done = await aCampaign(actor, { name: 'Gamma', type: 'SOCIAL' })
    await actor.rest('PUT', `/api/campaigns/${done.id}/status`, { status: 'CANCELLED' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await goTo(page, 'Campaigns')
    await page.getByRole('button', { name: 'Name' }).click()
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')).waitFor()
    await page.getByRole('row').nth(1).getByText('Alpha').waitFor()
    expect(addressOf(page)).toBe('/campaigns#sort=NAME')
    await page.getByRole('checkbox', { name: 'Choose all of this page' }).check()
    await page.getByRole('button', { name: 'Change 3 campaigns' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Do it', disabled: true }).waitFor()
    await dialog.getByRole('button', { name: 'Try it first' }).click()
    await dialog.getByText('It works for 2 campaigns.').waitFor()
    await dialog.getByText('It fails for 1 campaign:').waitFor()
    await dialog.getByText(/^Gamma: /).waitFor()
    expect((await actor.rest('GET', `/api/campaigns/${ids[0]}`)).body.data.status).toBe('DRAFT')
    expect(await accessFaults(page, 'campaigns-bulk')).toEqual([])
    await dialog.getByRole('button', { name: 'Do it' }).click()
    await page.getByText('2 campaigns were changed').waitFor()
    for (const id of ids)
      expect((await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status).toBe('PENDING_APPROVAL')
  })

  whenVisible('are sorted by each column that the server sorts, and the back button takes that back', async () => {
    const actor = server.actor()
    const budgets = { Small: 100, Large: 9_000_000, None: null }
    for (const [name, budgetCents] of Object.entries(budgets)) await aCampaign(actor, { name, budgetCents })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await goTo(page, 'Campaigns')
    const namesAre = (...expected: string[]) =>
      until(`the rows ${expected}`, async () => {
        const names = await page.getByRole('rowheader').allTextContents()
        return names.join() === expected.join()
      })
    const sorted = (name: string, way: string) =>
      page
        .getByRole('columnheader', { name })
        .and(page.locator(`[aria-sort=${way}]`))
        .waitFor()
    for (const name of ['Name', 'Status', 'Type', 'Starts', 'Budget']) {
      await page.getByRole('columnheader', { name }).getByRole('button').click()
      await sorted(name, 'ascending')
    }
    await namesAre('Small', 'Large', 'None')
    await page.getByRole('columnheader', { name: 'Budget' }).getByRole('button').press('Enter')
    await sorted('Budget', 'descending')
    await namesAre('Large', 'Small', 'None')
    await page.reload()
    await signIn(page, actor.token)
    await sorted('Budget', 'descending')
    await page.goBack()
    await sorted('Budget', 'ascending')
    await namesAre('Small', 'Large', 'None')
    await page.goForward()
    await namesAre('Large', 'Small', 'None')
    expect([await accessFaults(page, 'campaigns-sorted'), complaints]).toEqual([[], []])
  })

  whenVisible('have column headings that stay in view', async () => {
    const actor = server.actor()
    for (let number = 0; number < 20; number++) await aCampaign(actor, { name: `Campaign ${number}` })
    await using visited = await dashboardOf(windows, server.url, actor, { viewport: { width: 1280, height: 500 } })
    const { page } = visited
    await goTo(page, 'Campaigns')
    await page.getByText('20 campaigns').waitFor()
    const last = page.getByRole('row').last()
    await last.scrollIntoViewIfNeeded()
    const top = () =>
      page.getByRole('columnheader', { name: 'Status' }).evaluate((heading) => heading.getBoundingClientRect().top)
    await until('the headings at the top', async () => (await top()) >= 0)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })

  whenVisible('of one client are found from its page, and given the same budget', async () => {
    const actor = server.actor()
    const { id: clientId } = await aClient(actor, { name: 'Karoo Fresh Foods' })
    const names = Array.from({ length: 21 }, (_, index) => `Summer ${index}`)
    for (const name of names) await aCampaign(actor, { name, clientId, type: 'SOCIAL' })
    await aCampaign(actor, { name: 'Elsewhere', type: 'SOCIAL' })
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await visit(page, `/clients/${clientId}`)
    await page.getByRole('link', { name: 'All campaigns (21)' }).click()
    await page.getByText('21 campaigns').waitFor()
    await page.getByRole('checkbox', { name: 'Choose Summer 20' }).check()
    await page.getByRole('button', { name: 'Change 1 campaign' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What to do').selectOption('Update')
    await dialog.getByLabel('Budget').fill('12 500,00')
    await dialog.getByRole('button', { name: 'Try it first' }).click()
    await dialog.getByText('It works for 1 campaign.').waitFor()
    await dialog.getByRole('button', { name: 'Do it' }).click()
    await page.getByText('1 campaign was changed').waitFor()
    const query = '{ campaigns(filter: { search: "Summer 20" }) { nodes { budgetCents } } }'
    expect((await actor.graphql(query)).body.data.campaigns.nodes).toEqual([{ budgetCents: 1_250_000 }])
    await page.getByRole('button', { name: 'Karoo Fresh Foods: show all clients' }).click()
    await page.getByText('22 campaigns').waitFor()
  })
})
