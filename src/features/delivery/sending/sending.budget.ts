import { type RawBuilder, sql } from 'kysely'

/*
 * The budget of a campaign. A message is sent while the spend, including the messages that are being sent, is below the
 * budget. So the budget is exceeded by less than the price of one message.
 */

/** Delay of messages that the budget may permit later, milliseconds. */
const WAIT_MS = 1000

/** The budget of a campaign, in thousandths of a cent. */
export interface Budget {
  /** The budget without the spend; null for a campaign without a budget. */
  unspent: number | null
  /** The price of the messages that are being sent. */
  inFlight: number | null
}

/** The budget of the row of `campaign`: one row; none for a campaign without a budget. */
export const budgetOf = (organizationId: string): RawBuilder<unknown> => sql`
  select 1000 * (campaign.budget_cents - coalesce((select spend_cents from campaign_total
      where organization_id = ${organizationId} and campaign_id = campaign.id), 0))
    - coalesce((select sum(thousandths) from message_spend
      where organization_id = ${organizationId} and campaign_id = campaign.id), 0)::bigint as unspent,
    coalesce((select sum(price_per_thousand_cents) from message
      where organization_id = ${organizationId} and campaign_id = campaign.id and status = 'SENDING'), 0)::bigint as in_flight
  where campaign.budget_cents > 0`

/**
 * Decides whether the budget permits another message, and counts the message as being sent. While other messages use up
 * the budget, the message waits, because some of them may fail.
 */
export function reserve(
  budget: Budget,
  price: number,
  now: Date,
): { restsUntil: string | null; isOverBudget: boolean } {
  const { unspent, inFlight } = budget
  if (unspent === null || inFlight === null) return { restsUntil: null, isOverBudget: false }
  if (unspent <= 0) return { restsUntil: null, isOverBudget: true }
  if (inFlight >= unspent) return { restsUntil: new Date(now.getTime() + WAIT_MS).toISOString(), isOverBudget: false }
  budget.inFlight = inFlight + price
  return { restsUntil: null, isOverBudget: false }
}
