import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { type Link, optionalLinksOf, ownersOf, releases } from '../src/data/references.ts'
import { tenantTables } from './support/catalogue.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/*
 * Isolation as a property of the schema, read from the catalogue: every key and index of a distributed table starts
 * with organization_id, and no row can reference a row of another organization.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** Tables without an organization. One line each. */
const OF_NOBODY = {
  job: 'what is due for the whole service',
  readiness_check: 'whether the database can be written to',
  schema_migration: 'which migrations were applied',
}

/** Indexes that start with another column. One line each. */
const OTHERWISE = { due_work_by_time: 'finds the organizations that have work, by time' }

const read = async <R>(query: ReturnType<typeof sql<R>>): Promise<R[]> =>
  server.database.transaction(
    { role: 'gateway_system', readOnly: true },
    async ({ db }) => (await query.execute(db)).rows,
  )

const IN_PUBLIC = sql`c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`

test('every table has an organization, except the named ones', async () => {
  const rows = await read(sql<{ name: string }>`select c.relname as name from pg_class c where ${IN_PUBLIC}
    and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull)`)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(OF_NOBODY).sort())
})

test('every table of organizations has forced row-level security by the organization of the session', async () => {
  const rows = await read(sql<{ name: string; policy: string | null }>`
    select c.relname as name, (
      select pg_get_expr(p.polqual, c.oid) || ' / ' || pg_get_expr(p.polwithcheck, c.oid) from pg_policy p
      where p.polrelid = c.oid and p.polname = 'tenant' and p.polroles = array['gateway_tenant'::regrole::oid]
    ) as policy
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where ${IN_PUBLIC} and c.relrowsecurity and c.relforcerowsecurity`)
  const own = `(organization_id = current_setting('app.organization_id'::text, true))`
  expect(rows.filter(({ policy }) => policy !== `${own} / ${own}`)).toEqual([])
  expect(rows.length).toBe((await tenantTables(server)).size)
})

test('every key and index of a table of organizations starts with the organization', async () => {
  const rows = await read(sql<{ name: string; first: string; isUnique: boolean }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid, 1, true) as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' where ${IN_PUBLIC}`)
  const others = rows.filter(({ first }) => first !== 'organization_id').map(({ name }) => name)
  expect(others).toEqual(Object.keys(OTHERWISE))
})

test('every foreign key stays within the organization', async () => {
  const rows = await read(sql<{ name: string }>`
    select f.conname as name from pg_constraint f join pg_class c on c.oid = f.conrelid
    where f.contype = 'f' and ${IN_PUBLIC} and not (
      (select attname = 'organization_id' from pg_attribute where attrelid = f.conrelid and attnum = f.conkey[1])
      and (select attname = 'organization_id' from pg_attribute where attrelid = f.confrelid and attnum = f.confkey[1])
      and cardinality(f.conkey) <= 2)`)
  expect(rows).toEqual([])
})

test('the schema contains nothing that distributed tables do not support', async () => {
  const rows = await read(sql<{ what: string }>`
    select 'on delete set null: ' || conname as what from pg_constraint where confdeltype in ('n', 'd')
    union all select 'identity: ' || attrelid::regclass || '.' || attname from pg_attribute where attidentity <> ''
    union all select 'transition table: ' || tgname from pg_trigger where tgoldtable is not null or tgnewtable is not null
    union all select 'exclusion constraint: ' || conname from pg_constraint where contype = 'x'
    union all select 'security definer: ' || proname from pg_proc
      where prosecdef and pronamespace = 'public'::regnamespace`)
  expect(rows).toEqual([])
})

const nameOf = ({ table, column, parent }: Link) => `${table}.${column} ${parent}`

test('every foreign key without cascade declares at its column what a delete does', async () => {
  const tables = [...(await tenantTables(server)).values()]
  const left = tables.flatMap(({ foreignKeys }) => foreignKeys).filter(({ onDelete }) => onDelete !== 'c')
  const known = releases(server.database.orm.getMetadata())
  expect(known.map(nameOf).sort()).toEqual(left.map(nameOf).sort())
})

test('every declared reference is a foreign key, so that a hold on a row keeps the rows that belong to it', async () => {
  const tables = [...(await tenantTables(server)).values()]
  const keys = tables.flatMap(({ foreignKeys }) => foreignKeys).map(nameOf)
  const metadata = server.database.orm.getMetadata()
  const declared = tables.flatMap(({ name }) => [...ownersOf(metadata, name), ...optionalLinksOf(metadata, name)])
  expect(declared.length).toBeGreaterThan(20)
  expect(declared.map(nameOf).filter((each) => !keys.includes(each))).toEqual([])
})

test('only due work is read for all organizations, and heads and records by the functions that write them', async () => {
  const rows = await read(sql<{ name: string; privileges: string[] }>`
    select c.relname as name, array_agg(g.privilege_type::text order by g.privilege_type) as privileges from pg_class c
    cross join aclexplode(c.relacl) g where ${IN_PUBLIC} and g.grantee = 'gateway_system'::regrole group by c.relname`)
  const ofTenants = rows.filter(({ name }) => !(name in OF_NOBODY))
  expect(Object.fromEntries(ofTenants.map(({ name, privileges }) => [name, privileges.join()]))).toEqual({
    audit_record: 'INSERT,SELECT',
    due_work: 'INSERT,SELECT',
    organization_head: 'INSERT,SELECT,UPDATE',
  })
})
