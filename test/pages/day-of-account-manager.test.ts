/** @long it goes through the jobs of a day in a browser, at a desk and on a phone. */
import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import { readSheet } from 'read-excel-file/node'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aClient, aContent, aMember } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { canVisit, goTo, hold, panel, pasteToken, visit } from './dashboard.ts'
import { aBusyPerson, aDay } from './day.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

/** Members whose names come before all others. The dashboard names at most 100 people at once. */
async function addAHundred(actor: Actor): Promise<void> {
  for (let hundredth = 0; hundredth < 100; hundredth += 20) {
    const adding = Array.from({ length: 20 }, (_, index) => {
      const number = hundredth + index
      const input = `{ userId: "user_${number}", name: "Aa ${number}", email: "aa${number}@example.org", role: viewer }`
      return `a${number}: addTeamMember(input: ${input}) { id }`
    })
    expect((await actor.graphql(`mutation { ${adding.join(' ')} }`)).body.errors).toBeUndefined()
  }
}

aDay(
  'an account manager',
  () => windows,
  async ({ start, see, seeInAfrikaans }) => {
    const { person: manager, colleague } = await aBusyPerson(server, 'manager')
    const viewer = server.actor({ organizationId: manager.organizationId, role: 'viewer' })
    await aMember(colleague, { userId: viewer.userId, name: 'Vusi <b>Khumalo</b>', role: 'viewer' })
    await addAHundred(colleague)
    const { id: clientId } = await aClient(manager, { name: 'Zebra Mining' })
    await aClient(server.actor(), { name: 'Zebra of another tenant' })
    const may = await aCampaign(colleague, { name: 'May', startsAt: '2030-05-10T08:00:00Z', budgetCents: 9_600_000 })
    // 22:30 in UTC is the next day in South Africa.
    await aCampaign(manager, { name: 'March', startsAt: '2030-02-28T22:30:00Z', budgetCents: 150_050 })
    await aCampaign(server.actor(), { name: 'Foreign', budgetCents: 100 })
    await using visited = await start(server, manager)
    const { page, complaints } = visited
    const dialog = page.getByRole('dialog')
    await see(page, 'overview')

    await page.keyboard.press('?')
    await dialog.getByText('New record').waitFor()
    await see(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await goTo(page, 'Clients')
    await page.getByText('301 clients').waitFor()
    await see(page, 'clients')
    await page.getByLabel('Search clients').fill('zebra')
    await page.getByText('1 client', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    // One of many clients, by the keyboard alone.
    await goTo(page, 'Campaigns')
    await page.getByText('2 campaigns').waitFor()
    await page.keyboard.press('n')
    await dialog.getByLabel('Name').fill('Winter')
    await dialog.getByLabel('Type').selectOption('SOCIAL')
    const client = dialog.getByRole('combobox', { name: 'Client' })
    const offered = dialog.getByRole('listbox', { name: 'Client' }).getByRole('option')
    await client.focus()
    await page.keyboard.press('ArrowDown')
    await dialog.getByText('20 of 301 shown. Type to find others.').waitFor()
    expect(await offered.count()).toBe(20)
    await see(page, 'choosing')
    await page.keyboard.press('Escape')
    await offered.first().waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.type('nobody')
    await dialog.getByText('Nothing matches.').waitFor()
    await page.keyboard.press('Tab')
    await until('the text is gone', async () => (await client.inputValue()) === '')
    await client.focus()
    await page.keyboard.type('zebra')
    await offered.getByText('Zebra Mining').waitFor()
    expect(await offered.count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await offered.first().waitFor({ state: 'detached' })
    await until('the name', async () => (await client.inputValue()) === 'Zebra Mining')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { body } = await manager.graphql('{ campaigns(filter: { search: "Winter" }) { nodes { name clientId } } }')
    expect(body.data.campaigns.nodes).toEqual([{ name: 'Winter', clientId }])

    // Filters, and the way back to them.
    await page.getByRole('link', { name: 'May' }).click()
    await page.getByRole('heading', { level: 1, name: 'May' }).waitFor()
    await see(page, 'campaign')
    await page.goBack()
    await page.getByText('3 campaigns').waitFor()
    await see(page, 'campaigns')
    await page.getByRole('button', { name: 'More filters' }).click()
    const filters = page.getByRole('region', { name: 'More filters' })
    await filters.getByLabel('Starts from').fill('2030-03-01')
    await page.getByText('2 campaigns').waitFor()
    await filters.getByLabel('Starts to').fill('2030-03-01')
    await page.getByText('1 campaign', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'March' }).waitFor()
    await filters.getByLabel('Starts to').fill('2030-02-01')
    await filters.getByText('Starts to must not be before the start of the range').waitFor()
    await see(page, 'filters')
    await filters.getByRole('button', { name: 'Clear these filters' }).click()
    await page.getByText('3 campaigns').waitFor()
    const budget = filters.getByLabel('Budget to')
    await budget.fill('a lot')
    // The list is read again while the amount is typed.
    await colleague.rest('PUT', `/api/campaigns/${may.id}`, { name: 'May fair' })
    await page.getByRole('link', { name: 'May fair' }).waitFor()
    await budget.press('Tab')
    await filters.getByText('Budget to must be an amount such as 12 500,00').waitFor()
    await budget.fill('1 500,50')
    await budget.press('Tab')
    await page.getByText('1 campaign', { exact: true }).waitFor()
    expect(await filters.getByText(/must be an amount/).count()).toBe(0)
    await budget.fill('')
    await budget.press('Tab')
    await page.getByText('3 campaigns').waitFor()
    await filters.getByRole('combobox', { name: 'Created by' }).fill('sipho')
    await filters.getByRole('option', { name: 'Sipho Dube' }).click()
    await page.getByText('1 campaign', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'May' }).waitFor()
    await page.goBack()
    await page.getByText('3 campaigns').waitFor()
    await page.goForward()
    await page.getByText('1 campaign', { exact: true }).waitFor()
    await page.reload()
    await pasteToken(page, manager.token)
    await page.getByRole('button', { name: 'More filters: 1' }).click()
    expect(await filters.getByRole('combobox', { name: 'Created by' }).inputValue()).toBe('Sipho Dube')
    await see(page, 'filtered')

    // Many campaigns at once, by name, and back out of the trash.
    for (let number = 0; number < 21; number++) await aCampaign(manager, { name: `Summer ${number}` })
    await visit(page, '/campaigns#search=Summer&sort=NAME')
    await page.getByText('21 campaigns').waitFor()
    const all = page.getByRole('checkbox', { name: 'Choose all of this page' })
    await all.check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('rowheader', { name: 'Summer 9' }).waitFor()
    await all.check()
    await page.getByRole('button', { name: 'Change 21 campaigns' }).waitFor()
    await page.getByLabel('Search campaigns').fill('Winter')
    await page.getByText('1 campaign', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0)
    await page.getByLabel('Search campaigns').fill('Summer 1')
    await page.getByText('11 campaigns').waitFor()
    expect(await all.isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'Choose Summer 10' }).check()
    await page.getByRole('checkbox', { name: 'Choose Summer 11' }).check()
    await see(page, 'chosen')
    await page.getByRole('button', { name: 'Change 2 campaigns' }).click()
    const chosen = dialog.getByRole('list', { name: 'The chosen campaigns' })
    expect(await chosen.getByRole('listitem').allTextContents()).toEqual(['Summer 10', 'Summer 11'])
    await dialog.getByLabel('What to do').selectOption('Delete')
    await dialog.getByRole('button', { name: 'Try it first' }).click()
    await dialog.getByText('It works for 2 campaigns.').waitFor()
    await see(page, 'bulk')
    await dialog.getByRole('button', { name: 'Do it' }).click()
    await hold(page, '2 campaigns were deleted')
    await page.getByText('9 campaigns').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 records were restored').waitFor()
    await page.getByText('11 campaigns').waitFor()
    expect(
      (await manager.graphql('{ campaigns(filter: { search: "Winter" }) { totalCount } }')).body.data.campaigns,
    ).toEqual({ totalCount: 1 })

    // The list as a view and as a file, as it is shown.
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const menu = page.getByRole('region', { name: 'Saved views and columns' })
    await menu.getByText('Save this view').click()
    await menu.getByLabel('Name', { exact: false }).fill('Summer posts')
    await menu.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'View: Summer posts' }).waitFor()
    await see(page, 'views')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      menu.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click(),
    ])
    const rows = await readSheet(await readFile(await download.path()))
    expect(rows.map(([name]) => name)).toEqual([
      'Name',
      'Summer 1',
      ...Array.from({ length: 10 }, (_, digit) => `Summer 1${digit}`),
    ])
    await page.keyboard.press('Escape')

    // A colleague is mentioned, whose bell leads to the comment.
    const { id } = await aContent(manager, { title: 'Water week' })
    await goTo(page, 'Content')
    await page.getByRole('link', { name: 'Water week' }).click()
    await page.waitForURL(`**/${id}`)
    const text = page.getByRole('textbox', { name: /^Comment on version 1/ })
    const people = page.getByRole('combobox', { name: 'Mention' })
    await text.pressSequentially('Mail vusi@example.org. @')
    await people.and(page.locator(':focus')).waitFor()
    await people.pressSequentially('vus')
    await page.getByRole('option', { name: 'Vusi <b>Khumalo</b>' }).waitFor()
    await page.getByText('1 result').waitFor()
    await people.press('Enter')
    await text.and(page.locator(':focus')).waitFor()
    await text.pressSequentially('please look.')
    expect(await text.inputValue()).toBe('Mail vusi@example.org. @Vusi <b>Khumalo</b> please look.')
    await people.fill('sipho')
    await page.getByRole('option', { name: 'Sipho Dube' }).click()
    await page.getByRole('button', { name: 'Remove Sipho Dube' }).click()
    await page.getByRole('button', { name: 'Remove Sipho Dube' }).waitFor({ state: 'hidden' })
    await see(page, 'mention')
    await panel(page, 'Comments').getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Mentioned: Vusi <b>Khumalo</b>', { exact: true }).waitFor()
    await using other = await start(server, viewer)
    await other.page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await see(other.page, 'mentioned')
    const bell = panel(other.page, 'Newest notifications')
    await bell.getByRole('link', { name: /Water week.*: you were mentioned in a comment/ }).click()
    await other.page.getByRole('heading', { level: 1, name: 'Water week' }).waitFor()
    await other.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    await seeInAfrikaans(page)
    expect([complaints, other.complaints]).toEqual([[], []])
  },
)
