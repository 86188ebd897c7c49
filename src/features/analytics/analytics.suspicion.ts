import { sql } from 'kysely'
import { anyOf } from '../../data/any-of.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addDays } from './analytics.days.ts'
import { type AnalyticsRecord, SuspectReason } from './analytics-record.entity.ts'

/*
 * Figures that are probably wrong are accepted, marked, listed and notified, because only the caller knows the right
 * figures. A figure of 0 counts as not reported, because absent amounts are 0.
 */

/** Minimum number of days with records. With fewer days, there is no history to compare with. */
const FEWEST_DAYS = 7
/** A figure is suspect if it is more than this many times the highest day. */
const FACTOR = 10
const YEAR_DAYS = 366

const COMPARED = ['impressions', 'clicks', 'conversions', 'spendCents', 'revenueCents'] as const
type Figures = Pick<AnalyticsRecord, (typeof COMPARED)[number]>

/** The number of days with records of a campaign, and the highest figures of any day. */
interface History extends Figures {
  campaignId: string
  days: number
  first: string
  last: string
}

/** Reads the history of campaigns: one row for each campaign with records. */
async function historiesOf({ db }: Context, campaignIds: readonly string[]): Promise<Map<string, History>> {
  const rows = await db
    .selectFrom('campaignDay')
    .select(['campaignId', sql<number>`count(*)::integer`.as('days')])
    .select([sql<string>`min(day)::text`.as('first'), sql<string>`max(day)::text`.as('last')])
    .select(COMPARED.map((name) => sql<number>`max(${sql.ref(name)})`.as(name)))
    .where('campaignId', '=', anyOf(campaignIds))
    .where('records', '>', 0)
    .groupBy('campaignId')
    .execute()
  return new Map(rows.map((row) => [row.campaignId, row]))
}

/** The reasons why a record is suspect, from its own figures and from the other days of its campaign. */
export function reasonsOf(
  record: Figures & Pick<AnalyticsRecord, 'day'>,
  history: History | undefined,
): SuspectReason[] {
  const { impressions, clicks, conversions, day } = record
  const reasons: SuspectReason[] = []
  if (impressions > 0 && clicks > impressions) reasons.push(SuspectReason.CLICKS_EXCEED_IMPRESSIONS)
  if (clicks > 0 && conversions > clicks) reasons.push(SuspectReason.CONVERSIONS_EXCEED_CLICKS)
  if (!history || history.days < FEWEST_DAYS) return reasons
  if (COMPARED.some((name) => history[name] > 0 && record[name] > FACTOR * history[name]))
    reasons.push(SuspectReason.FIGURES_OUTSIDE_HISTORY)
  if (day < addDays(history.first, -YEAR_DAYS) || day > addDays(history.last, YEAR_DAYS))
    reasons.push(SuspectReason.DAY_OUTSIDE_HISTORY)
  return reasons
}

/** Marks the records that are suspect. */
export async function marked<R extends Figures & Pick<AnalyticsRecord, 'day' | 'campaignId'>>(
  ctx: Context,
  records: readonly R[],
): Promise<(R & { suspect: SuspectReason[] })[]> {
  const histories = await historiesOf(ctx, [...new Set(records.map(({ campaignId }) => campaignId))])
  return records.map((record) => ({ ...record, suspect: reasonsOf(record, histories.get(record.campaignId)) }))
}

/** Records an event for each campaign that has new suspect records. The event notifies people. */
export function announceSuspects(
  ctx: Context,
  records: readonly Pick<AnalyticsRecord, 'campaignId' | 'suspect'>[],
): void {
  const suspect = records.filter((record) => record.suspect.length > 0)
  for (const [campaignId, { length }] of Map.groupBy(suspect, (record) => record.campaignId))
    ctx.record('CAMPAIGN', 'RESULTS_SUSPECT', campaignId, { records: length })
}
