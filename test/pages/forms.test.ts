/** @long it fills in forms in a browser. */
import { expect } from '@jest/globals'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aCampaign } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { canVisit, dashboardOf, fillClient, goTo, hold, panel, speak, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

whenVisible('a time of which only the day is typed is reported, not left out', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Campaigns')
  await page.getByRole('button', { name: 'New campaign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Winter')
  await dialog.getByLabel('Type').selectOption('SOCIAL')
  await dialog.getByLabel('Starts').focus()
  await page.keyboard.type('06152030')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Starts is not valid').first().waitFor()
  expect((await actor.graphql('{ campaigns { totalCount } }')).body.data.campaigns.totalCount).toBe(0)
  await dialog.getByLabel('Starts').fill('2030-06-15T08:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await actor.graphql('{ campaigns { nodes { startsAt } } }')
  expect(body.data.campaigns.nodes).toEqual([{ startsAt: '2030-06-15T06:00:00.000Z' }])
})

whenVisible('a form for several records reports what is wrong at its field, before and after the trial', async () => {
  const actor = server.actor()
  await aCampaign(actor, { name: 'Winter' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await visit(page, '/campaigns')
  await page.getByRole('checkbox', { name: 'Choose Winter' }).check()
  await page.getByRole('button', { name: 'Change 1 campaign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to do').selectOption('Update')
  const attempt = dialog.getByRole('button', { name: 'Try it first' })
  const ends = dialog.getByLabel('Ends')

  await dialog.getByLabel('Budget').fill('much')
  await ends.focus()
  await page.keyboard.type('06152030')
  await attempt.click()
  await dialog.getByRole('link', { name: 'Ends is not valid' }).click()
  await ends.and(page.locator(':focus')).waitFor()
  await ends.fill('')
  await attempt.click()
  await dialog.getByText('Budget must be an amount').first().waitFor()
  await dialog.getByLabel('Budget').fill('100')
  await attempt.click()
  await dialog.getByText('It works for 1 campaign.').waitFor()

  await ends.focus()
  await page.keyboard.type('06152030')
  await dialog.getByRole('button', { name: 'Do it' }).click()
  await dialog.getByText('Ends is not valid').first().waitFor()
  expect((await actor.graphql('{ campaigns { nodes { budgetCents } } }')).body.data.campaigns.nodes).toEqual([
    { budgetCents: null },
  ])
})

whenVisible(
  'a failure is said above the dialog, where the pointer reaches it, and stays after the dialog',
  async () => {
    const actor = server.actor()
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    await visit(page, '/delivery/segments')
    await page.getByRole('button', { name: 'New segment' }).click()
    const dialog = page.getByRole('dialog', { name: 'New segment' })
    await dialog.getByLabel('In the last days').fill('many')
    await dialog.getByRole('button', { name: 'Count the people' }).click()
    await hold(page, 'must be a whole number')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Discard it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await hold(page, 'must be a whole number')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('must be a whole number').waitFor({ state: 'detached' })
  },
)

whenVisible('the keyboard stays where it was after an action, and with the record after a step', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { name: 'Winter', status: 'ACTIVE' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await visit(page, `/campaigns/${id}`)
  const about = panel(page, 'Winter')
  await about.getByRole('button', { name: 'Move to Paused' }).press('Enter')
  await about.getByRole('button', { name: 'Move to Active' }).waitFor()
  await about.locator(':focus').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Move to Active')
  await visit(page, '/clients')
  const action = page.getByRole('button', { name: 'Export' })
  const download = page.waitForEvent('download')
  await action.press('Enter')
  await download
  await action.and(page.locator(':focus')).waitFor()
})

whenVisible('the type of a client is chosen and shown in words, and another one stays as it was typed', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  const dialog = page.getByRole('dialog')
  for (const [name, type] of [
    ['Karoo Dam', 'state-owned entity'],
    ['Food Bank', 'NGO'],
  ] as const) {
    await visit(page, '/clients')
    await page.getByRole('button', { name: 'New client' }).click()
    await fillClient(page, name)
    await dialog.getByLabel('Type').fill(type)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const { body } = await actor.graphql('{ clients(orderBy: { field: NAME }) { nodes { type } } }')
  expect(body.data.clients.nodes).toEqual([{ type: 'NGO' }, { type: 'STATE_OWNED_ENTITY' }])
  await page.getByRole('cell', { name: 'NGO', exact: true }).waitFor()
  await speak(page, 'af')
  await page.getByRole('cell', { name: 'Staatsbeheerde entiteit' }).waitFor()
  await page.getByRole('button', { name: 'Wysig Karoo Dam' }).click()
  expect(await dialog.getByLabel('Tipe').inputValue()).toBe('Staatsbeheerde entiteit')
  await dialog.getByRole('button', { name: 'Stoor' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [, dam] = (await actor.graphql('{ clients(orderBy: { field: NAME }) { nodes { type } } }')).body.data.clients
    .nodes
  expect(dam).toEqual({ type: 'STATE_OWNED_ENTITY' })
})

whenVisible('an e-mail address of a contact with a typing error is reported at its field', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await goTo(page, 'Clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await fillClient(page, 'Karoo Dam')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('n.dlamini at example.org')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('E-mail is not valid').first().waitFor()
  await dialog.getByLabel('E-mail').fill('n.dlamini@example.org')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await actor.graphql('{ clients { nodes { contact } } }')
  expect(body.data.clients.nodes).toEqual([{ contact: { name: 'N. Dlamini', email: 'n.dlamini@example.org' } }])
})
