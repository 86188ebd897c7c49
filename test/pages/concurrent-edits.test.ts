/** @long it edits each kind of record in two windows at a time. */
import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aBreach, aCampaign, aClient, aContent, anActivity, anOperator } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, fillClient, isLive, typeAtOnce, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  if (!canVisit) return
  server = opened.use(await startServer())
  windows = opened.use(await startBrowser())
})

const colleagueOf = ({ organizationId }: Actor) => server.actor({ organizationId })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
const side = (page: Page, field: string, text: string) =>
  page.getByRole('group', { name: field, exact: true }).getByLabel(text)

async function edit(page: Page, address: string, button = 'Edit') {
  await visit(page, `/${address}`)
  await page.getByRole('button', { name: button, exact: true }).click()
  return page.getByRole('dialog')
}

/** Holds the answers to a query back from now on, until the returned promise is resolved. */
async function holdBack(page: Page, query: RegExp) {
  const held = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (query.test(route.request().postData() ?? '')) await held.promise
    await route.fallback().catch(() => {})
  })
  return held
}

/** Holds the answer to a change back until the page reads the changed data, because an event reported the change. */
async function answerAfterEvent(page: Page, change: RegExp, reading: RegExp) {
  const read = page.waitForRequest((request) => reading.test(request.postData() ?? ''))
  await page.route('**/graphql', async (route) => {
    if (!change.test(route.request().postData() ?? '')) return route.fallback()
    const response = await route.fetch()
    await read
    await route.fulfill({ response })
  })
}

whenVisible('two who edit a client at once see field by field what the other changed, and choose', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Shared Ltd', industry: 'Retail' })
  await using first = await dashboardOf(windows, server.url, actor)
  await using second = await dashboardOf(windows, server.url, colleagueOf(actor))
  const own = await edit(first.page, `clients/${id}`)
  await own.getByLabel('Industry').fill('Water & <b>Sanitation</b>')
  await own.getByLabel('Contact name').fill('P. Mokoena')
  const theirs = await edit(second.page, `clients/${id}`)
  await theirs.getByLabel('Industry').fill('Mining')
  await theirs.getByLabel('Sector').selectOption('GOVERNMENT')
  await save(second.page)
  await closed(second.page)

  await save(first.page)
  await own.getByText('Somebody else changed this too, and nothing was saved yet.').waitFor()
  expect(await side(first.page, 'Industry', 'Yours: Water & <b>Sanitation</b>').isChecked()).toBe(true)
  expect(await side(first.page, 'Sector', 'Theirs: Government').isChecked()).toBe(true)
  expect(await own.getByLabel('Contact name').inputValue()).toBe('P. Mokoena')
  expect(await own.getByLabel('Sector').last().inputValue()).toBe('GOVERNMENT')
  expect(await accessFaults(first.page, 'conflicts')).toEqual([])
  await side(first.page, 'Industry', 'Theirs: Mining').check()
  await side(first.page, 'Sector', 'Yours: Business').check()
  await save(first.page)
  await closed(first.page)
  const { body } = await actor.rest('GET', `/api/clients/${id}`)
  expect([body.data.industry, body.data.sector, body.data.contact]).toEqual([
    'Mining',
    'BUSINESS',
    { name: 'P. Mokoena' },
  ])
  expect([...first.complaints, ...second.complaints]).toEqual([])
})

whenVisible('two who edit an operator, and a processing activity, at once lose nothing', async () => {
  const actor = server.actor()
  const operator = await anOperator(actor, { name: 'Bulk Mail' })
  const operatorIds = [operator.id]
  const activity = await anActivity(actor, { name: 'Newsletter', operatorIds })
  await using first = await dashboardOf(windows, server.url, actor)
  await using second = await dashboardOf(windows, server.url, colleagueOf(actor))
  const own = await edit(first.page, 'privacy/processing', 'Edit Newsletter')
  await own.getByLabel('Security').fill('Encrypted')
  const theirs = await edit(second.page, 'privacy/processing', 'Edit Newsletter')
  await theirs.getByLabel('Retention').fill('Two years')
  await save(second.page)
  await closed(second.page)
  await save(first.page)
  await side(first.page, 'Retention', 'Theirs: Two years').waitFor()
  await save(first.page)
  await closed(first.page)
  const { body } = await actor.graphql(
    'query ($id: ID!) { node(id: $id) { ... on ProcessingActivity { retention security operators { id } } } }',
    { id: activity.id },
  )
  expect(body.data.node).toEqual({ retention: 'Two years', security: 'Encrypted', operators: [{ id: operator.id }] })
  expect([...first.complaints, ...second.complaints]).toEqual([])
})

whenVisible('of a campaign, what the form does not show is no question; what it does is', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { name: 'Heritage Day', description: 'First', budgetCents: 100_00 })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const dialog = await edit(page, `campaigns/${id}`)
  await dialog.getByLabel('Description').fill('Mine')
  const submitted = { status: 'PENDING_APPROVAL' }
  expect((await colleagueOf(actor).rest('PUT', `/api/campaigns/${id}/status`, submitted)).status).toBe(200)
  await save(page)
  await closed(page)
  expect((await actor.rest('GET', `/api/campaigns/${id}`)).body.data.description).toBe('Mine')

  await edit(page, `campaigns/${id}`)
  await dialog.getByLabel('Name').fill('Heritage Month')
  const starts = '2027-09-01T06:00:00.000Z'
  await colleagueOf(actor).rest('PUT', `/api/campaigns/${id}`, { budgetCents: 250_00, startsAt: starts })
  await save(page)
  expect(await side(page, 'Budget', 'Theirs: 250').isChecked()).toBe(true)
  await side(page, 'Starts', 'Theirs: 01 Sept 2027, 08:00').waitFor()
  await colleagueOf(actor).rest('PUT', `/api/campaigns/${id}`, { budgetCents: 300_00 })
  await save(page)
  await side(page, 'Budget', 'Theirs: 300').waitFor()
  await save(page)
  await closed(page)
  const { name, budgetCents, startsAt } = (await actor.rest('GET', `/api/campaigns/${id}`)).body.data
  expect([name, budgetCents, startsAt]).toEqual(['Heritage Month', 300_00, starts])
  expect(complaints).toEqual([])
})

whenVisible('a save that is repeated with the newer record saves what was typed in between', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { name: 'Heritage Day', description: 'First' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  const dialog = await edit(page, `campaigns/${id}`)
  await dialog.getByLabel('Description').fill('Before')
  const submitted = { status: 'PENDING_APPROVAL' }
  expect((await colleagueOf(actor).rest('PUT', `/api/campaigns/${id}/status`, submitted)).status).toBe(200)
  const newer = await holdBack(page, /query Campaign\b/)
  const asked = page.waitForRequest((request) => /query Campaign\b/.test(request.postData() ?? ''))
  await save(page)
  await asked
  await dialog.getByLabel('Description').fill('While the newer record was read')
  // The fields of the newer record replace the present ones.
  await dialog.locator('[name=name]').evaluate((control) => control.setAttribute('data-present', ''))
  await typeAtOnce(page, 'dialog [name=name]:not([data-present])', 'Typed At Once')
  newer.resolve()
  await closed(page)
  const { name, description } = (await actor.rest('GET', `/api/campaigns/${id}`)).body.data
  expect([name, description]).toEqual(['Typed At Once', 'While the newer record was read'])
})

whenVisible('typed input stays when the content was deleted, or got another version, during the edit', async () => {
  const actor = server.actor()
  const { id } = await aContent(actor, { title: 'Greeting', body: 'Happy Heritage Day.' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  const dialog = await edit(page, `content/${id}`)
  await dialog.getByLabel('Text').fill('A longer greeting.')
  await colleagueOf(actor).rest('PUT', `/api/content/${id}`, { body: 'A shorter one.' })
  await save(page)
  await side(page, 'Text', 'Theirs: A shorter one.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('A longer greeting.')
  await colleagueOf(actor).rest('DELETE', `/api/content/${id}`)
  await save(page)
  await dialog.getByRole('alert').filter({ hasText: 'This record does not exist, or it was deleted.' }).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('A longer greeting.')
})

whenVisible('a form waits for the last change by the same person, which an event reported first', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Karoo Ltd', industry: 'Retail' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const dialog = await edit(page, `clients/${id}`)
  const ofRecord = await holdBack(page, /query Client\b/)
  await answerAfterEvent(page, /mutation UpdateClient\b/, /query Client\b/)
  await dialog.getByLabel('Industry').fill('Mining')
  await save(page)
  await closed(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByText('Loading').waitFor()
  ofRecord.resolve()
  expect(await dialog.getByLabel('Industry').inputValue()).toBe('Mining')
  expect(complaints).toEqual([])
})

whenVisible('a form waits until the page has read the last change by the same person', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor, { name: 'Karoo Ltd', industry: 'Retail' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  const change = async (industry: string) => {
    await page.getByRole('dialog').getByLabel('Industry').fill(industry)
    await save(page)
    await closed(page)
  }
  const industry = () => page.getByRole('dialog').getByLabel('Industry').inputValue()
  await edit(page, `clients/${id}`)
  const ofRecord = await holdBack(page, /query Client\b/)
  await change('Mining')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByText('Loading').waitFor()
  ofRecord.resolve()
  expect(await industry()).toBe('Mining')
  await change('Water')

  await visit(page, '/clients')
  await page.getByRole('button', { name: 'Edit Karoo Ltd' }).click()
  expect(await industry()).toBe('Water')
  const ofList = await holdBack(page, /query Clients\b/)
  await change('Farming')
  await page.getByRole('button', { name: 'Edit Karoo Ltd' }).click()
  ofList.resolve()
  expect(await industry()).toBe('Farming')
  expect(complaints).toEqual([])
})

whenVisible('forms in rows, and forms of a page opened from the cache, wait for the last change too', async () => {
  const actor = server.actor()
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await visit(page, '/privacy/retention')
  const open = page.getByRole('button', { name: /^Edit Analytics/ })
  const days = page.getByRole('dialog').getByLabel('Days')
  await open.click()
  const ofPeriods = await holdBack(page, /query Retention\b/)
  await days.fill('500')
  await save(page)
  await closed(page)
  await open.click()
  await page.getByRole('dialog').getByText('Loading').waitFor()
  ofPeriods.resolve()
  expect(await days.inputValue()).toBe('500')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  const name = page.getByLabel('Name', { exact: true })
  await visit(page, '/administration/organization')
  await name.fill('First (Pty) Ltd')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await visit(page, '/clients')
  await page.getByRole('button', { name: 'New client' }).click()
  await fillClient(page, 'Karoo Ltd')
  await save(page)
  await closed(page)
  const ofOrganization = await holdBack(page, /query Organization\b/)
  await visit(page, '/administration/organization')
  await page.getByText('Loading').first().waitFor()
  expect(await name.count()).toBe(0)
  ofOrganization.resolve()
  expect(await name.inputValue()).toBe('First (Pty) Ltd')
})

whenVisible('what is typed into a form stays while the page behind it shows the change of another user', async () => {
  const actor = server.actor()
  const { id } = await aBreach(actor, { title: 'Lost laptop' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  await visit(page, `/privacy/breaches/${id}`)
  await isLive(page)
  await page.getByRole('button', { name: 'Record a permission to notify later' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Authority that permits it').fill('South African Police Service')
  const change = await colleagueOf(actor).rest('PUT', `/api/breaches/${id}`, { status: 'INVESTIGATING' })
  expect(change.status).toBe(200)
  // The page hears of new breaches only, and then it reads its own again.
  await aBreach(colleagueOf(actor), { title: 'Another breach' })
  await page.locator('main .badge').getByText('Investigating').waitFor()
  expect(await dialog.getByLabel('Authority that permits it').inputValue()).toBe('South African Police Service')
  expect(complaints).toEqual([])
})
