import { sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../../background/work.ts'
import { anyOf } from '../../../data/any-of.ts'
import { newId } from '../../../data/ids.ts'
import type { Transaction } from '../../../data/transaction.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { asService } from '../../../engine/write/as-service.ts'
import { recordAnalytics } from '../../analytics/analytics.ingest.ts'
import type { AnalyticsRecordInput } from '../../analytics/analytics.inputs.ts'
import { CampaignType } from '../../campaigns/campaign.entity.ts'
import type { Message } from '../messages/message.entity.ts'
import { dayInJohannesburg } from '../senders/sender.warm-up.ts'
import type { MessageSpend } from './message-spend.entity.ts'

/*
 * The spend of campaigns on messages. The transaction that stores that a mail server accepted a message also adds its
 * price to `message_spend`. The amounts are thousandths of a cent: the price of a thousand messages in cents is the price
 * of one message in thousandths. Whole cents become analytics records, at most once a minute for each campaign. The rest
 * counts for the next day with messages, so the records of a campaign add up to its spend, rounded down.
 */

const AGENT = 'delivery'
/** Delay of the analytics records, so that a campaign gets few of them, milliseconds. */
const DELAY_MS = 60_000
/** Maximum number of campaigns of one transaction. */
const AT_ONCE = 200
const THOUSANDTHS = 1000

type Accepted = Pick<Message, 'campaignId' | 'pricePerThousandCents'>
type Addition = Pick<MessageSpend, 'campaignId' | 'day'> & Partial<Pick<MessageSpend, 'thousandths' | 'isCounted'>>

/** Adds to the rows of campaigns and days. All transactions lock them in the same order, which prevents deadlocks. */
export async function addToDays(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  organizationId: string,
  additions: readonly Addition[],
): Promise<void> {
  const place = ({ campaignId, day }: Addition) => `${campaignId} ${day}`
  const rows = additions
    .toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
    .map((addition) => {
      const times = { createdAt: now, updatedAt: now }
      return { organizationId, id: newId(), thousandths: 0, isCounted: false, ...addition, ...times }
    })
  await db
    .insertInto('messageSpend')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'campaignId', 'day']).doUpdateSet({
        thousandths: sql<number>`message_spend.thousandths + excluded.thousandths`,
        isCounted: sql<boolean>`message_spend.is_counted or excluded.is_counted`,
        updatedAt: now,
      }),
    )
    .execute()
}

/** Records figures of e-mails as analytics records. */
export async function recordFigures(
  ctx: Context,
  figures: readonly Omit<AnalyticsRecordInput, 'channel'>[],
): Promise<void> {
  const records = figures.map((each) => ({ ...each, channel: CampaignType.EMAIL }))
  for (const id of (await recordAnalytics(ctx, records)).ids) ctx.record('ANALYTICS_RECORD', 'CREATED', id)
}

/** Adds the prices of messages that a mail server has accepted. */
export async function addSpend(
  unit: Pick<Transaction, 'db' | 'now' | 'makeDue'>,
  organizationId: string,
  messages: readonly Accepted[],
): Promise<void> {
  const day = dayInJohannesburg(unit.now)
  const priced = Map.groupBy(
    messages.filter(({ pricePerThousandCents }) => pricePerThousandCents),
    ({ campaignId }) => campaignId,
  )
  if (priced.size === 0) return
  const spent = [...priced].map(([campaignId, of]) => {
    const thousandths = of.reduce((sum, each) => sum + (each.pricePerThousandCents ?? 0), 0)
    return { campaignId, day, thousandths }
  })
  await addToDays(unit, organizationId, spent)
  unit.makeDue('message_spend', new Date(unit.now.getTime() + DELAY_MS))
}

/**
 * Locks the campaigns with a whole cent to record, then the organization. This is the order of all changes of analytics
 * records.
 */
async function lockCampaigns({ db, organizationId }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select campaign.id from campaign join organization on organization.organization_id = ${organizationId}
    where campaign.organization_id = ${organizationId} and campaign.id in (
      select campaign_id from message_spend where organization_id = ${organizationId}
      group by campaign_id having sum(thousandths) >= ${THOUSANDTHS}
    ) order by campaign.id limit ${sql.lit(AT_ONCE)}
    for key share of campaign for no key update of organization`.execute(db)
  return rows.map(({ id }) => id)
}

interface DaySpend {
  campaignId: string
  day: string
  spendCents: number
}

/** Takes the whole cents of campaigns, by day. Amounts that are added at the same time stay. */
async function takeCents({ db, organizationId }: Context, campaignIds: readonly string[]): Promise<DaySpend[]> {
  const { rows } = await sql<DaySpend>`
    with spend as materialized (
      select id, thousandths, sum(thousandths) over days as until, lead(day) over days is null as is_last
      from message_spend where organization_id = ${organizationId} and campaign_id = ${anyOf(campaignIds)}
      window days as (partition by campaign_id order by day)
    )
    update message_spend set updated_at = now(), thousandths = message_spend.thousandths - spend.thousandths
      + case when is_last then until % ${THOUSANDTHS} else 0 end
    from spend where message_spend.organization_id = ${organizationId} and message_spend.id = spend.id
    returning campaign_id, day,
      (div(until, ${THOUSANDTHS}) - div(until - spend.thousandths, ${THOUSANDTHS}))::bigint as spend_cents`.execute(db)
  return rows.filter(({ spendCents }) => spendCents > 0)
}

/** @returns whether there may be more campaigns */
const recordSpend = (tools: WorkTools, organizationId: string): Promise<boolean> =>
  asService(tools, organizationId, AGENT, async (ctx) => {
    const campaignIds = await lockCampaigns(ctx)
    if (campaignIds.length === 0) return false
    const days = await takeCents(ctx, campaignIds)
    await recordFigures(
      ctx,
      days.map((spend) => ({ ...spend, key: `spend ${newId()}` })),
    )
    return campaignIds.length === AT_ONCE
  })

/** Records the spend of campaigns on messages as analytics. */
export const recordMessageSpend: OrganizationWork = {
  kind: 'message_spend',
  atOnce: 1,
  perform: recordSpend,
}
