import type { CampaignStatus, Measure, Sector } from './documents.ts'
import { document } from './request.ts'

/** What the overview reads. */

export interface Figures {
  impressions: number
  clicks: number
  conversions: number
  spendCents: number
  revenueCents: number
  roi: number | null
}

export type Changes = { [measure in Exclude<keyof Figures, 'roi'>]: number | null }

const FIGURES = 'impressions clicks conversions spendCents revenueCents roi'

export interface Dashboard {
  clients: number
  campaigns: number
  byStatus: { status: CampaignStatus; campaigns: number }[]
  last30Days: Figures
  change: Changes
}

export const DASHBOARD_FIELDS = `clients campaigns byStatus { status campaigns } last30Days { ${FIGURES} }
  change { impressions clicks conversions spendCents revenueCents }`

export const DASHBOARD = document<{ analyticsDashboard: Dashboard }>(
  `query Dashboard { analyticsDashboard { ${DASHBOARD_FIELDS} } }`,
)

export interface SectorFigures extends Figures {
  sector: Sector | null
  clients: number
  campaigns: number
}

export const SECTORS = document<{ sectorAnalytics: { trueSectors: SectorFigures[] } }>(
  `query Sectors { sectorAnalytics { trueSectors { sector clients campaigns ${FIGURES} } } }`,
)

export type TrendFigures = Omit<Figures, 'roi'>

export interface TrendPoint extends TrendFigures {
  from: string
  movingAverage: TrendFigures
}

const TREND_FIGURES = 'impressions clicks conversions spendCents revenueCents'

export const TRENDS = document<{ analyticsTrends: { to: string; window: number; points: TrendPoint[] } }>(
  `query Trends {
    analyticsTrends { to window points { from ${TREND_FIGURES} movingAverage { ${TREND_FIGURES} } } }
  }`,
)

export interface ForecastPoint {
  from: string
  value: number
  lower: number
  upper: number
}

export const FORECAST = document<
  { analyticsPredictions: { level: number; endedOn: string | null; points: ForecastPoint[] } },
  { measure: Measure }
>(
  `query Forecast($measure: PredictedMeasure!) {
    analyticsPredictions(measure: $measure) { level endedOn points { from value lower upper } }
  }`,
)

export interface MemberActivity {
  memberId: string
  name: string
  role: string
  actions: number
  lastActiveAt: string | null
  openCampaigns: number
}

export const TEAM = document<{
  teamAnalytics: { members: number; activeMembers: number; activity: MemberActivity[] }
}>(`
  query Team {
    teamAnalytics {
      members activeMembers activity { memberId name role actions lastActiveAt openCampaigns }
    }
  }`)

export interface AuditRecord {
  sequence: number
  action: string
  userId: string
  resourceType: string
  timestamp: string
}

export const AUDIT_FIELDS = 'sequence action userId resourceType timestamp'

export const AUDIT = document<{ auditRecords: { nodes: AuditRecord[] } }, { first: number }>(
  `query Audit($first: Int!) { auditRecords(first: $first) { nodes { ${AUDIT_FIELDS} } } }`,
)

export interface BreachNotice {
  kind: string
  title: string
  severity: string
  resourceId: string | null
  occurredAt: string
}

export const OPEN_BREACHES = document<{
  breaches: { nodes: { id: string; title: string; severity: string; discoveredAt: string }[] }
}>(
  `query OpenBreaches {
    breaches(first: 5, filter: { status: [DISCOVERED, INVESTIGATING] }) { nodes { id title severity discoveredAt } }
  }`,
)
