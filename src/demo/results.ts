import { addDays, HOME, todayIn } from '../features/analytics/analytics.days.ts'
import { CampaignType } from '../features/campaigns/campaign.entity.ts'
import type { PlayedCampaign } from './campaigns.ts'
import type { Stage } from './stage.ts'

const RECORD = 'mutation ($records: [AnalyticsRecordInput!]!) { recordAnalytics(records: $records) { recorded } }'
/** Maximum number of records of one operation. */
const AT_ONCE = 1000

/**
 * The results of a channel: `cost` in cents per click, `clicks` per impression, `conversions` per click, `revenue` in
 * cents per conversion.
 */
interface Yield {
  cost: number
  clicks: number
  conversions: number
  revenue: number
}

const USUAL: Yield = { cost: 620, clicks: 0.021, conversions: 0.052, revenue: 21_000 }
const YIELDS: Partial<Record<CampaignType, Yield>> = {
  [CampaignType.EMAIL]: { cost: 240, clicks: 0.034, conversions: 0.061, revenue: 18_000 },
  [CampaignType.SMS]: { cost: 180, clicks: 0.045, conversions: 0.04, revenue: 9_000 },
  [CampaignType.SEARCH]: { cost: 870, clicks: 0.052, conversions: 0.083, revenue: 26_000 },
  [CampaignType.TV]: { cost: 2_400, clicks: 0.004, conversions: 0.03, revenue: 95_000 },
  [CampaignType.PUBLIC_AWARENESS]: { cost: 900, clicks: 0.012, conversions: 0.02, revenue: 0 },
}

/** Weights from Sunday to Saturday. Offices are active on working days; shops sell most on Friday and Saturday. */
const WEEK = { office: [0.45, 1.1, 1.25, 1.3, 1.2, 1.05, 0.5], shop: [1.1, 0.75, 0.8, 0.9, 1.05, 1.3, 1.45] }

/** Pseudo-random factors near 1. The same seed gives the same figures on every machine. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return 0.85 + (0.3 * state) / 2_147_483_648
  }
}

/** The weight of a day: by the day of the week, higher after payday at the end of the month, and growing over time. */
function weightOf(day: string, index: number, week: readonly number[]): number {
  const date = new Date(day)
  const payday = date.getUTCDate() >= 25 ? 1.25 : 1
  return (week[date.getUTCDay()] ?? 1) * payday * (1 + index / 220)
}

/** The results of a campaign for each day that it ran, up to yesterday. */
function resultsOf(
  { id, type, channels = [], client, budget, days: [begins, ends], spent = 0 }: PlayedCampaign,
  seed: number,
) {
  const today = todayIn(HOME)
  const days = Array.from({ length: Math.max(0, Math.min(ends, 0) - begins) }, (_, index) =>
    addDays(today, begins + index),
  )
  const week = client?.match(/Municipality|Metro|Provincial|Office|Education|Savings|Cover/) ? WEEK.office : WEEK.shop
  const random = noise(seed)
  const weights = days.map((day, index) => weightOf(day, index, week) * random())
  const unit = (budget * 100 * spent) / weights.reduce((sum, weight) => sum + weight, 0)
  const used = [...new Set([type, ...channels])]
  return days.flatMap((day, index) =>
    used.map((channel) => {
      const { cost, clicks: rate, conversions: converted, revenue } = YIELDS[channel] ?? USUAL
      const spendCents = Math.round((unit * (weights[index] ?? 0)) / used.length)
      const clicks = Math.round((spendCents / cost) * random())
      const conversions = Math.round(clicks * converted * random())
      const impressions = Math.round((clicks / rate) * random())
      return {
        campaignId: id,
        channel,
        day,
        impressions,
        clicks,
        conversions,
        spendCents,
        revenueCents: conversions * revenue,
      }
    }),
  )
}

/** Records months of results, with weekly and monthly patterns. */
export async function playResults(stage: Stage, campaigns: readonly PlayedCampaign[]): Promise<void> {
  const records = campaigns.flatMap((campaign, index) => resultsOf(campaign, 2026 + index))
  for (let start = 0; start < records.length; start += AT_ONCE)
    await stage.perform('pieter', 0, RECORD, { records: records.slice(start, start + AT_ONCE) })
}
