/** @database none */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import { describe, expect, test } from '@jest/globals'
import { buildSchema, type GraphQLSchema, isInputObjectType } from 'graphql'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

const ROOT = join(import.meta.dirname, '..')
const SCHEMA = readFileSync(join(ROOT, 'schema/schema.graphql'), 'utf8')

/** A change that breaks clients and is meant: of which kind, where, and why. */
interface Meant {
  change: string
  paths: string[]
  reason: string
}

const meant: Meant[] = JSON.parse(readFileSync(join(ROOT, 'schema/breaking-changes.json'), 'utf8'))

const [last = ''] = readdirSync(join(ROOT, 'test/releases'))
  .filter((file) => file.endsWith('.graphql'))
  .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))

const lastRelease = (): GraphQLSchema => buildSchema(readFileSync(join(ROOT, 'test/releases', last), 'utf8'))

/** Fields of inputs that the release has too, which it lacks. */
function addedFields(before: GraphQLSchema, after: GraphQLSchema): { type: string; field: string }[] {
  return Object.values(after.getTypeMap()).flatMap((input) => {
    const known = before.getType(input.name)
    if (!isInputObjectType(input) || !isInputObjectType(known)) return []
    const added = Object.keys(input.getFields()).filter((field) => !Object.hasOwn(known.getFields(), field))
    return added.map((field) => ({ type: input.name, field }))
  })
}

async function breaking(before: GraphQLSchema, after: GraphQLSchema): Promise<string[]> {
  const changes = await diff(before, after)
  const breaks = changes.filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
  return breaks.map(({ type, path }) => `${type} ${path}`).sort()
}

describe('since the last release', () => {
  test('the schema breaks clients only where that is listed', async () => {
    const listed = meant.flatMap(({ change, paths }) => paths.map((path) => `${change} ${path}`)).sort()
    expect(await breaking(lastRelease(), buildSchema(SCHEMA))).toEqual(listed)
  })

  test('the CHANGELOG has a section for each release with migrations', () => {
    const lines = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('\n')
    const headings = lines.flatMap((line) => /^## (\S+)/.exec(line)?.[1] ?? [])
    const releases = Object.keys(JSON.parse(readFileSync(join(ROOT, 'schema/migrations/released.json'), 'utf8')))
    expect(releases.length).toBeGreaterThan(2)
    expect(releases.filter((release) => !headings.includes(release))).toEqual([])
  })

  test('each field that was added to an input is in the CHANGELOG', () => {
    const [news = ''] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(`## ${last.replace('.graphql', '')}`)
    const missing = addedFields(lastRelease(), buildSchema(SCHEMA)).filter(
      ({ field }) => !new RegExp(`\\b${field}\\b`).test(news),
    )
    expect(missing).toEqual([])
  })

  test.each([
    ['FIELD_REMOVED Client.name', /(type Client [^{]*{[^}]*?)"""Name of the client."""\s+name: String!/, '$1'],
    ['FIELD_TYPE_CHANGED Client.industry', /(type Client [^{]*{[^}]*?industry: String)!/, '$1'],
    ['INPUT_FIELD_TYPE_CHANGED CampaignInput.description', /(input CampaignInput {[^}]*?description: String)/, '$1!'],
    ['ENUM_VALUE_REMOVED CampaignStatus.PAUSED', /(enum CampaignStatus {[^}]*?)PAUSED/, '$1WAITING'],
    ['FIELD_ARGUMENT_REMOVED Query.client.id', /( client\()[^)]*\)/, '$1key: ID)'],
  ])('%s would be found', async (change, pattern, replacement) => {
    const changed = SCHEMA.replace(pattern, replacement)
    expect(changed === SCHEMA).toBe(false)
    expect(await breaking(buildSchema(SCHEMA), buildSchema(changed))).toContain(change)
  })
})

describe('X-Schema-Version', () => {
  let server: TestServer
  setUp(async (opened) => {
    server = opened.use(await startServer())
  })

  test.each(['/graphql', '/graphql/stream', '/api/clients', '/api/nothing-here'])(
    'is the beginning of the hash of the published schema at %s, for strangers too',
    async (path) => {
      const { headers } = await server.fetch(path)
      expect(headers.get('x-schema-version')).toBe(hash('sha256', SCHEMA).slice(0, 12))
    },
  )

  test('is not sent with what is no API', async () => {
    expect((await server.fetch('/healthz')).headers.get('x-schema-version')).toBeNull()
  })
})
