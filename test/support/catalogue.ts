import { sql } from 'kysely'
import { newId } from '../../src/data/ids.ts'
import type { TestServer } from './server.ts'

/*
 * The tables of organizations as the database describes them, and rows for each of them. Tests of every table or
 * foreign key so include tables that are added later.
 */

/** A reference to a row of another table, except the reference to the organization. */
export interface ForeignKey {
  table: string
  /** The referencing column; the key starts with the organization. */
  column: string
  parent: string
  /** The action when the referenced row is deleted: `a` refuses it, `c` deletes the row too. */
  onDelete: string
}

/** A table of organizations. */
export interface Table {
  name: string
  /** The types of the required columns. */
  required: Record<string, string>
  primaryKey: string[]
  foreignKeys: ForeignKey[]
  /** The privileges of the tenant role on whole rows. */
  privileges: string[]
}

/** All tables of organizations, by name. */
export async function tenantTables({ database }: Pick<TestServer, 'database'>): Promise<Map<string, Table>> {
  const session = { role: 'gateway_tenant', organizationId: 'nobody', readOnly: true } as const
  const { rows } = await database.transaction(session, ({ db }) =>
    sql<Table>`
      select c.relname as name,
        (select jsonb_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef) as required,
        (select jsonb_agg(a.attname order by k.place) from pg_constraint p
          cross join unnest(p.conkey) with ordinality k(number, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
          where p.conrelid = c.oid and p.contype = 'p') as "primaryKey",
        coalesce((select jsonb_agg(jsonb_build_object('table', c.relname, 'column', a.attname,
            'parent', f.confrelid::regclass::text, 'onDelete', f.confdeltype)) from pg_constraint f
          join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[2]
          where f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0), '[]') as "foreignKeys",
        array(select privilege from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) privilege
          where has_table_privilege(c.oid, privilege)) as privileges
      from pg_class c join pg_attribute o on o.attrelid = c.oid and o.attname = 'organization_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname`.execute(db),
  )
  return new Map(rows.map((table) => [table.name, table]))
}

/** A sample value of a type. */
function sampleOf(type: string): unknown {
  if (type === 'uuid') return newId()
  if (type.startsWith('timestamp')) return '2026-01-01T00:00:00Z'
  const samples: Record<string, unknown> = {
    text: newId(),
    'text[]': '{}',
    date: '2026-01-01',
    jsonb: '{}',
    boolean: false,
    bytea: Buffer.from([0]),
    integer: 1,
    bigint: 1,
  }
  if (!(type in samples)) throw new Error(`test/support/catalogue.ts has no sample of the type ${type}`)
  return samples[type]
}

/** A row with the required columns; `changes` replace values. */
export const rowFor = (table: Table, organizationId: string, changes: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(Object.entries(table.required).map(([name, type]) => [name, sampleOf(type)])),
  ...(table.name === 'organization_head' && { audit_sequence: 0 }),
  organization_id: organizationId,
  ...changes,
})

/** The statement that inserts a row. */
export const insertOf = (table: string, row: Record<string, unknown>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`

/**
 * A row with the required columns, after inserting the rows that it references. A null reference in `changes` is filled
 * too.
 */
export async function rowWithParents(
  tables: ReadonlyMap<string, Table>,
  name: string,
  insert: (table: string, row: Record<string, unknown>) => Promise<unknown>,
  organizationId: string,
  changes: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const table = tables.get(name)
  if (!table) throw new Error(`The database has no table ${name}`)
  const row: Record<string, unknown> = rowFor(table, organizationId, changes)
  // A mail has one subject, such as an invitation or a reviewer.
  if (name === 'mail' && !table.foreignKeys.some(({ column }) => column in changes)) row.invitation_id ??= null
  // A suppression identifies a person by address or number.
  if (name === 'suppression') row.email_mark ??= 'mark'
  // An API key has the hash of a secret, unless it is an OAuth client.
  if (name === 'api_key') row.hash ??= sampleOf('bytea')
  for (const { column, parent } of table.foreignKeys) {
    const isWanted = column in table.required || (column in row && row[column] === null)
    if (!isWanted || column in changes) continue
    const id = newId()
    await insert(parent, await rowWithParents(tables, parent, insert, organizationId, { id }))
    row[column] = id
  }
  return row
}
