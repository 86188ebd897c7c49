/** @database none */
import { expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { guarded, unguarded } from '../rest-compat/formats/formula-guard.ts'
import { csvLines } from '../rest-compat/formats/rows-out.ts'
import { delimiterOf } from '../src/common/csv.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
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

const written = (value: string): string => {
  const [row] = parse(csvLines([{ value }], ['value'], true), { columns: true }) as { value: string }[]
  return row?.value ?? ''
}

const INVISIBLE = [
  '',
  ' ',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\u2060',
  '\u3000',
  '\u00ad',
  '\u3164',
  '\ufe0f',
  '\0',
  '\u0085',
]

test.each(BEGINNINGS)(
  'a cell that begins with %j is text, whatever precedes it, and is read back as it was',
  (sign) => {
    for (const before of INVISIBLE) {
      const value = `${before}${sign}${FORMULA}`
      // A control without a formula is only guarded where it is the first character.
      if (before === '' || !/^[\t\r\n]/.test(sign)) expect(written(value).startsWith("'")).toBe(true)
      expect(unguarded(written(value))).toBe(value)
    }
  },
)

test.each([';', '; ', 'x;', 'x;\u200b', 'x\n', 'x\r\n', 'x\t'])(
  'a formula after %j starts no cell in another locale',
  (before) => {
    const value = `${before}=${FORMULA}`
    expect(written(value)).toMatch(/'[ \u200b]?=/)
    expect(unguarded(written(value))).toBe(value)
  },
)

test('no text starts a formula in any locale, and every text is read back as it was', () => {
  const unit = fc.constantFrom(...BEGINNINGS, ...INVISIBLE, ';', ',', 'a', '"', "'")
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const value = units.join('')
      for (const text of written(value).split(/[;\t\r\n]/))
        expect(text.replace(/[\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu, '').normalize('NFKC')).not.toMatch(
          /^[=+\-@]/,
        )
      expect(unguarded(written(value))).toBe(value)
    }),
  )
})

test('every sign that Unicode holds for a formula sign is guarded', () => {
  const plain = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
    (sign) => /^[=+\-@'\u2212]/.test(sign.normalize('NFKC')) && !guarded(sign).startsWith("'"),
  )
  expect(plain).toEqual([])
})

test.each(['plain', '1=1', 'é', '﷽', '100 %', '“+”', 'a; b', 'a\nb'])(
  'a cell that begins otherwise stays: %s',
  (value) => {
    expect(parse(csvLines([{ value }], ['value'], true), { columns: true })).toEqual([{ value }])
  },
)

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

test('an export of clients is a file that Excel reads as UTF-8', async () => {
  const actor = server.actor()
  await aClient(actor, { name: 'Ünikorn' })
  const headers = { Authorization: `Bearer ${actor.token}` }
  for (const [format, isMarked] of [
    ['csv', true],
    ['ndjson', false],
  ] as const) {
    const answer = await fetch(`${server.url}/api/clients/export?format=${format}`, { headers })
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="clients.${format}"`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))).toBe(isMarked)
  }
})

const SERVER_OWNED = ['id', 'serviceProviderId', 'status', 'onboardedAt', 'createdBy', 'createdAt', 'updatedAt']

/** The clients of an organization, by what a caller wrote. */
const writtenIn = async (actor: Actor): Promise<Json[]> => {
  const { body } = await actor.rest('GET', '/api/clients/export?format=ndjson')
  return String(body)
    .trim()
    .split('\n')
    .map((line) => Object.fromEntries(Object.entries(JSON.parse(line)).filter(([key]) => !SERVER_OWNED.includes(key))))
}

test('what was exported as CSV is imported as it was, whatever callers wrote', async () => {
  const unit = fc.constantFrom(...BEGINNINGS, ';', ',', '{', '}', '"', '\\', '{"a":1}', 'a', 'é', '1', ' ')
  const text = fc.array(unit, { minLength: 1, maxLength: 8 }).map((units) => `x${units.join('')}x`)
  const hostile = fc.oneof(text, fc.constantFrom('{"a":1}', '[1]', '=1+1', "'=1", '-', '007', 'true', 'null'))
  const value = fc.oneof(
    hostile,
    fc.integer(),
    fc.boolean(),
    fc.array(hostile, { maxLength: 2 }),
    fc.record({ deep: text }),
  )
  const client = fc.record(
    {
      name: hostile,
      type: hostile,
      industry: hostile,
      sector: fc.constantFrom('BUSINESS', 'GOVERNMENT'),
      contact: fc.record({ email: text, '=phone': value }),
      governmentLevel: hostile,
      securityClearance: hostile,
      zone: value,
      'a.b': value,
    },
    { requiredKeys: ['name', 'type', 'industry', 'sector', 'contact'] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(client, { minLength: 20, maxLength: 20 }), async (rows) => {
      const [one, other] = [server.actor(), server.actor()]
      const { body: made } = await one.rest('POST', '/api/clients/import', rows)
      expect(made.data.imported).toBeGreaterThan(0)
      const { body: file } = await one.rest('GET', '/api/clients/export')
      const { body } = await other.rest('POST', '/api/clients/import', file, { 'Content-Type': 'text/csv' })
      expect(body.data).toMatchObject({ imported: made.data.imported, errors: [] })
      expect(await writtenIn(other)).toEqual(expect.arrayContaining(await writtenIn(one)))
    }),
    { numRuns: 5 },
  )
})

test('a guarded name is imported as it was', async () => {
  const actor = server.actor()
  const row = `type,industry,sector,contact.name,name\nMEDIUM,Food,BUSINESS,N,"'=1+1;'-5"\nMEDIUM,Food,BUSINESS,N,'s-Hertog\n`
  const { body } = await actor.rest('POST', '/api/clients/import', row, { 'Content-Type': 'text/csv' })
  expect(body.data.errors).toEqual([])
  const names = (await actor.rest('GET', '/api/clients')).body.data.map(({ name }: { name: string }) => name)
  expect(names.sort()).toEqual(["'s-Hertog", '=1+1;-5'])
})

test.each([
  ['name;type', ';'],
  ['name\ttype', '\t'],
  ['name', ','],
  ['"a,b,c";d', ';'],
  ['\r\na;b\r\nc,d,e', ';'],
  // Only the start of a line counts, so that a line of millions of commas is not split.
  [`a;b${' '.repeat(65_536)}${','.repeat(10)}`, ';'],
])('the delimiter of a CSV that begins with %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter)
})
