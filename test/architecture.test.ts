import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { GraphQLSchema } from 'graphql'
import { sql } from 'kysely'
import { suites } from '../jest.config.mjs'
import type { OpenDatabase } from '../src/data/open-database.ts'
import { eventTypesOf } from '../src/engine/declare/event-types.ts'
import { furtherEvents } from '../src/main/features.ts'
import { sharedSchema } from '../src/main/schema.ts'
import { openTestDatabase } from './support/database.ts'
import { setUp } from './support/set-up.ts'

const ROOT = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

interface Import {
  from: string
  to: string
  isType: boolean
}

const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)

/** What a file imports: its own modules by path from the root, packages by name. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^'";]*?from\s+'([^']+)'|(\btypeof\s)?\bimport\('([^']+)'\)|^import\s+'([^']+)'/gm,
  )
  return [...statements].map(([, type, named, typed, dynamic, bare]) => {
    const to = named ?? dynamic ?? bare ?? ''
    const path = to.startsWith('.') ? relative(ROOT, join(ROOT, file, '..', to)) : to
    return { from: file, to: path, isType: Boolean(type ?? typed) }
  })
}

/** The folders of src, from the bottom up: each imports only from those before it. */
const LAYERS = [
  'common',
  'data',
  'security',
  'events',
  'background',
  'graphql',
  'engine',
  'features',
  'edge',
  'mcp',
  'demo',
  'main',
]

/** The stages of an operation, in order: each folder of the engine imports only from itself and those before it. */
const STAGES = ['declare', 'access', 'plan', 'sql', 'execute', 'write', 'stream']

/** The subjects of delivery, in order: each folder imports only from itself and those before it. */
const SUBJECTS = ['senders', 'messages', 'launch', 'figures', 'responses', 'reports', 'sending', 'previews']

/** The page is a program of its own, for a browser. */
const isOfPage = (file: string) => file.startsWith('src/web/')

const folderOf = (file: string) => (file.startsWith('src/') ? (file.split('/')[1] ?? '') : '')
const layerOf = (file: string) => LAYERS.indexOf(folderOf(file))
const serverFiles = filesIn('src').filter((file) => !isOfPage(file))
const imports = [...serverFiles, ...filesIn('rest-compat')].flatMap(importsOf)
const within = (...folders: string[]) => imports.filter(({ from }) => folders.includes(folderOf(from)))
const featureOf = (file: string) => (folderOf(file) === 'features' ? file.split('/')[2] : undefined)
const sentence = ({ from, to }: Import) => `${from} imports ${to}`

/** Sends webhooks: HTTP is what it is for. */
const SENDER = 'src/features/webhooks/webhook.target.ts'

test('programs that Node runs without a compiler contain only types that it can erase', () => {
  const commands = Object.values<string>(manifest.scripts).join('\n')
  const programs = [...commands.matchAll(/\bnode (?:--\S+ )?((?:src|ops|test|clients)\/\S+\.[jt]s)/g)].map(
    ([, file = '']) => file,
  )
  expect(programs).toContain('src/main/doctor.js')
  const loaded = new Set(programs)
  // The loop also visits the files that it adds.
  for (const file of loaded)
    for (const { to, isType } of importsOf(file))
      if (!isType && /^(?:src|ops|test|clients|rest-compat|schema)\/.*\.[jt]s$/.test(to)) loaded.add(to)
  const faults = [...loaded].flatMap((file) => {
    try {
      stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))
      return []
    } catch (error) {
      return [`${file}: ${(error as Error).message}`]
    }
  })
  expect(faults).toEqual([])
})

describe('who may import whom', () => {
  test('the reader finds imports', () => {
    expect(imports.length).toBeGreaterThan(300)
    expect(imports.map(sentence)).toContain('src/main/schema.ts imports src/main/features.ts')
    expect(imports.map(sentence)).toContain('src/main/telemetry.ts imports @opentelemetry/sdk-trace-node')
  })

  test('every file of src lies in a layer', () => {
    expect(serverFiles.filter((file) => layerOf(file) === -1)).toEqual([])
  })

  test('docs/architecture.md names the layers in their order', () => {
    const [, list = ''] =
      /come earlier in this order: ([^.]+)\./.exec(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')) ?? []
    expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(LAYERS)
  })

  test(`${LAYERS.join(' <- ')}`, () => {
    const upwards = imports.filter(({ from, to }) => layerOf(from) !== -1 && layerOf(to) > layerOf(from))
    expect(upwards.map(sentence)).toEqual([])
  })

  test.each([
    ['src/engine', STAGES, ['gateway.ts']],
    ['src/features/delivery', SUBJECTS, ['delivery.fields.ts', 'delivery.resolver.ts']],
  ])('%s: its folders import one way, and its own files import from them', (root, order, own) => {
    const partOf = (file: string) => file.slice(root.length + 1).split('/')
    const placeOf = (file: string) => {
      const [folder = '', inside] = partOf(file)
      return inside === undefined ? order.length : order.indexOf(folder)
    }
    const files = serverFiles.filter((file) => file.startsWith(`${root}/`))
    const inside = imports.filter(({ from, to }) => [from, to].every((file) => file.startsWith(`${root}/`)))
    expect(inside.length).toBeGreaterThan(80)
    expect(files.filter((file) => placeOf(file) === -1)).toEqual([])
    expect(inside.filter(({ from, to }) => placeOf(to) > placeOf(from)).map(sentence)).toEqual([])
    expect(files.filter((file) => partOf(file).length === 1)).toEqual(own.map((file) => `${root}/${file}`))
  })

  test('a feature takes from another feature its entities, rules and changes, never its resolver', () => {
    const foreign = within('features').filter(
      ({ from, to }) => featureOf(to) && featureOf(from) !== featureOf(to) && to.endsWith('.resolver.ts'),
    )
    expect(foreign.map(sentence)).toEqual([])
  })

  test('what lies below the edge knows neither HTTP nor the REST layer', () => {
    const http = ['express', 'node:http', 'node:https', 'node:http2', '@apollo/server', 'helmet', 'cors']
    const outward = within(...LAYERS.slice(0, LAYERS.indexOf('edge'))).filter(
      ({ from, to }) => (http.includes(to) && from !== SENDER) || to.startsWith('rest-compat/'),
    )
    expect(outward.map(sentence)).toEqual([])
  })

  test('only mcp and main know the REST layer, which sees common, graphql, engine and edge', () => {
    const isSeen = ({ to }: Import) =>
      !to.startsWith('src/') || ['common', 'graphql', 'engine', 'edge'].includes(folderOf(to))
    const others = imports.filter((each) => each.from.startsWith('rest-compat/') && !isSeen(each))
    const known = within(...LAYERS.filter((layer) => layer !== 'mcp' && layer !== 'main')).filter(({ to }) =>
      to.startsWith('rest-compat/'),
    )
    expect([...others, ...known].map(sentence)).toEqual([])
  })

  test('page and server share no code: what they have in common is the schema and the texts', () => {
    // What the page takes of packages is built into it; the server has its own, but for CSV and texts,
    // which both read and write alike.
    const shared = ['csv-parse', 'csv-stringify', 'i18next']
    const bundled = [...Object.keys(manifest.devDependencies), ...shared]
    const isBundled = (to: string) => bundled.some((name) => to === name || to.startsWith(`${name}/`))
    // What builds the page runs in Node, as part of neither.
    const pageImports = filesIn('src/web')
      .filter((file) => !file.endsWith('/vite.config.ts'))
      .flatMap(importsOf)
    expect(pageImports.length).toBeGreaterThan(50)
    const outward = pageImports.filter(({ to }) => !isOfPage(to) && !isBundled(to))
    const isText = (to: string) => /^src\/web\/i18n\/\w+\/\w+\.json$/.test(to)
    const inward = imports.filter(({ to }) => isOfPage(to) && !isText(to))
    expect([...outward, ...inward].map(sentence)).toEqual([])
  })

  test('only common/outgoing calls fetch: it follows no redirect, and bounds the answer', () => {
    const samples = 'src/edge/docs/samples.ts'
    const callers = serverFiles.filter((file) => /(?<![.\w])fetch\(/.test(readFileSync(join(ROOT, file), 'utf8')))
    expect(callers.filter((file) => file !== samples)).toEqual(['src/common/outgoing.ts'])
  })

  test('what draws PDFs and makes zip files runs in a worker thread, because it would block all requests', () => {
    const heavy = ['pdfkit', 'fontkit', 'fflate']
    const importers = new Set(
      imports.filter(({ to, from }) => heavy.includes(to) && !isOfPage(from)).map(({ from }) => from),
    )
    expect([...importers].sort()).toEqual(['rest-compat/formats/package-zip.worker.ts', 'src/common/pdf.worker.ts'])
    expect(imports.filter(({ to, isType }) => importers.has(to) && !isType).map(sentence)).toEqual([])
  })

  test('a module that only threads load is named .worker, so that the image has its packages', () => {
    const files = [...serverFiles, ...filesIn('rest-compat')]
    const loaded = files.flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/moduleBeside\(import\.meta\.url, '([^']+)'\)/g)].map(
        ([, name = '']) => relative(ROOT, join(ROOT, file, '..', name)),
      ),
    )
    expect(loaded).toContain('src/common/pdf.worker')
    const imported = new Set(imports.flatMap(({ to, isType }) => (isType ? [] : [to])))
    expect(loaded.filter((name) => !name.endsWith('.worker') && !imported.has(`${name}.ts`))).toEqual([])
  })

  test('one file imports the configuration of MikroORM', () => {
    const importers = imports.filter(({ to }) => to === 'mikro-orm.config.ts').map(({ from }) => from)
    expect(importers).toEqual(['src/main/app.ts'])
  })

  test('no circle of imports, of types neither', () => {
    const ofPage = filesIn('src/web').flatMap(importsOf)
    const graph = Map.groupBy([...imports, ...ofPage.filter(({ isType }) => !isType)], ({ from }) => from)
    const done = new Set<string>()
    const walk = (file: string, trail: string[]): string[] => {
      if (trail.includes(file)) return [[...trail.slice(trail.indexOf(file)), file].join(' -> ')]
      if (done.has(file)) return []
      const found = (graph.get(file) ?? []).flatMap(({ to }) => walk(to, [...trail, file]))
      done.add(file)
      return found
    }
    expect([...graph.keys()].flatMap((file) => walk(file, []))).toEqual([])
  })
})

describe('the schema', () => {
  let schema: GraphQLSchema
  beforeAll(async () => {
    schema = await sharedSchema()
  })

  test('knows every event that the code writes by name, so that webhooks can be for it', () => {
    const known = eventTypesOf(schema, furtherEvents)
    const written = filesIn('src').flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const recorded = [...text.matchAll(/ctx\.record\(\s*'([A-Z_]+)',\s*'([A-Z_]+)'/g)].map(
        ([, type, verb]) => `${type}_${verb}`,
      )
      // The gateway's own are of refusals, which are no events.
      const isWriter = text.includes('appendChanges(') && !file.endsWith('src/engine/gateway.ts')
      return [
        ...recorded,
        ...(isWriter ? [...text.matchAll(/action: '([A-Z_]+)'/g)].map(([, action = '']) => action) : []),
      ]
    })
    expect(written.length).toBeGreaterThan(8)
    expect(written.filter((type) => !known.has(type))).toEqual([])
  })

  test('every root field has a description', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    const fields = roots.flatMap((type) => Object.values(type?.getFields() ?? {}))
    expect(fields.length).toBeGreaterThan(20)
    expect(fields.filter(({ description }) => !description).map(({ name }) => name)).toEqual([])
  })
})

/** Columns that only work in the background reads and writes, in statements of its own. */
const UNMANAGED = ['webhook_delivery', 'message', 'report_schedule'].flatMap((table) => [
  `${table}.lease`,
  `${table}.leased_until`,
])

describe('the tables', () => {
  let connection: OpenDatabase
  setUp(async (opened) => {
    connection = await openTestDatabase()
    opened.defer(() => connection.close())
  })

  const query = async <T>(statement: string): Promise<T[]> =>
    (await sql.raw<T>(statement).execute(connection.database.orm.em.getConnection().getClient())).rows

  test('entities say what the migrations made: names, types and which may be null', async () => {
    const columns = await query<{ table: string; name: string; type: string; nullable: boolean }>(
      `select relname as table, attname as name, not attnotnull as nullable,
         replace(replace(format_type(atttypid, atttypmod), 'timestamp(3) with time zone', 'timestamptz(3)'),
           'timestamp with time zone', 'timestamptz') as type
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
       -- An entity has no columns that only the database counts or computes.
       and attidentity = '' and attgenerated = ''`,
    )
    const entities = [...connection.database.orm.getMetadata().getAll().values()].filter(({ abstract }) => !abstract)
    expect(entities.length).toBeGreaterThan(5)
    const sorted = (lines: string[]) => lines.sort()
    for (const { tableName, props } of entities) {
      const made = columns.filter(({ table, name }) => table === tableName && !UNMANAGED.includes(`${table}.${name}`))
      const said = props.map(
        ({ fieldNames, columnTypes, nullable }) =>
          `${tableName}.${fieldNames[0]} ${columnTypes[0]}${nullable ? ' null' : ''}`,
      )
      expect(sorted(said)).toEqual(
        sorted(made.map(({ name, type, nullable }) => `${tableName}.${name} ${type}${nullable ? ' null' : ''}`)),
      )
    }
  })
})

test('a statement on the team says what it makes of members who were removed', () => {
  const statements = serverFiles.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return [...text.matchAll(/selectFrom\('teamMember'\)[\s\S]*?\.execute/g)].map(([statement]) => ({
      file,
      statement,
    }))
  })
  expect(statements.length).toBeGreaterThan(4)
  const silent = statements.filter(({ statement }) => !statement.includes("'removedAt'"))
  // `findMembership`: returns a row for each current or former member.
  expect(silent.map(({ file }) => file)).toEqual(['src/features/team/team.changes.ts'])
})

test('the fields of rows, inputs and arguments are data, so that no line gives a type twice', () => {
  const texts = serverFiles.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  const entities = texts.filter(({ file }) => file.endsWith('.entity.ts'))
  expect(entities.length).toBeGreaterThan(40)
  expect(entities.filter(({ text }) => /^ {2}@\w+\(/m.test(text)).map(({ file }) => file)).toEqual([])
  const byHand = texts.filter(({ text }) => /\b(?:InputType|ArgsType)\b[^}]*\} from 'type-graphql'/.test(text))
  expect(byHand.map(({ file }) => file)).toEqual(['src/graphql/inputs.ts'])
  const classes = texts.flatMap(({ text }) => [
    ...text.matchAll(/^ *@(?:Input|Arguments)\([\s\S]*?class (\w+)[\s\S]*?[\w)] \{(\}?)$/gm),
  ])
  expect(classes.length).toBeGreaterThan(100)
  expect(classes.flatMap(([, name, end]) => (end ? [] : [name]))).toEqual([])
})

test('no module of the schema waits at its top level, which would move the fields of others in schema.graphql', () => {
  const waits = /^(?:(?:export )?(?:const|let) [^=]+= )?await /m
  expect(waits.test('await texts.init({\n')).toBe(true)
  const waiting = serverFiles.filter((file) => waits.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(waiting.filter((file) => !file.startsWith('src/main/'))).toEqual([])
})

test('a suite that moves the clock has a process of its own', () => {
  const moves = /useFakeTimers|spyOn\(Date\b|\bclockOff\(/
  const moving = suites.filter(({ file }) => moves.test(readFileSync(join(ROOT, file), 'utf8')))
  // This file names them.
  expect(moving.filter(({ isOwn }) => !isOwn).map(({ file }) => file)).toEqual(['test/architecture.test.ts'])
})
