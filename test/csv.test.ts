import { expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { csvLines } from '../rest-compat/formats/rows-out.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** What a cell may begin with so that some spreadsheet takes it for a formula: signs in every width, and controls. */
const BEGINNINGS = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '＝',
  '＋',
  '－',
  '＠',
  '﹦',
  '﹢',
  '﹣',
  '﹫',
  "'",
  '＇',
]

const FORMULA = 'HYPERLINK("https://evil.example","x")'

test.each(BEGINNINGS)('a cell that begins with %j is text, and is told back as it was', (beginning) => {
  const value = `${beginning}${FORMULA}`
  const [row] = parse(csvLines([{ value }], ['value'], true), { columns: true }) as { value: string }[]
  expect(row?.value).toBe(`'${value}`)
})

test.each(['plain', ' =1', '1=1', 'é', '﷽', '100 %', '“+”'])('a cell that begins otherwise stays: %s', (value) => {
  expect(parse(csvLines([{ value }], ['value'], true), { columns: true })).toEqual([{ value }])
})

test('numbers stay numbers', () => {
  expect(csvLines([{ value: -1.5 }], ['value'], false)).toBe('-1.5\n')
})

/** Cells of an export, all of them. */
const cellsOf = (text: unknown): string[] =>
  (parse(String(text), { columns: false, relax_column_count: true }) as string[][]).flat()

test('every CSV export guards what callers and tokens wrote', async () => {
  // Some beginnings are trimmed, or are no text that a header or a token carries: those are tried above.
  for (const beginning of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
    const text = `${beginning}1+1`
    const actor = server.actor({ userId: text })
    const { id: clientId } = await aClient(actor, { name: text, type: text, industry: text, governmentLevel: text })
    await aCampaign(actor, { name: text, clientId })
    const agent = { 'User-Agent': '=1+1' }
    await actor.rest('GET', '/api/clients', undefined, agent)
    for (const path of [
      '/api/clients/export',
      '/api/audit/export',
      '/api/analytics/reports',
      '/api/compliance/reports',
    ]) {
      const { status, body } = await actor.rest('GET', `${path}?format=csv`)
      expect(status).toBe(200)
      const cells = cellsOf(body)
      expect(cells.filter((cell) => cell.startsWith(text))).toEqual([])
      if (path !== '/api/compliance/reports') expect(cells).toContain(`'${text}`)
    }
  }
})
