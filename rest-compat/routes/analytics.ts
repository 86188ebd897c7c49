import { jsonOrCsvReport } from '../formats/report-out.ts'
import { get, META, PAGE_VARIABLES, PAGED, post } from '../route.ts'

export const analytics = [
  get(
    '/api/analytics/dashboard',
    'query ($timeZone: String) { analyticsDashboard(timeZone: $timeZone) { ...AnalyticsDashboard } }',
  ),
  get(
    '/api/analytics/performance',
    `query (${PAGE_VARIABLES}, $from: LocalDate, $to: LocalDate, $timeZone: String, $clientId: ID, $status: CampaignStatus, $sort: PerformanceSort, $order: OrderDirection) { campaignPerformance(${PAGED}, from: $from, to: $to, timeZone: $timeZone, clientId: $clientId, status: $status, sort: $sort, order: $order) { nodes { ...CampaignFigures } ${META} } }`,
  ),
  get(
    '/api/analytics/sector',
    'query ($from: LocalDate, $to: LocalDate, $timeZone: String) { sectorAnalytics(from: $from, to: $to, timeZone: $timeZone) { from to sectors { ...SectorFigures } } }',
  ),
  get(
    '/api/analytics/trends',
    'query ($interval: AnalyticsInterval, $from: LocalDate, $to: LocalDate, $timeZone: String, $campaignId: ID, $window: Int) { analyticsTrends(interval: $interval, from: $from, to: $to, timeZone: $timeZone, campaignId: $campaignId, window: $window) { ...Trends } }',
  ),
  get(
    '/api/analytics/predictions',
    'query ($measure: PredictedMeasure, $interval: AnalyticsInterval, $campaignId: ID, $horizon: Int, $level: Int, $timeZone: String) { analyticsPredictions(measure: $measure, interval: $interval, campaignId: $campaignId, horizon: $horizon, level: $level, timeZone: $timeZone) { ...Prediction } }',
  ),
  get(
    '/api/analytics/reports',
    'query ($from: LocalDate, $to: LocalDate, $timeZone: String, $after: ID) { analyticsReport(from: $from, to: $to, timeZone: $timeZone, after: $after) { from to totals { ...Figures } rows { ...CampaignFigures } next } }',
    { stream: jsonOrCsvReport },
  ),
  post(
    '/api/analytics/records',
    'mutation ($input: [AnalyticsRecordInput!]!) { recordAnalytics(records: $input) { ...IngestReport } }',
  ),
  get(
    '/api/campaigns/[id]/analytics',
    'query ($id: ID!, $from: LocalDate, $to: LocalDate, $timeZone: String) { campaignAnalytics(id: $id, from: $from, to: $to, timeZone: $timeZone) { ...CampaignAnalytics } }',
  ),
]
