import type { MetadataStorage } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { isRemovable } from '../../../data/held-rows.ts'
import type { Unit } from '../../../data/transaction.ts'
import { once } from '../../../engine/context.ts'
import { type RetentionRule, retentionRules } from '../../../security/personal-data.ts'
import type { RetentionSetting } from './retention.entity.ts'
import type { RetentionPeriod } from './retention.outputs.ts'

const MOST_COUNTED = 1000

/** A resource whose records grow too old, with the period that the organization keeps them. */
export interface Kept extends RetentionRule {
  table: string
  setting: Pick<RetentionSetting, 'days' | 'deletedCount' | 'enforcedAt'> | undefined
  /** The period in force. */
  period: number
}

/** Every resource with its period, by name. */
export async function keptResources({ metadata, db }: Pick<Unit, 'metadata' | 'db'>): Promise<Kept[]> {
  const settings = await db.selectFrom('retentionSetting').selectAll().execute()
  return retentionRules(metadata).map(([table, rule]) => {
    const setting = settings.find(({ resource }) => resource === rule.resource)
    return { ...rule, table, setting, period: setting?.days ?? rule.days }
  })
}

const datesOf = ({ since }: Pick<Kept, 'since'>): string[] => [since].flat()

/** Whether a record by this alias is older than its period. */
function isOld({ statuses, period, ...kept }: Kept, alias: string): RawBuilder<boolean> {
  const dates = sql.join(datesOf(kept).map((date) => sql`${sql.ref(`${alias}.${date}`)}`))
  return sql<boolean>`least(${dates}) < now() - make_interval(days => ${period})
    ${statuses ? sql`and ${sql.ref(`${alias}.status`)} = any(${[...statuses]}::text[])` : sql``}`
}

/** What the condition for old records is made of. */
interface Schedule {
  metadata: MetadataStorage
  organizationId: string
  /** Every resource: what is removed with a record has a period of its own. */
  resources: readonly Kept[]
}

/**
 * The condition for records past their period, on the alias `t`. A record stays while a legal hold keeps it, or something
 * that would be removed with it, and while that is younger than its own period.
 */
export function isPast(kept: Kept, { metadata, organizationId, resources }: Schedule): RawBuilder<boolean> {
  const { table, ending } = kept
  const isOldToo = (other: string, alias: string) => {
    const own = resources.find((each) => each.table === other)
    return own && isOld(own, alias)
  }
  return sql<boolean>`t.organization_id = ${organizationId} and ${isOld(kept, 't')}
    ${ending ? sql`and ${ending.isPending}` : sql``} and ${isRemovable(metadata, table, 't', isOldToo)}`
}

/** How many records of each resource are past their period and still there, each counted up to a number: one statement. */
export async function backlogs(
  { metadata, db }: Pick<Unit, 'metadata' | 'db'>,
  resources: readonly Kept[],
  organizationId: string,
  most = MOST_COUNTED,
): Promise<(Kept & { backlog: number })[]> {
  const counted = resources.map(
    (kept) => sql`select ${sql.lit(kept.resource)} as resource, count(*) as backlog from (
      select t.id from ${sql.table(kept.table)} t where ${isPast(kept, { metadata, organizationId, resources })} limit ${sql.lit(most)}
    ) past`,
  )
  const { rows } = await sql<{ resource: string; backlog: number }>`${sql.join(counted, sql` union all `)}`.execute(db)
  const byResource = new Map(rows.map(({ resource, backlog }) => [resource, backlog]))
  return resources.map((kept) => ({ ...kept, backlog: byResource.get(kept.resource) ?? 0 }))
}

/** The schedule as clients see it. */
export const retentionPeriods = once(async (ctx): Promise<RetentionPeriod[]> => {
  const counted = await backlogs(ctx, await keptResources(ctx), ctx.organizationId)
  return counted.map(({ backlog, setting, ...kept }) => ({
    resource: kept.resource,
    days: kept.period,
    isDefault: setting?.days == null,
    countedFrom: datesOf(kept).join(' or '),
    statuses: [...(kept.statuses ?? [])],
    backlog,
    deletedCount: setting?.deletedCount ?? 0,
    enforcedAt: setting?.enforcedAt ?? null,
  }))
})
