/** @long it reads a large organization by every root field, thirty times in one document. */
import { expect, test } from '@jest/globals'
import { argumentsOf } from './support/graphql-samples.ts'
import { idsFor } from './support/ids.ts'
import { anOrganizationOf } from './support/many-rows.ts'
import { contentBody } from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { documentOf, type RootField, rootFields } from './support/surface.ts'

/*
 * The price of an operation limits how much processor time a caller takes. So each operation needs about as much
 * processor time for its price as the others, also with its largest arguments.
 */

const ROWS = 2_000
const PAGE = 100
const ALIASES = 30
const NEVER = 10_000_000

let server: TestServer
let large: Actor
setUp(async (opened) => {
  const unlimited = { RATE_LIMIT_AUTHENTICATED: String(NEVER), RATE_LIMIT_ORGANIZATION: String(NEVER) }
  server = opened.use(await startServer({ ...unlimited, REQUEST_DEADLINE_SECONDS: '120' }))
  large = await anOrganizationOf(ROWS, server)
})

const queries = rootFields.filter(([kind]) => kind === 'query')

/** The largest values of arguments that are no ids, by the name of the argument or of the field and the argument. */
const LARGEST: Record<string, unknown> = {
  first: PAGE,
  'analyticsTrends.filter': { from: '2023-12-01', to: '2026-11-25' },
  'analyticsTrends.window': 90,
}

async function largestArguments(root: RootField): Promise<Json> {
  const [, name, { args }] = root
  const values = argumentsOf(root, await idsFor(server, root, large))
  for (const argument of args) {
    const largest = LARGEST[`${name}.${argument.name}`] ?? LARGEST[argument.name]
    if (largest !== undefined) values[argument.name] = largest
  }
  return values
}

/** The selection of a connection goes to its nodes. */
function documentFor(root: RootField): string {
  const [, , { type }] = root
  const isConnection = String(type).includes('Connection')
  return isConnection
    ? documentOf(root).replace(/\{ [^{}]*__typename \} \}$/, '{ totalCount nodes { __typename id } } }')
    : documentOf(root)
}

/** The document with its root field under so many aliases. */
function withAliases(document: string, count: number): string {
  const start = document.indexOf('{')
  const field = document.slice(start + 1, document.lastIndexOf('}')).trim()
  return `${document.slice(0, start)} { ${Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')} }`
}

test.each(queries.map((root) => [root[1], root] as const))(
  '%s under thirty aliases is answered or refused, and nobody else waits for it',
  async (_, root) => {
    const answer = await large.graphql(withAliases(documentFor(root), ALIASES), await largestArguments(root))
    const codes = (answer.body.errors ?? []).map(({ extensions }: Json) => extensions.code)
    expect([answer.status, codes.filter((code: string) => !REFUSALS.has(code))]).toEqual([answer.status, []])
    expect(answer.status).toBeLessThan(500)
    expect((await server.actor().rest('GET', '/api/clients')).status).toBe(200)
  },
)

/** The errors of requests for too much. */
const REFUSALS = new Set([
  'QUERY_TOO_COMPLEX',
  'RATE_LIMIT_EXCEEDED',
  'PAYLOAD_TOO_LARGE',
  'INSUFFICIENT_HISTORY',
  'VALIDATION_ERROR',
])

const remainingOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

interface Case {
  name: string
  send: () => Promise<Answer>
}

/** Operations whose work grows with an argument, beside the queries. */
async function changes(): Promise<Case[]> {
  const update = { operation: 'UPDATE', all: true, changes: { description: 'Changed' } }
  const rows = Array.from({ length: 500 }, (_, index) => ({ name: `Imported ${index}`, type: 'BUSINESS' }))
  const { body } = await large.rest('POST', '/api/content', contentBody({ body: 'x'.repeat(100_000) }))
  return [
    { name: 'bulk', send: () => large.rest('POST', '/api/campaigns/bulk', update) },
    { name: 'duplicate', send: () => large.rest('POST', `/api/content/${body.data.id}/duplicate`) },
    { name: 'import', send: () => large.rest('POST', '/api/clients/import?mode=partial', rows) },
    { name: 'export', send: () => large.rest('GET', '/api/clients/export?format=csv') },
    { name: 'search', send: () => large.rest('GET', '/api/campaigns?search=Row&limit=100') },
  ]
}

/** Processor time of this process for one request of the price, microseconds: the least of several tries. */
async function timePerPrice({ send }: Case): Promise<number | undefined> {
  const plain = () => large.rest('GET', '/api/team')
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 4; attempt++) {
    const before = remainingOf(await plain())
    const start = process.cpuUsage()
    const { status } = await send()
    const { user, system } = process.cpuUsage(start)
    if (status >= 400) return undefined
    least = Math.min(least, (user + system) / (before - remainingOf(await plain()) - 1))
  }
  return least
}

test('no operation takes more than twenty times the median of processor time for its price', async () => {
  const cases: Case[] = await changes()
  for (const root of queries) {
    const values = await largestArguments(root)
    cases.push({ name: root[1], send: () => large.graphql(documentFor(root), values) })
  }
  const found: [name: string, time: number][] = []
  for (const each of cases) {
    const time = await timePerPrice(each)
    if (time !== undefined) found.push([each.name, time])
  }
  expect(found.length).toBeGreaterThan(60)
  const sorted = found.sort(([, a], [, b]) => b - a)
  const median = sorted[Math.floor(sorted.length / 2)]?.[1] ?? 0
  const ratios = sorted.map(([name, time]): [string, number] => [name, Math.round((10 * time) / median) / 10])
  // Figures for people.
  process.stdout.write(`processor time for a price of one, over the median: ${ratios.slice(0, 10).join(', ')}\n`)
  expect(ratios.filter(([, ratio]) => ratio > 20)).toEqual([])
})
