import { document } from './request.ts'

export type Sector = 'GOVERNMENT' | 'BUSINESS'

export const CLIENT_STATUSES = ['PENDING', 'ACTIVE', 'REJECTED', 'SUSPENDED', 'ARCHIVED'] as const
export type ClientStatus = (typeof CLIENT_STATUSES)[number]

export const CAMPAIGN_STATUSES = [
  'DRAFT',
  'PENDING_APPROVAL',
  'SCHEDULED',
  'ACTIVE',
  'PAUSED',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
  'ARCHIVED',
] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

export const CAMPAIGN_TYPES = [
  'EMAIL',
  'SMS',
  'WHATSAPP',
  'SOCIAL',
  'DISPLAY',
  'SEARCH',
  'PRINT',
  'RADIO',
  'TV',
  'OUTDOOR',
  'EVENT',
  'PUBLIC_AWARENESS',
  'MULTI_CHANNEL',
] as const
export type CampaignType = (typeof CAMPAIGN_TYPES)[number]

export const MEASURES = ['IMPRESSIONS', 'CLICKS', 'CONVERSIONS', 'SPEND', 'REVENUE'] as const
export type Measure = (typeof MEASURES)[number]

export interface Page<Node> {
  totalCount: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
  nodes: Node[]
}

export interface PageArguments {
  first?: number
  after?: string | undefined
  last?: number
  before?: string
}

const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'

export interface Caller {
  userId: string
  userName: string | null
  organizationId: string
  role: string
  permissions: string[]
}

export const CALLER = document<{ caller: Caller }>(
  'query Caller { caller { userId userName organizationId role permissions } }',
)

export interface Client {
  id: string
  createdAt: string
  name: string
  type: string
  industry: string
  sector: Sector
  status: ClientStatus
  contact: Record<string, unknown>
  governmentLevel: string | null
  securityClearance: string | null
}

const CLIENT = 'id createdAt name type industry sector status contact governmentLevel securityClearance'

export interface ClientFilter {
  search?: string | undefined
  sector?: Sector | undefined
  status?: ClientStatus[] | undefined
}

export const CLIENTS = document<{ list: Page<Client> }, PageArguments & { filter?: ClientFilter }>(`
  query Clients($first: Int, $after: String, $last: Int, $before: String, $filter: ClientFilter) {
    list: clients(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount ${PAGE_INFO} nodes { ${CLIENT} }
    }
  }`)

export type Input = Record<string, unknown>

export const CREATE_CLIENT = document<{ saved: Client }, { input: Input }>(
  `mutation CreateClient($input: ClientInput!) { saved: createClient(input: $input) { ${CLIENT} } }`,
)

export const UPDATE_CLIENT = document<{ saved: Client }, { id: string; input: Input }>(
  `mutation UpdateClient($id: ID!, $input: ClientPatch!) { saved: updateClient(id: $id, input: $input) { ${CLIENT} } }`,
)

/** The clients that a campaign may be for. */
export const CLIENT_CHOICES = document<
  { clients: { totalCount: number; nodes: { id: string; name: string }[] } },
  { search?: string }
>(`
  query ClientChoices($search: String) {
    clients(first: 100, filter: { search: $search }, orderBy: { field: NAME }) { totalCount nodes { id name } }
  }`)

export interface Campaign {
  id: string
  createdAt: string
  name: string
  type: CampaignType
  status: CampaignStatus
  clientId: string | null
  clientName: string
  description: string | null
  budgetCents: number | null
  startsAt: string | null
  endsAt: string | null
}

const CAMPAIGN = 'id createdAt name type status clientId clientName description budgetCents startsAt endsAt'

export interface CampaignFilter {
  search?: string | undefined
  status?: CampaignStatus[] | undefined
  type?: CampaignType[] | undefined
}

export const CAMPAIGNS = document<{ list: Page<Campaign> }, PageArguments & { filter?: CampaignFilter }>(`
  query Campaigns($first: Int, $after: String, $last: Int, $before: String, $filter: CampaignFilter) {
    list: campaigns(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
      totalCount ${PAGE_INFO} nodes { ${CAMPAIGN} }
    }
  }`)

export const CREATE_CAMPAIGN = document<{ saved: Campaign }, { input: Input }>(
  `mutation CreateCampaign($input: CampaignInput!) { saved: createCampaign(input: $input) { ${CAMPAIGN} } }`,
)

export const UPDATE_CAMPAIGN = document<{ saved: Campaign }, { id: string; input: Input }>(
  `mutation UpdateCampaign($id: ID!, $input: CampaignPatch!) {
    saved: updateCampaign(id: $id, input: $input) { ${CAMPAIGN} }
  }`,
)

export interface ReceivedInvitation {
  organizationId: string
  organizationName: string | null
  inviterName: string | null
  role: string
  message: string | null
  status: 'PENDING' | 'ACCEPTED' | 'DECLINED' | 'REVOKED' | 'EXPIRED'
  expiresAt: string
}

export const RECEIVED_INVITATION = document<{ invitation: ReceivedInvitation }, { token: string }>(`
  query ReceivedInvitation($token: String!) {
    invitation: receivedInvitation(token: $token) {
      organizationId organizationName inviterName role message status expiresAt
    }
  }`)

export const ACCEPT_INVITATION = document<{ accepted: { organizationId: string } }, { token: string }>(
  'mutation AcceptInvitation($token: String!) { accepted: acceptInvitation(token: $token) { organizationId } }',
)

export const DECLINE_INVITATION = document<{ declined: string }, { token: string }>(
  'mutation DeclineInvitation($token: String!) { declined: declineInvitation(token: $token) }',
)
