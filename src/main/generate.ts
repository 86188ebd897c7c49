import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSchema } from 'graphql'
import { compileRoutes } from '../../rest-compat/compile.ts'
import { openApiDocument } from '../../rest-compat/openapi.ts'
import { routes } from '../../rest-compat/routes/index.ts'
import { migrations } from '../../schema/migrations/index.ts'
import type { ColumnKind } from '../data/column-kinds.ts'
import { entityOf } from '../data/columns.ts'
import { openPglite, PglitePool } from '../data/pglite-pool.ts'
import { makeActingRoles } from '../data/store/acting-roles.ts'
import type { Ask } from '../data/store/ask.ts'
import { type Catalogue, catalogueOf } from '../data/store/catalogue.ts'
import { migrate } from '../data/store/migrations.ts'
import { names } from '../data/tenant.ts'
import { parseOperation } from '../engine/declare/operation.ts'
import { publishedText } from '../graphql/published.ts'
import { entities } from './features.ts'
import { pageDocuments } from './page-documents.ts'
import { rolesPage } from './roles-page.ts'
import { createSchema } from './schema.ts'

/** The catalogue of an empty database after all migrations. */
async function migratedCatalogue(): Promise<Catalogue> {
  const pool = new PglitePool(await openPglite({}))
  const { query } = await pool.connect()
  const ask: Ask = (sql, parameters) => query(sql, parameters)
  await makeActingRoles(ask)
  await migrate(ask, migrations, { place: { name: 'PGlite', another: '' }, log: { info() {}, warn() {} } })
  const catalogue = await catalogueOf(ask)
  await pool.end()
  return catalogue
}

/** Columns of entities that no migration creates, or that a migration creates as another type. */
function undeclared(catalogue: Catalogue): string[] {
  return entities.flatMap(({ name }) => {
    const { table, columns } = entityOf(name) ?? { table: name, columns: new Map<string, ColumnKind>() }
    return [...columns].flatMap(([property, kind]) => {
      const column = `column ${table}.${names.stored(property)}`
      const type = kind.replace('timestamptz(3)', 'timestamp(3) with time zone')
      const found = catalogue[column]?.split(/ (?:not null|default)/)[0] ?? 'missing'
      return found === type ? [] : `${column} is ${type} in ${name}.${property}, but ${found} after all migrations`
    })
  })
}

/** The generator of a client runs from its source, beside the packages of that client. */
async function clientFiles(openApi: string): Promise<Record<string, string>> {
  const files = ['typescript', 'command'].map(async (client) => {
    const { generated } = await import(pathToFileURL(resolve(`clients/${client}/generate.ts`)).href)
    return generated(openApi)
  })
  return Object.assign({}, ...(await Promise.all(files)))
}

async function generate(): Promise<Record<string, string>> {
  const schema = await createSchema()
  const catalogue = await migratedCatalogue()
  const missing = undeclared(catalogue)
  if (missing.length > 0) throw new Error(`Entities and migrations differ:\n  ${missing.join('\n  ')}`)
  const compiled = compileRoutes({ schema, parse: (source) => parseOperation(schema, source) }, routes)
  const openApi = `${JSON.stringify(openApiDocument(compiled), null, 2)}\n`
  return {
    'schema/schema.graphql': publishedText(schema),
    'schema/catalogue.json': `${JSON.stringify(catalogue, null, 2)}\n`,
    'schema/openapi.json': openApi,
    'docs/roles.md': rolesPage(schema, compiled),
    'src/web/api/generated.ts': await pageDocuments(buildSchema(publishedText(schema))),
    ...(await clientFiles(openApi)),
  }
}

/** The first line that differs, for the error message. */
function difference(committed: string, generated: string): string {
  const [before, after] = [committed.split('\n'), generated.split('\n')]
  const at = after.findIndex((line, index) => line !== before[index])
  const line = at < 0 ? after.length : at
  return `  line ${line + 1}\n    committed: ${before[line] ?? '(end)'}\n    generated: ${after[line] ?? '(end)'}`
}

async function check(files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const committed = await readFile(file, 'utf8').catch(() => '')
    if (committed === text) continue
    process.exitCode = 1
    process.stderr.write(`${file} does not match the code. Run npm run generate\n${difference(committed, text)}\n`)
  }
}

const files = await generate()
if (process.argv.includes('--check')) await check(files)
else for (const [file, text] of Object.entries(files)) await writeFile(file, text)
