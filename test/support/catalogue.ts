import { sql } from 'kysely'
import { newId } from '../../src/data/ids.ts'
import type { TestServer } from './server.ts'

/*
 * The tables of tenants as the database itself describes them, and rows for any of them: what is tested for every table,
 * or every foreign key, is tested for those too that are added later.
 */

/** A reference to a row of another table, beside the one to the organization. */
export interface ForeignKey {
  table: string
  /** The column that says which row; the organization comes before it. */
  column: string
  parent: string
  /** What the database does when the row is deleted: `a` nothing, which refuses it, `c` to delete along. */
  onDelete: string
}

/** A table of tenants. */
export interface Table {
  name: string
  /** The types of the columns that must be given. */
  required: Record<string, string>
  primaryKey: string[]
  foreignKeys: ForeignKey[]
  /** What the tenant role may do to whole rows. */
  privileges: string[]
}

/** Every table of tenants, by name. */
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

/** A value that a column of a type can hold. */
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

/** A row with what must be given; `changes` come last. */
export const rowFor = (table: Table, organizationId: string, changes: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(Object.entries(table.required).map(([name, type]) => [name, sampleOf(type)])),
  ...(table.name === 'organization_head' && { audit_sequence: 0 }),
  organization_id: organizationId,
  ...changes,
})

/** An insert of a row. */
export const insertOf = (table: string, row: Record<string, unknown>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`

/** A row with what must be given, and rows that it must refer to; other references are to rows too where they are given as null. */
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
  // A mail is about something, of either kind.
  if (name === 'mail' && !('request_id' in changes)) row.invitation_id ??= null
  // Somebody is known again by an address or by a number.
  if (name === 'suppression') row.email_mark ??= 'mark'
  for (const { column, parent } of table.foreignKeys) {
    const isWanted = column in table.required || (column in row && row[column] === null)
    if (!isWanted || column in changes) continue
    const id = newId()
    await insert(parent, await rowWithParents(tables, parent, insert, organizationId, { id }))
    row[column] = id
  }
  return row
}
