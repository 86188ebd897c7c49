import type { MetadataStorage } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { isRemovable } from '../../../data/held-rows.ts'
import type { Transaction } from '../../../data/transaction.ts'
import { oncePerOperation } from '../../../engine/execute/context.ts'
import { type RetentionRule, retentionRules } from '../../../security/personal-data.ts'
import type { RetentionSetting } from './retention.entity.ts'
import type { RetentionPeriod } from './retention.outputs.ts'

const MOST_COUNTED = 1000

/** A resource with a retention rule, and the organization's period. */
export interface Kept extends RetentionRule {
  table: string
  setting: Pick<RetentionSetting, 'days' | 'deletedCount' | 'enforcedAt'> | undefined
  /** The period in force, in days. */
  period: number
}

/** All resources with their periods, ordered by name. */
export async function keptResources({ metadata, db }: Pick<Transaction, 'metadata' | 'db'>): Promise<Kept[]> {
  const settings = await db.selectFrom('retentionSetting').selectAll().execute()
  return retentionRules(metadata).map(([table, rule]) => {
    const setting = settings.find(({ resource }) => resource === rule.resource)
    return { ...rule, table, setting, period: setting?.days ?? rule.days }
  })
}

const datesOf = ({ since }: Pick<Kept, 'since'>): string[] => [since].flat()

/** The condition that a record with this alias is older than its period. */
function isOld({ statuses, period, ...kept }: Kept, alias: string): RawBuilder<boolean> {
  const dates = sql.join(datesOf(kept).map((date) => sql`${sql.ref(`${alias}.${date}`)}`))
  return sql<boolean>`least(${dates}) < now() - make_interval(days => ${period})
    ${statuses ? sql`and ${sql.ref(`${alias}.status`)} = any(${[...statuses]}::text[])` : sql``}`
}

/** The inputs of the condition for old records. */
interface Schedule {
  metadata: MetadataStorage
  organizationId: string
  /** All resources, because the records removed together with a record have periods of their own. */
  resources: readonly Kept[]
}

/**
 * The condition for records past their period, on the alias `t`. A record stays while a legal hold covers it. It also
 * stays while a record that would be removed with it is held or younger than its own period.
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

/** The number of records of each resource past their period, counted up to a limit, by one statement. */
export async function backlogs(
  { metadata, db }: Pick<Transaction, 'metadata' | 'db'>,
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

/** The retention schedule, as the API returns it. */
export const retentionPeriods = oncePerOperation(async (ctx): Promise<RetentionPeriod[]> => {
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
