/** @long it downloads every list as CSV and XLSX in a browser, and reads the files. */
import { readFile } from 'node:fs/promises'
import { expect } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { startBrowser, type Windows } from '../support/browser.ts'
import { aBreach, aCampaign, aClient, aConsent, aContent, anActivity } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { aSignOff } from '../support/sign-offs.ts'
import { until } from '../support/until.ts'
import { canVisit, dashboardOf, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const FORMULA = '=HYPERLINK("http://evil.example","<b>Open</b>")'

whenVisible('campaigns are saved as a spreadsheet: filtered, ordered, with the shown columns', async () => {
  const author = server.actor()
  const { id: clientId } = await aClient(author, { name: '@SUM(A1)' })
  const details = { type: 'SOCIAL', status: 'DRAFT' }
  await aCampaign(author, {
    ...details,
    name: FORMULA,
    clientId,
    budgetCents: 9_600_050,
    startsAt: '2030-02-28T22:30:00Z',
  })
  await aCampaign(author, { ...details, name: 'Undated', budgetCents: 100, startsAt: null })
  await aCampaign(author, { ...details, name: 'Too dear', budgetCents: 99_000_000 })
  await aCampaign(server.actor(), { name: 'Foreign', budgetCents: 100 })
  await using visited = await dashboardOf(windows, server.url, author)
  const { page, complaints } = visited
  await visit(page, '/campaigns#budgetTo=100000&sort=BUDGET_CENTS&columns=status,client,budgetCents,startsAt')
  await page.getByText('2 campaigns').waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('campaigns.xlsx')
  const file = await readFile(await download.path())
  const [heading, undated, [...dated] = []] = await readSheet(file)
  expect(heading).toEqual(['Name', 'Status', 'Client', 'Budget', 'Starts'])
  expect(undated).toEqual(['Undated', 'Draft', 'No client', 1, null])
  // A file stores a time as a fraction of a day, so it is exact to a millisecond. It is South African, like the list's.
  const start = Math.round(Number(dated.pop()) / 1000)
  expect([...dated, start]).toEqual([FORMULA, 'Draft', '@SUM(A1)', 96_000.5, Date.parse('2030-03-01T00:30:00Z') / 1000])
  const parts = Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)] as const)
  const sheets = parts.filter(([name]) => name.startsWith('xl/worksheets/'))
  expect(sheets).not.toHaveLength(0)
  for (const [, xml] of parts) expect(xml).not.toMatch(/<f[ >]|<hyperlink/)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('campaigns.csv')
  const csv = await readFile(await (await saved).path(), 'utf8')
  expect(csv.codePointAt(0)).toBe(0xfeff)
  expect(parse(csv, { bom: true })).toEqual([
    ['Name', 'Status', 'Client', 'Budget', 'Starts'],
    ['Undated', 'Draft', 'No client', '1.00', ''],
    [`'${FORMULA}`, 'Draft', "'@SUM(A1)", '96000.50', '2030-03-01 00:30'],
  ])
  expect(complaints).toEqual([])
})

const LISTS = {
  'administration/people': 'team',
  'administration/webhooks': 'webhooks',
  content: 'content',
  'delivery/segments': 'segments',
  'delivery/senders': 'senders',
  'privacy/breaches': 'breaches',
  'privacy/consents': 'consents',
  'privacy/contacts': 'suppressions',
  'privacy/holds': 'holds',
  'privacy/operators': 'operators',
  'privacy/processing': 'processing',
  'privacy/requests': 'requests',
  'sign-offs': 'sign_offs',
}

whenVisible('the menu of a list appears as a whole, after the views are read', async () => {
  await using visited = await dashboardOf(windows, server.url, server.actor())
  const { page } = visited
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  let isAsked = false
  await page.route('**/graphql', async (request) => {
    if (request.request().postData()?.includes('query SavedViews(')) {
      isAsked = true
      await mayAnswer
    }
    await request.continue()
  })
  await visit(page, '/clients')
  await page.getByText('0 clients').waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('region', { name: 'Saved views and columns' }).waitFor()
  await until('the views to be read', () => isAsked)
  expect(await page.getByRole('button', { name: 'Save as CSV' }).count()).toBe(0)
  answer()
  await page.getByRole('button', { name: 'Save as CSV' }).waitFor()
})

whenVisible('lists of every screen are saved as a spreadsheet', async () => {
  const author = server.actor()
  const { id: contentId } = await aContent(author, { title: FORMULA })
  await aSignOff(author, { contentId })
  await anActivity(author, { categories: ['Names', 'Towns'] })
  await aConsent(author)
  await aBreach(author, { title: 'Lost laptop' })
  const first: Record<string, unknown> = {
    content: FORMULA,
    breaches: 'Lost laptop',
    processing: 'Newsletter',
    sign_offs: FORMULA,
  }
  await using visited = await dashboardOf(windows, server.url, author)
  const { page, complaints } = visited
  for (const [path, list] of Object.entries(LISTS)) {
    await visit(page, `/${path}`)
    // The screen before has such a button too.
    await page.locator(`a[aria-current="page"][href="/${path}"]`).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'View', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click()
    expect((await download).suggestedFilename()).toBe(`${list}.xlsx`)
    const [heading, row] = await readSheet(await readFile(await (await download).path()))
    expect([list, heading?.every(Boolean)]).toEqual([list, true])
    if (list in first) expect(row?.[0]).toBe(first[list])
    if (list === 'consents') expect(row?.slice(1, 3)).toEqual(['Granted', 'Email'])
    if (list === 'processing') expect(row?.slice(2)).toEqual(['Consent', 'Names, Towns'])
    if (list === 'sign_offs') expect([row?.[1], row?.[3]]).toEqual(['Waiting for the client', '0 of 1 approvals'])
  }
  expect(complaints).toEqual([])
})

whenVisible('invitations and API keys are saved as they are filtered, without secrets', async () => {
  const admin = server.actor()
  const invite = async (email: string) =>
    (await admin.rest('POST', '/api/invitations', { email, role: 'member' })).body.data
  const { token, id } = await invite('thandi@example.com')
  await invite('sipho@example.com')
  expect((await admin.rest('DELETE', `/api/invitations/${id}`)).status).toBe(204)
  const body = { name: FORMULA, role: 'viewer' }
  const { key } = (await admin.rest('POST', '/api/service-provider/api-keys', body)).body.data
  await using visited = await dashboardOf(windows, server.url, admin)
  const { page, complaints } = visited
  const csvOf = async (path: string, sentence: string) => {
    await visit(page, `/administration/${path}`)
    await page.getByText(sentence, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'View' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    await page.keyboard.press('Escape')
    return readFile(await (await download).path(), 'utf8')
  }
  const revoked = await csvOf('invitations#status=REVOKED', '1 invitation')
  const [heading, ...rows] = parse(revoked, { bom: true })
  expect(heading?.slice(0, 3)).toEqual(['E-mail', 'Status', 'Role'])
  expect(rows.map((row) => row.slice(0, 3))).toEqual([['thandi@example.com', 'Revoked', 'Member']])
  expect(parse(await csvOf('invitations#status=DECLINED', '0 invitations'), { bom: true })).toEqual([heading])
  const keys = await csvOf('keys', '1 API key')
  expect(parse(keys, { bom: true })[1]?.[0]).toBe(`'${FORMULA}`)
  await visit(page, '/administration/invitations')
  const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y
  await page.getByText('2 invitations').waitFor()
  expect(await topOf('Invite somebody')).toBe(await topOf('View'))
  expect(await topOf('Revoke the invitation of sipho@example.com')).toBe(await topOf('to sipho@example.com'))
  for (const secret of [token, key]) expect(secret.length).toBeGreaterThan(20)
  expect(revoked).not.toContain(token)
  expect(keys).not.toContain(key)
  expect(complaints).toEqual([])
})

whenVisible('a caller without the role for exports gets no spreadsheet, but the reason', async () => {
  const admin = server.actor()
  await aClient(admin, { name: 'Karoo Fresh' })
  await admin.graphql('mutation { updateSecuritySettings(input: { exportRole: compliance }) { exportRole } }')
  const manager = server.actor({ organizationId: admin.organizationId, role: 'manager' })
  await using visited = await dashboardOf(windows, server.url, manager)
  const { page } = visited
  await visit(page, '/clients')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('button', { name: 'Save as a spreadsheet (XLSX)' }).click()
  await page
    .getByText(/exports/i)
    .last()
    .waitFor()
})
