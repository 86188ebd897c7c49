import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign, aMember } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, pasteToken, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
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

whenVisible('campaigns are filtered by days, amounts and people, and back and forward work', async () => {
  const author = server.actor()
  const colleague = server.actor({ organizationId: author.organizationId })
  await aMember(author, { userId: colleague.userId, name: 'Sipho Dube', role: 'admin' })
  await addAHundred(author)
  // 22:30 in UTC is the next day in South Africa.
  await aCampaign(author, { name: 'March', startsAt: '2030-02-28T22:30:00Z', budgetCents: 150_050 })
  await aCampaign(colleague, { name: 'May', startsAt: '2030-05-10T08:00:00Z', budgetCents: 9_600_000 })
  await aCampaign(author, { name: 'Undated', budgetCents: null })
  await using visited = await dashboardOf(windows, server.url, author)
  const { page, complaints } = visited
  await page.goto(`${server.url}/#/campaigns`)
  await page.getByText('3 campaigns').waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  const filters = page.getByRole('region', { name: 'More filters' })
  await filters.getByLabel('Starts from').fill('2030-03-01')
  await page.getByText('2 campaigns').waitFor()
  await filters.getByLabel('Starts to').fill('2030-03-01')
  await page.getByText('1 campaign', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'March' }).waitFor()
  await filters.getByLabel('Starts to').fill('2030-02-01')
  await filters.getByText('Starts to must not be before the start of the range').waitFor()
  expect(await accessFaults(page, 'list-filters')).toEqual([])
  await filters.getByRole('button', { name: 'Clear these filters' }).click()
  await page.getByText('3 campaigns').waitFor()

  const budget = filters.getByLabel('Budget to')
  await budget.fill('a lot')
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
  await pasteToken(page, author.token)
  await page.getByRole('button', { name: 'More filters: 1' }).click()
  expect(await filters.getByRole('combobox', { name: 'Created by' }).inputValue()).toBe('Sipho Dube')
  expect(await accessFaults(page, 'list-filters-person')).toEqual([])
  expect(complaints).toEqual([])
})
