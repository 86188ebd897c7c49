import {
  AuditLiveDocument,
  type AuditLiveSubscription,
  BreachesLiveDocument,
  type BreachesLiveSubscription,
  CampaignsLiveDocument,
  type CampaignsLiveSubscription,
  ClientsLiveDocument,
  type ClientsLiveSubscription,
  ContentLiveDocument,
  type ContentLiveSubscription,
  DashboardLiveDocument,
  type DashboardLiveSubscription,
  SignOffsLiveDocument,
  type SignOffsLiveSubscription,
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
  dashboard: DataOf<DashboardLiveSubscription>
  breaches: DataOf<BreachesLiveSubscription>
  clients: DataOf<ClientsLiveSubscription>
  campaigns: DataOf<CampaignsLiveSubscription>
  content: DataOf<ContentLiveSubscription>
  signOffs: DataOf<SignOffsLiveSubscription>
  audit: DataOf<AuditLiveSubscription>
}

export type Topic = keyof Topics

interface Stream {
  permission: string
  text: string
}

export const STREAMS: Readonly<Record<Topic, Stream>> = {
  dashboard: { permission: 'org:analytics:read', text: DashboardLiveDocument.text },
  breaches: { permission: 'org:privacy:read', text: BreachesLiveDocument.text },
  clients: { permission: 'org:clients:read', text: ClientsLiveDocument.text },
  campaigns: { permission: 'org:campaigns:read', text: CampaignsLiveDocument.text },
  content: { permission: 'org:content:read', text: ContentLiveDocument.text },
  signOffs: { permission: 'org:content:read', text: SignOffsLiveDocument.text },
  audit: { permission: 'org:audit:read', text: AuditLiveDocument.text },
}

/** Whether a caller may read the names of the members and API keys that acted. */
export const mayNameUsers = (permissions: readonly string[]): boolean =>
  ['org:team:read', 'org:provider:read'].every((each) => permissions.includes(each))

export const TOPICS = Object.keys(STREAMS) as Topic[]
