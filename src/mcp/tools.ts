// The operations of agents. Agents can call nothing else over MCP: a tool reads, or creates a draft.

/** A tool: its name, its operation, and a description for the agent. */
export interface ToolRow {
  name: string
  title: string
  description: string
  /** The operation. It has one root field. Its variables become the arguments of the tool. */
  document: string
  /** Whether the tool creates a draft. All other tools read. */
  isDraft?: true
}

const PAGE = '$first: Int = 20, $after: String'
const PAGED = 'first: $first, after: $after'
const LIST = 'totalCount pageInfo { hasNextPage endCursor }'
const DAYS = '$from: LocalDate, $to: LocalDate'
const BETWEEN = 'from: $from, to: $to'
const CLIENT = 'id name type industry sector status governmentLevel effectiveClearance createdAt updatedAt'
const CAMPAIGN = 'id name clientId clientName type status channels budgetCents spentCents budgetUsed startsAt endsAt'
const CONTENT = 'id title type status language channel campaignId isTemplate version approvedVersion updatedAt'
const MORE = 'To get the next page, pass the `endCursor` of this page as `after`.'

export const TOOLS: readonly ToolRow[] = [
  {
    name: 'find_clients',
    title: 'Find clients',
    description: `Lists clients of the organization by name, sector and status. ${MORE}`,
    document: `query (${PAGE}, $search: String, $sector: [Sector!], $status: [ClientStatus!]) { clients(${PAGED}, filter: { search: $search, sector: $sector, status: $status }) { ${LIST} nodes { ${CLIENT} } } }`,
  },
  {
    name: 'read_client',
    title: 'Read a client',
    description:
      'Returns one client with its compliance record. Contact details are masked unless the caller may read personal data.',
    document: `query ($id: ID!) { client(id: $id) { ${CLIENT} contact attributes compliance { ...ClientCompliance } } }`,
  },
  {
    name: 'find_campaigns',
    title: 'Find campaigns',
    description: `Lists campaigns by name, client, status and type. Amounts are in cents of the South African rand. ${MORE}`,
    document: `query (${PAGE}, $search: String, $clientId: ID, $status: [CampaignStatus!], $type: [CampaignType!]) { campaigns(${PAGED}, filter: { search: $search, clientId: $clientId, status: $status, type: $type }) { ${LIST} nodes { ${CAMPAIGN} } } }`,
  },
  {
    name: 'read_campaign',
    title: 'Read a campaign',
    description: 'Returns one campaign. Amounts are in cents of the South African rand.',
    document: `query ($id: ID!) { campaign(id: $id) { ${CAMPAIGN} description failureReason contentCount analyticsCount clientSector createdAt updatedAt } }`,
  },
  {
    name: 'find_content',
    title: 'Find content',
    description: `Lists content items by title, campaign, status, type and language. ${MORE}`,
    document: `query (${PAGE}, $search: String, $campaignId: ID, $status: [ContentStatus!], $type: [ContentType!], $language: [Language!], $isTemplate: Boolean) { contents(${PAGED}, filter: { search: $search, campaignId: $campaignId, status: $status, type: $type, language: $language, isTemplate: $isTemplate }) { ${LIST} nodes { ${CONTENT} } } }`,
  },
  {
    name: 'read_content',
    title: 'Read content',
    description: 'Returns one content item with its text.',
    document: `query ($id: ID!) { content(id: $id) { ${CONTENT} body variables } }`,
  },
  {
    name: 'key_figures',
    title: 'Read key figures',
    description:
      'Returns the totals of the organization, the figures by status, and the last 30 days against the 30 before.',
    document: 'query { analyticsDashboard { ...AnalyticsDashboard } }',
  },
  {
    name: 'campaign_figures',
    title: 'Read the figures of a campaign',
    description: 'Returns impressions, clicks, conversions, spend and revenue of one campaign in a range of days.',
    document: `query ($id: ID!, ${DAYS}) { campaignAnalytics(id: $id, ${BETWEEN}) { ...CampaignAnalytics } }`,
  },
  {
    name: 'compare_campaigns',
    title: 'Compare campaigns',
    description: `Ranks campaigns by a figure, such as the click-through rate or the return on investment. ${MORE}`,
    document: `query (${PAGE}, ${DAYS}, $clientId: ID, $status: CampaignStatus, $sort: PerformanceSort, $order: OrderDirection) { campaignPerformance(${PAGED}, ${BETWEEN}, clientId: $clientId, status: $status, sort: $sort, order: $order) { ${LIST} nodes { ...CampaignFigures } } }`,
  },
  {
    name: 'read_trends',
    title: 'Read trends',
    description: 'Returns the figures of each day, week or month, with a moving average.',
    document: `query ($interval: AnalyticsInterval, ${DAYS}, $campaignId: ID, $window: Int) { analyticsTrends(interval: $interval, ${BETWEEN}, campaignId: $campaignId, window: $window) { ...Trends } }`,
  },
  {
    name: 'compliance_status',
    title: 'Read the compliance status',
    description: 'Returns how far the organization complies with POPIA, according to its records.',
    document: 'query { complianceStatus { ...ComplianceStatus } }',
  },
  {
    name: 'find_alerts',
    title: 'Find compliance alerts',
    description: `Lists violations of POPIA and risks of violations, the most severe first. ${MORE}`,
    document: `query (${PAGE}, $status: ComplianceAlertStatus, $severity: ComplianceAlertSeverity, $type: ComplianceAlertType) { complianceAlerts(${PAGED}, status: $status, severity: $severity, type: $type) { ${LIST} nodes { ...ComplianceAlert } } }`,
  },
  {
    name: 'explain_alert',
    title: 'Explain a compliance alert',
    description:
      'Returns one compliance alert with the record that causes it. The schema of `type` says what each type means.',
    document: 'query ($id: ID!) { complianceAlert(id: $id) { ...ComplianceAlert } }',
  },
  {
    name: 'may_contact',
    title: 'Check whether a person may be contacted',
    description:
      'Returns whether a person may be contacted for a purpose on a channel, with the legal ground or the reason against it.',
    document:
      'query ($channel: ConsentChannel!, $purpose: ContactPurpose!, $contact: ContactInput!) { mayContact(channel: $channel, purpose: $purpose, contact: $contact) { ...ContactAnswer } }',
  },
  {
    name: 'draft_campaign',
    title: 'Draft a campaign',
    description: 'Creates a campaign with the status DRAFT. A person reviews, submits and starts it.',
    isDraft: true,
    document: `mutation ($name: String!, $type: CampaignType!, $clientId: ID, $description: String, $channels: [CampaignType!], $budgetCents: Cents, $startsAt: DateTimeISO, $endsAt: DateTimeISO) { createCampaign(input: { name: $name, type: $type, clientId: $clientId, description: $description, channels: $channels, budgetCents: $budgetCents, startsAt: $startsAt, endsAt: $endsAt, status: DRAFT }) { ${CAMPAIGN} } }`,
  },
  {
    name: 'draft_content',
    title: 'Draft content',
    description: 'Creates a content item with the status DRAFT. A person reviews, approves and publishes it.',
    isDraft: true,
    document: `mutation ($title: String!, $type: ContentType!, $body: String!, $campaignId: ID, $language: Language, $channel: CampaignType, $variables: [String!], $isTemplate: Boolean, $translationOf: ID) { createContent(input: { title: $title, type: $type, body: $body, campaignId: $campaignId, language: $language, channel: $channel, variables: $variables, isTemplate: $isTemplate, translationOf: $translationOf }) { ${CONTENT} } }`,
  },
]

/** Resources that an agent can read by URI (`record://client/<id>`), each with the tool that reads it. */
export const RESOURCES: Readonly<Record<string, string>> = {
  client: 'read_client',
  campaign: 'read_campaign',
  content: 'read_content',
  alert: 'explain_alert',
}
