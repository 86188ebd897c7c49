import { sql } from 'kysely'
import { invalid } from '../../../common/errors.ts'
import type { Context } from '../../../engine/context.ts'
import { type PersonalDataRule, personalDataRules } from '../../../security/personal-data.ts'

/** A table that may hold personal data, as the database itself describes it. */
export interface SubjectTable {
  name: string
  primaryKey: string[]
  /**
   * Columns of text, of text lists and of JSON, by name: their types. Keys are left out: they hold ids. Where a role may
   * change some columns only, the others hold codes.
   */
  columns: Record<string, string>
  /** Columns that the database makes of others, and keeps like them. They are no part of a row here. */
  derivedColumns: string[]
  /** Columns in which no two rows may hold the same. */
  uniqueColumns: string[]
  /** Whether its records are kept under ids of users, as logs are. */
  isByUser: boolean
  hasUpdatedAt: boolean
  /** Whether its rows are records that a legal hold can keep: the others are queues, marks and sums. */
  isHoldable: boolean
  /** Whether the caller's role may change its rows, and so may lock them. */
  isWritable: boolean
  rule: PersonalDataRule
}

const TEXTUAL = ['text', 'character varying', 'character', 'citext', 'text[]', 'character varying[]', 'json', 'jsonb']

/**
 * Every table of tenants that the caller's role can read, from the catalog of the database: a table that is added later
 * is there by itself.
 */
export async function subjectTables(ctx: Context): Promise<SubjectTable[]> {
  const { rows } = await sql<Omit<SubjectTable, 'rule'>>`
    with tables as (
      select c.oid, c.relname::text as name from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and has_table_privilege(c.oid, 'select')
    ), fields as (
      select t.oid, a.attname::text as name, a.attgenerated <> '' as is_derived, format_type(a.atttypid, null) as type,
        has_column_privilege(t.oid, a.attnum, 'update') or not has_any_column_privilege(t.oid, 'update') as is_open,
        a.attgenerated <> '' or exists (
          select 1 from pg_constraint k where k.conrelid = t.oid and k.contype in ('p', 'f') and a.attnum = any(k.conkey)
        ) as is_fixed
      from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    )
    select t.name,
      array(
        select a.attname::text from pg_constraint k
        cross join unnest(k.conkey) with ordinality as part(number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = part.number
        where k.conrelid = t.oid and k.contype = 'p' order by part.place
      ) as "primaryKey",
      array(select f.name from fields f where f.oid = t.oid and f.is_derived) as "derivedColumns",
      array(
        select distinct a.attname::text from pg_index i
        join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
        where i.indrelid = t.oid and i.indisunique and not i.indisprimary and a.attname <> 'organization_id'
      ) as "uniqueColumns",
      coalesce((
        select jsonb_object_agg(f.name, f.type) from fields f
        where f.oid = t.oid and not f.is_fixed and f.is_open and f.name <> 'organization_id' and f.type = any(${TEXTUAL}::text[])
      ), '{}') as columns,
      has_any_column_privilege(t.oid, 'update') as "isWritable",
      (select count(*) = 2 from fields f where f.oid = t.oid and f.name in ('id', 'user_id')) as "isByUser",
      exists (select 1 from fields f where f.oid = t.oid and f.name = 'updated_at') as "hasUpdatedAt",
      not has_table_privilege(t.oid, 'delete')
        or exists (select 1 from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'held') as "isHoldable"
    from tables t
    where exists (select 1 from fields f where f.oid = t.oid and f.name = 'organization_id')
    order by t.name`.execute(ctx.db)
  const rules = personalDataRules(ctx.metadata)
  return rows.map((row) => ({ ...row, rule: rules.get(row.name) ?? { erase: 'pseudonymise' } }))
}

/** The columns that tell whom a row is about, where its table has such. */
export const aboutOf = ({ rule }: SubjectTable): readonly string[] | undefined =>
  rule.erase === 'keep' ? undefined : rule.about

/** What a row is called by within its table. */
export function rowIdOf({ primaryKey }: SubjectTable, row: Readonly<Record<string, unknown>>): string {
  const own = primaryKey.filter((part) => part !== 'organization_id')
  return (own.length > 0 ? own : primaryKey).map((part) => row[part]).join('/')
}

/** @throws VALIDATION_ERROR for a resource whose records no legal hold can keep */
export async function demandHoldable(ctx: Context, field: string, resource: string): Promise<void> {
  await demandResources(ctx, field, [resource])
  const table = (await subjectTables(ctx)).find(({ name }) => name.toUpperCase() === resource)
  if (!table?.isHoldable)
    throw invalid({ [field]: `must be a resource whose records can be kept, such as CLIENT, not ${resource}` })
}

/** @throws VALIDATION_ERROR that names what is no table of records with text in it */
export async function demandResources(ctx: Context, field: string, resources: readonly string[]): Promise<void> {
  const known = (await subjectTables(ctx)).map(({ name }) => name.toUpperCase())
  const unknown = resources.filter((resource) => !known.includes(resource))
  if (unknown.length > 0) throw invalid({ [field]: `must be a resource such as CLIENT, not ${unknown[0]}` })
}
