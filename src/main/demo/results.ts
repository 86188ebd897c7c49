import { addDays, HOME, todayIn } from '../../features/analytics/analytics.days.ts'
import { CampaignType } from '../../features/campaigns/campaign.entity.ts'
import type { PlayedCampaign } from './campaigns.ts'
import type { Stage } from './stage.ts'

const RECORD = 'mutation ($records: [AnalyticsRecordInput!]!) { recordAnalytics(records: $records) { recorded } }'
/** As many as one operation takes. */
const AT_ONCE = 1000

/** What a channel brings: cents per click, clicks per impression, conversions per click, cents per conversion. */
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

/** Sunday to Saturday: offices read in the week, and shops sell before its end. */
const WEEK = { office: [0.45, 1.1, 1.25, 1.3, 1.2, 1.05, 0.5], shop: [1.1, 0.75, 0.8, 0.9, 1.05, 1.3, 1.45] }

/** The same figures on every machine: a demo that can be talked about. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return 0.85 + (0.3 * state) / 2_147_483_648
  }
}

/** How much happens on a day, beside others: by the day of the week, by payday at the month's end, and ever more. */
function weightOf(day: string, index: number, week: readonly number[]): number {
  const date = new Date(day)
  const payday = date.getUTCDate() >= 25 ? 1.25 : 1
  return (week[date.getUTCDay()] ?? 1) * payday * (1 + index / 220)
}

/** What a campaign came to on each day that it ran, until yesterday. */
function resultsOf({ id, type, channels = [], client, budget, begins, ends, spent = 0 }: PlayedCampaign, seed: number) {
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

/** Months of results, with weeks and paydays in them. */
export async function playResults(stage: Stage, campaigns: readonly PlayedCampaign[]): Promise<void> {
  const records = campaigns.flatMap((campaign, index) => resultsOf(campaign, 2026 + index))
  for (let start = 0; start < records.length; start += AT_ONCE)
    await stage.perform('pieter', 0, RECORD, { records: records.slice(start, start + AT_ONCE) })
}
