import { sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../../background/work.ts'
import { asService } from '../../../engine/write/as-service.ts'
import { addToDays, recordFigures } from './message.spend.ts'

/*
 * The delivered messages and clicks of a campaign become its analytics records, one for each day in Johannesburg. A day is
 * recorded once, after its end. `message_spend` remembers it, so a record that a user deletes does not come back.
 */

const AGENT = 'delivery'
/** Maximum number of records of one transaction. */
const AT_ONCE = 200
/** Number of days after the sending of a message in which a click on it is counted. */
const CLICK_DAYS = 30
/** Number of past days that are still recorded, after a time in which no process ran. */
const LATEST_DAYS = 7

interface DayFigures {
  campaignId: string
  day: string
  impressions: number
  clicks: number
  key: string
}

const ZONE = sql.lit('Africa/Johannesburg')

/** The figures of days that ended and were not recorded yet. */
async function missingDays({ database }: WorkTools, organizationId: string): Promise<DayFigures[]> {
  const { rows } = await database.read(organizationId, ({ db }) =>
    sql<DayFigures>`
      with days as (
        select date_trunc('day', now() at time zone ${ZONE}) at time zone ${ZONE} as ends
      ), times as (
        select campaign.id as campaign_id, m.sent_at, m.bounced_at, m.clicked_at, days.ends from days
        cross join campaign join message m on m.organization_id = ${organizationId} and m.campaign_id = campaign.id
          and coalesce(m.sent_at, m.bounced_at) >= days.ends - make_interval(days => ${LATEST_DAYS + CLICK_DAYS})
        where campaign.organization_id = ${organizationId} and campaign.sender_id is not null
      ), counted as (
        select campaign_id, sent_at as at, ends, 1 as impressions, 0 as clicks from times where bounced_at is null
        union all
        select campaign_id, clicked_at, ends, 0, 1 from times
      ), figures as (
        select campaign_id, (at at time zone ${ZONE})::date as day,
          sum(impressions)::int as impressions, sum(clicks)::int as clicks
        from counted where at < ends and at >= ends - make_interval(days => ${LATEST_DAYS})
        group by 1, 2
      )
      select *, 'messages ' || campaign_id || ' ' || day as key from figures
      where not exists (
        select 1 from message_spend s where s.organization_id = ${organizationId}
          and s.campaign_id = figures.campaign_id and s.day = figures.day and s.is_counted
      ) order by day, campaign_id limit ${sql.lit(AT_ONCE)}`.execute(db),
  )
  return rows
}

/** @returns whether there may be more days */
async function recordDays(tools: WorkTools, organizationId: string): Promise<boolean> {
  const days = await missingDays(tools, organizationId)
  if (days.length === 0) return false
  await asService(tools, organizationId, AGENT, async (ctx) => {
    await recordFigures(ctx, days)
    await addToDays(
      ctx,
      organizationId,
      days.map(({ campaignId, day }) => ({ campaignId, day, isCounted: true })),
    )
  })
  return days.length === AT_ONCE
}

/** Records the analytics of campaigns from their messages. */
export const recordMessageFigures: OrganizationWork = {
  kind: 'message_figures',
  atOnce: 1,
  everySeconds: 6 * 3600,
  perform: recordDays,
}
