import { AUDIT_FIELDS, type AuditRecord, type BreachNotice, DASHBOARD_FIELDS, type Dashboard } from './insights.ts'

/** A change of a client or a campaign. */
export interface Change {
  type: string
  resourceId: string | null
  userId: string
}

/** What is told live: by topic, what each event carries. */
export interface Topics {
  dashboard: Dashboard
  breaches: BreachNotice
  clients: Change
  campaigns: Change
  audit: AuditRecord
}

export type Topic = keyof Topics

/** An event with the id to resume from. A `reset` says that events are missing; it and `ready` carry nothing. */
export interface Told<Data> {
  id: string
  event: string
  data: Data | null
}

interface Stream {
  permission: string
  text: string
}

const stream = (permission: string, field: string, data: string): Stream => ({
  permission,
  text: `subscription ($since: ID) { told: ${field}(since: $since) { id event data { ${data} } } }`,
})

const CHANGE = 'type resourceId userId'

export const STREAMS: Readonly<Record<Topic, Stream>> = {
  dashboard: stream('org:analytics:read', 'dashboard', DASHBOARD_FIELDS),
  breaches: stream('org:privacy:read', 'breaches', 'kind title severity resourceId occurredAt'),
  clients: stream('org:clients:read', 'clientChanged', CHANGE),
  campaigns: stream('org:campaigns:read', 'campaignChanged', CHANGE),
  audit: stream('org:audit:read', 'auditRecorded', AUDIT_FIELDS),
}

export const TOPICS = Object.keys(STREAMS) as Topic[]
