import { sql } from 'kysely'
import { invalidFields } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { type PersonalDataRule, personalDataRules } from '../../../security/personal-data.ts'

/** A table that may hold personal data, from the database's catalog. */
export interface SubjectTable {
  name: string
  /** The type of its records: the name in capitals. */
  resource: string
  primaryKey: string[]
  /**
   * Columns with text, lists of text or JSON, with their types. Key columns are left out, because they contain ids. If
   * the role may update only some columns, the other columns contain codes and are left out too.
   */
  columns: Record<string, string>
  /** Generated columns. They are not part of a row here. */
  derivedColumns: string[]
  /** Columns with unique values. */
  uniqueColumns: string[]
  /** Whether its records belong to user ids, as logs do. */
  isByUser: boolean
  hasUpdatedAt: boolean
  /** Whether a legal hold can cover its rows. Queues, marks and sums cannot be held. */
  isHoldable: boolean
  /** Whether the caller's role may update its rows, and so may lock them. */
  isWritable: boolean
  rule: PersonalDataRule
}

const TEXTUAL = ['text', 'character varying', 'character', 'citext', 'text[]', 'character varying[]', 'json', 'jsonb']

/**
 * Every tenant table that the caller's role can read, from the catalog of the database, so that new tables are included
 * automatically.
 */
export async function subjectTables(ctx: Context): Promise<SubjectTable[]> {
  const { rows } = await sql<Omit<SubjectTable, 'rule'>>`
    select t.name, upper(t.name) as resource,
      array(
        select a.attname::text from pg_constraint k
        cross join unnest(k.conkey) with ordinality as part(number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = part.number
        where k.conrelid = t.oid and k.contype = 'p' order by part.place
      ) as "primaryKey",
      coalesce(f.derived, '{}') as "derivedColumns",
      array(
        select distinct a.attname::text from pg_index i
        join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
        where i.indrelid = t.oid and i.indisunique and not i.indisprimary and a.attname <> 'organization_id'
      ) as "uniqueColumns",
      coalesce(f.textual, '{}') as columns,
      t.is_writable as "isWritable", f.is_by_user as "isByUser", f.has_updated_at as "hasUpdatedAt",
      not has_table_privilege(t.oid, 'delete')
        or exists (select 1 from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'held') as "isHoldable"
    from (
      select c.oid, c.relname::text as name, has_any_column_privilege(c.oid, 'update') as is_writable, array(
        select unnest(k.conkey) from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'f')
      ) as keys
      from pg_class c
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and has_table_privilege(c.oid, 'select')
    ) t
    cross join lateral (
      select array_agg(a.name) filter (where a.is_derived) as derived,
        jsonb_object_agg(a.name, a.type) filter (
          where a.name <> 'organization_id' and not a.is_derived and not a.number = any(t.keys) and a.type = any(${TEXTUAL}::text[])
            and (not t.is_writable or has_column_privilege(t.oid, a.number, 'update'))
        ) as textual,
        count(*) filter (where a.name in ('id', 'user_id')) = 2 as is_by_user,
        bool_or(a.name = 'updated_at') as has_updated_at, bool_or(a.name = 'organization_id') as is_of_tenant
      from (
        select attname::text as name, attnum as number, attgenerated <> '' as is_derived, format_type(atttypid, null) as type
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped
      ) a
    ) f
    where f.is_of_tenant
    order by t.name`.execute(ctx.db)
  const rules = personalDataRules(ctx.metadata)
  return rows.map((row) => ({ ...row, rule: rules.get(row.name) ?? { erase: 'pseudonymise' } }))
}

/** The columns that identify the person whom a row is about, if the table has such columns. */
export const aboutOf = ({ rule }: SubjectTable): readonly string[] | undefined =>
  rule.erase === 'keep' ? undefined : rule.about

/** The id of a row within its table. */
export function rowIdOf({ primaryKey }: SubjectTable, row: Readonly<Record<string, unknown>>): string {
  const own = primaryKey.filter((part) => part !== 'organization_id')
  return (own.length > 0 ? own : primaryKey).map((part) => row[part]).join('/')
}

/** @throws VALIDATION_ERROR for a resource that no legal hold can cover */
export async function demandHoldable(ctx: Context, field: string, resource: string): Promise<void> {
  await demandResources(ctx, field, [{ resource }])
  const table = (await subjectTables(ctx)).find((each) => each.resource === resource)
  if (!table?.isHoldable) throw invalidFields({ [field]: { code: 'HOLD_RESOURCE_UNKNOWN', resource } })
}

/** @throws VALIDATION_ERROR that names the first resource without records or text */
export async function demandResources(
  ctx: Context,
  field: string,
  named: readonly { resource: string }[],
): Promise<void> {
  const tables = await subjectTables(ctx)
  const unknown = named.find(({ resource }) => !tables.some((table) => table.resource === resource))
  if (unknown) throw invalidFields({ [field]: { code: 'RESOURCE_UNKNOWN', resource: unknown.resource } })
}
