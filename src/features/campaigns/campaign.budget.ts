import { sql } from 'kysely'
import { anyOf } from '../../data/any-of.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { Campaign } from './campaign.entity.ts'
import { exceedsApproval, isRunning, isStart, marksReached } from './campaign.rules.ts'

/** Default for organizations: percent by which an approved budget may be raised without another approval. */
const BUDGET_TOLERANCE = 10

/** Whether a change raises the budget of an approved campaign above the tolerance of the organization. */
export async function needsApproval(
  ctx: Context,
  { status, approved }: Pick<Campaign, 'status' | 'approved'>,
  { budgetCents = null }: Partial<Pick<Campaign, 'budgetCents'>>,
): Promise<boolean> {
  const isPast = isRunning(status) || isStart(status)
  const approvedCents = (approved?.budgetCents ?? null) as number | null
  if (!approved || !isPast || !exceedsApproval(budgetCents, approvedCents, 0)) return false
  const settings = await ctx.db.selectFrom('organization').select('budgetTolerancePercent').executeTakeFirstOrThrow()
  return exceedsApproval(budgetCents, approvedCents, settings.budgetTolerancePercent ?? BUDGET_TOLERANCE)
}

/**
 * The percentage to store as notified after the budget has changed: the highest one that was notified and that the
 * spending still reaches. Higher percentages are notified again when the spending reaches them.
 */
export async function notifiedPercentOf(
  ctx: Context,
  campaign: Pick<Campaign, 'id' | 'budgetCents' | 'budgetTold'>,
): Promise<number> {
  const total = await ctx.db
    .selectFrom('campaignTotal')
    .select('spendCents')
    .where('campaignId', '=', campaign.id)
    .executeTakeFirst()
  const reached = marksReached(total?.spendCents ?? 0, campaign.budgetCents).at(-1) ?? 0
  return Math.min(campaign.budgetTold, reached)
}

/**
 * Notifies of campaigns whose spending has reached a percentage of their budget, once per percentage. Call it after
 * adding to the spending, with the figures locked: of two concurrent ingests, the second sees the notification of the
 * first.
 */
export async function notifyOfBudgets(ctx: Context, ids: readonly string[]): Promise<void> {
  const campaigns = await ctx.db
    .selectFrom('campaign')
    .innerJoin('campaignTotal', 'campaignTotal.campaignId', 'campaign.id')
    .select(['campaign.id', 'budgetCents', 'budgetTold', 'spendCents as spentCents'])
    .where('campaign.id', '=', anyOf(ids))
    .where('budgetCents', '>', 0)
    .execute()
  const reached = campaigns.flatMap(({ id, budgetCents, budgetTold, spentCents }) =>
    marksReached(spentCents, budgetCents)
      .filter((percent) => percent > budgetTold)
      .map((percent) => ({ id, percent, spentCents, budgetCents })),
  )
  for (const [percent, of] of Map.groupBy(reached, (each) => each.percent)) {
    const budgetTold = sql<number>`greatest(budget_told, ${percent}::integer)`
    const ids = of.map(({ id }) => id)
    await ctx.db.updateTable('campaign').set({ budgetTold }).where('id', '=', anyOf(ids)).execute()
  }
  for (const { id, ...facts } of reached) ctx.record('CAMPAIGN', 'BUDGET_REACHED', id, facts)
}
