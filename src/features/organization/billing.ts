import { sql } from 'kysely'
import { rowCounts, sumOf } from '../../data/row-counts.ts'
import { type Context, oncePerOperation } from '../../engine/execute/context.ts'
import { checkpoint, sequenceAt } from '../audit/audit.queries.ts'
import { BillingMeasure, type BillingStatement } from './organization.outputs.ts'

/** The current month in South African time, whatever the server's time zone. */
async function currentMonth({ db }: Context): Promise<{ periodStart: Date; periodEnd: Date }> {
  const { rows } = await sql<{ periodStart: Date; periodEnd: Date }>`
    select month at time zone 'Africa/Johannesburg' as period_start,
      (month + interval '1 month') at time zone 'Africa/Johannesburg' as period_end
    from (select date_trunc('month', now() at time zone 'Africa/Johannesburg') as month) as current`.execute(db)
  if (!rows[0]) throw new Error('The database returned no month')
  return rows[0]
}

/** The number of analytics records. It reads the roll-up: one row per day, for any number of records. */
async function countAnalyticsRecords({ db }: Context): Promise<number> {
  const sum = sql<number>`coalesce(sum(records), 0)::bigint`.as('count')
  return (await db.selectFrom('organizationDay').select(sum).executeTakeFirstOrThrow()).count
}

/** Number of operations since a time. Every operation leaves one record in the audit chain. */
async function operationsSince(ctx: Context, since: Date): Promise<number> {
  return (await checkpoint(ctx)).sequence + 1 - (await sequenceAt(ctx, since))
}

async function deliveriesSince({ db }: Context, since: Date): Promise<number> {
  const query = db.selectFrom('webhookDelivery').select(sql<number>`count(*)`.as('count'))
  return (await query.where('createdAt', '>=', since).executeTakeFirstOrThrow()).count
}

/** The usage of the current month. */
export const billingOf = oncePerOperation(async (ctx): Promise<BillingStatement> => {
  const { periodStart, periodEnd } = await currentMonth(ctx)
  const counts = await rowCounts(ctx)
  const used: Record<BillingMeasure, number> = {
    clients: sumOf(counts.client),
    campaigns: sumOf(counts.campaign),
    contentItems: sumOf(counts.content_item),
    analyticsRecords: await countAnalyticsRecords(ctx),
    requests: await operationsSince(ctx, periodStart),
    webhookDeliveries: await deliveriesSince(ctx, periodStart),
  }
  return {
    periodStart,
    periodEnd,
    usage: Object.values(BillingMeasure).map((measure) => ({ measure, used: used[measure] })),
  }
})
