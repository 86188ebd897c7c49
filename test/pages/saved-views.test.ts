/** @long it looks at views in both themes and on a phone, for access faults. */
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, goTo, signIn, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

whenVisible('a list is saved as a view with its filters, order and columns, and opened by its address', async () => {
  const author = server.actor()
  for (const name of ['Alpha', 'Beta']) await aCampaign(author, { name, budgetCents: 100 })
  const paused = await aCampaign(author, { name: 'Gamma' })
  await author.rest('PUT', `/api/campaigns/${paused.id}/status`, { status: 'CANCELLED' })
  await using visited = await dashboardOf(windows, server.url, author)
  const { page, complaints } = visited
  await goTo(page, 'Campaigns')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Draft')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=descending]')).waitFor()
  const open = page.getByRole('button', { name: /^View/ })
  const menu = page.getByRole('region', { name: 'Saved views and columns' })
  await open.click()
  await menu.getByRole('checkbox', { name: 'Budget' }).uncheck()
  await page.getByRole('columnheader', { name: 'Budget' }).waitFor({ state: 'hidden' })
  await menu.getByText('Save this view').click()
  await menu.getByLabel('Name', { exact: false }).fill('Drafts')
  await menu.getByLabel('Who sees it').selectOption('Everyone who may read the list')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The view Drafts was saved').waitFor()
  await menu.getByRole('link', { name: 'Drafts' }).and(page.locator('[aria-current]')).waitFor()
  await page.getByRole('button', { name: 'View: Drafts' }).waitFor()
  expect(await accessFaults(page, 'saved-views')).toEqual([])

  const colleague = server.actor({ organizationId: author.organizationId, role: 'viewer' })
  const id = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('view')
  await using other = await windows.open(`${server.url}/campaigns#view=${id}`)
  await signIn(other.page, colleague.token)
  await other.page.getByText('2 campaigns').waitFor()
  await other.page.getByRole('row').nth(1).getByText('Beta').waitFor()
  expect(await other.page.getByRole('columnheader', { name: 'Budget' }).count()).toBe(0)
  await other.page.getByRole('button', { name: 'View: Drafts' }).click()
  const others = other.page.getByRole('region', { name: 'Saved views and columns' })
  await others.getByRole('link', { name: 'Drafts' }).waitFor()
  expect(await others.getByRole('button', { name: 'Delete the view Drafts' }).count()).toBe(0)
  await others.getByRole('link', { name: 'Whole list' }).click()
  await other.page.getByText('3 campaigns').waitFor()
  await other.page.getByRole('columnheader', { name: 'Budget' }).waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Cancelled')
  await page.getByText('1 campaign', { exact: true }).waitFor()
  await open.click()
  await menu.getByRole('button', { name: 'Save the changes' }).click()
  await page.getByText('The view Drafts was saved').last().waitFor()
  await menu.getByRole('link', { name: 'Whole list' }).click()
  await page.getByText('3 campaigns').waitFor()
  await menu.getByRole('link', { name: 'Drafts' }).click()
  await page.getByText('1 campaign', { exact: true }).waitFor()
  await menu.getByRole('button', { name: 'Rename the view Drafts' }).click()
  await menu.getByLabel('New name').fill('Mine to finish')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'View: Mine to finish' }).waitFor()
  await menu.getByRole('button', { name: 'Delete the view Mine to finish' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete the view Mine to finish' })
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('The view Mine to finish was deleted').waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).waitFor()
  await visit(page, `/campaigns#view=${id}`)
  await page.getByText('This view does not exist, or it is not shared with you.').waitFor()
  expect([complaints, other.complaints]).toEqual([[], []])
})

whenVisible('the columns that a person chose are shown in every browser of this person', async () => {
  const actor = server.actor()
  await aCampaign(actor, { name: 'Alpha' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Campaigns')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Budget' }).uncheck()
  await page.getByRole('checkbox', { name: 'Status' }).uncheck()
  const stored = page.waitForResponse((response) =>
    /setDefaultView(?!.*status).*budget/s.test(response.request().postData() ?? ''),
  )
  await page.getByRole('checkbox', { name: 'Budget' }).check()
  await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'hidden' })
  await stored
  await visit(page, '/campaigns#columns=name,unknown,__proto__,type')
  await page.getByRole('columnheader', { name: 'Type' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Client' }).count()).toBe(0)

  const headings = async (person: { token: string }) => {
    await using other = await dashboardOf(windows, server.url, person)
    await goTo(other.page, 'Campaigns')
    await other.page.getByRole('columnheader', { name: 'Client' }).waitFor()
    expect(other.complaints).toEqual([])
    const texts = await other.page.getByRole('columnheader').allInnerTexts()
    return ['Status', 'Budget'].filter((title) => texts.some((text) => text.includes(title)))
  }
  expect(await headings(actor)).toEqual(['Budget'])
  expect(await headings(server.actor({ organizationId: actor.organizationId }))).toEqual(['Status', 'Budget'])
  // A release may remove columns.
  await actor.graphql(
    'mutation { setDefaultView(input: { list: CAMPAIGNS, parameters: "columns=gone%2C__proto__%2Cclient" }) { id } }',
  )
  expect(await headings(actor)).toEqual([])
})

whenVisible('the columns and the files of a list need no saved views', async () => {
  const actor = server.actor()
  await aCampaign(actor, { name: 'Alpha' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await page.route('**/graphql', (route) =>
    /query SavedViews\b/.test(route.request().postData() ?? '') ? route.fulfill({ status: 503 }) : route.fallback(),
  )
  await goTo(page, 'Campaigns')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const menu = page.getByRole('region', { name: 'Saved views and columns' })
  await menu.getByRole('button', { name: 'Try again' }).waitFor()
  await menu.getByRole('checkbox', { name: 'Budget' }).uncheck()
  await page.getByRole('columnheader', { name: 'Budget' }).waitFor({ state: 'hidden' })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('campaigns.csv')
})
