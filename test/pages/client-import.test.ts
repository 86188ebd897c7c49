/** @long it imports files in a browser. */
import { readFile } from 'node:fs/promises'
import { describe, expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { startBrowser, type Windows } from '../support/browser.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { accessFaults, canVisit, dashboardOf, goTo, panel, signIn, visit, whenVisible } from './dashboard.ts'

let server: TestServer
let windows: Windows
setUp(async (opened) => {
  server = opened.use(await startServer())
  if (canVisit) windows = opened.use(await startBrowser())
})

const give = (page: Page, name: string, content: string | Buffer) =>
  page
    .getByLabel('File (CSV or JSON)')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })

const button = (page: Page, name: string) => page.getByRole('button', { name })

async function clientsOf(actor: Actor) {
  const { body } = await actor.graphql(
    '{ clients(first: 100, orderBy: { field: NAME }) { totalCount nodes { name sector type industry contact attributes } } }',
  )
  return body.data.clients
}

/** As a spreadsheet saves it here: with a byte order mark, semicolons, and lines that end with CRLF. */
const SPREADSHEET = [
  '\uFEFFCompany;Sector;Industry;Contact person;E-mail address;Region;Notes',
  'Karoo Fresh Foods;business;Retail;N. Dlamini;n@example.org;Karoo;"Says ""hello""; often"',
  '<img src=x onerror=alert(1)>;Government;Water;P. Mokoena;p@example.org;Cape;',
  ';;;;;;',
  `${'x'.repeat(201)};BUSINESS;Mining;S. Naidoo;s@example.org;Rand;`,
  'No Sector;MAYBE;Mining;S. Naidoo;;;',
  'Shifted;BUSINESS;Mining;S. Naidoo;s@example.org;Rand;note;behind the last column',
].join('\r\n')

whenVisible('a spreadsheet is mapped, tried, corrected and imported; failed rows are saved as a file', async () => {
  const actor = server.actor({ role: 'member' })
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page, complaints } = visited
  await goTo(page, 'Clients')
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('heading', { name: 'Choose what to import' }).waitFor()
  expect(await accessFaults(page, 'import-source')).toEqual([])
  await give(page, 'clients.csv', SPREADSHEET)
  await page.getByRole('heading', { name: '5 rows: which column is which field?' }).waitFor()
  const fieldOf = (column: string) => page.getByLabel(`Field of the column ${column}`, { exact: true })
  const guessed = ['Company', 'Contact person', 'E-mail address', 'Region']
  expect(await Promise.all(guessed.map((column) => fieldOf(column).inputValue()))).toEqual([
    'name',
    'contact.name',
    'contact.email',
    'own',
  ])
  await fieldOf('Notes').selectOption('Leave out')
  await page.getByLabel('Type', { exact: true }).fill('MEDIUM_BUSINESS')
  expect(await accessFaults(page, 'import-columns')).toEqual([])
  await button(page, 'Check the rows').click()
  await page.getByText('2 rows can be imported.').waitFor()
  await page.getByText('3 rows cannot be imported:').waitFor()
  await page.getByText('Sector must be one of Government, Business').waitFor()
  await page.getByText('It has more cells than there are columns.').waitFor()
  expect(await accessFaults(page, 'import-checked')).toEqual([])
  await page.getByLabel('Sector of row 5').fill('business')
  await button(page, 'Check again').click()
  await page.getByText('3 rows can be imported.').waitFor()
  expect((await clientsOf(actor)).totalCount).toBe(0)

  await button(page, 'Import 3 rows').click()
  await page.getByRole('heading', { name: '3 clients were imported' }).waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save these rows as a file').click()])
  const saved = await readFile(await file.path(), 'utf8')
  expect(saved).toContain('It has more cells than there are columns.')
  const { nodes } = await clientsOf(actor)
  expect(nodes.map(({ name }: { name: string }) => name)).toEqual([
    '<img src=x onerror=alert(1)>',
    'Karoo Fresh Foods',
    'No Sector',
  ])
  expect(nodes[1]).toEqual({
    name: 'Karoo Fresh Foods',
    sector: 'BUSINESS',
    type: 'MEDIUM_BUSINESS',
    industry: 'Retail',
    contact: { name: 'N. Dlamini', email: 'n@example.org' },
    attributes: { Region: 'Karoo' },
  })

  await button(page, 'Import something else').click()
  await give(page, 'clients-not-imported.csv', saved)
  await page.getByRole('heading', { name: '2 rows: which column is which field?' }).waitFor()
  expect(await fieldOf('error').inputValue()).toBe('none')
  await page.getByRole('link', { name: 'All clients' }).click()
  await page.getByRole('rowheader', { name: '<img src=x onerror=alert(1)>' }).waitFor()
  expect(complaints).toEqual([])
})

whenVisible('10,001 rows are all imported, each once, though the answer to a batch is lost', async () => {
  const actor = server.actor()
  const rows = Array.from({ length: 10_001 }, (_, index) => ({
    name: `Client ${index}`,
    type: 'MEDIUM_BUSINESS',
    industry: 'Retail',
    sector: 'BUSINESS',
    contact: { name: 'N. Dlamini' },
  }))
  await using visited = await dashboardOf(windows, server.url, actor)
  const { page } = visited
  await visit(page, '/clients/import')
  let imports = 0
  await page.route('**/graphql', async (route) => {
    const { query = '', variables } = route.request().postDataJSON()
    if (!query.includes('mutation ImportClients') || variables.dryRun || ++imports !== 3) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await give(page, 'clients.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'))
  await button(page, 'Check the rows').click()
  await page.getByRole('button', { name: /^Import 10.001 rows$/ }).click()
  const stopped = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' })
  await stopped.waitFor()
  await page.getByText(/^1.000 of 10.001 rows$/).waitFor()
  expect(await accessFaults(page, 'import-stopped')).toEqual([])
  await stopped.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: /^10.001 clients were imported$/ }).waitFor()
  expect((await clientsOf(actor)).totalCount).toBe(10_001)
})

whenVisible(
  'an import that a reload interrupts is gone on with, and one that is repeated on purpose is another',
  async () => {
    const actor = server.actor()
    const lines = Array.from({ length: 1_001 }, (_, index) =>
      JSON.stringify({
        name: `C ${index}`,
        type: 'NGO',
        industry: 'Water',
        sector: 'BUSINESS',
        contact: { name: 'N' },
      }),
    ).join('\n')
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page } = visited
    const begin = async () => {
      await visit(page, '/clients/import')
      await give(page, 'clients.ndjson', lines)
      await button(page, 'Check the rows').click()
      await page.getByRole('button', { name: /^Import 1.001 rows$/ }).click()
    }
    let imports = 0
    await page.route('**/graphql', async (route) => {
      const { query = '', variables } = route.request().postDataJSON()
      if (!query.includes('mutation ImportClients') || variables.dryRun || ++imports !== 2) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await begin()
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor()
    expect((await clientsOf(actor)).totalCount).toBe(1_000)

    await page.reload()
    await signIn(page, actor.token)
    const done = page.getByRole('heading', { name: /^1.001 clients were imported$/ })
    await begin()
    await done.waitFor()
    expect((await clientsOf(actor)).totalCount).toBe(1_001)
    await button(page, 'Import something else').click()
    await begin()
    await done.waitFor()
    expect((await clientsOf(actor)).totalCount).toBe(2_002)
  },
)

describe('what cannot be imported', () => {
  whenVisible('is refused with the reason, and another file can be chosen', async () => {
    const actor = server.actor()
    await using visited = await dashboardOf(windows, server.url, actor)
    const { page, complaints } = visited
    await visit(page, '/clients/import')
    const refused: [content: string | Buffer, reason: string][] = [
      ['', 'There are no rows in it.'],
      ['name;type\r\n;\r\n', 'There are no rows in it.'],
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0xff]), 'This file is not text.'],
      ['{"rows": [1, 2]}', 'This is not JSON with a list of records.'],
      ['name,type\n"Never closed,x', 'This is not CSV:'],
    ]
    for (const [content, reason] of refused) {
      await give(page, 'clients.csv', content)
      await page.getByRole('alert').filter({ hasText: reason }).waitFor()
    }
    await page.getByLabel('Or paste rows').fill('name,sector\nCafé,BUSINESS')
    await button(page, 'Use what is pasted').click()
    await page.getByRole('heading', { name: '1 row: which column is which field?' }).waitFor()
    expect(complaints).toEqual([])
  })

  whenVisible('is everything, for a user who may only read', async () => {
    const viewer = server.actor({ role: 'viewer' })
    await using visited = await dashboardOf(windows, server.url, viewer)
    const { page } = visited
    await goTo(page, 'Clients')
    await panel(page, 'Clients').or(page.getByText('No client matches.')).first().waitFor()
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0)
    await visit(page, '/clients/import')
    await page.getByText('Your role does not include this.').waitFor()
  })
})
