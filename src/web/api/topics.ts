import {
  AuditToldDocument,
  type AuditToldSubscription,
  BreachesToldDocument,
  type BreachesToldSubscription,
  CampaignsToldDocument,
  type CampaignsToldSubscription,
  ClientsToldDocument,
  type ClientsToldSubscription,
  ContentToldDocument,
  type ContentToldSubscription,
  DashboardToldDocument,
  type DashboardToldSubscription,
} from './generated.ts'

/** An event with the id to resume from. `reset` means that events may be missing. `reset` and `ready` have no data. */
export interface LiveMessage<Data> {
  id: string
  event: string
  data: Data | null
}

type DataOf<Subscription extends { message: LiveMessage<unknown> }> = NonNullable<Subscription['message']['data']>

/** The live topics, with the data of their events. */
export interface Topics {
  dashboard: DataOf<DashboardToldSubscription>
  breaches: DataOf<BreachesToldSubscription>
  clients: DataOf<ClientsToldSubscription>
  campaigns: DataOf<CampaignsToldSubscription>
  content: DataOf<ContentToldSubscription>
  audit: DataOf<AuditToldSubscription>
}

export type Topic = keyof Topics

interface Stream {
  permission: string
  text: string
}

export const STREAMS: Readonly<Record<Topic, Stream>> = {
  dashboard: { permission: 'org:analytics:read', text: DashboardToldDocument.text },
  breaches: { permission: 'org:privacy:read', text: BreachesToldDocument.text },
  clients: { permission: 'org:clients:read', text: ClientsToldDocument.text },
  campaigns: { permission: 'org:campaigns:read', text: CampaignsToldDocument.text },
  content: { permission: 'org:content:read', text: ContentToldDocument.text },
  audit: { permission: 'org:audit:read', text: AuditToldDocument.text },
}

export const TOPICS = Object.keys(STREAMS) as Topic[]
