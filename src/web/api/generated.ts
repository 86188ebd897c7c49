// Generated from the documents (*.graphql) of src/web by "npm run generate".
import { document } from './request.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Corrected values. Absent and null fields stay unchanged. */
export type AnalyticsCorrectionInput = {
  /** Day of the results, not in the future. */
  day?: string | null | undefined;
  /** Channel on which the results were achieved. */
  channel?: CampaignType | null | undefined;
  /** Number of times the campaign was shown. */
  impressions?: number | null | undefined;
  /** Number of clicks. */
  clicks?: number | null | undefined;
  /** Number of conversions. */
  conversions?: number | null | undefined;
  /** Spend, in cents of the South African rand. */
  spendCents?: number | null | undefined;
  /** Revenue, in cents of the South African rand. */
  revenueCents?: number | null | undefined;
};

/** Property to group campaigns by. */
export const AnalyticsGrouping = {
  /** Sector in the client’s record. */
  SECTOR: 'SECTOR',
  /** Type of the campaign. */
  TYPE: 'TYPE',
  /** The client. */
  CLIENT: 'CLIENT'
} as const;

export type AnalyticsGrouping = typeof AnalyticsGrouping[keyof typeof AnalyticsGrouping];
/** Filter for analytics records. A record must meet all given conditions. */
export type AnalyticsRecordFilter = {
  /** Only records of this campaign. */
  campaignId?: string | null | undefined;
  /** Only records of this content item. */
  contentId?: string | null | undefined;
  /** Only records of one of these channels. At most 20. */
  channel?: Array<CampaignType> | null | undefined;
  /** Only records on or after this day. */
  from?: string | null | undefined;
  /** Only records on or before this day. */
  to?: string | null | undefined;
  /** true: only records whose figures are suspect. false: only the other records. */
  suspect?: boolean | null | undefined;
};

/** Results of a campaign on one day. Absent amounts are 0. */
export type AnalyticsRecordInput = {
  /** Id of a campaign of the organization. */
  campaignId: string;
  /** Day of the results, not in the future. */
  day: string;
  /** Id of a content item of the campaign, or of a content item without a campaign. */
  contentId?: string | null | undefined;
  /** Your own key for the record. A record with a key that exists is a duplicate and has no effect. At most 255 characters. */
  key?: string | null | undefined;
  /** Channel on which the results were achieved. */
  channel?: CampaignType | null | undefined;
  /** Number of times the campaign was shown. Default 0. */
  impressions?: number | null | undefined;
  /** Number of clicks. Default 0. */
  clicks?: number | null | undefined;
  /** Number of conversions. Default 0. */
  conversions?: number | null | undefined;
  /** Spend, in cents of the South African rand. Default 0. */
  spendCents?: number | null | undefined;
  /** Revenue, in cents of the South African rand. Default 0. */
  revenueCents?: number | null | undefined;
};

/** Order of a `AnalyticsRecordConnection`. Ties are broken by id; items without a value are last. */
export type AnalyticsRecordOrder = {
  /** Field to order by. */
  field: AnalyticsRecordOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `AnalyticsRecordConnection` by. */
export const AnalyticsRecordOrderField = {
  /** Day of the results, in the time zone of the campaign. */
  DAY: 'DAY',
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Channel on which the results were achieved. */
  CHANNEL: 'CHANNEL',
  /** Number of times the campaign was shown. */
  IMPRESSIONS: 'IMPRESSIONS',
  /** Number of clicks. */
  CLICKS: 'CLICKS',
  /** Number of conversions. */
  CONVERSIONS: 'CONVERSIONS',
  /** Spend, in cents of the South African rand. */
  SPEND_CENTS: 'SPEND_CENTS',
  /** Revenue, in cents of the South African rand. */
  REVENUE_CENTS: 'REVENUE_CENTS',
  /** Reasons why the figures are suspect. */
  SUSPECT: 'SUSPECT'
} as const;

export type AnalyticsRecordOrderField = typeof AnalyticsRecordOrderField[keyof typeof AnalyticsRecordOrderField];
/** API key to create. */
export type ApiKeyInput = {
  /** Name of the key, at most 100 characters. */
  name: string;
  /** Role of the key. It must not be above the caller’s own role. */
  role: Role;
  /** Permissions that the key has, a subset of its role’s, for example org:clients:read. Absent: all permissions of the role. VALIDATION_ERROR names each permission that the role lacks. */
  scopes?: Array<string> | null | undefined;
  /** Time from which the key is refused, in the future. Absent: the key is valid until it is deleted. VALIDATION_ERROR if it is absent or later than `maximumKeyDays` of the security settings allows. */
  expiresAt?: string | null | undefined;
  /** Addresses and ranges from which the key is accepted, for example 203.0.113.0/24 or 2001:db8::/32, at most 100. Absent or empty: every address. */
  allowedNetworks?: Array<string> | null | undefined;
  /** Id of an OAuth client at the identity provider. Its tokens (client credentials) then have the rights of the key, and no secret is created. CONFLICT if it is already registered in the organization. Absent: a key with a secret. */
  oauthClientId?: string | null | undefined;
};

/** Order of a `ApiKeyConnection`. Ties are broken by id; items without a value are last. */
export type ApiKeyOrder = {
  /** Field to order by. */
  field: ApiKeyOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `ApiKeyConnection` by. */
export const ApiKeyOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Name of the key. */
  NAME: 'NAME',
  /** Role of the key. */
  ROLE: 'ROLE',
  /** Time of the last use, accurate to ten minutes. */
  LAST_USED_AT: 'LAST_USED_AT',
  /** Time from which the key is refused. Null: it is valid until it is deleted. */
  EXPIRES_AT: 'EXPIRES_AT',
  /** First characters of the key, by which a person recognises it. Of an OAuth client: its id. */
  HINT: 'HINT',
  /** Name of the member who created it. */
  CREATOR: 'CREATOR'
} as const;

export type ApiKeyOrderField = typeof ApiKeyOrderField[keyof typeof ApiKeyOrderField];
/** Changes to an API key. Absent fields stay unchanged. */
export type ApiKeyPatch = {
  /** Name of the key, at most 100 characters. */
  name?: string | null | undefined;
  /** Addresses and ranges from which the key is accepted, at most 100. Null or empty: every address. Open streams of the key end when this changes. */
  allowedNetworks?: Array<string> | null | undefined;
};

/** Condition on an attribute of a person. */
export type AttributeCondition = {
  /** Name of the attribute. At most 64 characters. */
  name: string;
  /** Values, 1 to 100: the attribute equals one of them, ignoring case. */
  values: Array<string>;
};

/** People to add to the audience of a campaign. */
export type AudienceInput = {
  /** Channel on which the people are contacted. */
  channel: DirectChannel;
  /** People to add, 1 to 1000, with their address on the channel. */
  contacts: Array<RecipientInput>;
};

/** Filter for audit records. A record must meet all given conditions. */
export type AuditFilter = {
  /** Only records of this action, for example CLIENT_CREATED, case-insensitive. At most 64 characters. */
  action?: string | null | undefined;
  /** Only records of this user. */
  userId?: string | null | undefined;
  /** Only records about this type of resource, for example CLIENT, case-insensitive. At most 64 characters. */
  resourceType?: string | null | undefined;
  /** Only records about this resource. */
  resourceId?: string | null | undefined;
  /** Only records at or after this time. */
  from?: string | null | undefined;
  /** Only records before this time. */
  to?: string | null | undefined;
  /** Only records of operations with this outcome. */
  outcome?: AuditOutcome | null | undefined;
  /** true: only records of completed reads (actions that end in VIEWED, LISTED or FOLLOWED). false: only the other records. An export is not a read. */
  reads?: boolean | null | undefined;
};

/** Outcome of an operation. */
export const AuditOutcome = {
  /** The operation succeeded. */
  DONE: 'DONE',
  /** The operation was not allowed or not possible. `code` gives the reason. */
  REFUSED: 'REFUSED',
  /** The operation failed because of a fault of the service. */
  FAILED: 'FAILED',
  /** A dry run: the operation ran and was rolled back. */
  REHEARSED: 'REHEARSED',
  /** The stored answer was returned (Idempotency-Key). */
  REPLAYED: 'REPLAYED'
} as const;

export type AuditOutcome = typeof AuditOutcome[keyof typeof AuditOutcome];
/** Kind of work in the background. */
export const BackgroundWorkKind = {
  /** Notices before API keys expire, and ends of rotations. */
  API_KEYS: 'API_KEYS',
  /** Campaigns that start, pause or end. */
  CAMPAIGNS: 'CAMPAIGNS',
  /** Checkpoints of the audit trail. */
  CHECKPOINTS: 'CHECKPOINTS',
  /** Started imports of clients. */
  CLIENT_IMPORTS: 'CLIENT_IMPORTS',
  /** Compliance alerts of high severity. */
  COMPLIANCE_ALERTS: 'COMPLIANCE_ALERTS',
  /** Clearing of files after deletions, in an embedded database. */
  DEAD_ROWS: 'DEAD_ROWS',
  /** Messages of e-mail campaigns. */
  DELIVERY: 'DELIVERY',
  /** Daily e-mails of unread notifications. */
  DIGESTS: 'DIGESTS',
  /** Notifications and webhooks caused by events. */
  EVENTS: 'EVENTS',
  /** E-mails. */
  MAIL: 'MAIL',
  /** Heartbeats of the monitoring. */
  MONITORING: 'MONITORING',
  /** Deletion of old notifications, events, webhook deliveries and stored responses. */
  PRUNE: 'PRUNE',
  /** Publication of checkpoints to witnesses and other channels. */
  PUBLICATIONS: 'PUBLICATIONS',
  /** Imports of recipients. */
  RECIPIENT_IMPORTS: 'RECIPIENT_IMPORTS',
  /** Scheduled reports of figures. */
  REPORTS: 'REPORTS',
  /** Data subject requests whose grace period ends. */
  REQUESTS: 'REQUESTS',
  /** Deletion of records that are past their retention period. */
  RETENTION: 'RETENTION',
  /** Daily checks of the DNS records of senders. */
  SENDER_CHECKS: 'SENDER_CHECKS',
  /** Reminders and overdue notices of sign-offs. */
  SIGN_OFFS: 'SIGN_OFFS',
  /** Analytics records from the messages of campaigns. */
  MESSAGE_FIGURES: 'MESSAGE_FIGURES',
  /** Analytics records of the spend on messages. */
  MESSAGE_SPEND: 'MESSAGE_SPEND',
  /** Tests of the e-mails of campaigns. */
  TEST_MESSAGES: 'TEST_MESSAGES',
  /** Webhook deliveries. */
  WEBHOOKS: 'WEBHOOKS'
} as const;

export type BackgroundWorkKind = typeof BackgroundWorkKind[keyof typeof BackgroundWorkKind];
/** Measure of usage. */
export const BillingMeasure = {
  /** Clients of the organization. */
  clients: 'clients',
  /** Campaigns of the organization. */
  campaigns: 'campaigns',
  /** Content items of the organization. */
  contentItems: 'contentItems',
  /** Analytics records of the organization. */
  analyticsRecords: 'analyticsRecords',
  /** Requests in the period. */
  requests: 'requests',
  /** Webhook deliveries of the period. */
  webhookDeliveries: 'webhookDeliveries'
} as const;

export type BillingMeasure = typeof BillingMeasure[keyof typeof BillingMeasure];
/** Permission to notify the affected people later (POPIA section 22(3)). */
export type BreachDelayInput = {
  /** Public body, or the Regulator, that found that notification would impede an investigation. At most 200 characters. */
  authority: string;
  /** Reference of the decision. At most 200 characters. */
  reference?: string | null | undefined;
  /** Time until which notification is delayed, in the future. */
  until: string;
};

/** Filter for breaches. A breach must meet all given conditions. */
export type BreachFilter = {
  /** Case-insensitive substring of the title. At most 200 characters. */
  search?: string | null | undefined;
  /** Only breaches with one of these statuses. At most 20. */
  status?: Array<BreachStatus> | null | undefined;
  /** Only breaches of one of these severities. At most 20. */
  severity?: Array<BreachSeverity> | null | undefined;
};

/** Breach to report. */
export type BreachInput = {
  /** Number of affected people, if known. 0 to 100,000,000. */
  affectedSubjects?: number | null | undefined;
  /** Title of the breach. At most 200 characters. */
  title: string;
  /** Description of the breach. At most 10,000 characters. */
  description: string;
  /** Severity of the breach. Default HIGH. */
  severity?: BreachSeverity | null | undefined;
  /** Time of the discovery, not in the future. A minute ahead counts as now. */
  discoveredAt: string;
  /** Categories of affected data. At most 50, each of at most 100 characters. */
  dataCategories?: Array<string> | null | undefined;
  /** Possible consequences for the affected people. At most 10,000 characters. */
  consequences?: string | null | undefined;
  /** Measures taken or planned. At most 10,000 characters. */
  measures?: string | null | undefined;
  /** Recommended actions for the affected people. At most 10,000 characters. */
  recommendations?: string | null | undefined;
  /** Person who may have had access. Null if unknown. At most 200 characters. */
  unauthorisedPerson?: string | null | undefined;
  /** Id of the user who handles the breach. */
  assignedTo?: string | null | undefined;
};

/** Kind of breach event. */
export const BreachKind = {
  /** A reported breach (POPIA section 22). */
  POPIA_BREACH: 'POPIA_BREACH',
  /** A new compliance alert of high or critical severity. */
  COMPLIANCE_ALERT: 'COMPLIANCE_ALERT',
  /** A security alert of the monitoring that started firing. */
  SECURITY_ALERT: 'SECURITY_ALERT'
} as const;

export type BreachKind = typeof BreachKind[keyof typeof BreachKind];
/** Notification to record. */
export type BreachNotificationInput = {
  /** Recipient of the notification. */
  recipient: BreachRecipient;
  /** Reference of the recipient, for example a case number. At most 200 characters. */
  reference?: string | null | undefined;
  /** Means of notification, for example e-mail or a public notice. At most 200 characters. */
  method?: string | null | undefined;
  /** Time of the notification, not in the future. A minute ahead counts as now. Default: now. */
  notifiedAt?: string | null | undefined;
};

/** Order of a `BreachConnection`. Ties are broken by id; items without a value are last. */
export type BreachOrder = {
  /** Field to order by. */
  field: BreachOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `BreachConnection` by. */
export const BreachOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Time of the discovery. The notification periods start here. */
  DISCOVERED_AT: 'DISCOVERED_AT',
  /** Title of the breach. */
  TITLE: 'TITLE',
  /** Status of the handling. */
  STATUS: 'STATUS',
  /** Severity of the breach. */
  SEVERITY: 'SEVERITY',
  /** Time of the notification of the Information Regulator. */
  REGULATOR: 'REGULATOR',
  /** Time of the notification of the affected people. */
  SUBJECTS: 'SUBJECTS'
} as const;

export type BreachOrderField = typeof BreachOrderField[keyof typeof BreachOrderField];
/** Changes to a breach. Absent fields stay unchanged. */
export type BreachPatch = {
  /** Number of affected people, if known. 0 to 100,000,000. */
  affectedSubjects?: number | null | undefined;
  /** Next status: INVESTIGATING, CONTAINED or CLOSED. */
  status?: BreachStatus | null | undefined;
  /** Title of the breach. At most 200 characters. */
  title?: string | null | undefined;
  /** Description of the breach. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Severity of the breach. */
  severity?: BreachSeverity | null | undefined;
  /** Categories of affected data. At most 50, each of at most 100 characters. */
  dataCategories?: Array<string> | null | undefined;
  /** Possible consequences for the affected people. At most 10,000 characters. */
  consequences?: string | null | undefined;
  /** Measures taken or planned. At most 10,000 characters. */
  measures?: string | null | undefined;
  /** Recommended actions for the affected people. At most 10,000 characters. */
  recommendations?: string | null | undefined;
  /** Person who may have had access. Null if unknown. At most 200 characters. */
  unauthorisedPerson?: string | null | undefined;
  /** Id of the user who handles the breach. */
  assignedTo?: string | null | undefined;
};

/** Recipient of a breach notification. */
export const BreachRecipient = {
  /** The Information Regulator. */
  REGULATOR: 'REGULATOR',
  /** The affected people. */
  SUBJECTS: 'SUBJECTS'
} as const;

export type BreachRecipient = typeof BreachRecipient[keyof typeof BreachRecipient];
/** Severity of a breach. */
export const BreachSeverity = {
  /** Little risk of harm to anyone. */
  LOW: 'LOW',
  /** Limited risk of harm. */
  MEDIUM: 'MEDIUM',
  /** Serious risk of harm, or not yet assessed. */
  HIGH: 'HIGH',
  /** Harm is likely or has occurred. */
  CRITICAL: 'CRITICAL'
} as const;

export type BreachSeverity = typeof BreachSeverity[keyof typeof BreachSeverity];
/** Status of the handling of a breach. */
export const BreachStatus = {
  /** Reported, and not yet investigated. */
  DISCOVERED: 'DISCOVERED',
  /** Under investigation. */
  INVESTIGATING: 'INVESTIGATING',
  /** Contained: no further data is exposed. */
  CONTAINED: 'CONTAINED',
  /** Handling is complete. */
  CLOSED: 'CLOSED'
} as const;

export type BreachStatus = typeof BreachStatus[keyof typeof BreachStatus];
/** Update to the Information Regulator after the first notification. */
export type BreachUpdateInput = {
  /** Text of the update, at most 10,000 characters. */
  text: string;
  /** Reference of the Regulator. At most 200 characters. */
  reference?: string | null | undefined;
  /** Time of the update, not in the future. A minute ahead counts as now. Default: now. */
  sentAt?: string | null | undefined;
};

/** Changes of a bulk operation. */
export type BulkChanges = {
  /** New status, for STATUS. */
  status?: CampaignStatus | null | undefined;
  /** Name of the campaign. At most 200 characters. */
  name?: string | null | undefined;
  /** Id of a client of the organization. */
  clientId?: string | null | undefined;
  /** Type of the campaign. */
  type?: CampaignType | null | undefined;
  /** Description of the campaign. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Channels on which the campaign runs. Several for MULTI_CHANNEL. At most 20. */
  channels?: Array<CampaignType> | null | undefined;
  /** Budget in cents of the South African rand. */
  budgetCents?: number | null | undefined;
  /** Purpose of the messages of the campaign. It determines the consent that they need. */
  purpose?: CampaignPurpose | null | undefined;
  /** Start time. Required for SCHEDULED. */
  startsAt?: string | null | undefined;
  /** End time, after `startsAt`. Must be in the future if the campaign starts. */
  endsAt?: string | null | undefined;
};

/** Operation on several campaigns, selected by ids, by a filter, or all of them. */
export type BulkInput = {
  /** Operation to apply. */
  operation: BulkOperation;
  /** Ids of the campaigns, at most 1000. Give exactly one of `ids`, `filter` and `all`. */
  ids?: Array<string> | null | undefined;
  /** Conditions that select the campaigns, at most 1000 campaigns. At least one condition is required, and none may be null or empty. */
  filter?: CampaignFilter | null | undefined;
  /** true selects every campaign of the organization, at most 1000. */
  all?: boolean | null | undefined;
  /** Number of campaigns that the caller expects to match. CONFLICT if another number matches. 0 to 1,000. */
  expectedCount?: number | null | undefined;
  /** Changes to apply. For UPDATE: fields other than `status`. For STATUS: only `status`. Absent for other operations. */
  changes?: BulkChanges | null | undefined;
  /** true reports the effects without changing anything. Default false. */
  dryRun?: boolean | null | undefined;
};

/** Operation on several campaigns. */
export const BulkOperation = {
  /** Changes the fields that `changes` names. */
  UPDATE: 'UPDATE',
  /** Changes the status to `changes.status`. */
  STATUS: 'STATUS',
  /** Copies each campaign as a DRAFT. */
  DUPLICATE: 'DUPLICATE',
  /** Deletes each campaign. */
  DELETE: 'DELETE'
} as const;

export type BulkOperation = typeof BulkOperation[keyof typeof BulkOperation];
/** Filter for campaigns. A campaign must meet all given conditions. */
export type CampaignFilter = {
  /** Case-insensitive substring of the name. At most 200 characters. */
  search?: string | null | undefined;
  /** Only campaigns that start at or after this time. */
  startsFrom?: string | null | undefined;
  /** Only campaigns that start before this time. */
  startsBefore?: string | null | undefined;
  /** Only campaigns that run at or after this time. A campaign without `endsAt` runs at `startsAt` only. */
  runsFrom?: string | null | undefined;
  /** Only campaigns that run before this time. A campaign without `startsAt` runs at `endsAt` only. */
  runsBefore?: string | null | undefined;
  /** Only campaigns with at least this budget, in cents. */
  budgetFrom?: number | null | undefined;
  /** Only campaigns with at most this budget, in cents. */
  budgetTo?: number | null | undefined;
  /** Only campaigns of this author: the id of the user. At most 200 characters. */
  createdBy?: string | null | undefined;
  /** true: only campaigns that wait for an approval that the caller may give. false: only the others. */
  awaitingMe?: boolean | null | undefined;
  /** Only rows with this `clientId`. */
  clientId?: string | null | undefined;
  /** Only rows whose `type` is one of these. At most 20. */
  type?: Array<CampaignType> | null | undefined;
  /** Only rows whose `status` is one of these. At most 20. */
  status?: Array<CampaignStatus> | null | undefined;
};

/** Campaign to create. */
export type CampaignInput = {
  /** DRAFT (default) or PENDING_APPROVAL. SCHEDULED or ACTIVE for callers who may start campaigns, if consent exists for each direct channel of the campaign (EMAIL, SMS, WHATSAPP). */
  status?: CampaignStatus | null | undefined;
  /** Name of the campaign. At most 200 characters. */
  name: string;
  /** Id of a client of the organization. */
  clientId?: string | null | undefined;
  /** Type of the campaign. */
  type: CampaignType;
  /** Description of the campaign. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Channels on which the campaign runs. Several for MULTI_CHANNEL. At most 20. */
  channels?: Array<CampaignType> | null | undefined;
  /** Budget in cents of the South African rand. */
  budgetCents?: number | null | undefined;
  /** Purpose of the messages of the campaign. It determines the consent that they need. Default MARKETING. */
  purpose?: CampaignPurpose | null | undefined;
  /** Start time. Required for SCHEDULED. */
  startsAt?: string | null | undefined;
  /** End time, after `startsAt`. Must be in the future if the campaign starts. */
  endsAt?: string | null | undefined;
};

/** Order of a `CampaignConnection`. Ties are broken by id; items without a value are last. */
export type CampaignOrder = {
  /** Field to order by. */
  field: CampaignOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `CampaignConnection` by. */
export const CampaignOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Name of the campaign. */
  NAME: 'NAME',
  /** Lifecycle status of the campaign. */
  STATUS: 'STATUS',
  /** Type of the campaign. */
  TYPE: 'TYPE',
  /** Budget in cents of the South African rand. */
  BUDGET_CENTS: 'BUDGET_CENTS',
  /** Start time. A SCHEDULED campaign becomes ACTIVE then. */
  STARTS_AT: 'STARTS_AT',
  /** End time. An ACTIVE or PAUSED campaign becomes COMPLETED then. A campaign that is still PENDING_APPROVAL or SCHEDULED becomes FAILED. */
  ENDS_AT: 'ENDS_AT',
  /** Name of the client. */
  CLIENT: 'CLIENT'
} as const;

export type CampaignOrderField = typeof CampaignOrderField[keyof typeof CampaignOrderField];
/** Changes to a campaign. Absent fields stay unchanged. */
export type CampaignPatch = {
  /** Name of the campaign. At most 200 characters. */
  name?: string | null | undefined;
  /** Id of a client of the organization. */
  clientId?: string | null | undefined;
  /** Type of the campaign. */
  type?: CampaignType | null | undefined;
  /** Description of the campaign. At most 10,000 characters. */
  description?: string | null | undefined;
  /** Channels on which the campaign runs. Several for MULTI_CHANNEL. At most 20. */
  channels?: Array<CampaignType> | null | undefined;
  /** Budget in cents of the South African rand. */
  budgetCents?: number | null | undefined;
  /** Purpose of the messages of the campaign. It determines the consent that they need. */
  purpose?: CampaignPurpose | null | undefined;
  /** Start time. Required for SCHEDULED. */
  startsAt?: string | null | undefined;
  /** End time, after `startsAt`. Must be in the future if the campaign starts. */
  endsAt?: string | null | undefined;
};

/** Purpose of the messages of a campaign. */
export const CampaignPurpose = {
  /** Direct marketing: needs consent for MARKETING, or an existing customer. */
  MARKETING: 'MARKETING',
  /** Service messages: need consent for SERVICE, or an existing customer. */
  SERVICE: 'SERVICE'
} as const;

export type CampaignPurpose = typeof CampaignPurpose[keyof typeof CampaignPurpose];
/** Lifecycle status of a campaign. */
export const CampaignStatus = {
  /** Being prepared. */
  DRAFT: 'DRAFT',
  /** Waiting for approval by someone other than the author. */
  PENDING_APPROVAL: 'PENDING_APPROVAL',
  /** Approved; starts at `startsAt`. */
  SCHEDULED: 'SCHEDULED',
  /** Running. */
  ACTIVE: 'ACTIVE',
  /** Interrupted; can be resumed. */
  PAUSED: 'PAUSED',
  /** Ended as planned. */
  COMPLETED: 'COMPLETED',
  /** Called off. */
  CANCELLED: 'CANCELLED',
  /** Could not start or continue. `failureReason` gives the reason. */
  FAILED: 'FAILED',
  /** Kept for reference only. */
  ARCHIVED: 'ARCHIVED'
} as const;

export type CampaignStatus = typeof CampaignStatus[keyof typeof CampaignStatus];
/** Medium of a campaign or channel. */
export const CampaignType = {
  /** E-mail. */
  EMAIL: 'EMAIL',
  /** Text messages. */
  SMS: 'SMS',
  /** WhatsApp messages. */
  WHATSAPP: 'WHATSAPP',
  /** Social media. */
  SOCIAL: 'SOCIAL',
  /** Display advertising. */
  DISPLAY: 'DISPLAY',
  /** Search advertising. */
  SEARCH: 'SEARCH',
  /** Newspapers and magazines. */
  PRINT: 'PRINT',
  /** Radio. */
  RADIO: 'RADIO',
  /** Television. */
  TV: 'TV',
  /** Billboards and other outdoor advertising. */
  OUTDOOR: 'OUTDOOR',
  /** Events. */
  EVENT: 'EVENT',
  /** Public awareness. */
  PUBLIC_AWARENESS: 'PUBLIC_AWARENESS',
  /** Several channels. */
  MULTI_CHANNEL: 'MULTI_CHANNEL'
} as const;

export type CampaignType = typeof CampaignType[keyof typeof CampaignType];
/** Legal ground for processing information of children (POPIA section 35). */
export const ChildrenGround = {
  /** Prior consent of a parent or guardian. */
  COMPETENT_PERSON: 'COMPETENT_PERSON',
  /** Establishment, exercise or defence of a right or obligation in law. */
  LEGAL_CLAIM: 'LEGAL_CLAIM',
  /** Compliance with an obligation of international public law. */
  INTERNATIONAL_LAW: 'INTERNATIONAL_LAW',
  /** Historical, statistical or research purposes. */
  RESEARCH: 'RESEARCH',
  /** Made public by the child with the consent of a parent or guardian. */
  MADE_PUBLIC: 'MADE_PUBLIC',
  /** The Information Regulator authorised it by notice in the Gazette. */
  REGULATOR: 'REGULATOR'
} as const;

export type ChildrenGround = typeof ChildrenGround[keyof typeof ChildrenGround];
/** Answer of the registry, or a piece of it. */
export type CleansingAnswerInput = {
  /** Blocked contacts, one per line, at most 500: e-mail addresses or phone numbers. A header and further columns of a CSV file are ignored. Absent or empty: the registry blocks none. At most 200,000 characters. */
  csv?: string | null | undefined;
  /** Whether the answer is complete with this piece. Default: true. */
  isLast?: boolean | null | undefined;
};

/** Status of a cleansing. */
export const CleansingStatus = {
  /** The answer of the registry is not complete yet. */
  STARTED: 'STARTED',
  /** The answer of the registry was recorded. */
  COMPLETED: 'COMPLETED'
} as const;

export type CleansingStatus = typeof CleansingStatus[keyof typeof CleansingStatus];
/** Findings of an assessment of a client. */
export type ClientAssessmentInput = {
  /** Whether the client complies with POPIA. */
  popiaCompliant: boolean;
  /** Security clearance, for example BASIC, STANDARD or ENHANCED. At most 64 characters. */
  securityClearance: string;
  /** Classification of the client’s data, for example PUBLIC or COMMERCIAL. At most 64 characters. */
  dataClassification: string;
  /** Note of the assessor, at most 2000 characters. */
  note?: string | null | undefined;
};

/** Filter for clients. A client must meet all given conditions. */
export type ClientFilter = {
  /** Case-insensitive substring of the name. At most 200 characters. */
  search?: string | null | undefined;
  /** Only clients that were created at or after this time. */
  createdFrom?: string | null | undefined;
  /** Only clients that were created before this time. */
  createdBefore?: string | null | undefined;
  /** Only clients that this user created: the id of the user. At most 200 characters. */
  createdBy?: string | null | undefined;
  /** Only rows with this `type`. At most 64 characters. */
  type?: string | null | undefined;
  /** Only rows whose `sector` is one of these. At most 20. */
  sector?: Array<Sector> | null | undefined;
  /** Only rows whose `status` is one of these. At most 20. */
  status?: Array<ClientStatus> | null | undefined;
};

/** Client to create. */
export type ClientInput = {
  /** Name of the client. At most 200 characters. */
  name: string;
  /** Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. At most 64 characters. */
  type: string;
  /** Industry of the client. At most 200 characters. */
  industry: string;
  /** Sector of the client. */
  sector: Sector;
  /** Contact details; the fields are the caller’s own. At most 16 KiB as JSON. */
  contact: Record<string, unknown>;
  /** Level of government, for government clients, for example NATIONAL. A blank text means none. At most 64 characters. */
  governmentLevel?: string | null | undefined;
  /** The client’s own clearance, for example BASIC, STANDARD or ENHANCED. A blank text means none. At most 64 characters. */
  securityClearance?: string | null | undefined;
  /** Additional fields of your own. Over REST, every other field of the body. At most 16 KiB as JSON. */
  attributes?: Record<string, unknown> | null | undefined;
  /** Whether the campaigns of the client need a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and their content to become PUBLISHED. Default false. */
  requiresSignOff?: boolean | null | undefined;
};

/** Order of a `ClientConnection`. Ties are broken by id; items without a value are last. */
export type ClientOrder = {
  /** Field to order by. */
  field: ClientOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `ClientConnection` by. */
export const ClientOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Name of the client. */
  NAME: 'NAME',
  /** Lifecycle status of the client. */
  STATUS: 'STATUS',
  /** Sector of the client. */
  SECTOR: 'SECTOR',
  /** Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. */
  TYPE: 'TYPE',
  /** Industry of the client. */
  INDUSTRY: 'INDUSTRY'
} as const;

export type ClientOrderField = typeof ClientOrderField[keyof typeof ClientOrderField];
/** Changes to a client. Absent fields stay unchanged. */
export type ClientPatch = {
  /** Name of the client. At most 200 characters. */
  name?: string | null | undefined;
  /** Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others. At most 64 characters. */
  type?: string | null | undefined;
  /** Industry of the client. At most 200 characters. */
  industry?: string | null | undefined;
  /** Sector of the client. */
  sector?: Sector | null | undefined;
  /** Contact details; the fields are the caller’s own. At most 16 KiB as JSON. */
  contact?: Record<string, unknown> | null | undefined;
  /** Level of government, for government clients, for example NATIONAL. A blank text means none. At most 64 characters. */
  governmentLevel?: string | null | undefined;
  /** The client’s own clearance, for example BASIC, STANDARD or ENHANCED. A blank text means none. At most 64 characters. */
  securityClearance?: string | null | undefined;
  /** Additional fields of your own. Over REST, every other field of the body. At most 16 KiB as JSON. */
  attributes?: Record<string, unknown> | null | undefined;
  /** Whether the campaigns of the client need a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and their content to become PUBLISHED. */
  requiresSignOff?: boolean | null | undefined;
};

/** Lifecycle status of a client. */
export const ClientStatus = {
  /** Waiting for acceptance. */
  PENDING: 'PENDING',
  /** Accepted and in business. */
  ACTIVE: 'ACTIVE',
  /** Not accepted. */
  REJECTED: 'REJECTED',
  /** Interrupted; can become ACTIVE again. */
  SUSPENDED: 'SUSPENDED',
  /** Kept for reference; can become PENDING again. */
  ARCHIVED: 'ARCHIVED'
} as const;

export type ClientStatus = typeof ClientStatus[keyof typeof ClientStatus];
/** Options for completing a request. */
export type CompletionInput = {
  /** Reason to execute a request for DELETION or CORRECTION at once, without the grace period. Only for administrators, otherwise FORBIDDEN. At most 1,000 characters. */
  reason?: string | null | undefined;
};

/** New status of an alert. */
export type ComplianceAlertMarkInput = {
  /** New status of the alert. */
  status: ComplianceAlertMarking;
  /** Note on the response, at most 2000 characters. */
  note?: string | null | undefined;
};

/** Status that a user can set on an alert. */
export const ComplianceAlertMarking = {
  /** A user has seen the alert and works on its cause. */
  ACKNOWLEDGED: 'ACKNOWLEDGED',
  /** The problem is resolved. */
  RESOLVED: 'RESOLVED'
} as const;

export type ComplianceAlertMarking = typeof ComplianceAlertMarking[keyof typeof ComplianceAlertMarking];
/** Severity of a compliance alert. */
export const ComplianceAlertSeverity = {
  /** For information. */
  LOW: 'LOW',
  /** Needs attention soon. */
  MEDIUM: 'MEDIUM',
  /** Needs attention now. */
  HIGH: 'HIGH',
  /** A legal deadline was missed. */
  CRITICAL: 'CRITICAL'
} as const;

export type ComplianceAlertSeverity = typeof ComplianceAlertSeverity[keyof typeof ComplianceAlertSeverity];
/** Status of a compliance alert. An alert disappears when its cause does, whatever its status. */
export const ComplianceAlertStatus = {
  /** Not acknowledged yet. */
  OPEN: 'OPEN',
  /** A user has seen the alert and works on its cause. */
  ACKNOWLEDGED: 'ACKNOWLEDGED',
  /** A user has marked the alert as resolved. */
  RESOLVED: 'RESOLVED'
} as const;

export type ComplianceAlertStatus = typeof ComplianceAlertStatus[keyof typeof ComplianceAlertStatus];
/** Type of a compliance alert. */
export const ComplianceAlertType = {
  /** The Regulator was not notified within 72 hours of the discovery. */
  BREACH_NOT_NOTIFIED: 'BREACH_NOT_NOTIFIED',
  /** The affected people were not notified within 72 hours of the discovery, and no permission delays the notification. */
  BREACH_SUBJECTS_NOT_TOLD: 'BREACH_SUBJECTS_NOT_TOLD',
  /** Nobody investigates a reported breach. */
  BREACH_UNACKNOWLEDGED: 'BREACH_UNACKNOWLEDGED',
  /** A campaign is running or scheduled on a channel without marketing consent. */
  CAMPAIGN_WITHOUT_CONSENT: 'CAMPAIGN_WITHOUT_CONSENT',
  /** Consents for a channel expire within 30 days. */
  CONSENTS_EXPIRING: 'CONSENTS_EXPIRING',
  /** The organization has no Information Officer with contact details. */
  INFORMATION_OFFICER_MISSING: 'INFORMATION_OFFICER_MISSING',
  /** An operator has no written agreement, or the agreement has ended. */
  OPERATOR_WITHOUT_AGREEMENT: 'OPERATOR_WITHOUT_AGREEMENT',
  /** A data-subject request is open after its due date. */
  REQUEST_OVERDUE: 'REQUEST_OVERDUE',
  /** Records are still stored a day or more after their retention period. */
  RETENTION_BACKLOG: 'RETENTION_BACKLOG'
} as const;

export type ComplianceAlertType = typeof ComplianceAlertType[keyof typeof ComplianceAlertType];
/** Level of compliance with POPIA. */
export const ComplianceLevel = {
  /** Every applicable check passes. */
  COMPLIANT: 'COMPLIANT',
  /** A score of 60 or more. */
  ATTENTION: 'ATTENTION',
  /** A score below 60. */
  NON_COMPLIANT: 'NON_COMPLIANT'
} as const;

export type ComplianceLevel = typeof ComplianceLevel[keyof typeof ComplianceLevel];
/** Request for consent that was made to a person. */
export type ConsentApproachInput = {
  /** The person. */
  contact: ContactInput;
  /** The channel. */
  channel: ConsentChannel;
  /** Evidence of the way in which the person was asked, for example Form 4 in a letter. At most 1,000 characters. */
  evidence: string;
};

/** Channel on which a person is contacted. */
export const ConsentChannel = {
  /** E-mail. */
  EMAIL: 'EMAIL',
  /** Text message. */
  SMS: 'SMS',
  /** WhatsApp message. */
  WHATSAPP: 'WHATSAPP',
  /** Phone call. */
  PHONE: 'PHONE',
  /** Letter. */
  POST: 'POST',
  /** Message on a social network. */
  SOCIAL: 'SOCIAL',
  /** In person. */
  IN_PERSON: 'IN_PERSON',
  /** Any other way. */
  OTHER: 'OTHER'
} as const;

export type ConsentChannel = typeof ConsentChannel[keyof typeof ConsentChannel];
/** Filter for consents. A consent must meet all given conditions. */
export type ConsentFilter = {
  /** Case-insensitive substring of the subject’s name. At most 200 characters. */
  search?: string | null | undefined;
  /** Only consents for one of these channels. At most 20. */
  channel?: Array<ConsentChannel> | null | undefined;
  /** Only consents with one of these statuses. At most 20. */
  status?: Array<ConsentStatus> | null | undefined;
  /** Only consents for this purpose, case-insensitive: MARKETING also finds `marketing`. OTHER finds every purpose without a code. At most 200 characters. */
  purpose?: string | null | undefined;
};

/** Consent to record. */
export type ConsentInput = {
  /** The person. */
  subject: DataSubjectInput;
  /** Time at which the consent was given, not in the future. A minute ahead counts as now. Default: now. */
  grantedAt?: string | null | undefined;
  /** Purpose: MARKETING, SERVICE or RESEARCH, case-insensitive. Any other text is stored but permits nothing. At most 200 characters. */
  purpose: string;
  /** Channel that the consent covers. */
  channel: ConsentChannel;
  /** Address on the channel. Default: the subject’s e-mail address for EMAIL, otherwise the phone number. At most 254 characters. */
  address?: string | null | undefined;
  /** Wording that the subject agreed to. At most 10,000 characters. */
  wording: string;
  /** Version of the wording. At most 64 characters. */
  version?: string | null | undefined;
  /** Source of the consent, for example a form and its address. At most 500 characters. */
  source?: string | null | undefined;
  /** Time of expiry, after `grantedAt`. Null if the consent does not expire. */
  expiresAt?: string | null | undefined;
};

/** Order of a `ConsentConnection`. Ties are broken by id; items without a value are last. */
export type ConsentOrder = {
  /** Field to order by. */
  field: ConsentOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `ConsentConnection` by. */
export const ConsentOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Whether the consent is given or withdrawn. */
  STATUS: 'STATUS',
  /** Channel that the consent covers. */
  CHANNEL: 'CHANNEL',
  /** Time at which the consent was given. */
  GRANTED_AT: 'GRANTED_AT',
  /** Time of expiry, after `grantedAt`. Null if the consent does not expire. */
  EXPIRES_AT: 'EXPIRES_AT',
  /** Name of the person. */
  PERSON: 'PERSON',
  /** Purpose, in upper case. */
  PURPOSE: 'PURPOSE'
} as const;

export type ConsentOrderField = typeof ConsentOrderField[keyof typeof ConsentOrderField];
/** Status of a consent. */
export const ConsentStatus = {
  /** Given, and in force until it expires. */
  GRANTED: 'GRANTED',
  /** Withdrawn by the person. */
  WITHDRAWN: 'WITHDRAWN'
} as const;

export type ConsentStatus = typeof ConsentStatus[keyof typeof ConsentStatus];
/** Whether a person may be contacted. */
export const ContactDecision = {
  /** The person may be contacted. */
  MAY: 'MAY',
  /** The person may be asked for consent once, and contacted for nothing else. */
  MAY_ASK_ONCE: 'MAY_ASK_ONCE',
  /** The person must not be contacted. */
  MAY_NOT: 'MAY_NOT'
} as const;

export type ContactDecision = typeof ContactDecision[keyof typeof ContactDecision];
/** Ground on which a person may be contacted (POPIA section 69). */
export const ContactGround = {
  /** The person consented. */
  CONSENT: 'CONSENT',
  /** The person is an existing customer (section 69(3)). */
  EXISTING_CUSTOMER: 'EXISTING_CUSTOMER',
  /** The person may be asked for consent once (section 69(2)). */
  ONCE_ONLY_APPROACH: 'ONCE_ONLY_APPROACH'
} as const;

export type ContactGround = typeof ContactGround[keyof typeof ContactGround];
/** Person, identified by e-mail address, phone number or both. */
export type ContactInput = {
  /** E-mail address of the person. */
  email?: string | null | undefined;
  /** Phone number in any usual notation, for example +27 82 123 4567. */
  phone?: string | null | undefined;
};

/** Purpose of contacting a person. */
export const ContactPurpose = {
  /** Direct marketing (POPIA section 69). */
  MARKETING: 'MARKETING',
  /** Messages that a contract with the person requires, such as invoices and notices. */
  SERVICE: 'SERVICE',
  /** Surveys and studies. */
  RESEARCH: 'RESEARCH',
  /** Any other purpose in the wording of a consent. It permits no contact. */
  OTHER: 'OTHER'
} as const;

export type ContactPurpose = typeof ContactPurpose[keyof typeof ContactPurpose];
/** Comment on content. */
export type ContentCommentInput = {
  /** Text of the comment, at most 4,000 characters. */
  text: string;
  /** User ids of members whom the comment mentions, at most 20. Each of them is notified. */
  mentions?: Array<string> | null | undefined;
};

/** Filter for content. A content item must meet all given conditions. */
export type ContentFilter = {
  /** Case-insensitive substring of the title. At most 200 characters. */
  search?: string | null | undefined;
  /** Only content that was last changed at or after this time. */
  updatedFrom?: string | null | undefined;
  /** Only content that was last changed before this time. */
  updatedBefore?: string | null | undefined;
  /** Only content of this author: the id of the user. At most 200 characters. */
  createdBy?: string | null | undefined;
  /** true: only content that waits for a review that the caller may decide. false: only the others. */
  awaitingMe?: boolean | null | undefined;
  /** Only rows with this `campaignId`. */
  campaignId?: string | null | undefined;
  /** Only rows whose `type` is one of these. At most 20. */
  type?: Array<ContentType> | null | undefined;
  /** Only rows whose `language` is one of these. At most 20. */
  language?: Array<Language> | null | undefined;
  /** Only rows with this `isTemplate`. */
  isTemplate?: boolean | null | undefined;
  /** Only rows whose `status` is one of these. At most 20. */
  status?: Array<ContentStatus> | null | undefined;
};

/** New content. */
export type ContentInput = {
  /** Id of a campaign of the organization. */
  campaignId?: string | null | undefined;
  /** Id of the original, if this is a translation. The original must not be a translation, and must have another language. */
  translationOf?: string | null | undefined;
  /** Title of the content. At most 200 characters. */
  title: string;
  /** Type of the content. */
  type: ContentType;
  /** Body of the content. In a template, `{{name}}` is the place of a variable. At most 100,000 characters. */
  body: string;
  /** Names of the template’s variables: each `{{name}}` in its text. At most 50. */
  variables?: Array<string> | null | undefined;
  /** Language of the content. Default en. */
  language?: Language | null | undefined;
  /** Channel that the content is for. */
  channel?: CampaignType | null | undefined;
  /** Whether the content is a template. Default false. */
  isTemplate?: boolean | null | undefined;
};

/** Order of a `ContentConnection`. Ties are broken by id; items without a value are last. */
export type ContentOrder = {
  /** Field to order by. */
  field: ContentOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `ContentConnection` by. */
export const ContentOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Title of the content. */
  TITLE: 'TITLE',
  /** Lifecycle status of the content. */
  STATUS: 'STATUS',
  /** Type of the content. */
  TYPE: 'TYPE',
  /** Language of the content. */
  LANGUAGE: 'LANGUAGE',
  /** Name of the campaign. */
  CAMPAIGN: 'CAMPAIGN'
} as const;

export type ContentOrderField = typeof ContentOrderField[keyof typeof ContentOrderField];
/** Changes to content. Absent fields stay unchanged. */
export type ContentPatch = {
  /** Id of a campaign of the organization. */
  campaignId?: string | null | undefined;
  /** Title of the content. At most 200 characters. */
  title?: string | null | undefined;
  /** Body of the content. In a template, `{{name}}` is the place of a variable. At most 100,000 characters. */
  body?: string | null | undefined;
  /** Names of the template’s variables: each `{{name}}` in its text. At most 50. */
  variables?: Array<string> | null | undefined;
  /** Language of the content. */
  language?: Language | null | undefined;
  /** Channel that the content is for. */
  channel?: CampaignType | null | undefined;
};

/** Lifecycle status of content. */
export const ContentStatus = {
  /** Being written. */
  DRAFT: 'DRAFT',
  /** Waiting for approval by someone other than its authors. */
  IN_REVIEW: 'IN_REVIEW',
  /** Sent back by the reviewer. */
  CHANGES_REQUESTED: 'CHANGES_REQUESTED',
  /** Approved for publication. */
  APPROVED: 'APPROVED',
  /** Published. */
  PUBLISHED: 'PUBLISHED',
  /** Kept for reference; cannot be edited. */
  ARCHIVED: 'ARCHIVED'
} as const;

export type ContentStatus = typeof ContentStatus[keyof typeof ContentStatus];
/** Type of content. */
export const ContentType = {
  /** Post on a social network. */
  POST: 'POST',
  /** E-mail. */
  EMAIL: 'EMAIL',
  /** Text message. */
  SMS: 'SMS',
  /** Banner. */
  BANNER: 'BANNER',
  /** Video. */
  VIDEO: 'VIDEO',
  /** Document. */
  DOCUMENT: 'DOCUMENT',
  /** Press release. */
  PRESS_RELEASE: 'PRESS_RELEASE'
} as const;

export type ContentType = typeof ContentType[keyof typeof ContentType];
/** Transfer of personal information out of South Africa. */
export type CrossBorderTransferInput = {
  /** Country, as an ISO 3166 code of two letters, for example ZA. */
  country: string;
  /** Recipient of the information. At most 200 characters. */
  recipient: string;
  /** Legal ground of the transfer. */
  ground: TransferGround;
};

/** Decision on a data-subject request. */
export const DataSubjectDecision = {
  /** Granted in full. */
  APPROVED: 'APPROVED',
  /** Granted in part: only the parts that the grant names. */
  PARTIALLY_APPROVED: 'PARTIALLY_APPROVED',
  /** Refused, with reasons. */
  REFUSED: 'REFUSED'
} as const;

export type DataSubjectDecision = typeof DataSubjectDecision[keyof typeof DataSubjectDecision];
/** Person whom personal data is about: a name, and an e-mail address, a phone number or both. */
export type DataSubjectInput = {
  /** E-mail address of the person. */
  email?: string | null | undefined;
  /** Phone number in any usual notation, for example +27 82 123 4567. */
  phone?: string | null | undefined;
  /** Name of the person, at most 200 characters. */
  name: string;
};

/** Action on a data-subject request. */
export const DataSubjectRequestAction = {
  /** Assign the request, change its details, withdraw it or mark it as a duplicate. */
  UPDATE: 'UPDATE',
  /** Record proof of identity. */
  VERIFY_IDENTITY: 'VERIFY_IDENTITY',
  /** Decide the request. */
  DECIDE: 'DECIDE',
  /** Extend the period to answer. */
  EXTEND: 'EXTEND',
  /** Preview the effect of the request, and review records. */
  REVIEW: 'REVIEW',
  /** Execute the request. */
  COMPLETE: 'COMPLETE',
  /** Undo the completion within its grace period. */
  UNDO: 'UNDO',
  /** End the grace period now. */
  END_GRACE: 'END_GRACE',
  /** Export the access package. */
  EXPORT: 'EXPORT'
} as const;

export type DataSubjectRequestAction = typeof DataSubjectRequestAction[keyof typeof DataSubjectRequestAction];
/** Filter for data-subject requests. A request must meet all given conditions. */
export type DataSubjectRequestFilter = {
  /** Case-insensitive substring of the subject’s name. At most 200 characters. */
  search?: string | null | undefined;
  /** Only requests of one of these types. At most 20. */
  type?: Array<DataSubjectRequestType> | null | undefined;
  /** Only requests with one of these statuses. At most 20. */
  status?: Array<DataSubjectRequestStatus> | null | undefined;
  /** Only requests handled by this user. */
  assignedTo?: string | null | undefined;
};

/** Request of a data subject to lodge. */
export type DataSubjectRequestInput = {
  /** Request in the subject’s own words. At most 10,000 characters. */
  details?: string | null | undefined;
  /** Corrected data, for CORRECTION. Required to complete the request. */
  correction?: RequestCorrectionInput | null | undefined;
  /** Type of the request. */
  type: DataSubjectRequestType;
  /** The person. */
  subject: RequestSubjectInput;
  /** Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. At most 200 characters. */
  purpose?: string | null | undefined;
  /** Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL. */
  channel?: ConsentChannel | null | undefined;
  /** Time of receipt, if earlier than now. The period to answer starts here. */
  receivedAt?: string | null | undefined;
};

/** Order of a `DataSubjectRequestConnection`. Ties are broken by id; items without a value are last. */
export type DataSubjectRequestOrder = {
  /** Field to order by. */
  field: DataSubjectRequestOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `DataSubjectRequestConnection` by. */
export const DataSubjectRequestOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Time of receipt. The period to answer starts here. */
  RECEIVED_AT: 'RECEIVED_AT',
  /** Type of the request. */
  TYPE: 'TYPE',
  /** Status of the request. */
  STATUS: 'STATUS',
  /** Name of the person. */
  PERSON: 'PERSON',
  /** Due time. */
  DUE: 'DUE',
  /** Name of the member who handles the request. */
  ASSIGNEE: 'ASSIGNEE'
} as const;

export type DataSubjectRequestOrderField = typeof DataSubjectRequestOrderField[keyof typeof DataSubjectRequestOrderField];
/** Changes to a request. Absent fields stay unchanged. */
export type DataSubjectRequestPatch = {
  /** Request in the subject’s own words. At most 10,000 characters. */
  details?: string | null | undefined;
  /** Corrected data, for CORRECTION. Required to complete the request. */
  correction?: RequestCorrectionInput | null | undefined;
  /** Id of the user who handles the request. RECEIVED becomes IDENTITY_PENDING. */
  assignedTo?: string | null | undefined;
  /** Proof of identity. RECEIVED and IDENTITY_PENDING become IN_REVIEW. */
  identityProof?: IdentityProofInput | null | undefined;
  /** Next status. */
  status?: DataSubjectRequestProgress | null | undefined;
  /** Id of another request of the organization, for DUPLICATE. */
  duplicateOfId?: string | null | undefined;
};

/** Status that an update can set. Decision and completion set the other statuses. */
export const DataSubjectRequestProgress = {
  /** Waiting for proof of identity. */
  IDENTITY_PENDING: 'IDENTITY_PENDING',
  /** Identity is proven. Requires proof of identity. */
  IN_REVIEW: 'IN_REVIEW',
  /** The subject withdrew the request. */
  WITHDRAWN: 'WITHDRAWN',
  /** Duplicate of another request. Requires `duplicateOfId`, unless a duplicate was found when the request was lodged. */
  DUPLICATE: 'DUPLICATE'
} as const;

export type DataSubjectRequestProgress = typeof DataSubjectRequestProgress[keyof typeof DataSubjectRequestProgress];
/** Status of a data-subject request. */
export const DataSubjectRequestStatus = {
  /** Received, and not yet assigned. */
  RECEIVED: 'RECEIVED',
  /** Waiting for proof of identity. */
  IDENTITY_PENDING: 'IDENTITY_PENDING',
  /** Identity is proven. The request waits for a decision. */
  IN_REVIEW: 'IN_REVIEW',
  /** Granted in full. The request waits for completion. */
  APPROVED: 'APPROVED',
  /** Granted in part. The request waits for completion. */
  PARTIALLY_APPROVED: 'PARTIALLY_APPROVED',
  /** Refused, with reasons. */
  REFUSED: 'REFUSED',
  /** Being executed, or in its grace period. */
  PROCESSING: 'PROCESSING',
  /** Executed. */
  COMPLETED: 'COMPLETED',
  /** The execution failed and can be tried again. */
  FAILED: 'FAILED',
  /** Withdrawn by the subject. */
  WITHDRAWN: 'WITHDRAWN',
  /** Duplicate of another request. */
  DUPLICATE: 'DUPLICATE'
} as const;

export type DataSubjectRequestStatus = typeof DataSubjectRequestStatus[keyof typeof DataSubjectRequestStatus];
/** Type of a data-subject request. */
export const DataSubjectRequestType = {
  /** A copy of all personal data held on the subject (POPIA section 23). */
  ACCESS: 'ACCESS',
  /** Correction of a name, e-mail address or phone number in all tables (section 24). */
  CORRECTION: 'CORRECTION',
  /** Erasure from all tables (section 24). */
  DELETION: 'DELETION',
  /** Objection to contact: consents are withdrawn, and a suppression refuses new ones (section 11(3)). */
  OBJECTION: 'OBJECTION',
  /** Withdrawal of all consents, or of those for a purpose or channel. A suppression refuses new ones. */
  CONSENT_WITHDRAWAL: 'CONSENT_WITHDRAWAL',
  /** Like ACCESS, in a format for another service. */
  PORTABILITY: 'PORTABILITY'
} as const;

export type DataSubjectRequestType = typeof DataSubjectRequestType[keyof typeof DataSubjectRequestType];
/** Decision on a data-subject request. */
export type DecisionInput = {
  /** The decision. */
  decision: DataSubjectDecision;
  /** Reasons. Required unless the request is granted in full. At most 10,000 characters. */
  reasons?: string | null | undefined;
  /** Granted parts, for PARTIALLY_APPROVED. Nothing else is executed. Without granted parts, nothing is executed. */
  granted?: GrantInput | null | undefined;
};

/** How the caller sees a list at first. */
export type DefaultViewInput = {
  /** The list. */
  list: SavedViewList;
  /** Query of the list’s address: filters, `sort` and `columns`. At most 2000 characters. Empty: the list as it is at first. */
  parameters: string;
};

/** Demo invitation to create. Nothing is sent, and it expires in an hour. */
export type DemoInvitationInput = {
  /** E-mail address. Default demo@example.org. */
  email?: string | null | undefined;
  /** Role. Default viewer. */
  role?: TeamRole | null | undefined;
};

/** Channel that contacts individual people. */
export const DirectChannel = {
  /** E-mail. */
  EMAIL: 'EMAIL',
  /** Text message. */
  SMS: 'SMS',
  /** WhatsApp message. */
  WHATSAPP: 'WHATSAPP'
} as const;

export type DirectChannel = typeof DirectChannel[keyof typeof DirectChannel];
/** Delivery status of an e-mail. */
export const EmailStatus = {
  /** Waiting for delivery; retried for a day. */
  QUEUED: 'QUEUED',
  /** Accepted by the mail server. */
  SENT: 'SENT',
  /** Refused by the mail server, or given up. */
  FAILED: 'FAILED'
} as const;

export type EmailStatus = typeof EmailStatus[keyof typeof EmailStatus];
/** Condition on the messages that a person received from earlier campaigns. */
export type EngagementCondition = {
  /** Outcome of a message. */
  outcome: SegmentOutcome;
  /** Ids of campaigns. Default: every campaign. At most 100. */
  campaignIds?: Array<string> | null | undefined;
  /** Only messages that were queued in this number of last days. Default: any time. 1 to 3,650. */
  days?: number | null | undefined;
};

/** Customer whose contact details were obtained with a sale. */
export type ExistingCustomerInput = {
  /** The person. */
  contact: ContactInput;
  /** The channel. */
  channel: ConsentChannel;
  /** Evidence, for example an invoice number. At most 1,000 characters. */
  evidence: string;
  /** The contact details were obtained with a sale of products or services. Must be true. */
  gotWithSale: boolean;
  /** Only one’s own similar products or services are marketed. Must be true. */
  ownSimilarProducts: boolean;
  /** The customer could object, free of charge, at the sale and with each message since. Must be true. */
  couldObject: boolean;
};

/** Extension of the period to answer a request. */
export type ExtensionInput = {
  /** Reasons of the extension, at most 10,000 characters. */
  reasons: string;
  /** Number of days, 1 to 30. Default 30. */
  days?: number | null | undefined;
};

/** Parts of a request that are granted. Nothing else is executed. */
export type GrantInput = {
  /** Whole resources that are granted, for example CLIENT. At most 100. */
  resources?: Array<string> | null | undefined;
  /** Single records that are granted. */
  rows?: Array<GrantedRowInput> | null | undefined;
  /** Single fields that are granted. */
  fields?: Array<GrantedFieldInput> | null | undefined;
};

/** One field of every record of a resource, with everything nested in it. */
export type GrantedFieldInput = {
  /** Type of the resource, for example CLIENT. At most 64 characters. */
  resource: string;
  /** Path of the field, for example `contact` or `contact.email`. At most 200 characters. */
  field: string;
};

/** One record of a resource. */
export type GrantedRowInput = {
  /** Type of the resource, for example CLIENT. At most 64 characters. */
  resource: string;
  /** Id of the record. */
  rowId: string;
};

/** Reason why records must be kept. */
export const HoldKind = {
  /** The records are evidence in proceedings, or may be. */
  LEGAL_HOLD: 'LEGAL_HOLD',
  /** A law or contract requires the records to be retained (POPIA section 14(1)). */
  DUTY_TO_RETAIN: 'DUTY_TO_RETAIN'
} as const;

export type HoldKind = typeof HoldKind[keyof typeof HoldKind];
/** Proof of a subject’s identity. */
export type IdentityProofInput = {
  /** Method of proof, for example “identity document seen”. Not a document number. At most 200 characters. */
  method: string;
  /** Reference of the proof, for example a file number. At most 200 characters. */
  reference?: string | null | undefined;
};

/** Name of an external service. */
export const IntegrationName = {
  /** Identity provider that issues the tokens. */
  identityProvider: 'identityProvider',
  /** Database. */
  database: 'database',
  /** Redis or Valkey. */
  redis: 'redis',
  /** Mail server. */
  smtp: 'smtp',
  /** Endpoints of webhooks. */
  webhooks: 'webhooks',
  /** Alertmanager of the monitoring. */
  alertmanager: 'alertmanager'
} as const;

export type IntegrationName = typeof IntegrationName[keyof typeof IntegrationName];
/** State of an integration. */
export const IntegrationState = {
  /** Configured and working. */
  WORKING: 'WORKING',
  /** Configured, but not working. */
  FAILING: 'FAILING',
  /** Configured, but not checked yet. */
  CONFIGURED: 'CONFIGURED',
  /** Not configured. */
  NOT_CONFIGURED: 'NOT_CONFIGURED'
} as const;

export type IntegrationState = typeof IntegrationState[keyof typeof IntegrationState];
/** Action on an invitation. */
export const InvitationAction = {
  /** Send the invitation again, with a new token. */
  resend: 'resend',
  /** Revoke it. */
  revoke: 'revoke'
} as const;

export type InvitationAction = typeof InvitationAction[keyof typeof InvitationAction];
/** Filter for invitations. An invitation must meet all given conditions. */
export type InvitationFilter = {
  /** Case-insensitive substring of the e-mail address. At most 200 characters. */
  search?: string | null | undefined;
  /** Only invitations with one of these statuses. At most 20. */
  status?: Array<InvitationStatus> | null | undefined;
};

/** Invitation to send. */
export type InvitationInput = {
  /** E-mail address of the invited person. */
  email: string;
  /** Role that the invited person gets. It must not be above the caller’s own role. */
  role: TeamRole;
  /** Validity in days, 1 to 30. Default 7. */
  expiresInDays?: number | null | undefined;
  /** Message to the invited person. At most 2,000 characters. */
  message?: string | null | undefined;
};

/** Order of a `InvitationConnection`. Ties are broken by id; items without a value are last. */
export type InvitationOrder = {
  /** Field to order by. */
  field: InvitationOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `InvitationConnection` by. */
export const InvitationOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** E-mail address of the invited person. */
  EMAIL: 'EMAIL',
  /** Role that the invited person gets. */
  ROLE: 'ROLE',
  /** Time at which the invitation expires. */
  EXPIRES_AT: 'EXPIRES_AT',
  /** Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token. */
  EMAIL_STATUS: 'EMAIL_STATUS',
  /** Status. */
  STATUS: 'STATUS',
  /** Name of the member who sent it. */
  INVITER: 'INVITER'
} as const;

export type InvitationOrderField = typeof InvitationOrderField[keyof typeof InvitationOrderField];
/** Status of an invitation. */
export const InvitationStatus = {
  /** Waiting for an answer. */
  PENDING: 'PENDING',
  /** Accepted: the person is a member. */
  ACCEPTED: 'ACCEPTED',
  /** Declined by the person. */
  DECLINED: 'DECLINED',
  /** Revoked by the organization. */
  REVOKED: 'REVOKED',
  /** Not answered in time. */
  EXPIRED: 'EXPIRED'
} as const;

export type InvitationStatus = typeof InvitationStatus[keyof typeof InvitationStatus];
/** The official languages of South Africa, as BCP 47 codes. */
export const Language = {
  /** English. */
  en: 'en',
  /** Afrikaans. */
  af: 'af',
  /** isiNdebele. */
  nr: 'nr',
  /** Sepedi. */
  nso: 'nso',
  /** South African Sign Language. */
  sfs: 'sfs',
  /** siSwati. */
  ss: 'ss',
  /** Sesotho. */
  st: 'st',
  /** Setswana. */
  tn: 'tn',
  /** Xitsonga. */
  ts: 'ts',
  /** Tshivenda. */
  ve: 've',
  /** isiXhosa. */
  xh: 'xh',
  /** isiZulu. */
  zu: 'zu'
} as const;

export type Language = typeof Language[keyof typeof Language];
/** Precondition of sending the e-mails of a campaign. */
export const LaunchNeed = {
  /** Approved content of the type EMAIL. */
  CONTENT: 'CONTENT',
  /** One approved content per language at most. */
  ONE_CONTENT: 'ONE_CONTENT',
  /** At least one recipient. */
  AUDIENCE: 'AUDIENCE',
  /** The end of every import of recipients. */
  IMPORT: 'IMPORT',
  /** A sender. */
  SENDER: 'SENDER',
  /** A sender whose DNS records are in place. */
  VERIFIED_SENDER: 'VERIFIED_SENDER',
  /** A mail server: of the sender, or of the service. */
  MAIL_SERVER: 'MAIL_SERVER',
  /** A value for every variable of the content, for every recipient. */
  VARIABLES: 'VARIABLES',
  /** Direct marketing: a completed cleansing in the last month (Consumer Protection Act section 11). The campaign starts even if it is missing. */
  CLEANSING: 'CLEANSING'
} as const;

export type LaunchNeed = typeof LaunchNeed[keyof typeof LaunchNeed];
/** Legal hold to place. */
export type LegalHoldInput = {
  /** Kind of hold. */
  kind: HoldKind;
  /** Type of the resource, for example CLIENT. At most 64 characters. */
  resource: string;
  /** Id of one record of the resource, which exists or is in the trash. Null: all records of the resource. */
  rowId?: string | null | undefined;
  /** Legal ground: the case, the law or the contract. At most 1,000 characters. */
  ground: string;
  /** Time at which the hold ends. Null: it ends when it is released. */
  until?: string | null | undefined;
};

/** Order of a `LegalHoldConnection`. Ties are broken by id; items without a value are last. */
export type LegalHoldOrder = {
  /** Field to order by. */
  field: LegalHoldOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `LegalHoldConnection` by. */
export const LegalHoldOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Kind of hold. */
  KIND: 'KIND',
  /** Type of the resource, for example CLIENT. */
  RESOURCE: 'RESOURCE',
  /** Legal ground: the case, the law or the contract. */
  GROUND: 'GROUND',
  /** Time at which the hold ends. Null: it ends when it is released. */
  UNTIL: 'UNTIL',
  /** Time of the release. Null while the hold is not released. */
  RELEASED_AT: 'RELEASED_AT',
  /** Name of the member who placed it. */
  CREATOR: 'CREATOR'
} as const;

export type LegalHoldOrderField = typeof LegalHoldOrderField[keyof typeof LegalHoldOrderField];
/** Language of e-mails to a member and of the compliance report. */
export const MailLanguage = {
  /** English. */
  en: 'en',
  /** Afrikaans. */
  af: 'af',
  /** isiZulu. */
  zu: 'zu'
} as const;

export type MailLanguage = typeof MailLanguage[keyof typeof MailLanguage];
/** E-mails that the caller wants. */
export type MailSettingsInput = {
  /** Whether the member gets an e-mail when somebody mentions them, or decides on their campaign or content. */
  mailsAtOnce: boolean;
  /** Whether the member gets an e-mail with unread notifications at 7:00 (Africa/Johannesburg), if there are any. */
  mailsDaily: boolean;
  /** Language of the e-mails. */
  mailLanguage: MailLanguage;
};

/** Filter for messages. All given conditions must hold. */
export type MessageFilter = {
  /** Only messages of this campaign. */
  campaignId?: string | null | undefined;
  /** Only messages with one of these statuses. At most 20. */
  status?: Array<MessageStatus> | null | undefined;
  /** Case-insensitive substring of the address. At most 200 characters. */
  search?: string | null | undefined;
};

/** Flaw of a message. */
export const MessageFlaw = {
  /** The recipient has no value for a variable. The campaign cannot start. */
  MISSING_VARIABLE: 'MISSING_VARIABLE',
  /** The form of a link is not valid. The link itself is not requested. */
  BROKEN_LINK: 'BROKEN_LINK',
  /** The content has no `{{unsubscribeUrl}}`. The footer still has an unsubscribe link. */
  NO_UNSUBSCRIBE: 'NO_UNSUBSCRIBE',
  /** The message is larger than 100 KB. Some mailboxes show only its beginning. */
  TOO_LARGE: 'TOO_LARGE',
  /** The campaign has no sender. The preview shows a placeholder. */
  NO_SENDER: 'NO_SENDER'
} as const;

export type MessageFlaw = typeof MessageFlaw[keyof typeof MessageFlaw];
/** Ground on which a message was sent (POPIA section 69). */
export const MessageGroundKind = {
  /** The person consented. */
  CONSENT: 'CONSENT',
  /** The person is a customer who was offered an opt-out. */
  EXISTING_CUSTOMER: 'EXISTING_CUSTOMER'
} as const;

export type MessageGroundKind = typeof MessageGroundKind[keyof typeof MessageGroundKind];
/** Order of a `MessageConnection`. Ties are broken by id; items without a value are last. */
export type MessageOrder = {
  /** Field to order by. */
  field: MessageOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `MessageConnection` by. */
export const MessageOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Address of the recipient. */
  CONTACT: 'CONTACT',
  /** Status of the message. */
  STATUS: 'STATUS',
  /** Time at which the mail server accepted the message. */
  SENT_AT: 'SENT_AT',
  /** Kind of the ground. */
  GROUND: 'GROUND'
} as const;

export type MessageOrderField = typeof MessageOrderField[keyof typeof MessageOrderField];
/** Status of a message of a campaign. */
export const MessageStatus = {
  /** Waiting to be sent. */
  QUEUED: 'QUEUED',
  /** Is being sent to the mail server. */
  SENDING: 'SENDING',
  /** Accepted by the mail server. */
  SENT: 'SENT',
  /** Reported as delivered to the mailbox. */
  DELIVERED: 'DELIVERED',
  /** The address does not accept messages. */
  BOUNCED: 'BOUNCED',
  /** Refused by the mail server, or not composed, or all 12 attempts failed. */
  FAILED: 'FAILED',
  /** Not sent; see `reason`. */
  SKIPPED: 'SKIPPED',
  /** The connection or the process ended before the mail server answered. The message is not retried automatically. */
  UNKNOWN: 'UNKNOWN'
} as const;

export type MessageStatus = typeof MessageStatus[keyof typeof MessageStatus];
/** Operator to record. On a change, absent fields become empty. */
export type OperatorInput = {
  /** Name of the operator. At most 200 characters. */
  name: string;
  /** Services for the organization. At most 1,000 characters. */
  services: string;
  /** Country of processing, as an ISO 3166 code of two letters, for example ZA. */
  country: string;
  /** Contact details for a breach. At most 200 characters. */
  contact?: string | null | undefined;
  /** Reference of the written agreement. At most 200 characters. */
  agreementReference?: string | null | undefined;
  /** Day on which the written agreement was signed. */
  agreementSignedOn?: string | null | undefined;
  /** Last day of the agreement, not before `agreementSignedOn`. Null if it has no end. */
  agreementEndsOn?: string | null | undefined;
  /** Security measures that the agreement requires (section 21(1)). At most 2,000 characters. */
  safeguards?: string | null | undefined;
  /** Time at which the operator stopped processing. Null while it is in use. */
  endedAt?: string | null | undefined;
};

/** Order of a `OperatorConnection`. Ties are broken by id; items without a value are last. */
export type OperatorOrder = {
  /** Field to order by. */
  field: OperatorOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `OperatorConnection` by. */
export const OperatorOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Name of the operator. */
  NAME: 'NAME',
  /** Country of processing, as an ISO 3166 code of two letters, for example ZA. */
  COUNTRY: 'COUNTRY',
  /** Time at which the operator stopped processing. Null while it is in use. */
  ENDED_AT: 'ENDED_AT',
  /** Services for the organization. */
  SERVICES: 'SERVICES',
  /** Reference of the written agreement. */
  AGREEMENT_REFERENCE: 'AGREEMENT_REFERENCE'
} as const;

export type OperatorOrderField = typeof OperatorOrderField[keyof typeof OperatorOrderField];
/** Direction of an order. */
export const OrderDirection = {
  /** Ascending. */
  ASC: 'ASC',
  /** Descending. */
  DESC: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
/** Changes to the organization. Absent fields stay unchanged; null clears a field. */
export type OrganizationPatch = {
  /** Name of the organization, at most 200 characters. */
  name?: string | null | undefined;
  /** Security settings to change, as in `updateSecuritySettings`. */
  security?: SecurityPatch | null | undefined;
  /** Contact details, with fields of the caller’s own. At most 16 KiB as JSON. */
  contact?: Record<string, unknown> | null | undefined;
  /** Address, with fields of the caller’s own. At most 16 KiB as JSON. */
  address?: Record<string, unknown> | null | undefined;
  /** Name of the Information Officer (POPIA section 55). At most 200 characters. */
  informationOfficerName?: string | null | undefined;
  /** E-mail address of the Information Officer. */
  informationOfficerEmail?: string | null | undefined;
  /** Phone number of the Information Officer. At most 32 characters. */
  informationOfficerPhone?: string | null | undefined;
  /** Registration number of the Information Officer at the Information Regulator. At most 64 characters. */
  informationOfficerRegistration?: string | null | undefined;
  /** Registration number of the organization at the Information Regulator. At most 64 characters. */
  popiaRegistration?: string | null | undefined;
  /** Percent by which the budget of an approved campaign may be raised without another approval. Null means 10. 0 to 1,000. */
  budgetTolerancePercent?: number | null | undefined;
  /** Whether a campaign needs a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and content to become PUBLISHED. Null means false. */
  requiresSignOff?: boolean | null | undefined;
  /** Whether reviewers of a sign-off who have not decided are reminded at half of the time to `dueAt` and 24 hours before it. Null means true. */
  remindsReviewers?: boolean | null | undefined;
};

/** Value to rank campaigns or groups of campaigns by. */
export const PerformanceSort = {
  /** Name of the campaign or group. */
  NAME: 'NAME',
  /** Status of the campaign. VALIDATION_ERROR for groups. */
  STATUS: 'STATUS',
  /** Number of campaigns of the group. VALIDATION_ERROR for campaigns. */
  CAMPAIGNS: 'CAMPAIGNS',
  /** Number of impressions. */
  IMPRESSIONS: 'IMPRESSIONS',
  /** Number of clicks. */
  CLICKS: 'CLICKS',
  /** Number of conversions. */
  CONVERSIONS: 'CONVERSIONS',
  /** Spend. */
  SPEND: 'SPEND',
  /** Revenue. */
  REVENUE: 'REVENUE',
  /** Click-through rate. */
  CTR: 'CTR',
  /** Conversions per click. */
  CONVERSION_RATE: 'CONVERSION_RATE',
  /** Cost per click. */
  CPC: 'CPC',
  /** Cost per acquisition. */
  CPA: 'CPA',
  /** Return on investment. */
  ROI: 'ROI'
} as const;

export type PerformanceSort = typeof PerformanceSort[keyof typeof PerformanceSort];
/** Figure to predict. */
export const PredictedMeasure = {
  /** Number of impressions. */
  IMPRESSIONS: 'IMPRESSIONS',
  /** Number of clicks. */
  CLICKS: 'CLICKS',
  /** Number of conversions. */
  CONVERSIONS: 'CONVERSIONS',
  /** Spend, in cents of the South African rand. */
  SPEND: 'SPEND',
  /** Revenue, in cents of the South African rand. */
  REVENUE: 'REVENUE'
} as const;

export type PredictedMeasure = typeof PredictedMeasure[keyof typeof PredictedMeasure];
/** Form of the POPIA regulations of 2018. */
export const PrivacyFormKind = {
  /** Form 1: request of the type OBJECTION. */
  FORM_1: 'FORM_1',
  /** Form 2: request of the type CORRECTION or DELETION. */
  FORM_2: 'FORM_2',
  /** Form 4: request for consent (`recordConsentApproach`). */
  FORM_4: 'FORM_4'
} as const;

export type PrivacyFormKind = typeof PrivacyFormKind[keyof typeof PrivacyFormKind];
/** Changes to the privacy settings. Absent fields stay unchanged. */
export type PrivacyPatch = {
  /** Grace period in hours. 0: no grace period. Null: the default, 24. 0 to 168. */
  requestGraceHours?: number | null | undefined;
  /** Whether openings and clicks of campaign messages are recorded. Null: no, the default. */
  tracksMessages?: boolean | null | undefined;
};

/** Processing activity to record. On a change, absent fields become empty. */
export type ProcessingActivityInput = {
  /** Ids of the operators, at most 50. */
  operatorIds?: Array<string> | null | undefined;
  /** Transfers out of South Africa, at most 50. */
  transfers?: Array<CrossBorderTransferInput> | null | undefined;
  /** Name of the activity. At most 200 characters. */
  name: string;
  /** Purpose, specific and explicit (section 13). At most 2,000 characters. */
  purpose: string;
  /** Legal ground of the processing. */
  ground: ProcessingGround;
  /** Categories of people, such as customers. At most 50, each of at most 200 characters. */
  subjects?: Array<string> | null | undefined;
  /** Categories of information, such as contact details. At most 50, each of at most 200 characters. */
  categories?: Array<string> | null | undefined;
  /** Recipients of the information. At most 50, each of at most 200 characters. */
  recipients?: Array<string> | null | undefined;
  /** Retention period, or the rule that determines the period (section 14). At most 1,000 characters. */
  retention: string;
  /** Security measures (section 19). At most 2,000 characters. */
  security?: string | null | undefined;
  /** Whether providing the information is voluntary (section 18(1)(d)). Default false. */
  isVoluntary?: boolean | null | undefined;
  /** Special personal information that is processed. Requires `specialGround`. At most 20. */
  specialCategories?: Array<SpecialCategory> | null | undefined;
  /** Legal ground for special personal information. */
  specialGround?: SpecialGround | null | undefined;
  /** Whether the activity processes information of children (section 34). Requires `childrenGround`. Default false. */
  concernsChildren?: boolean | null | undefined;
  /** Legal ground for information of children. */
  childrenGround?: ChildrenGround | null | undefined;
  /** Prior authorisation of the Regulator (section 57), where required. At most 500 characters. */
  priorAuthorisation?: string | null | undefined;
  /** Time at which the activity ended. Null while it continues. */
  endedAt?: string | null | undefined;
};

/** Order of a `ProcessingActivityConnection`. Ties are broken by id; items without a value are last. */
export type ProcessingActivityOrder = {
  /** Field to order by. */
  field: ProcessingActivityOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `ProcessingActivityConnection` by. */
export const ProcessingActivityOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Name of the activity. */
  NAME: 'NAME',
  /** Legal ground of the processing. */
  GROUND: 'GROUND',
  /** Purpose, specific and explicit (section 13). */
  PURPOSE: 'PURPOSE',
  /** The categories, one after the other. */
  CATEGORIES: 'CATEGORIES'
} as const;

export type ProcessingActivityOrderField = typeof ProcessingActivityOrderField[keyof typeof ProcessingActivityOrderField];
/** Legal ground for processing personal information (POPIA section 11(1)). */
export const ProcessingGround = {
  /** Consent of the person. */
  CONSENT: 'CONSENT',
  /** Conclusion or performance of a contract with the person. */
  CONTRACT: 'CONTRACT',
  /** Obligation imposed by law on the organization. */
  LEGAL_OBLIGATION: 'LEGAL_OBLIGATION',
  /** Protection of a legitimate interest of the person. */
  SUBJECT_INTEREST: 'SUBJECT_INTEREST',
  /** Performance of a public law duty. */
  PUBLIC_DUTY: 'PUBLIC_DUTY',
  /** Legitimate interests of the organization or of a recipient. */
  LEGITIMATE_INTEREST: 'LEGITIMATE_INTEREST'
} as const;

export type ProcessingGround = typeof ProcessingGround[keyof typeof ProcessingGround];
/** Reason for an action. */
export type ReasonInput = {
  /** The reason, at most 1000 characters. */
  reason: string;
};

/** CSV file with recipients, or a piece of it. */
export type RecipientImportInput = {
  /** Channel on which the people are contacted. Default: EMAIL. */
  channel?: DirectChannel | null | undefined;
  /** Text of the piece: whole lines. The first line of the file names the columns: `email` or `phone`, `language`, and attributes. The delimiter is a comma, a semicolon or a tab. At most 500,000 characters. */
  csv: string;
  /** Id of the import that the piece continues; absent for the first. */
  importId?: string | null | undefined;
  /** Number of the piece, from 1. Default: 1. 1 to 1,000,000. */
  piece?: number | null | undefined;
  /** Whether the piece is the last one; then the import starts. Default: true. */
  isLast?: boolean | null | undefined;
};

/** Status of an import of recipients. */
export const RecipientImportStatus = {
  /** Waits for the next piece of the file. */
  UPLOADING: 'UPLOADING',
  /** Waits for its turn. */
  QUEUED: 'QUEUED',
  /** Some of its rows are imported. */
  RUNNING: 'RUNNING',
  /** All rows are read, and all valid rows are in the audience. */
  DONE: 'DONE',
  /** Ended before all rows were read. `failure` has the reason. Imported rows stay in the audience. */
  FAILED: 'FAILED'
} as const;

export type RecipientImportStatus = typeof RecipientImportStatus[keyof typeof RecipientImportStatus];
/** Person to add to the audience of a campaign. */
export type RecipientInput = {
  /** E-mail address of the person. */
  email?: string | null | undefined;
  /** Phone number in any usual notation, for example +27 82 123 4567. */
  phone?: string | null | undefined;
  /** Language of the person. Default: the language of the content. */
  language?: Language | null | undefined;
  /** Values of the variables of the content for the person: texts, numbers and booleans. At most 4 KiB. */
  attributes?: Record<string, unknown> | null | undefined;
};

/** Order of a `RegistryCleansingConnection`. Ties are broken by id; items without a value are last. */
export type RegistryCleansingOrder = {
  /** Field to order by. */
  field: RegistryCleansingOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `RegistryCleansingConnection` by. */
export const RegistryCleansingOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Status of the cleansing. */
  STATUS: 'STATUS',
  /** Number of contacts at the start. */
  CONTACTS: 'CONTACTS',
  /** Number of blocked contacts in the answer of the registry. */
  MATCHES: 'MATCHES',
  /** Time at which the answer was complete. Null before that. */
  COMPLETED_AT: 'COMPLETED_AT'
} as const;

export type RegistryCleansingOrderField = typeof RegistryCleansingOrderField[keyof typeof RegistryCleansingOrderField];
/** Days on which a report is sent. They decide on its period. */
export const ReportDay = {
  /** Each Monday, with the last complete week (Monday to Sunday). */
  MONDAY: 'MONDAY',
  /** Each Tuesday, with the last complete week. */
  TUESDAY: 'TUESDAY',
  /** Each Wednesday, with the last complete week. */
  WEDNESDAY: 'WEDNESDAY',
  /** Each Thursday, with the last complete week. */
  THURSDAY: 'THURSDAY',
  /** Each Friday, with the last complete week. */
  FRIDAY: 'FRIDAY',
  /** Each Saturday, with the last complete week. */
  SATURDAY: 'SATURDAY',
  /** Each Sunday, with the last complete week. */
  SUNDAY: 'SUNDAY',
  /** The first day of each month, with the month before. */
  FIRST_OF_MONTH: 'FIRST_OF_MONTH'
} as const;

export type ReportDay = typeof ReportDay[keyof typeof ReportDay];
/** Report to send on a schedule. Its filter is that of `analyticsReport`. */
export type ReportScheduleInput = {
  /** Days on which the report is sent. */
  sentOn: ReportDay;
  /** Hour at which the report is sent, 0 to 23. */
  hour: number;
  /** IANA time zone of the day and the hour. */
  timeZone?: string;
  /** Only campaigns of this client. */
  clientId?: string | null | undefined;
  /** Only campaigns of clients whose record has this sector. */
  sector?: Sector | null | undefined;
  /** Only campaigns of this type. */
  type?: CampaignType | null | undefined;
  /** User ids of the members who get the report, each in their language. 1 to 20 members with an e-mail address. */
  recipientIds: Array<string>;
};

/** Changes to a schedule. Absent and null fields stay unchanged. The filter cannot be changed. */
export type ReportSchedulePatch = {
  /** Days on which the report is sent. */
  sentOn?: ReportDay | null | undefined;
  /** Hour at which the report is sent, 0 to 23. */
  hour?: number | null | undefined;
  /** IANA time zone of the day and the hour. */
  timeZone?: string | null | undefined;
  /** User ids of the members who get the report, each in their language. 1 to 20 members with an e-mail address. */
  recipientIds?: Array<string> | null | undefined;
  /** Whether no reports are sent. A report that was due during the pause is not sent afterwards. */
  isPaused?: boolean | null | undefined;
};

/** Corrected data of a subject, at least one field. Applied in all tables. */
export type RequestCorrectionInput = {
  /** Correct name. At most 200 characters. */
  name?: string | null | undefined;
  /** Correct e-mail address. */
  email?: string | null | undefined;
  /** Correct phone number. */
  phone?: string | null | undefined;
};

/** Review of records of a preview. */
export type RequestReviewInput = {
  /** Verdicts, one for each record. */
  rows: Array<RowReviewInput>;
};

/** Person whom a request is about, with all known identifiers. */
export type RequestSubjectInput = {
  /** E-mail address of the person. */
  email?: string | null | undefined;
  /** Phone number in any usual notation, for example +27 82 123 4567. */
  phone?: string | null | undefined;
  /** Name of the person, at most 200 characters. */
  name: string;
  /** South African identity number, an additional identifier. At most 20 characters. */
  idNumber?: string | null | undefined;
  /** Reference of the person in the organization, for example a customer number. At most 64 characters. */
  reference?: string | null | undefined;
};

/** Retention periods to set. The other periods stay unchanged. */
export type RetentionInput = {
  /** Periods to set, 1 to 50. */
  periods: Array<RetentionPeriodInput>;
};

/** Retention period of one resource. */
export type RetentionPeriodInput = {
  /** Type of the resource, for example CAMPAIGNS. The schedule lists them. At most 64 characters. */
  resource: string;
  /** Retention period in days. Null or absent: the default. 1 to 36,500. */
  days?: number | null | undefined;
};

/** Decision of a reviewer. */
export const ReviewerStatus = {
  /** Has not decided. */
  WAITING: 'WAITING',
  /** Approved. */
  APPROVED: 'APPROVED',
  /** Asked for changes. */
  CHANGES_REQUESTED: 'CHANGES_REQUESTED',
  /** Handed the decision over to a colleague; see `handedOverTo`. */
  HANDED_OVER: 'HANDED_OVER'
} as const;

export type ReviewerStatus = typeof ReviewerStatus[keyof typeof ReviewerStatus];
/** Role of a user or an API key. */
export const Role = {
  /** Everything. */
  admin: 'admin',
  /** All actions on clients, campaigns and content; starts campaigns, approves content, sends invitations. */
  manager: 'manager',
  /** Creates and edits clients, campaigns and content. */
  member: 'member',
  /** Reads data, handles privacy matters, and reads and exports the audit trail. */
  compliance: 'compliance',
  /** Reads. */
  viewer: 'viewer'
} as const;

export type Role = typeof Role[keyof typeof Role];
/** Verdict on a record that names or may name a subject. */
export type RowReviewInput = {
  /** Type of the resource, for example CLIENT. At most 64 characters. */
  resource: string;
  /** Id of the record. */
  rowId: string;
  /** The verdict. */
  verdict: SubjectReviewVerdict;
  /** Reason of the verdict, at most 1000 characters. */
  reason: string;
  /** Paths of the reviewed fields. Absent: all fields to be reviewed, or else the whole record. At most 100. */
  fields?: Array<string> | null | undefined;
};

/** View to save. */
export type SavedViewInput = {
  /** The list. */
  list: SavedViewList;
  /** Name, at most 100 characters. */
  name: string;
  /** Query of the list’s address: filters, `sort` and `columns`. At most 2000 characters. Empty: the list as it is at first. */
  parameters: string;
  /** Whether every member who may read the list sees the view. */
  isShared: boolean;
};

/** List that a saved view shows. */
export const SavedViewList = {
  /** API keys. */
  API_KEYS: 'API_KEYS',
  /** Breaches. */
  BREACHES: 'BREACHES',
  /** Campaigns. */
  CAMPAIGNS: 'CAMPAIGNS',
  /** Comparisons with the opt-out registry. */
  CLEANSINGS: 'CLEANSINGS',
  /** Clients. */
  CLIENTS: 'CLIENTS',
  /** Consents. */
  CONSENTS: 'CONSENTS',
  /** Content. */
  CONTENT: 'CONTENT',
  /** Legal holds. */
  HOLDS: 'HOLDS',
  /** Invitations. */
  INVITATIONS: 'INVITATIONS',
  /** Operators. */
  OPERATORS: 'OPERATORS',
  /** Processing activities. */
  PROCESSING: 'PROCESSING',
  /** Data-subject requests. */
  REQUESTS: 'REQUESTS',
  /** Segments. */
  SEGMENTS: 'SEGMENTS',
  /** Senders. */
  SENDERS: 'SENDERS',
  /** Sign-offs. */
  SIGN_OFFS: 'SIGN_OFFS',
  /** Suppressions. */
  SUPPRESSIONS: 'SUPPRESSIONS',
  /** Members of the team. */
  TEAM: 'TEAM',
  /** Webhooks. */
  WEBHOOKS: 'WEBHOOKS'
} as const;

export type SavedViewList = typeof SavedViewList[keyof typeof SavedViewList];
/** Changes to a saved view: fields that are absent stay as they are. */
export type SavedViewPatch = {
  /** Name, at most 100 characters. */
  name?: string | null | undefined;
  /** Query of the list’s address: filters, `sort` and `columns`. At most 2000 characters. Empty: the list as it is at first. */
  parameters?: string | null | undefined;
  /** Whether every member who may read the list sees the view. */
  isShared?: boolean | null | undefined;
};

/** Sector of a client. */
export const Sector = {
  /** Government: municipalities, departments, state-owned entities. */
  GOVERNMENT: 'GOVERNMENT',
  /** Business. */
  BUSINESS: 'BUSINESS'
} as const;

export type Sector = typeof Sector[keyof typeof Sector];
/** Changes to the security settings. Absent fields stay unchanged; null removes the limit. */
export type SecurityPatch = {
  /** Addresses or ranges such as 203.0.113.0/24 or 2001:db8::/32, at most 100. */
  allowedAddresses?: Array<string> | null | undefined;
  /** Maximum age of a session in minutes, by the claim `auth_time` or else `iat` of the token. 5 to 525,600. */
  maximumSessionMinutes?: number | null | undefined;
  /** Role that may export, in addition to admin. Null: every role with the permission. */
  exportRole?: Role | null | undefined;
  /** Whether AI agents may act for their users over MCP. Null: no. */
  agentsAllowed?: boolean | null | undefined;
  /** Maximum validity of a new API key in days, from its creation or rotation. Existing keys keep their expiry. 1 to 3,650. */
  maximumKeyDays?: number | null | undefined;
  /** Maximum age of the sign-in in minutes for changes of API keys, exports, the completion of data-subject requests, the end of their grace period, and changes of these settings. The setting requires an identity provider that sends `auth_time`. 5 to 1,440. */
  stepUpMinutes?: number | null | undefined;
};

/** Filter over the contacts on a channel that the organization knows: those in the audience of a campaign, with a consent, or recorded as existing customers. A person must meet all given conditions. */
export type SegmentFilterInput = {
  /** Channel of the contacts. Default: EMAIL. */
  channel?: DirectChannel | null | undefined;
  /** Languages; people without a known language do not match. At most 20. */
  languages?: Array<Language> | null | undefined;
  /** Conditions on the latest attributes of a person. */
  attributes?: Array<AttributeCondition> | null | undefined;
  /** Ids of clients: people who were in the audience of a campaign of one of them. At most 100. */
  clientIds?: Array<string> | null | undefined;
  /** Only people with a consent for this purpose, or recorded as existing customers. */
  consentFor?: CampaignPurpose | null | undefined;
  /** Only people who have a message that meets this condition. */
  engaged?: EngagementCondition | null | undefined;
  /** Only people who have no message that meets this condition. */
  notEngaged?: EngagementCondition | null | undefined;
};

/** Segment to create. */
export type SegmentInput = {
  /** Name, at most 200 characters. */
  name: string;
  /** The filter. */
  filter: SegmentFilterInput;
};

/** Order of a `SegmentConnection`. Ties are broken by id; items without a value are last. */
export type SegmentOrder = {
  /** Field to order by. */
  field: SegmentOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `SegmentConnection` by. */
export const SegmentOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Name of the segment, unique in the organization. */
  NAME: 'NAME',
  /** Conditions, as JSON: first by channel. Equal conditions are next to each other. */
  CONDITIONS: 'CONDITIONS'
} as const;

export type SegmentOrderField = typeof SegmentOrderField[keyof typeof SegmentOrderField];
/** Outcome of a message of an earlier campaign. */
export const SegmentOutcome = {
  /** The mail server accepted the message. */
  SENT: 'SENT',
  /** The message was reported as delivered. */
  DELIVERED: 'DELIVERED',
  /** The message was opened, if openings are recorded. */
  OPENED: 'OPENED',
  /** A link in the message was clicked, if clicks are recorded. */
  CLICKED: 'CLICKED',
  /** The message bounced. */
  BOUNCED: 'BOUNCED',
  /** The person opted out. */
  UNSUBSCRIBED: 'UNSUBSCRIBED',
  /** The person complained about the message. */
  COMPLAINED: 'COMPLAINED'
} as const;

export type SegmentOutcome = typeof SegmentOutcome[keyof typeof SegmentOutcome];
/** Changes to a segment. Absent fields stay unchanged. */
export type SegmentPatch = {
  /** Name, at most 200 characters. */
  name?: string | null | undefined;
  /** The whole filter. */
  filter?: SegmentFilterInput | null | undefined;
};

/** Sender to create. */
export type SenderInput = {
  /** Own SMTP server. Default: the server of the service. */
  transport?: SmtpTransportInput | null | undefined;
  /** Name that recipients see. At most 200 characters. */
  name: string;
  /** Address that messages are sent from. A new domain must be verified. */
  address: string;
  /** Address for replies. Null: `address`. */
  replyTo?: string | null | undefined;
  /** Physical address in the footer of each message (Consumer Protection Act). At most 500 characters. */
  physicalAddress: string;
  /** Telephone number in the footer of each message. At most 50 characters. */
  telephone: string;
  /** Maximum messages per second, 1 to 1,000. Null: no limit for this sender. */
  perSecond?: number | null | undefined;
  /** Price of a thousand messages, 0 to 10000000 cents. It applies to messages that are sent afterwards: each message that the mail server accepts adds to the spend of its campaign. Default 0. */
  pricePerThousandCents?: number | null | undefined;
  /** Whether messages wait for the times at which direct marketing is allowed: on Monday to Friday from 08:00 to 20:00, on Saturday from 09:00 to 13:00, on no public holiday (Africa/Johannesburg). false is for service messages, and for people who agreed to other times in writing. Default true. */
  quietHours?: boolean | null | undefined;
};

/** Order of a `SenderConnection`. Ties are broken by id; items without a value are last. */
export type SenderOrder = {
  /** Field to order by. */
  field: SenderOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `SenderConnection` by. */
export const SenderOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Name that recipients see. */
  NAME: 'NAME',
  /** Address that messages are sent from. A new domain must be verified. */
  ADDRESS: 'ADDRESS',
  /** Whether the DNS records are in place. */
  STATUS: 'STATUS'
} as const;

export type SenderOrderField = typeof SenderOrderField[keyof typeof SenderOrderField];
/** Changes to a sender. Absent fields stay unchanged. */
export type SenderPatch = {
  /** Own SMTP server, with its password; null: the server of the service. The sender must be verified again. */
  transport?: SmtpTransportInput | null | undefined;
  /** Name that recipients see. At most 200 characters. */
  name?: string | null | undefined;
  /** Address that messages are sent from. A new domain must be verified. */
  address?: string | null | undefined;
  /** Address for replies. Null: `address`. */
  replyTo?: string | null | undefined;
  /** Physical address in the footer of each message (Consumer Protection Act). At most 500 characters. */
  physicalAddress?: string | null | undefined;
  /** Telephone number in the footer of each message. At most 50 characters. */
  telephone?: string | null | undefined;
  /** Maximum messages per second, 1 to 1,000. Null: no limit for this sender. */
  perSecond?: number | null | undefined;
  /** Price of a thousand messages, 0 to 10000000 cents. It applies to messages that are sent afterwards: each message that the mail server accepts adds to the spend of its campaign. */
  pricePerThousandCents?: number | null | undefined;
  /** Whether messages wait for the times at which direct marketing is allowed: on Monday to Friday from 08:00 to 20:00, on Saturday from 09:00 to 13:00, on no public holiday (Africa/Johannesburg). false is for service messages, and for people who agreed to other times in writing. */
  quietHours?: boolean | null | undefined;
};

/** Whether the DNS records of a sender are in place. */
export const SenderStatus = {
  /** Not checked yet, or changed since the check. */
  UNVERIFIED: 'UNVERIFIED',
  /** The required records are in place. Campaigns can be sent. */
  VERIFIED: 'VERIFIED',
  /** A required record is missing or wrong; see `dnsRecords`. */
  FAILED: 'FAILED'
} as const;

export type SenderStatus = typeof SenderStatus[keyof typeof SenderStatus];
/** Filter for sign-offs. A sign-off must meet all given conditions. */
export type SignOffFilter = {
  /** Only sign-offs of campaigns of this client, and of their content. */
  clientId?: string | null | undefined;
  /** Only rows with this `campaignId`. */
  campaignId?: string | null | undefined;
  /** Only rows with this `contentId`. */
  contentId?: string | null | undefined;
  /** Only rows whose `status` is one of these. At most 20. */
  status?: Array<SignOffStatus> | null | undefined;
};

/** Sign-off to request, of a campaign or of content. */
export type SignOffInput = {
  /** Id of the campaign. Its content is part of the sign-off. */
  campaignId?: string | null | undefined;
  /** Id of the content, if no campaign is given. */
  contentId?: string | null | undefined;
  /** Reviewers, 1 to 20, with different addresses. */
  reviewers: Array<SignOffReviewerInput>;
  /** Number of reviewers who must approve, at most all of them. Default: all of them. 1 to 20. */
  quorum?: number | null | undefined;
  /** Time by which the decision is due, in the future and at most a year from now. */
  dueAt?: string | null | undefined;
  /** Message to the reviewers, at most 2000 characters. */
  message?: string | null | undefined;
  /** Whether the reviewers see the budget and the dates of the campaign. Default false. */
  sharesBudget?: boolean | null | undefined;
  /** Whether a reviewer may hand the decision over to a colleague. Default false. */
  mayHandOver?: boolean | null | undefined;
};

/** Order of a `SignOffConnection`. Ties are broken by id; items without a value are last. */
export type SignOffOrder = {
  /** Field to order by. */
  field: SignOffOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `SignOffConnection` by. */
export const SignOffOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Name of the campaign or title of the content at the time of the request. */
  TITLE: 'TITLE',
  /** Status of the sign-off. */
  STATUS: 'STATUS',
  /** Time at which the links expire. */
  EXPIRES_AT: 'EXPIRES_AT',
  /** Number of reviewers who approved. */
  APPROVALS: 'APPROVALS',
  /** Name of the client. */
  CLIENT: 'CLIENT'
} as const;

export type SignOffOrderField = typeof SignOffOrderField[keyof typeof SignOffOrderField];
/** Reviewer of a sign-off. */
export type SignOffReviewerInput = {
  /** Name of the reviewer, at most 200 characters. */
  name: string;
  /** E-mail address that the link and the codes are mailed to. */
  email: string;
  /** Language of the mails and the page: Afrikaans for af, isiZulu for zu, otherwise English. Default en. */
  language?: Language | null | undefined;
};

/** Withdrawal of a sign-off. */
export type SignOffRevocation = {
  /** Reason, which is mailed to the reviewers. At most 2000 characters. */
  reason?: string | null | undefined;
};

/** Status of a sign-off. */
export const SignOffStatus = {
  /** Waiting for the reviewers. */
  REQUESTED: 'REQUESTED',
  /** Approved by as many reviewers as the quorum requires. */
  APPROVED: 'APPROVED',
  /** A reviewer asked for changes. */
  CHANGES_REQUESTED: 'CHANGES_REQUESTED',
  /** The campaign or content changed after the request. `endReason` names the change. */
  VOIDED: 'VOIDED',
  /** Withdrawn by the organization. */
  REVOKED: 'REVOKED'
} as const;

export type SignOffStatus = typeof SignOffStatus[keyof typeof SignOffStatus];
/** SMTP server of a sender. */
export type SmtpTransportInput = {
  /** Host name or address of the server. At most 253 characters. */
  host: string;
  /** Port of the server. 1 to 65,535. */
  port: number;
  /** true: TLS from the start (port 465). false (default): STARTTLS. With a user, mail is sent only if the server offers it. */
  secure?: boolean | null | undefined;
  /** User name. At most 320 characters. */
  user?: string | null | undefined;
  /** Password. Stored encrypted and never returned. At most 1,000 characters. */
  password?: string | null | undefined;
};

/** Special personal information (POPIA section 26). */
export const SpecialCategory = {
  /** Religious or philosophical beliefs. */
  RELIGION: 'RELIGION',
  /** Race or ethnic origin. */
  RACE: 'RACE',
  /** Trade union membership. */
  TRADE_UNION: 'TRADE_UNION',
  /** Political persuasion. */
  POLITICS: 'POLITICS',
  /** Health. */
  HEALTH: 'HEALTH',
  /** Sex life. */
  SEX_LIFE: 'SEX_LIFE',
  /** Biometric information. */
  BIOMETRICS: 'BIOMETRICS',
  /** Criminal behaviour: an alleged offence or proceedings about one. */
  CRIMINAL_BEHAVIOUR: 'CRIMINAL_BEHAVIOUR'
} as const;

export type SpecialCategory = typeof SpecialCategory[keyof typeof SpecialCategory];
/** Legal ground for processing special personal information (POPIA sections 27 to 33). */
export const SpecialGround = {
  /** Consent of the person. */
  CONSENT: 'CONSENT',
  /** Establishment, exercise or defence of a right or obligation in law. */
  LEGAL_CLAIM: 'LEGAL_CLAIM',
  /** Compliance with an obligation of international public law. */
  INTERNATIONAL_LAW: 'INTERNATIONAL_LAW',
  /** Historical, statistical or research purposes. */
  RESEARCH: 'RESEARCH',
  /** Deliberately made public by the person. */
  MADE_PUBLIC: 'MADE_PUBLIC',
  /** Authorised by sections 28 to 33 for this kind of information. */
  SPECIFIC_AUTHORISATION: 'SPECIFIC_AUTHORISATION'
} as const;

export type SpecialGround = typeof SpecialGround[keyof typeof SpecialGround];
/** Ground on which a field counts as the subject’s. The first four are proposed for treatment. A person must review the others. */
export const SubjectHitGround = {
  /** The record is about one person, and names an address or number of the subject for that person. */
  OWN_ROW: 'OWN_ROW',
  /** The field holds an address or number of the subject, and nothing else. */
  OWN_IDENTIFIER: 'OWN_IDENTIFIER',
  /** The subject’s name, next to an address or number of the subject. */
  NAME_WITH_IDENTIFIER: 'NAME_WITH_IDENTIFIER',
  /** A personal detail, such as a birth date, next to an address or number of the subject. */
  DETAIL_WITH_IDENTIFIER: 'DETAIL_WITH_IDENTIFIER',
  /** The subject is named within a longer text. */
  MENTION: 'MENTION',
  /** The subject’s name and nothing else. It may be a namesake’s. */
  NAME_ALONE: 'NAME_ALONE',
  /** The subject’s name next to an address or number of someone else. */
  SHARED_NAME: 'SHARED_NAME',
  /** A personal detail in a record that names the subject elsewhere. */
  DETAIL_NEARBY: 'DETAIL_NEARBY'
} as const;

export type SubjectHitGround = typeof SubjectHitGround[keyof typeof SubjectHitGround];
/** Verdict on a record that names or may name a subject. */
export const SubjectReviewVerdict = {
  /** The record is the subject’s, and is treated like the others. */
  CONFIRM: 'CONFIRM',
  /** The record is someone else’s, or must stay: it is not changed. */
  LEAVE_OUT: 'LEAVE_OUT'
} as const;

export type SubjectReviewVerdict = typeof SubjectReviewVerdict[keyof typeof SubjectReviewVerdict];
/** Treatment of a record that names or may name the subject. */
export const SubjectRowStanding = {
  /** Identified by an address or number of the subject. Treated unless left out. */
  PROPOSED: 'PROPOSED',
  /** The record may be about someone else, in part or whole. It is left until a person confirms it. */
  REVIEW: 'REVIEW',
  /** Confirmed by a person. Treated. */
  CONFIRMED: 'CONFIRMED',
  /** A person left out some of its fields. */
  LEFT_OUT: 'LEFT_OUT',
  /** Kept by a legal hold or a duty to retain. */
  HELD: 'HELD',
  /** Not granted by the decision. */
  NOT_GRANTED: 'NOT_GRANTED'
} as const;

export type SubjectRowStanding = typeof SubjectRowStanding[keyof typeof SubjectRowStanding];
/** Cause of a suppression. */
export const SuppressionCause = {
  /** A request of the type OBJECTION was executed (POPIA section 11(3)). */
  OBJECTION: 'OBJECTION',
  /** A request of the type CONSENT_WITHDRAWAL was executed. */
  CONSENT_WITHDRAWAL: 'CONSENT_WITHDRAWAL',
  /** The person opted out in reply to a message (POPIA section 69(4)). */
  OPT_OUT: 'OPT_OUT',
  /** The address does not accept messages. */
  BOUNCED: 'BOUNCED',
  /** The person marked a message as spam. */
  COMPLAINED: 'COMPLAINED',
  /** The opt-out registry of the National Consumer Commission has a block (Consumer Protection Act section 11). */
  REGISTRY: 'REGISTRY'
} as const;

export type SuppressionCause = typeof SuppressionCause[keyof typeof SuppressionCause];
/** Person to suppress. */
export type SuppressionInput = {
  /** The person. */
  contact: ContactInput;
  /** Cause of the suppression. */
  cause: SuppressionCause;
  /** Purpose to suppress. Default: every purpose. */
  purpose?: ContactPurpose | null | undefined;
  /** Channel to suppress. Default: every channel. */
  channel?: ConsentChannel | null | undefined;
  /** Origin of the suppression. Do not name a person here: the text is kept after an erasure. At most 500 characters. */
  note?: string | null | undefined;
};

/** Order of a `SuppressionConnection`. Ties are broken by id; items without a value are last. */
export type SuppressionOrder = {
  /** Field to order by. */
  field: SuppressionOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `SuppressionConnection` by. */
export const SuppressionOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Cause of the suppression. */
  CAUSE: 'CAUSE',
  /** Suppressed purpose. */
  PURPOSE: 'PURPOSE',
  /** Origin. */
  NOTE: 'NOTE',
  /** Time of the withdrawal. */
  WITHDRAWN_AT: 'WITHDRAWN_AT',
  /** Name of the member who recorded it. */
  CREATOR: 'CREATOR'
} as const;

export type SuppressionOrderField = typeof SuppressionOrderField[keyof typeof SuppressionOrderField];
/** Withdrawal of a suppression. */
export type SuppressionWithdrawalInput = {
  /** Reason of the withdrawal. Do not name a person here: the text is kept after an erasure. At most 500 characters. */
  reason: string;
};

/** Reason why the figures of an analytics record are suspect. */
export const SuspectReason = {
  /** More clicks than impressions, where impressions are reported. */
  CLICKS_EXCEED_IMPRESSIONS: 'CLICKS_EXCEED_IMPRESSIONS',
  /** More conversions than clicks, where clicks are reported. */
  CONVERSIONS_EXCEED_CLICKS: 'CONVERSIONS_EXCEED_CLICKS',
  /** A figure is more than ten times the highest day of the campaign. */
  FIGURES_OUTSIDE_HISTORY: 'FIGURES_OUTSIDE_HISTORY',
  /** The day lies more than a year before or after the other days of the campaign. */
  DAY_OUTSIDE_HISTORY: 'DAY_OUTSIDE_HISTORY'
} as const;

export type SuspectReason = typeof SuspectReason[keyof typeof SuspectReason];
/** Filter for team members. A member must meet all given conditions. */
export type TeamFilter = {
  /** Case-insensitive substring of the name. At most 200 characters. */
  search?: string | null | undefined;
  /** Only members with one of these roles. At most 20. */
  role?: Array<TeamRole> | null | undefined;
  /** Only the member with this user id. */
  userId?: string | null | undefined;
  /** Only members with one of these user ids, at most 100. */
  userIds?: Array<string> | null | undefined;
};

/** Member to add to the team. */
export type TeamMemberInput = {
  /** Id of the user at the identity provider. At most 255 characters. */
  userId: string;
  /** Name of the member. At most 200 characters. */
  name: string;
  /** E-mail address of the member. */
  email?: string | null | undefined;
  /** Role of the member. */
  role: TeamRole;
};

/** Changes to a member. Absent fields stay unchanged. */
export type TeamMemberPatch = {
  /** Name of the member. At most 200 characters. */
  name?: string | null | undefined;
  /** E-mail address of the member. */
  email?: string | null | undefined;
  /** Role of the member. */
  role?: TeamRole | null | undefined;
};

/** Order of a `TeamConnection`. Ties are broken by id; items without a value are last. */
export type TeamOrder = {
  /** Field to order by. */
  field: TeamOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `TeamConnection` by. */
export const TeamOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Name of the member. */
  NAME: 'NAME',
  /** Role of the member. */
  ROLE: 'ROLE',
  /** E-mail address of the member. */
  EMAIL: 'EMAIL',
  /** Name of the member who added this one. */
  INVITER: 'INVITER'
} as const;

export type TeamOrderField = typeof TeamOrderField[keyof typeof TeamOrderField];
/** Role of a member in the organization. */
export const TeamRole = {
  /** Everything. */
  admin: 'admin',
  /** All actions on clients, campaigns and content; starts campaigns, approves content, sends invitations. */
  manager: 'manager',
  /** Creates and edits clients, campaigns and content. */
  member: 'member',
  /** Reads data, handles privacy matters, and reads and exports the audit trail. */
  compliance: 'compliance',
  /** Reads. */
  viewer: 'viewer'
} as const;

export type TeamRole = typeof TeamRole[keyof typeof TeamRole];
/** Status of a test message. A test message is tried once. */
export const TestMessageStatus = {
  /** Waiting to be sent. */
  QUEUED: 'QUEUED',
  /** Is being sent to the mail server. */
  SENDING: 'SENDING',
  /** Accepted by the mail server. */
  SENT: 'SENT',
  /** Not accepted; see `reason`. */
  FAILED: 'FAILED',
  /** The connection or the process ended before the mail server answered. */
  UNKNOWN: 'UNKNOWN'
} as const;

export type TestMessageStatus = typeof TestMessageStatus[keyof typeof TestMessageStatus];
/** Legal ground for a transfer out of South Africa (POPIA section 72(1)). */
export const TransferGround = {
  /** The recipient is bound to adequate protection by law, corporate rules or agreement. */
  ADEQUATE_PROTECTION: 'ADEQUATE_PROTECTION',
  /** Consent of the person. */
  CONSENT: 'CONSENT',
  /** Performance of a contract with the person. */
  CONTRACT_WITH_SUBJECT: 'CONTRACT_WITH_SUBJECT',
  /** Performance of a contract in the person’s interest. */
  CONTRACT_FOR_SUBJECT: 'CONTRACT_FOR_SUBJECT',
  /** Benefit of the person, if consent cannot be obtained in time but would likely be given. */
  BENEFIT_OF_SUBJECT: 'BENEFIT_OF_SUBJECT'
} as const;

export type TransferGround = typeof TransferGround[keyof typeof TransferGround];
/** Filter for the trash. A record must meet all given conditions. */
export type TrashFilter = {
  /** Only records of these resources. */
  resource?: Array<TrashResource> | null | undefined;
};

/** Order of a `TrashItemConnection`. Ties are broken by id; items without a value are last. */
export type TrashItemOrder = {
  /** Field to order by. */
  field: TrashItemOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `TrashItemConnection` by. */
export const TrashItemOrderField = {
  /** Time of the deletion. The retention period of the resource TRASH starts here. At its end, the record is deleted permanently. */
  DELETED_AT: 'DELETED_AT',
  /** Name or title of the record. */
  NAME: 'NAME',
  /** Resource of the record. */
  RESOURCE: 'RESOURCE'
} as const;

export type TrashItemOrderField = typeof TrashItemOrderField[keyof typeof TrashItemOrderField];
/** Resource whose deleted records go to the trash. */
export const TrashResource = {
  /** A client, with the references from its campaigns. */
  CLIENT: 'CLIENT',
  /** A campaign, with its analytics records, its recipients and the references from its content. */
  CAMPAIGN: 'CAMPAIGN',
  /** A content item, with its versions, its comments and the references from its analytics records and translations. */
  CONTENT_ITEM: 'CONTENT_ITEM'
} as const;

export type TrashResource = typeof TrashResource[keyof typeof TrashResource];
/** Order of a `WebhookDeliveryConnection`. Ties are broken by id; items without a value are last. */
export type WebhookDeliveryOrder = {
  /** Field to order by. */
  field: WebhookDeliveryOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `WebhookDeliveryConnection` by. */
export const WebhookDeliveryOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Type of the event, for example CLIENT_CREATED. */
  TYPE: 'TYPE',
  /** Status of the delivery. */
  STATUS: 'STATUS',
  /** Number of attempts. */
  ATTEMPTS: 'ATTEMPTS',
  /** Answer to the last attempt: its error, or its HTTP status. */
  ANSWER: 'ANSWER'
} as const;

export type WebhookDeliveryOrderField = typeof WebhookDeliveryOrderField[keyof typeof WebhookDeliveryOrderField];
/** Status of a webhook delivery. */
export const WebhookDeliveryStatus = {
  /** Waiting for the next attempt. */
  PENDING: 'PENDING',
  /** Accepted by the endpoint. */
  DELIVERED: 'DELIVERED',
  /** All attempts failed. A user can send the message again. */
  DEAD: 'DEAD'
} as const;

export type WebhookDeliveryStatus = typeof WebhookDeliveryStatus[keyof typeof WebhookDeliveryStatus];
/** Webhook to create. */
export type WebhookInput = {
  /** URL that messages are sent to: https, on the public internet, not on a port of another protocol (such as 22 or 25). */
  url: string;
  /** Types of events to send, for example CLIENT_CREATED; `*` for all. At most 100. VALIDATION_ERROR for an unknown type, with a list of the known types. */
  events: Array<string>;
  /** Description of the webhook, at most 500 characters. */
  description?: string | null | undefined;
};

/** Order of a `WebhookConnection`. Ties are broken by id; items without a value are last. */
export type WebhookOrder = {
  /** Field to order by. */
  field: WebhookOrderField;
  /** Direction of the order. Default ASC. */
  direction?: OrderDirection;
};

/** Field to order a `WebhookConnection` by. */
export const WebhookOrderField = {
  /** Time of creation. */
  CREATED_AT: 'CREATED_AT',
  /** Time of the last change. */
  UPDATED_AT: 'UPDATED_AT',
  /** Whether messages are delivered. */
  STATUS: 'STATUS',
  /** URL that messages are sent to. */
  URL: 'URL',
  /** Description of the webhook. */
  DESCRIPTION: 'DESCRIPTION',
  /** The events, one after the other. */
  EVENTS: 'EVENTS'
} as const;

export type WebhookOrderField = typeof WebhookOrderField[keyof typeof WebhookOrderField];
/** Changes to a webhook. Absent fields stay unchanged. */
export type WebhookPatch = {
  /** URL that messages are sent to: https, on the public internet. */
  url?: string | null | undefined;
  /** Types of events to send, for example CLIENT_CREATED; `*` for all. At most 100. VALIDATION_ERROR for an unknown type, with a list of the known types. */
  events?: Array<string> | null | undefined;
  /** Description of the webhook, at most 500 characters. */
  description?: string | null | undefined;
  /** New status. DISABLED: events are neither sent nor stored. ACTIVE also re-enables a webhook that the service disabled. */
  status?: WebhookStatus | null | undefined;
  /** true creates a new secret, as `rotateWebhookSecret` does. */
  rotateSecret?: boolean | null | undefined;
  /** Id of a delivery to send again, as `resendWebhookDelivery` does. */
  resend?: string | null | undefined;
};

/** Whether messages are delivered to an endpoint. */
export const WebhookStatus = {
  /** Messages are delivered. */
  ACTIVE: 'ACTIVE',
  /** Messages are neither sent nor stored. */
  DISABLED: 'DISABLED'
} as const;

export type WebhookStatus = typeof WebhookStatus[keyof typeof WebhookStatus];
/** Withdrawal of a consent. */
export type WithdrawalInput = {
  /** Reason of the withdrawal, at most 1000 characters. */
  reason?: string | null | undefined;
};

export type ApiKeyDetailsFragment = { name: string, allowedNetworks: Array<string> | null };

export type BreachDetailsFragment = { affectedSubjects: number | null, status: BreachStatus, title: string, description: string, severity: BreachSeverity, dataCategories: Array<string>, consequences: string | null, measures: string | null, recommendations: string | null, unauthorisedPerson: string | null, assignedTo: string | null };

export type CampaignDetailsFragment = { name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null };

export type ClientDetailsFragment = { name: string, type: string, industry: string, sector: Sector, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, attributes: Record<string, unknown>, requiresSignOff: boolean };

export type DataSubjectRequestDetailsFragment = { details: string | null, assignedTo: string | null, status: DataSubjectRequestStatus, duplicateOfId: string | null };

export type OrganizationDetailsFragment = { name: string | null, contact: Record<string, unknown> | null, address: Record<string, unknown> | null, informationOfficerName: string | null, informationOfficerEmail: string | null, informationOfficerPhone: string | null, informationOfficerRegistration: string | null, popiaRegistration: string | null, budgetTolerancePercent: number | null, requiresSignOff: boolean | null, remindsReviewers: boolean | null };

export type ReportScheduleDetailsFragment = { sentOn: ReportDay, hour: number, timeZone: string, recipientIds: Array<string>, isPaused: boolean };

export type SavedViewDetailsFragment = { name: string, parameters: string, isShared: boolean };

export type SegmentDetailsFragment = { name: string, filter: Record<string, unknown> };

export type SenderDetailsFragment = { name: string, address: string, replyTo: string | null, physicalAddress: string, telephone: string, perSecond: number | null, pricePerThousandCents: number, quietHours: boolean };

export type TeamMemberDetailsFragment = { name: string, email: string | null, role: TeamRole };

export type WebhookDetailsFragment = { url: string, events: Array<string>, description: string | null, status: WebhookStatus };

export type InvitationRowFragment = { id: string, createdAt: string, email: string, role: TeamRole, status: InvitationStatus, isDemo: boolean, expiresAt: string, emailStatus: EmailStatus | null, emailError: string | null, actions: Array<InvitationAction>, inviter: { name: string } | null };

export type InvitationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: InvitationFilter | null | undefined;
  orderBy?: InvitationOrder | null | undefined;
}>;


export type InvitationsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, email: string, role: TeamRole, status: InvitationStatus, isDemo: boolean, expiresAt: string, emailStatus: EmailStatus | null, emailError: string | null, actions: Array<InvitationAction>, inviter: { name: string } | null }> } | null };

export type SendInvitationMutationVariables = Exact<{
  input: InvitationInput;
}>;


export type SendInvitationMutation = { sent: { email: string, acceptUrl: string | null, token: string | null } };

export type SendDemoInvitationMutationVariables = Exact<{
  input: DemoInvitationInput;
}>;


export type SendDemoInvitationMutation = { sent: { email: string, acceptUrl: string | null, token: string | null } };

export type ResendInvitationMutationVariables = Exact<{
  id: string;
}>;


export type ResendInvitationMutation = { sent: { email: string, acceptUrl: string | null, token: string | null } };

export type RevokeInvitationMutationVariables = Exact<{
  id: string;
}>;


export type RevokeInvitationMutation = { revokeInvitation: string };

export type ExportedInvitationsQueryVariables = Exact<{
  filter?: InvitationFilter | null | undefined;
  orderBy?: InvitationOrder | null | undefined;
}>;


export type ExportedInvitationsQuery = { list: { nodes: Array<{ id: string, createdAt: string, email: string, role: TeamRole, status: InvitationStatus, isDemo: boolean, expiresAt: string, emailStatus: EmailStatus | null, emailError: string | null, actions: Array<InvitationAction>, inviter: { name: string } | null }> } | null };

export type ApiKeyRowFragment = { id: string, name: string, oauthClientId: string | null, hint: string, role: Role, scopes: Array<string> | null, allowedNetworks: Array<string> | null, expiresAt: string | null, exceedsPolicy: boolean, oldKeyUntil: string | null, updatedAt: string, lastUsedAt: string | null, lastUsedNetwork: string | null, creator: { name: string } | null };

export type ApiKeysQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: ApiKeyOrder | null | undefined;
}>;


export type ApiKeysQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, oauthClientId: string | null, hint: string, role: Role, scopes: Array<string> | null, allowedNetworks: Array<string> | null, expiresAt: string | null, exceedsPolicy: boolean, oldKeyUntil: string | null, updatedAt: string, lastUsedAt: string | null, lastUsedNetwork: string | null, creator: { name: string } | null }> } | null };

export type CreateApiKeyMutationVariables = Exact<{
  input: ApiKeyInput;
}>;


export type CreateApiKeyMutation = { made: { name: string, key: string | null } };

export type UpdateApiKeyMutationVariables = Exact<{
  id: string;
  input: ApiKeyPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateApiKeyMutation = { saved: { id: string, name: string, oauthClientId: string | null, hint: string, role: Role, scopes: Array<string> | null, allowedNetworks: Array<string> | null, expiresAt: string | null, exceedsPolicy: boolean, oldKeyUntil: string | null, updatedAt: string, lastUsedAt: string | null, lastUsedNetwork: string | null, creator: { name: string } | null } };

export type RotateApiKeyMutationVariables = Exact<{
  id: string;
  overlapHours: number;
  expiresAt?: string | null | undefined;
}>;


export type RotateApiKeyMutation = { made: { name: string, key: string | null } };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeApiKeyMutation = { deleteApiKey: string };

export type ExportedApiKeysQueryVariables = Exact<{
  orderBy?: ApiKeyOrder | null | undefined;
}>;


export type ExportedApiKeysQuery = { list: { nodes: Array<{ id: string, name: string, oauthClientId: string | null, hint: string, role: Role, scopes: Array<string> | null, allowedNetworks: Array<string> | null, expiresAt: string | null, exceedsPolicy: boolean, oldKeyUntil: string | null, updatedAt: string, lastUsedAt: string | null, lastUsedNetwork: string | null, creator: { name: string } | null }> } | null };

export type OrganizationWholeFragment = { id: string, updatedAt: string, name: string | null, popiaRegistration: string | null, informationOfficerName: string | null, informationOfficerEmail: string | null, informationOfficerPhone: string | null, informationOfficerRegistration: string | null, budgetTolerancePercent: number | null, requiresSignOff: boolean | null, remindsReviewers: boolean | null };

export type OrganizationQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationQuery = { serviceProvider: { id: string, updatedAt: string, name: string | null, popiaRegistration: string | null, informationOfficerName: string | null, informationOfficerEmail: string | null, informationOfficerPhone: string | null, informationOfficerRegistration: string | null, budgetTolerancePercent: number | null, requiresSignOff: boolean | null, remindsReviewers: boolean | null } | null };

export type OrganizationSecurityQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationSecurityQuery = { securitySettings: { allowedAddresses: Array<string>, maximumSessionMinutes: number | null, exportRole: Role | null, agentsAllowed: boolean, maximumKeyDays: number | null, stepUpMinutes: number | null } | null, serviceProvider: { updatedAt: string } | null };

export type OrganizationComplianceQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationComplianceQuery = { serviceProviderCompliance: { score: number | null, met: number, total: number } | null };

export type UpdateOrganizationMutationVariables = Exact<{
  input: OrganizationPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateOrganizationMutation = { saved: { id: string, updatedAt: string, name: string | null, popiaRegistration: string | null, informationOfficerName: string | null, informationOfficerEmail: string | null, informationOfficerPhone: string | null, informationOfficerRegistration: string | null, budgetTolerancePercent: number | null, requiresSignOff: boolean | null, remindsReviewers: boolean | null } };

export type UpdateSecurityMutationVariables = Exact<{
  input: SecurityPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateSecurityMutation = { saved: { allowedAddresses: Array<string>, maximumSessionMinutes: number | null, exportRole: Role | null, agentsAllowed: boolean, maximumKeyDays: number | null, stepUpMinutes: number | null } };

export type MemberRowFragment = { id: string, createdAt: string, updatedAt: string, userId: string, name: string, email: string | null, role: TeamRole, sessionsEndedAt: string | null, inviter: { name: string } | null };

export type PeopleQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: TeamFilter | null | undefined;
  orderBy?: TeamOrder | null | undefined;
}>;


export type PeopleQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, updatedAt: string, userId: string, name: string, email: string | null, role: TeamRole, sessionsEndedAt: string | null, inviter: { name: string } | null }> } | null };

export type PeopleNamesQueryVariables = Exact<{
  userIds: Array<string> | string;
}>;


export type PeopleNamesQuery = { teamMembers: { nodes: Array<{ userId: string, name: string }> } | null };

export type PersonQueryVariables = Exact<{
  id: string;
}>;


export type PersonQuery = { record: { id: string, createdAt: string, updatedAt: string, userId: string, name: string, email: string | null, role: TeamRole, sessionsEndedAt: string | null, inviter: { name: string } | null } | null };

export type PersonActivityQueryVariables = Exact<{ [key: string]: never; }>;


export type PersonActivityQuery = { teamAnalytics: { activity: Array<{ memberId: string, actions: number, lastActiveAt: string | null, openCampaigns: number, openContent: number }> } | null };

export type RolesQueryVariables = Exact<{ [key: string]: never; }>;


export type RolesQuery = { caller: { roles: Array<{ role: Role, permissions: Array<string>, isGrantable: boolean }> } | null };

export type EndSessionsMutationVariables = Exact<{
  id: string;
}>;


export type EndSessionsMutation = { saved: { id: string, createdAt: string, updatedAt: string, userId: string, name: string, email: string | null, role: TeamRole, sessionsEndedAt: string | null, inviter: { name: string } | null } };

export type AddPersonMutationVariables = Exact<{
  input: TeamMemberInput;
}>;


export type AddPersonMutation = { saved: { id: string, createdAt: string, updatedAt: string, userId: string, name: string, email: string | null, role: TeamRole, sessionsEndedAt: string | null, inviter: { name: string } | null } };

export type UpdatePersonMutationVariables = Exact<{
  id: string;
  input: TeamMemberPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdatePersonMutation = { saved: { id: string, createdAt: string, updatedAt: string, userId: string, name: string, email: string | null, role: TeamRole, sessionsEndedAt: string | null, inviter: { name: string } | null } };

export type RemovePersonMutationVariables = Exact<{
  id: string;
}>;


export type RemovePersonMutation = { removeTeamMember: string };

export type ExportedPeopleQueryVariables = Exact<{
  filter?: TeamFilter | null | undefined;
  orderBy?: TeamOrder | null | undefined;
}>;


export type ExportedPeopleQuery = { list: { nodes: Array<{ id: string, createdAt: string, updatedAt: string, userId: string, name: string, email: string | null, role: TeamRole, sessionsEndedAt: string | null, inviter: { name: string } | null }> } | null };

export type IntegrationsQueryVariables = Exact<{ [key: string]: never; }>;


export type IntegrationsQuery = { integrations: { checkedAt: string, integrations: Array<{ name: IntegrationName, state: IntegrationState, detail: string, cause: Record<string, unknown> }> } | null };

export type BillingQueryVariables = Exact<{ [key: string]: never; }>;


export type BillingQuery = { billing: { periodStart: string, periodEnd: string, usage: Array<{ measure: BillingMeasure, used: number }> } | null };

export type NotificationRowFragment = { id: string, createdAt: string, type: string, parameters: Record<string, unknown>, message: string, resourceType: string, readAt: string | null };

export type NotificationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type NotificationsQuery = { list: { totalCount: number, unread: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, type: string, parameters: Record<string, unknown>, message: string, resourceType: string, readAt: string | null }> } | null };

export type ExportedNotificationsQueryVariables = Exact<{ [key: string]: never; }>;


export type ExportedNotificationsQuery = { list: { nodes: Array<{ id: string, createdAt: string, type: string, parameters: Record<string, unknown>, message: string, resourceType: string, readAt: string | null }> } | null };

export type MarkNotificationsReadMutationVariables = Exact<{ [key: string]: never; }>;


export type MarkNotificationsReadMutation = { marked: number };

export type BackgroundWorkQueryVariables = Exact<{ [key: string]: never; }>;


export type BackgroundWorkQuery = { backgroundWork: Array<{ kind: BackgroundWorkKind, waiting: number, running: number, retrying: number, dead: number, oldestDueAt: string | null, nextDueAt: string | null, canRetry: boolean }> | null };

export type RetryBackgroundWorkMutationVariables = Exact<{
  kind: BackgroundWorkKind;
}>;


export type RetryBackgroundWorkMutation = { retryBackgroundWork: number };

export type WebhookRowFragment = { id: string, updatedAt: string, url: string, events: Array<string>, description: string | null, status: WebhookStatus, disabledReason: string | null, disabledCause: Record<string, unknown> | null, failingSince: string | null, creator: { name: string } | null };

export type WebhooksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: WebhookOrder | null | undefined;
}>;


export type WebhooksQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, updatedAt: string, url: string, events: Array<string>, description: string | null, status: WebhookStatus, disabledReason: string | null, disabledCause: Record<string, unknown> | null, failingSince: string | null, creator: { name: string } | null }> } | null };

export type WebhookQueryVariables = Exact<{
  id: string;
}>;


export type WebhookQuery = { record: { id: string, updatedAt: string, url: string, events: Array<string>, description: string | null, status: WebhookStatus, disabledReason: string | null, disabledCause: Record<string, unknown> | null, failingSince: string | null, creator: { name: string } | null } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  webhookId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: WebhookDeliveryOrder | null | undefined;
}>;


export type WebhookDeliveriesQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, type: string, status: WebhookDeliveryStatus, attempts: Array<{ at: string, status: number | null, error: string | null }> }> } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: WebhookInput;
}>;


export type CreateWebhookMutation = { made: { url: string, secret: string | null } };

export type UpdateWebhookMutationVariables = Exact<{
  id: string;
  input: WebhookPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateWebhookMutation = { saved: { id: string, updatedAt: string, url: string, events: Array<string>, description: string | null, status: WebhookStatus, disabledReason: string | null, disabledCause: Record<string, unknown> | null, failingSince: string | null, creator: { name: string } | null } };

export type DeleteWebhookMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWebhookMutation = { deleteWebhook: string };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { made: { url: string, secret: string | null } };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  id: string;
}>;


export type ResendWebhookDeliveryMutation = { resent: { id: string } };

export type ExportedWebhooksQueryVariables = Exact<{
  orderBy?: WebhookOrder | null | undefined;
}>;


export type ExportedWebhooksQuery = { list: { nodes: Array<{ id: string, updatedAt: string, url: string, events: Array<string>, description: string | null, status: WebhookStatus, disabledReason: string | null, disabledCause: Record<string, unknown> | null, failingSince: string | null, creator: { name: string } | null }> } | null };

export type AnalyticsPeriodQueryVariables = Exact<{
  from: string;
  to: string;
  sector?: Sector | null | undefined;
  type?: CampaignType | null | undefined;
  clientId?: string | null | undefined;
}>;


export type AnalyticsPeriodQuery = { analyticsPeriod: { period: { from: string, to: string, records: number, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, ctr: number | null, conversionRate: number | null, cpcCents: number | null, cpaCents: number | null, roi: number | null }, previous: { from: string, to: string, records: number }, change: { impressions: number | null, clicks: number | null, conversions: number | null, spendCents: number | null, revenueCents: number | null } } | null };

export type GroupRowFragment = { key: string | null, clientName: string | null, campaigns: number, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, ctr: number | null, conversionRate: number | null, cpcCents: number | null, cpaCents: number | null, roi: number | null };

export type AnalyticsGroupsQueryVariables = Exact<{
  by: AnalyticsGrouping;
  from: string;
  to: string;
  sector?: Sector | null | undefined;
  type?: CampaignType | null | undefined;
  clientId?: string | null | undefined;
  sort?: PerformanceSort | null | undefined;
  order?: OrderDirection | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AnalyticsGroupsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ key: string | null, clientName: string | null, campaigns: number, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, ctr: number | null, conversionRate: number | null, cpcCents: number | null, cpaCents: number | null, roi: number | null }> } | null };

export type CampaignRankedFragment = { name: string, status: CampaignStatus, clientName: string, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, ctr: number | null, conversionRate: number | null, cpcCents: number | null, cpaCents: number | null, roi: number | null, id: string };

export type CampaignPerformanceQueryVariables = Exact<{
  from: string;
  to: string;
  sector?: Sector | null | undefined;
  type?: CampaignType | null | undefined;
  clientId?: string | null | undefined;
  sort?: PerformanceSort | null | undefined;
  order?: OrderDirection | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CampaignPerformanceQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, status: CampaignStatus, clientName: string, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, ctr: number | null, conversionRate: number | null, cpcCents: number | null, cpaCents: number | null, roi: number | null, id: string }> } | null };

export type ClientOfFiguresQueryVariables = Exact<{
  clientId: string;
}>;


export type ClientOfFiguresQuery = { analyticsGroups: { nodes: Array<{ clientName: string | null }> } | null };

export type AnalyticsReportQueryVariables = Exact<{
  from: string;
  to: string;
  sector?: Sector | null | undefined;
  type?: CampaignType | null | undefined;
  clientId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type AnalyticsReportQuery = { analyticsReport: { from: string | null, to: string | null, next: string | null, totals: { records: number, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, ctr: number | null, conversionRate: number | null, cpcCents: number | null, cpaCents: number | null, roi: number | null }, rows: Array<{ campaignId: string, name: string, clientName: string, clientSector: Sector | null, type: CampaignType, status: CampaignStatus, records: number, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, ctr: number | null, conversionRate: number | null, cpcCents: number | null, cpaCents: number | null, roi: number | null }> } | null };

export type SignOffFiguresQueryVariables = Exact<{
  from: string;
  to: string;
  clientId?: string | null | undefined;
}>;


export type SignOffFiguresQuery = { signOffFigures: { totals: { requested: number, approved: number, changesRequested: number, withdrawn: number, voided: number, expired: number, waiting: number, medianSeconds: number | null, p90Seconds: number | null }, clients: Array<{ clientId: string | null, clientName: string | null, requested: number, approved: number, changesRequested: number, waiting: number, medianSeconds: number | null }> } | null };

export type ReportScheduleRowFragment = { id: string, sentOn: ReportDay, hour: number, timeZone: string, clientId: string | null, sector: Sector | null, type: CampaignType | null, recipientIds: Array<string>, isPaused: boolean, dueAt: string, updatedAt: string };

export type ReportSchedulesQueryVariables = Exact<{ [key: string]: never; }>;


export type ReportSchedulesQuery = { list: { nodes: Array<{ id: string, sentOn: ReportDay, hour: number, timeZone: string, clientId: string | null, sector: Sector | null, type: CampaignType | null, recipientIds: Array<string>, isPaused: boolean, dueAt: string, updatedAt: string }> } | null };

export type CreateReportScheduleMutationVariables = Exact<{
  input: ReportScheduleInput;
}>;


export type CreateReportScheduleMutation = { createReportSchedule: { id: string } };

export type UpdateReportScheduleMutationVariables = Exact<{
  id: string;
  input: ReportSchedulePatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateReportScheduleMutation = { updateReportSchedule: { id: string } };

export type DeleteReportScheduleMutationVariables = Exact<{
  id: string;
}>;


export type DeleteReportScheduleMutation = { deleteReportSchedule: string };

export type SendReportMutationVariables = Exact<{
  id: string;
}>;


export type SendReportMutation = { sendReport: { id: string } };

export type DashboardLiveSubscriptionVariables = Exact<{
  since?: string | null | undefined;
}>;


export type DashboardLiveSubscription = { message: { id: string, event: string, data: { clients: number, campaigns: number, byStatus: Array<{ status: CampaignStatus, campaigns: number }>, last30Days: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, roi: number | null }, change: { impressions: number | null, clicks: number | null, conversions: number | null, spendCents: number | null, revenueCents: number | null } } | null } };

export type BreachesLiveSubscriptionVariables = Exact<{
  since?: string | null | undefined;
}>;


export type BreachesLiveSubscription = { message: { id: string, event: string, data: { kind: BreachKind, title: string, severity: string, resourceId: string | null, occurredAt: string } | null } };

export type ClientsLiveSubscriptionVariables = Exact<{
  since?: string | null | undefined;
}>;


export type ClientsLiveSubscription = { message: { id: string, event: string, data: { type: string, resourceId: string | null, userId: string } | null } };

export type CampaignsLiveSubscriptionVariables = Exact<{
  since?: string | null | undefined;
}>;


export type CampaignsLiveSubscription = { message: { id: string, event: string, data: { type: string, resourceId: string | null, userId: string } | null } };

export type ContentLiveSubscriptionVariables = Exact<{
  since?: string | null | undefined;
}>;


export type ContentLiveSubscription = { message: { id: string, event: string, data: { type: string, resourceId: string | null, userId: string } | null } };

export type SignOffsLiveSubscriptionVariables = Exact<{
  since?: string | null | undefined;
}>;


export type SignOffsLiveSubscription = { message: { id: string, event: string, data: { type: string, resourceId: string | null, userId: string } | null } };

export type AuditLiveSubscriptionVariables = Exact<{
  since?: string | null | undefined;
  names: boolean;
}>;


export type AuditLiveSubscription = { message: { id: string, event: string, data: { sequence: number, action: string, userId: string, userName?: string | null, resourceType: string, timestamp: string } | null } };

export type CallerQueryVariables = Exact<{ [key: string]: never; }>;


export type CallerQuery = { caller: { userId: string, userName: string | null, organizationId: string, organizationName: string | null, role: Role, permissions: Array<string> } | null };

export type ChangeFragment = { field: string, before: string | null, after: string | null };

export type AwaitingCampaignFragment = { id: string, status: CampaignStatus, updatedAt: string, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null, author: { id: string, name: string } | null, transitions: Array<{ to: CampaignStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, changesSinceApproval: Array<{ field: string, before: string | null, after: string | null }> | null };

export type AwaitingCampaignsQueryVariables = Exact<{ [key: string]: never; }>;


export type AwaitingCampaignsQuery = { list: { totalCount: number, nodes: Array<{ id: string, status: CampaignStatus, updatedAt: string, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null, author: { id: string, name: string } | null, transitions: Array<{ to: CampaignStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, changesSinceApproval: Array<{ field: string, before: string | null, after: string | null }> | null }> } | null };

export type AwaitingContentFragment = { id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, body: string, version: number, approvedVersion: number | null, editor: { id: string, name: string } | null, campaign: { id: string, name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, changesSinceApproval: Array<{ field: string, before: string | null, after: string | null }> | null };

export type AwaitingContentsQueryVariables = Exact<{ [key: string]: never; }>;


export type AwaitingContentsQuery = { list: { totalCount: number, nodes: Array<{ id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, body: string, version: number, approvedVersion: number | null, editor: { id: string, name: string } | null, campaign: { id: string, name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, changesSinceApproval: Array<{ field: string, before: string | null, after: string | null }> | null }> } | null };

export type DecideOnCampaignMutationVariables = Exact<{
  id: string;
  status: CampaignStatus;
  reason?: string | null | undefined;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type DecideOnCampaignMutation = { changed: { id: string, status: CampaignStatus, transitions: Array<{ to: CampaignStatus, allowed: boolean }> } };

export type DecideOnContentMutationVariables = Exact<{
  id: string;
  status: ContentStatus;
  reason?: string | null | undefined;
  version: number;
}>;


export type DecideOnContentMutation = { changed: { id: string, status: ContentStatus, transitions: Array<{ to: ContentStatus, allowed: boolean }> } };

export type ClientNameQueryVariables = Exact<{
  id: string;
}>;


export type ClientNameQuery = { client: { id: string, name: string } | null };

export type AuditRowFragment = { sequence: number, id: string, action: string, userId: string, userName?: string | null, resourceType: string, resourceId: string | null, timestamp: string, hash: string, metadata: { ipAddress: string, userAgent: string, details: { attempted: string | null, code: string | null, count: number | null, fields: Array<string> | null, ids: Array<string> | null, includes: Array<string> | null, omitted: number | null, outcome: AuditOutcome } | null } };

export type AuditTrailQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: AuditFilter | null | undefined;
  names: boolean;
}>;


export type AuditTrailQuery = { list: { pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, edges: Array<{ cursor: string, node: { sequence: number, id: string, action: string, userId: string, userName?: string | null, resourceType: string, resourceId: string | null, timestamp: string, hash: string, metadata: { ipAddress: string, userAgent: string, details: { attempted: string | null, code: string | null, count: number | null, fields: Array<string> | null, ids: Array<string> | null, includes: Array<string> | null, omitted: number | null, outcome: AuditOutcome } | null } } }> } | null };

export type SavedAuditRowFragment = { id: string, action: string, userId: string, userName?: string | null, resourceType: string, resourceId: string | null, timestamp: string, metadata: { details: { outcome: AuditOutcome } | null } };

export type ExportedAuditRecordsQueryVariables = Exact<{
  filter?: AuditFilter | null | undefined;
  names: boolean;
}>;


export type ExportedAuditRecordsQuery = { list: { nodes: Array<{ id: string, action: string, userId: string, userName?: string | null, resourceType: string, resourceId: string | null, timestamp: string, metadata: { details: { outcome: AuditOutcome } | null } }> } | null };

export type RecordBeforeQueryVariables = Exact<{
  cursor: string;
}>;


export type RecordBeforeQuery = { auditRecords: { nodes: Array<{ hash: string }> } | null };

export type AuditBoundsQueryVariables = Exact<{
  filter: AuditFilter;
}>;


export type AuditBoundsQuery = { newest: { nodes: Array<{ sequence: number }> } | null, oldest: { nodes: Array<{ sequence: number }> } | null };

export type AuditChainLinkFragment = { sequence: number, id: string, action: string, userId: string, resourceType: string, resourceId: string | null, timestamp: string, hash: string, previousHash: string, organizationId: string, metadata: { ipAddress: string, userAgent: string, details: { attempted: string | null, code: string | null, count: number | null, fields: Array<string> | null, ids: Array<string> | null, includes: Array<string> | null, omitted: number | null, outcome: AuditOutcome } | null } };

export type AuditChainQueryVariables = Exact<{
  after: number;
  upTo?: number | null | undefined;
}>;


export type AuditChainQuery = { auditExport: { next: number | null, rows: Array<{ sequence: number, id: string, action: string, userId: string, resourceType: string, resourceId: string | null, timestamp: string, hash: string, previousHash: string, organizationId: string, metadata: { ipAddress: string, userAgent: string, details: { attempted: string | null, code: string | null, count: number | null, fields: Array<string> | null, ids: Array<string> | null, includes: Array<string> | null, omitted: number | null, outcome: AuditOutcome } | null } }>, checkpoint: { sequence: number, hash: string, publicKey: string, verifier: string } } | null };

export type KeptCheckpointsQueryVariables = Exact<{ [key: string]: never; }>;


export type KeptCheckpointsQuery = { auditCheckpoints: Array<{ size: number, note: string, signedAt: string, isWitnessed: boolean | null, cosigned: string, witnesses: Array<{ name: string, signedAt: string | null }> }> | null };

export type WitnessPolicyQueryVariables = Exact<{ [key: string]: never; }>;


export type WitnessPolicyQuery = { auditWitnessPolicy: string | null };

export type ServerVerificationQueryVariables = Exact<{
  after: number;
  checkpoint?: string | null | undefined;
}>;


export type ServerVerificationQuery = { verifyAudit: { valid: boolean, checked: number, next: number | null, break: { sequence: number, reason: string, cause: Record<string, unknown> } | null } | null };

export type CurrentCheckpointQueryVariables = Exact<{
  after: number;
}>;


export type CurrentCheckpointQuery = { verifyAudit: { checkpoint: { sequence: number, note: string | null, publicKey: string } } | null };

export type AuditTilesQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditTilesQuery = { auditTilesAddress: string | null };

export type PublishAuditTilesMutationVariables = Exact<{ [key: string]: never; }>;


export type PublishAuditTilesMutation = { publishAuditTiles: string };

export type WithdrawAuditTilesMutationVariables = Exact<{ [key: string]: never; }>;


export type WithdrawAuditTilesMutation = { withdrawAuditTiles: boolean };

export type CampaignCardFragment = { id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null };

export type CampaignColumnFragment = { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> };

export type CampaignBoardQueryVariables = Exact<{
  DRAFT: CampaignFilter;
  firstDRAFT: number;
  PENDING_APPROVAL: CampaignFilter;
  firstPENDING_APPROVAL: number;
  SCHEDULED: CampaignFilter;
  firstSCHEDULED: number;
  ACTIVE: CampaignFilter;
  firstACTIVE: number;
  PAUSED: CampaignFilter;
  firstPAUSED: number;
  COMPLETED: CampaignFilter;
  firstCOMPLETED: number;
  CANCELLED: CampaignFilter;
  firstCANCELLED: number;
  FAILED: CampaignFilter;
  firstFAILED: number;
  ARCHIVED: CampaignFilter;
  firstARCHIVED: number;
}>;


export type CampaignBoardQuery = { DRAFT: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, PENDING_APPROVAL: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, SCHEDULED: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, ACTIVE: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, PAUSED: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, COMPLETED: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, CANCELLED: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, FAILED: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null, ARCHIVED: { totalCount: number, pageInfo: { hasNextPage: boolean }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null };

export type CampaignStepsQueryVariables = Exact<{
  id: string;
}>;


export type CampaignStepsQuery = { campaign: { id: string, transitions: Array<{ to: CampaignStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } | null };

export type CampaignCalendarQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: CampaignFilter | null | undefined;
}>;


export type CampaignCalendarQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, updatedAt: string, status: CampaignStatus, name: string, clientId: string | null, clientName: string, type: CampaignType, startsAt: string | null, endsAt: string | null }> } | null };

export type CampaignWholeFragment = { failureReason: string | null, failureCause: Record<string, unknown> | null, returnReason: string | null, spentCents: number, budgetUsed: number | null, lacksSignOff: boolean, id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null, author: { id: string, name: string } | null, transitions: Array<{ to: CampaignStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> };

export type CampaignQueryVariables = Exact<{
  id: string;
}>;


export type CampaignQuery = { record: { failureReason: string | null, failureCause: Record<string, unknown> | null, returnReason: string | null, spentCents: number, budgetUsed: number | null, lacksSignOff: boolean, id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null, author: { id: string, name: string } | null, transitions: Array<{ to: CampaignStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } | null };

export type CampaignResultsFragment = { from: string, to: string, totals: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number } };

export type CampaignResultsQueryVariables = Exact<{
  id: string;
}>;


export type CampaignResultsQuery = { campaignAnalytics: { from: string, to: string, totals: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number } } | null };

export type CampaignContentFragment = { totalCount: number, nodes: Array<{ id: string, title: string, type: ContentType, status: ContentStatus, language: Language }> };

export type CampaignContentQueryVariables = Exact<{
  id: string;
  orderBy?: ContentOrder | null | undefined;
}>;


export type CampaignContentQuery = { contents: { totalCount: number, nodes: Array<{ id: string, title: string, type: ContentType, status: ContentStatus, language: Language }> } | null };

export type CampaignPageQueryVariables = Exact<{
  id: string;
  analytics: boolean;
  content: boolean;
  audit: boolean;
  privacy: boolean;
  names: boolean;
}>;


export type CampaignPageQuery = { campaign: { failureReason: string | null, failureCause: Record<string, unknown> | null, returnReason: string | null, spentCents: number, budgetUsed: number | null, lacksSignOff: boolean, id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null, list?: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, contact: string, status: MessageStatus, reason: string | null, reasonCause: Record<string, unknown> | null, sentAt: string | null, ground: { kind: MessageGroundKind, at: string } | null }> }, author: { id: string, name: string } | null, transitions: Array<{ to: CampaignStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } | null, campaignAudience: { channels: Array<{ channel: ConsentChannel, recipients: number, uncovered: number }> } | null, campaignAnalytics?: { from: string, to: string, totals: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number } } | null, analyticsTrends?: { to: string, window: number, points: Array<{ from: string, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, movingAverage: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number } }> } | null, contents?: { totalCount: number, nodes: Array<{ id: string, title: string, type: ContentType, status: ContentStatus, language: Language }> } | null, current?: { nodes: Array<{ campaignId: string | null, contentId: string | null, sharesBudget: boolean, mayHandOver: boolean, message: string | null, endedAt: string | null, endReason: string | null, endCause: Record<string, unknown> | null, createdBy: string, id: string, title: string, status: SignOffStatus, version: number | null, quorum: number, dueAt: string | null, expiresAt: string, createdAt: string, approvals: number, requester: { name: string } | null, reviewers: { nodes: Array<{ id: string, status: ReviewerStatus, name: string, email: string, language: Language, handedOverTo: string | null, emailStatus: EmailStatus | null, emailError: string | null, openedAt: string | null, decidedAt: string | null, reason: string | null }> }, comments: { totalCount: number, nodes: Array<{ id: string, createdAt: string, reviewerId: string, passage: string | null, text: string }> }, campaign: { id: string, name: string, clientId: string | null, clientName: string } | null, content: { id: string, title: string, campaign: { id: string, clientId: string | null, clientName: string } | null } | null }> } | null, earlier?: { nodes: Array<{ id: string, status: SignOffStatus, dueAt: string | null, expiresAt: string, createdAt: string }> } | null, history?: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ sequence: number, action: string, resourceType: string, userId: string, userName?: string | null, timestamp: string }> } | null };

export type ChangeCampaignStatusMutationVariables = Exact<{
  id: string;
  status: CampaignStatus;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type ChangeCampaignStatusMutation = { changed: { failureReason: string | null, failureCause: Record<string, unknown> | null, returnReason: string | null, spentCents: number, budgetUsed: number | null, lacksSignOff: boolean, id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null, author: { id: string, name: string } | null, transitions: Array<{ to: CampaignStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } };

export type RecordAnalyticsMutationVariables = Exact<{
  records: Array<AnalyticsRecordInput> | AnalyticsRecordInput;
}>;


export type RecordAnalyticsMutation = { recordAnalytics: { recorded: number } };

export type DuplicateCampaignMutationVariables = Exact<{
  id: string;
}>;


export type DuplicateCampaignMutation = { made: { id: string, name: string } };

export type DeleteCampaignMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCampaignMutation = { deleteCampaign: string };

export type BulkCampaignsMutationVariables = Exact<{
  input: BulkInput;
}>;


export type BulkCampaignsMutation = { report: { succeeded: Array<string>, failed: Array<{ id: string, message: string, cause: Record<string, unknown> | null }> } };

export type AudienceFragment = { channels: Array<{ channel: ConsentChannel, recipients: number, uncovered: number }> };

export type CampaignAudienceQueryVariables = Exact<{
  id: string;
}>;


export type CampaignAudienceQuery = { campaignAudience: { channels: Array<{ channel: ConsentChannel, recipients: number, uncovered: number }> } | null };

export type AddRecipientsMutationVariables = Exact<{
  id: string;
  input: AudienceInput;
}>;


export type AddRecipientsMutation = { addCampaignRecipients: { channels: Array<{ channel: ConsentChannel, recipients: number, uncovered: number }> } };

export type RemoveUncoveredRecipientsMutationVariables = Exact<{
  id: string;
}>;


export type RemoveUncoveredRecipientsMutation = { removeUncoveredRecipients: { channels: Array<{ channel: ConsentChannel, recipients: number, uncovered: number }> } };

export type CampaignRowFragment = { id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null };

export type CampaignsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: CampaignFilter | null | undefined;
  orderBy?: CampaignOrder | null | undefined;
}>;


export type CampaignsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null }> } | null };

export type ExportCampaignsQueryVariables = Exact<{
  filter?: CampaignFilter | null | undefined;
  orderBy?: CampaignOrder | null | undefined;
}>;


export type ExportCampaignsQuery = { list: { nodes: Array<{ id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null }> } | null };

export type CreateCampaignMutationVariables = Exact<{
  input: CampaignInput;
}>;


export type CreateCampaignMutation = { saved: { id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null } };

export type UpdateCampaignMutationVariables = Exact<{
  id: string;
  input: CampaignPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateCampaignMutation = { saved: { id: string, createdAt: string, updatedAt: string, status: CampaignStatus, clientName: string, name: string, clientId: string | null, type: CampaignType, description: string | null, channels: Array<CampaignType>, budgetCents: number | null, purpose: CampaignPurpose, startsAt: string | null, endsAt: string | null } };

export type RecordedRowFragment = { id: string, key: string | null, day: string, channel: CampaignType | null, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, suspect: Array<SuspectReason> };

export type RecordedResultsQueryVariables = Exact<{
  campaignId: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: AnalyticsRecordOrder | null | undefined;
}>;


export type RecordedResultsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, key: string | null, day: string, channel: CampaignType | null, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, suspect: Array<SuspectReason> }> } | null };

export type ExportedRecordsQueryVariables = Exact<{
  filter?: AnalyticsRecordFilter | null | undefined;
}>;


export type ExportedRecordsQuery = { list: { nodes: Array<{ id: string, key: string | null, day: string, channel: CampaignType | null, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, suspect: Array<SuspectReason> }> } | null };

export type CorrectRecordMutationVariables = Exact<{
  key: string;
  input: AnalyticsCorrectionInput;
}>;


export type CorrectRecordMutation = { corrected: { id: string } };

export type DeleteRecordMutationVariables = Exact<{
  key: string;
}>;


export type DeleteRecordMutation = { deleteAnalyticsRecord: string };

export type CampaignSendingQueryVariables = Exact<{
  id: string;
}>;


export type CampaignSendingQuery = { campaign: { id: string, status: CampaignStatus, segmentFrozenAt: string | null, tracksMessages: boolean, sender: { id: string, name: string, address: string, status: SenderStatus } | null, segment: { id: string, name: string } | null, launchCheck: Array<{ need: LaunchNeed, isBlocking: boolean, variables: Array<string> }>, delivery: { queued: number, sending: number, sent: number, delivered: number, bounced: number, failed: number, skipped: number, unknown: number, unsubscribed: number, complained: number, finishedAt: string | null, perMinute: number, skippedBy: Array<{ reason: string, count: number }> }, recipientImports: { nodes: Array<{ id: string, createdAt: string, status: RecipientImportStatus, total: number, rows: number, imported: number, duplicates: number, failed: number, failure: string | null, failureCause: Record<string, unknown> | null, errors: Array<{ line: number, field: string | null, message: string, cause: Record<string, unknown> | null }> }> }, testMessages: { nodes: Array<{ id: string, contact: string, status: TestMessageStatus, reason: string | null, reasonCause: Record<string, unknown> | null, createdAt: string }> } } | null };

export type DeliveryFragment = { queued: number, sending: number, sent: number, delivered: number, bounced: number, failed: number, skipped: number, unknown: number, unsubscribed: number, complained: number, finishedAt: string | null, perMinute: number, skippedBy: Array<{ reason: string, count: number }> };

export type RecipientImportRowFragment = { id: string, createdAt: string, status: RecipientImportStatus, total: number, rows: number, imported: number, duplicates: number, failed: number, failure: string | null, failureCause: Record<string, unknown> | null, errors: Array<{ line: number, field: string | null, message: string, cause: Record<string, unknown> | null }> };

export type DeliveryProgressSubscriptionVariables = Exact<{
  campaignId: string;
}>;


export type DeliveryProgressSubscription = { progress: { queued: number, sending: number, sent: number, delivered: number, bounced: number, failed: number, skipped: number, unknown: number, unsubscribed: number, complained: number, finishedAt: string | null, perMinute: number, skippedBy: Array<{ reason: string, count: number }> } };

export type CampaignMessagesQueryVariables = Exact<{
  id: string;
  filter?: MessageFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: MessageOrder | null | undefined;
}>;


export type CampaignMessagesQuery = { campaign: { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, contact: string, status: MessageStatus, reason: string | null, reasonCause: Record<string, unknown> | null, sentAt: string | null, ground: { kind: MessageGroundKind, at: string } | null }> } } | null };

export type ExportedMessagesQueryVariables = Exact<{
  filter?: MessageFilter | null | undefined;
}>;


export type ExportedMessagesQuery = { list: { nodes: Array<{ id: string, contact: string, status: MessageStatus, reason: string | null, reasonCause: Record<string, unknown> | null, sentAt: string | null, ground: { kind: MessageGroundKind, at: string } | null }> } | null };

export type MessageRowFragment = { id: string, contact: string, status: MessageStatus, reason: string | null, reasonCause: Record<string, unknown> | null, sentAt: string | null, ground: { kind: MessageGroundKind, at: string } | null };

export type MessagePageFragment = { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, contact: string, status: MessageStatus, reason: string | null, reasonCause: Record<string, unknown> | null, sentAt: string | null, ground: { kind: MessageGroundKind, at: string } | null }> };

export type SetCampaignSenderMutationVariables = Exact<{
  id: string;
  senderId: string;
}>;


export type SetCampaignSenderMutation = { set: { id: string } };

export type SetCampaignTrackingMutationVariables = Exact<{
  id: string;
  enabled: boolean;
}>;


export type SetCampaignTrackingMutation = { set: { id: string } };

export type SetCampaignSegmentMutationVariables = Exact<{
  id: string;
  segmentId?: string | null | undefined;
}>;


export type SetCampaignSegmentMutation = { set: { id: string } };

export type ImportRecipientsMutationVariables = Exact<{
  id: string;
  input: RecipientImportInput;
}>;


export type ImportRecipientsMutation = { made: { id: string, createdAt: string, status: RecipientImportStatus, total: number, rows: number, imported: number, duplicates: number, failed: number, failure: string | null, failureCause: Record<string, unknown> | null, errors: Array<{ line: number, field: string | null, message: string, cause: Record<string, unknown> | null }> } };

export type PreviewMessageMutationVariables = Exact<{
  campaignId: string;
  contentId: string;
}>;


export type PreviewMessageMutation = { preview: { subject: string, html: string, text: string, size: number, contact: string | null, warnings: Array<{ flaw: MessageFlaw, detail: string | null }> } };

export type SendTestMessageMutationVariables = Exact<{
  campaignId: string;
  to: string;
  contentId?: string | null | undefined;
}>;


export type SendTestMessageMutation = { sent: { id: string } };

export type RetryMessagesMutationVariables = Exact<{
  campaignId: string;
  status: MessageStatus;
}>;


export type RetryMessagesMutation = { retried: number };

export type ClientWholeFragment = { effectiveClearance: string, id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean, compliance: { popiaCompliant: boolean, dataClassification: string, note: string | null, assessedAt: string | null }, creator: { name: string } | null, transitions: Array<{ to: ClientStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> };

export type ClientQueryVariables = Exact<{
  id: string;
  orderBy?: CampaignOrder | null | undefined;
}>;


export type ClientQuery = { record: { effectiveClearance: string, id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean, campaigns: { totalCount: number, nodes: Array<{ id: string, name: string, status: CampaignStatus, type: CampaignType }> }, compliance: { popiaCompliant: boolean, dataClassification: string, note: string | null, assessedAt: string | null }, creator: { name: string } | null, transitions: Array<{ to: ClientStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } | null };

export type ChangeClientStatusMutationVariables = Exact<{
  id: string;
  status: ClientStatus;
}>;


export type ChangeClientStatusMutation = { changed: { effectiveClearance: string, id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean, compliance: { popiaCompliant: boolean, dataClassification: string, note: string | null, assessedAt: string | null }, creator: { name: string } | null, transitions: Array<{ to: ClientStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } };

export type AssessClientMutationVariables = Exact<{
  id: string;
  input: ClientAssessmentInput;
}>;


export type AssessClientMutation = { assessed: { effectiveClearance: string, id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean, compliance: { popiaCompliant: boolean, dataClassification: string, note: string | null, assessedAt: string | null }, creator: { name: string } | null, transitions: Array<{ to: ClientStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } };

export type DeleteClientMutationVariables = Exact<{
  id: string;
}>;


export type DeleteClientMutation = { deleteClient: string };

export type ClientRowFragment = { id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean };

export type ClientsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: ClientFilter | null | undefined;
  orderBy?: ClientOrder | null | undefined;
}>;


export type ClientsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean }> } | null };

export type ExportedClientsQueryVariables = Exact<{
  filter?: ClientFilter | null | undefined;
  orderBy?: ClientOrder | null | undefined;
}>;


export type ExportedClientsQuery = { list: { nodes: Array<{ id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean }> } | null };

export type CreateClientMutationVariables = Exact<{
  input: ClientInput;
}>;


export type CreateClientMutation = { saved: { id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean } };

export type UpdateClientMutationVariables = Exact<{
  id: string;
  input: ClientPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateClientMutation = { saved: { id: string, createdAt: string, updatedAt: string, name: string, type: string, industry: string, sector: Sector, status: ClientStatus, contact: Record<string, unknown>, governmentLevel: string | null, securityClearance: string | null, requiresSignOff: boolean } };

export type ImportClientsMutationVariables = Exact<{
  rows: Array<Record<string, unknown>> | Record<string, unknown>;
  dryRun: boolean;
}>;


export type ImportClientsMutation = { report: { imported: number, errors: Array<{ row: number, field: string | null, message: string, cause: Record<string, unknown> | null }> } };

export type NewestNotificationsQueryVariables = Exact<{
  notifications: boolean;
}>;


export type NewestNotificationsQuery = { mentions: { unread: number, nodes: Array<{ id: string, createdAt: string, readAt: string | null, comment: { author: { name: string } | null } | null, content: { id: string, title: string } | null }> } | null, notifications?: { unread: number, nodes: Array<{ id: string, createdAt: string, type: string, parameters: Record<string, unknown>, message: string, resourceType: string, resourceId: string | null, readAt: string | null }> } | null };

export type MarkMentionsReadMutationVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type MarkMentionsReadMutation = { marked: number };

export type ClientChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type ClientChoicesQuery = { list: { totalCount: number, nodes: Array<{ id: string, name: string }> } | null };

export type CampaignChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type CampaignChoicesQuery = { list: { totalCount: number, nodes: Array<{ id: string, name: string }> } | null };

export type PersonChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type PersonChoicesQuery = { list: { totalCount: number, nodes: Array<{ name: string, id: string }> } | null };

export type PersonNameQueryVariables = Exact<{
  id: string;
}>;


export type PersonNameQuery = { list: { nodes: Array<{ name: string }> } | null };

export type RequestChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type RequestChoicesQuery = { list: { totalCount: number, nodes: Array<{ id: string, type: DataSubjectRequestType, receivedAt: string, subject: { name: string } }> } | null };

export type ContentChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type ContentChoicesQuery = { list: { totalCount: number, nodes: Array<{ id: string, name: string }> } | null };

export type EventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type EventTypesQuery = { eventTypes: Array<string> | null };

export type SenderChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type SenderChoicesQuery = { list: { totalCount: number, nodes: Array<{ id: string, name: string }> } | null };

export type SegmentChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type SegmentChoicesQuery = { list: { totalCount: number, nodes: Array<{ id: string, name: string }> } | null };

export type OperatorChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type OperatorChoicesQuery = { list: { totalCount: number, nodes: Array<{ id: string, name: string }> } | null };

export type HistoryPageFragment = { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ sequence: number, action: string, resourceType: string, userId: string, userName?: string | null, timestamp: string }> };

export type HistoryQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
  names: boolean;
}>;


export type HistoryQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ sequence: number, action: string, resourceType: string, userId: string, userName?: string | null, timestamp: string }> } | null };

export type MailSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type MailSettingsQuery = { settings: { mailsAtOnce: boolean, mailsDaily: boolean, mailLanguage: MailLanguage } | null };

export type UpdateMailSettingsMutationVariables = Exact<{
  input: MailSettingsInput;
}>;


export type UpdateMailSettingsMutation = { updateMailSettings: { mailsAtOnce: boolean, mailsDaily: boolean, mailLanguage: MailLanguage } };

export type PagingFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type RecordNamesQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type RecordNamesQuery = { nodes: Array<
    | { __typename: 'AnalyticsRecord', id: string }
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'Breach', id: string, name: string }
    | { __typename: 'Campaign', name: string, id: string }
    | { __typename: 'Client', name: string, id: string }
    | { __typename: 'Consent', id: string, subject: { name: string } }
    | { __typename: 'ContentItem', id: string, name: string }
    | { __typename: 'DataSubjectRequest', type: DataSubjectRequestType, receivedAt: string, id: string }
    | { __typename: 'Invitation', id: string }
    | { __typename: 'LegalHold', id: string }
    | { __typename: 'Message', id: string, campaign: { id: string, name: string } | null }
    | { __typename: 'Notification', id: string }
    | { __typename: 'Operator', name: string, id: string }
    | { __typename: 'ProcessingActivity', name: string, id: string }
    | { __typename: 'RegistryCleansing', createdAt: string, id: string }
    | { __typename: 'ReportSchedule', id: string }
    | { __typename: 'Segment', name: string, id: string }
    | { __typename: 'Sender', name: string, id: string }
    | { __typename: 'SignOff', id: string, name: string }
    | { __typename: 'Suppression', cause: SuppressionCause, createdAt: string, id: string }
    | { __typename: 'TeamMember', name: string, id: string }
    | { __typename: 'Webhook', id: string }
    | { __typename: 'WebhookDelivery', id: string }
   | null> | null };

export type ViewRowFragment = { id: string, name: string, parameters: string, isShared: boolean, createdBy: string };

export type SavedViewsQueryVariables = Exact<{
  list: SavedViewList;
}>;


export type SavedViewsQuery = { list: { nodes: Array<{ id: string, name: string, parameters: string, isShared: boolean, createdBy: string }> } | null };

export type DefaultViewsQueryVariables = Exact<{ [key: string]: never; }>;


export type DefaultViewsQuery = { list: { nodes: Array<{ list: SavedViewList, parameters: string }> } | null };

export type SetDefaultViewMutationVariables = Exact<{
  input: DefaultViewInput;
}>;


export type SetDefaultViewMutation = { setDefaultView: { id: string } };

export type CreateSavedViewMutationVariables = Exact<{
  input: SavedViewInput;
}>;


export type CreateSavedViewMutation = { view: { id: string, name: string, parameters: string, isShared: boolean, createdBy: string } };

export type UpdateSavedViewMutationVariables = Exact<{
  id: string;
  input: SavedViewPatch;
}>;


export type UpdateSavedViewMutation = { view: { id: string, name: string, parameters: string, isShared: boolean, createdBy: string } };

export type DeleteSavedViewMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSavedViewMutation = { deleteSavedView: string };

export type ContentRowFragment = { id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, campaign: { id: string, name: string } | null };

export type ContentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: ContentFilter | null | undefined;
  orderBy?: ContentOrder | null | undefined;
}>;


export type ContentsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, campaign: { id: string, name: string } | null }> } | null };

export type ContentWholeFragment = { campaignId: string | null, body: string, variables: Array<string>, createdAt: string, approvedVersion: number | null, returnReason: string | null, lacksSignOff: boolean, id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, author: { name: string } | null, editor: { name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, translations: Array<{ id: string, title: string, language: Language, status: ContentStatus }>, campaign: { id: string, name: string } | null };

export type ContentQueryVariables = Exact<{
  id: string;
}>;


export type ContentQuery = { record: { campaignId: string | null, body: string, variables: Array<string>, createdAt: string, approvedVersion: number | null, returnReason: string | null, lacksSignOff: boolean, id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, comments: { nodes: Array<{ id: string, version: number, text: string, createdAt: string, resolvedAt: string | null, createdBy: string, author: { name: string } | null, mentions: { nodes: Array<{ id: string, userId: string, member: { name: string } | null }> } }> }, author: { name: string } | null, editor: { name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, translations: Array<{ id: string, title: string, language: Language, status: ContentStatus }>, campaign: { id: string, name: string } | null } | null };

export type ContentVersionsQueryVariables = Exact<{
  id: string;
}>;


export type ContentVersionsQuery = { contentVersions: { nodes: Array<{ id: string, version: number, title: string, body: string, createdAt: string, author: { name: string } | null }> } | null };

export type CreateContentMutationVariables = Exact<{
  input: ContentInput;
}>;


export type CreateContentMutation = { saved: { campaignId: string | null, body: string, variables: Array<string>, createdAt: string, approvedVersion: number | null, returnReason: string | null, lacksSignOff: boolean, id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, author: { name: string } | null, editor: { name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, translations: Array<{ id: string, title: string, language: Language, status: ContentStatus }>, campaign: { id: string, name: string } | null } };

export type UpdateContentMutationVariables = Exact<{
  id: string;
  input: ContentPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateContentMutation = { saved: { campaignId: string | null, body: string, variables: Array<string>, createdAt: string, approvedVersion: number | null, returnReason: string | null, lacksSignOff: boolean, id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, author: { name: string } | null, editor: { name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, translations: Array<{ id: string, title: string, language: Language, status: ContentStatus }>, campaign: { id: string, name: string } | null } };

export type ChangeContentStatusMutationVariables = Exact<{
  id: string;
  status: ContentStatus;
  version?: number | null | undefined;
}>;


export type ChangeContentStatusMutation = { changed: { campaignId: string | null, body: string, variables: Array<string>, createdAt: string, approvedVersion: number | null, returnReason: string | null, lacksSignOff: boolean, id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, author: { name: string } | null, editor: { name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, translations: Array<{ id: string, title: string, language: Language, status: ContentStatus }>, campaign: { id: string, name: string } | null } };

export type RestoreContentMutationVariables = Exact<{
  id: string;
  version: number;
}>;


export type RestoreContentMutation = { restored: { campaignId: string | null, body: string, variables: Array<string>, createdAt: string, approvedVersion: number | null, returnReason: string | null, lacksSignOff: boolean, id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, author: { name: string } | null, editor: { name: string } | null, transitions: Array<{ to: ContentStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, translations: Array<{ id: string, title: string, language: Language, status: ContentStatus }>, campaign: { id: string, name: string } | null } };

export type DeleteContentMutationVariables = Exact<{
  id: string;
}>;


export type DeleteContentMutation = { deleteContent: string };

export type TranslateContentMutationVariables = Exact<{
  id: string;
  language: Language;
}>;


export type TranslateContentMutation = { made: { id: string } };

export type CommentOnContentMutationVariables = Exact<{
  id: string;
  version: number;
  input: ContentCommentInput;
}>;


export type CommentOnContentMutation = { commentOnContent: { id: string } };

export type ResolveContentCommentMutationVariables = Exact<{
  id: string;
}>;


export type ResolveContentCommentMutation = { resolveContentComment: { id: string } };

export type ReopenContentCommentMutationVariables = Exact<{
  id: string;
}>;


export type ReopenContentCommentMutation = { reopenContentComment: { id: string } };

export type RenderTemplateQueryVariables = Exact<{
  id: string;
  values: Record<string, unknown>;
}>;


export type RenderTemplateQuery = { renderTemplate: { title: string, body: string } | null };

export type ExportedContentsQueryVariables = Exact<{
  filter?: ContentFilter | null | undefined;
  orderBy?: ContentOrder | null | undefined;
}>;


export type ExportedContentsQuery = { list: { nodes: Array<{ id: string, title: string, type: ContentType, status: ContentStatus, language: Language, channel: CampaignType | null, isTemplate: boolean, version: number, updatedAt: string, campaign: { id: string, name: string } | null }> } | null };

export type SenderRowFragment = { id: string, updatedAt: string, name: string, address: string, replyTo: string | null, physicalAddress: string, telephone: string, perSecond: number | null, pricePerThousandCents: number, quietHours: boolean, status: SenderStatus, verifiedAt: string | null, allowedToday: number | null, transport: { host: string, port: number, secure: boolean, user: string | null } | null };

export type SendersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: SenderOrder | null | undefined;
}>;


export type SendersQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, updatedAt: string, name: string, address: string, replyTo: string | null, physicalAddress: string, telephone: string, perSecond: number | null, pricePerThousandCents: number, quietHours: boolean, status: SenderStatus, verifiedAt: string | null, allowedToday: number | null, transport: { host: string, port: number, secure: boolean, user: string | null } | null }> } | null };

export type SenderQueryVariables = Exact<{
  id: string;
}>;


export type SenderQuery = { record: { id: string, updatedAt: string, name: string, address: string, replyTo: string | null, physicalAddress: string, telephone: string, perSecond: number | null, pricePerThousandCents: number, quietHours: boolean, status: SenderStatus, verifiedAt: string | null, allowedToday: number | null, dnsRecords: Array<{ name: string, type: string, value: string, found: string | null, ok: boolean, isRequired: boolean, problem: string | null, cause: Record<string, unknown> | null }>, transport: { host: string, port: number, secure: boolean, user: string | null } | null } | null };

export type CreateSenderMutationVariables = Exact<{
  input: SenderInput;
}>;


export type CreateSenderMutation = { made: { id: string } };

export type UpdateSenderMutationVariables = Exact<{
  id: string;
  input: SenderPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateSenderMutation = { saved: { id: string, updatedAt: string, name: string, address: string, replyTo: string | null, physicalAddress: string, telephone: string, perSecond: number | null, pricePerThousandCents: number, quietHours: boolean, status: SenderStatus, verifiedAt: string | null, allowedToday: number | null, transport: { host: string, port: number, secure: boolean, user: string | null } | null } };

export type DeleteSenderMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSenderMutation = { deleteSender: string };

export type VerifySenderMutationVariables = Exact<{
  id: string;
}>;


export type VerifySenderMutation = { verified: { id: string, status: SenderStatus } };

export type RotateSenderHookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateSenderHookSecretMutation = { hooks: { genericUrl: string, sesUrl: string | null, secret: string | null } };

export type SegmentRowFragment = { id: string, updatedAt: string, name: string, filter: Record<string, unknown> };

export type SegmentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: SegmentOrder | null | undefined;
}>;


export type SegmentsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, updatedAt: string, name: string, filter: Record<string, unknown> }> } | null };

export type SegmentQueryVariables = Exact<{
  id: string;
}>;


export type SegmentQuery = { record: { id: string, updatedAt: string, name: string, filter: Record<string, unknown> } | null };

export type SegmentSizeQueryVariables = Exact<{
  filter: SegmentFilterInput;
}>;


export type SegmentSizeQuery = { segmentSize: { people: number, contactable: number } | null };

export type CreateSegmentMutationVariables = Exact<{
  input: SegmentInput;
}>;


export type CreateSegmentMutation = { made: { id: string } };

export type UpdateSegmentMutationVariables = Exact<{
  id: string;
  input: SegmentPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateSegmentMutation = { saved: { id: string, updatedAt: string, name: string, filter: Record<string, unknown> } };

export type DeleteSegmentMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSegmentMutation = { deleteSegment: string };

export type CleansingRowFragment = { id: string, createdAt: string, status: CleansingStatus, contacts: number, matches: number, suppressed: number, completedAt: string | null };

export type CleansingsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: RegistryCleansingOrder | null | undefined;
}>;


export type CleansingsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, status: CleansingStatus, contacts: number, matches: number, suppressed: number, completedAt: string | null }> } | null };

export type ExportedCleansingsQueryVariables = Exact<{
  orderBy?: RegistryCleansingOrder | null | undefined;
}>;


export type ExportedCleansingsQuery = { list: { nodes: Array<{ id: string, createdAt: string, status: CleansingStatus, contacts: number, matches: number, suppressed: number, completedAt: string | null }> } | null };

export type StartCleansingMutationVariables = Exact<{
  id?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type StartCleansingMutation = { file: { csv: string, next: string | null, cleansing: { id: string } } };

export type CompleteCleansingMutationVariables = Exact<{
  id: string;
  input: CleansingAnswerInput;
}>;


export type CompleteCleansingMutation = { completed: { id: string, createdAt: string, status: CleansingStatus, contacts: number, matches: number, suppressed: number, completedAt: string | null } };

export type ExportedSendersQueryVariables = Exact<{
  orderBy?: SenderOrder | null | undefined;
}>;


export type ExportedSendersQuery = { list: { nodes: Array<{ id: string, updatedAt: string, name: string, address: string, replyTo: string | null, physicalAddress: string, telephone: string, perSecond: number | null, pricePerThousandCents: number, quietHours: boolean, status: SenderStatus, verifiedAt: string | null, allowedToday: number | null, transport: { host: string, port: number, secure: boolean, user: string | null } | null }> } | null };

export type ExportedSegmentsQueryVariables = Exact<{
  orderBy?: SegmentOrder | null | undefined;
}>;


export type ExportedSegmentsQuery = { list: { nodes: Array<{ id: string, updatedAt: string, name: string, filter: Record<string, unknown> }> } | null };

export type NeedsQueryVariables = Exact<{
  approvals: boolean;
  reviews: boolean;
  campaigns: boolean;
  invitations: boolean;
  privacy: boolean;
  now: string;
}>;


export type NeedsQuery = { approvals?: { totalCount: number } | null, reviews?: { totalCount: number } | null, late?: { totalCount: number, nodes: Array<{ id: string, name: string, status: CampaignStatus, startsAt: string | null }> } | null, failed?: { totalCount: number, nodes: Array<{ id: string, name: string }> } | null, requests?: { nodes: Array<{ id: string, type: DataSubjectRequestType, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string } }> } | null, alerts?: { totalCount: number } | null, invitations?: { nodes: Array<{ id: string, email: string, expiresAt: string }> } | null };

export type DashboardFiguresFragment = { clients: number, campaigns: number, byStatus: Array<{ status: CampaignStatus, campaigns: number }>, last30Days: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, roi: number | null }, change: { impressions: number | null, clicks: number | null, conversions: number | null, spendCents: number | null, revenueCents: number | null } };

export type DashboardQueryVariables = Exact<{ [key: string]: never; }>;


export type DashboardQuery = { analyticsDashboard: { clients: number, campaigns: number, byStatus: Array<{ status: CampaignStatus, campaigns: number }>, last30Days: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, roi: number | null }, change: { impressions: number | null, clicks: number | null, conversions: number | null, spendCents: number | null, revenueCents: number | null } } | null };

export type SectorsQueryVariables = Exact<{ [key: string]: never; }>;


export type SectorsQuery = { sectorAnalytics: { trueSectors: Array<{ sector: Sector | null, clients: number, campaigns: number, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, roi: number | null }> } | null };

export type TrendFiguresFragment = { to: string, window: number, points: Array<{ from: string, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, movingAverage: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number } }> };

export type TrendsQueryVariables = Exact<{
  campaignId?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  sector?: Sector | null | undefined;
  type?: CampaignType | null | undefined;
  clientId?: string | null | undefined;
}>;


export type TrendsQuery = { analyticsTrends: { to: string, window: number, points: Array<{ from: string, impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number, movingAverage: { impressions: number, clicks: number, conversions: number, spendCents: number, revenueCents: number } }> } | null };

export type ForecastQueryVariables = Exact<{
  measure: PredictedMeasure;
  campaignId?: string | null | undefined;
}>;


export type ForecastQuery = { analyticsPredictions: { level: number, endedOn: string | null, points: Array<{ from: string, value: number, lower: number, upper: number }> } | null };

export type TeamActivityQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamActivityQuery = { teamAnalytics: { members: number, activeMembers: number, activity: Array<{ memberId: string, name: string, role: TeamRole, actions: number, lastActiveAt: string | null, openCampaigns: number }> } | null };

export type AuditEventFragment = { sequence: number, action: string, userId: string, userName?: string | null, resourceType: string, timestamp: string };

export type LatestAuditQueryVariables = Exact<{
  first: number;
  reads?: boolean | null | undefined;
  names: boolean;
}>;


export type LatestAuditQuery = { auditRecords: { nodes: Array<{ sequence: number, action: string, userId: string, userName?: string | null, resourceType: string, timestamp: string }> } | null };

export type OpenBreachesQueryVariables = Exact<{ [key: string]: never; }>;


export type OpenBreachesQuery = { breaches: { nodes: Array<{ id: string, title: string, severity: BreachSeverity, discoveredAt: string }> } | null };

export type FindQueryVariables = Exact<{
  search: string;
  clients: boolean;
  campaigns: boolean;
  content: boolean;
}>;


export type FindQuery = { clients?: { nodes: Array<{ id: string, name: string }> } | null, campaigns?: { nodes: Array<{ id: string, name: string }> } | null, contents?: { nodes: Array<{ id: string, title: string }> } | null };

export type BreachRowFragment = { id: string, title: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, regulatorNotification: { notifiedAt: string } | null, subjectsNotification: { notifiedAt: string } | null };

export type BreachesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: BreachFilter | null | undefined;
  orderBy?: BreachOrder | null | undefined;
}>;


export type BreachesQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, title: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, regulatorNotification: { notifiedAt: string } | null, subjectsNotification: { notifiedAt: string } | null }> } | null };

export type NotificationFragment = { notifiedAt: string, reference: string | null, method: string | null };

export type BreachWholeFragment = { id: string, updatedAt: string, title: string, description: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, affectedSubjects: number | null, dataCategories: Array<string>, consequences: string | null, measures: string | null, recommendations: string | null, unauthorisedPerson: string | null, containedAt: string | null, closedAt: string | null, reporter: { name: string } | null, assignee: { name: string } | null, regulatorNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsDelay: { until: string, authority: string, reference: string | null } | null, noticeDraft: { regulator: string, subjects: string }, updates: { nodes: Array<{ id: string, sentAt: string, text: string, reference: string | null }> }, transitions: Array<{ to: BreachStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> };

export type BreachQueryVariables = Exact<{
  id: string;
}>;


export type BreachQuery = { record: { id: string, updatedAt: string, title: string, description: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, affectedSubjects: number | null, dataCategories: Array<string>, consequences: string | null, measures: string | null, recommendations: string | null, unauthorisedPerson: string | null, containedAt: string | null, closedAt: string | null, reporter: { name: string } | null, assignee: { name: string } | null, regulatorNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsDelay: { until: string, authority: string, reference: string | null } | null, noticeDraft: { regulator: string, subjects: string }, updates: { nodes: Array<{ id: string, sentAt: string, text: string, reference: string | null }> }, transitions: Array<{ to: BreachStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } | null };

export type ReportBreachMutationVariables = Exact<{
  input: BreachInput;
}>;


export type ReportBreachMutation = { saved: { id: string, updatedAt: string, title: string, description: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, affectedSubjects: number | null, dataCategories: Array<string>, consequences: string | null, measures: string | null, recommendations: string | null, unauthorisedPerson: string | null, containedAt: string | null, closedAt: string | null, reporter: { name: string } | null, assignee: { name: string } | null, regulatorNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsDelay: { until: string, authority: string, reference: string | null } | null, noticeDraft: { regulator: string, subjects: string }, updates: { nodes: Array<{ id: string, sentAt: string, text: string, reference: string | null }> }, transitions: Array<{ to: BreachStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } };

export type UpdateBreachMutationVariables = Exact<{
  id: string;
  input: BreachPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateBreachMutation = { saved: { id: string, updatedAt: string, title: string, description: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, affectedSubjects: number | null, dataCategories: Array<string>, consequences: string | null, measures: string | null, recommendations: string | null, unauthorisedPerson: string | null, containedAt: string | null, closedAt: string | null, reporter: { name: string } | null, assignee: { name: string } | null, regulatorNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsDelay: { until: string, authority: string, reference: string | null } | null, noticeDraft: { regulator: string, subjects: string }, updates: { nodes: Array<{ id: string, sentAt: string, text: string, reference: string | null }> }, transitions: Array<{ to: BreachStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } };

export type NotifyOfBreachMutationVariables = Exact<{
  id: string;
  input: BreachNotificationInput;
}>;


export type NotifyOfBreachMutation = { saved: { id: string, updatedAt: string, title: string, description: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, affectedSubjects: number | null, dataCategories: Array<string>, consequences: string | null, measures: string | null, recommendations: string | null, unauthorisedPerson: string | null, containedAt: string | null, closedAt: string | null, reporter: { name: string } | null, assignee: { name: string } | null, regulatorNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsDelay: { until: string, authority: string, reference: string | null } | null, noticeDraft: { regulator: string, subjects: string }, updates: { nodes: Array<{ id: string, sentAt: string, text: string, reference: string | null }> }, transitions: Array<{ to: BreachStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } };

export type UpdateRegulatorMutationVariables = Exact<{
  id: string;
  input: BreachUpdateInput;
}>;


export type UpdateRegulatorMutation = { recordBreachUpdate: { id: string } };

export type DelayBreachNotificationMutationVariables = Exact<{
  id: string;
  input: BreachDelayInput;
}>;


export type DelayBreachNotificationMutation = { saved: { id: string, updatedAt: string, title: string, description: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, affectedSubjects: number | null, dataCategories: Array<string>, consequences: string | null, measures: string | null, recommendations: string | null, unauthorisedPerson: string | null, containedAt: string | null, closedAt: string | null, reporter: { name: string } | null, assignee: { name: string } | null, regulatorNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsNotification: { notifiedAt: string, reference: string | null, method: string | null } | null, subjectsDelay: { until: string, authority: string, reference: string | null } | null, noticeDraft: { regulator: string, subjects: string }, updates: { nodes: Array<{ id: string, sentAt: string, text: string, reference: string | null }> }, transitions: Array<{ to: BreachStatus, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }> } };

export type ExportedBreachesQueryVariables = Exact<{
  filter?: BreachFilter | null | undefined;
  orderBy?: BreachOrder | null | undefined;
}>;


export type ExportedBreachesQuery = { list: { nodes: Array<{ id: string, title: string, severity: BreachSeverity, status: BreachStatus, discoveredAt: string, regulatorNotification: { notifiedAt: string } | null, subjectsNotification: { notifiedAt: string } | null }> } | null };

export type ComplianceQueryVariables = Exact<{ [key: string]: never; }>;


export type ComplianceQuery = { complianceStatus: { score: number | null, level: ComplianceLevel | null, checkedAt: string, checks: Array<{ name: string, demand: string, passed: boolean | null }> } | null };

export type AlertRowFragment = { id: string, type: ComplianceAlertType, severity: ComplianceAlertSeverity, parameters: Record<string, unknown>, resourceType: string, resourceId: string | null, since: string | null, status: ComplianceAlertStatus, note: string | null, changedAt: string | null };

export type ComplianceAlertsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  status?: ComplianceAlertStatus | null | undefined;
  type?: ComplianceAlertType | null | undefined;
}>;


export type ComplianceAlertsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, type: ComplianceAlertType, severity: ComplianceAlertSeverity, parameters: Record<string, unknown>, resourceType: string, resourceId: string | null, since: string | null, status: ComplianceAlertStatus, note: string | null, changedAt: string | null }> } | null };

export type MarkAlertMutationVariables = Exact<{
  id: string;
  input: ComplianceAlertMarkInput;
}>;


export type MarkAlertMutation = { marked: { id: string, type: ComplianceAlertType, severity: ComplianceAlertSeverity, parameters: Record<string, unknown>, resourceType: string, resourceId: string | null, since: string | null, status: ComplianceAlertStatus, note: string | null, changedAt: string | null } };

export type ComplianceReportQueryVariables = Exact<{
  from?: string | null | undefined;
  to?: string | null | undefined;
  language: MailLanguage;
}>;


export type ComplianceReportQuery = { complianceReport: { from: string, to: string, score: number | null, level: ComplianceLevel | null, rows: Array<{ section: string, measure: string, value: string }> } | null };

export type ScheduleFragment = { periods: Array<{ resource: string, days: number, isDefault: boolean, countedFrom: string, statuses: Array<string>, backlog: number, enforcedAt: string | null }> };

export type RetentionQueryVariables = Exact<{ [key: string]: never; }>;


export type RetentionQuery = { retention: { periods: Array<{ resource: string, days: number, isDefault: boolean, countedFrom: string, statuses: Array<string>, backlog: number, enforcedAt: string | null }> } | null, privacySettings: { requestGraceHours: number } | null };

export type SetRetentionMutationVariables = Exact<{
  input: RetentionInput;
}>;


export type SetRetentionMutation = { saved: { periods: Array<{ resource: string, days: number, isDefault: boolean, countedFrom: string, statuses: Array<string>, backlog: number, enforcedAt: string | null }> } };

export type ConsentRowFragment = { id: string, purpose: string, purposeCode: ContactPurpose, channel: ConsentChannel, status: ConsentStatus, grantedAt: string, expiresAt: string | null, subject: { name: string } };

export type ConsentsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: ConsentFilter | null | undefined;
  orderBy?: ConsentOrder | null | undefined;
}>;


export type ConsentsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, purpose: string, purposeCode: ContactPurpose, channel: ConsentChannel, status: ConsentStatus, grantedAt: string, expiresAt: string | null, subject: { name: string } }> } | null };

export type ConsentWholeFragment = { address: string | null, wording: string, version: string | null, source: string | null, withdrawnAt: string | null, withdrawalReason: string | null, id: string, purpose: string, purposeCode: ContactPurpose, channel: ConsentChannel, status: ConsentStatus, grantedAt: string, expiresAt: string | null, subject: { name: string, email: string | null, phone: string | null }, withdrawalOrigin: { resourceType: string, resourceId: string } | null, creator: { name: string } | null };

export type ConsentQueryVariables = Exact<{
  id: string;
}>;


export type ConsentQuery = { record: { address: string | null, wording: string, version: string | null, source: string | null, withdrawnAt: string | null, withdrawalReason: string | null, id: string, purpose: string, purposeCode: ContactPurpose, channel: ConsentChannel, status: ConsentStatus, grantedAt: string, expiresAt: string | null, subject: { name: string, email: string | null, phone: string | null }, withdrawalOrigin: { resourceType: string, resourceId: string } | null, creator: { name: string } | null } | null };

export type RecordConsentMutationVariables = Exact<{
  input: ConsentInput;
}>;


export type RecordConsentMutation = { saved: { address: string | null, wording: string, version: string | null, source: string | null, withdrawnAt: string | null, withdrawalReason: string | null, id: string, purpose: string, purposeCode: ContactPurpose, channel: ConsentChannel, status: ConsentStatus, grantedAt: string, expiresAt: string | null, subject: { name: string, email: string | null, phone: string | null }, withdrawalOrigin: { resourceType: string, resourceId: string } | null, creator: { name: string } | null } };

export type WithdrawConsentMutationVariables = Exact<{
  id: string;
  input?: WithdrawalInput | null | undefined;
}>;


export type WithdrawConsentMutation = { withdrawn: { address: string | null, wording: string, version: string | null, source: string | null, withdrawnAt: string | null, withdrawalReason: string | null, id: string, purpose: string, purposeCode: ContactPurpose, channel: ConsentChannel, status: ConsentStatus, grantedAt: string, expiresAt: string | null, subject: { name: string, email: string | null, phone: string | null }, withdrawalOrigin: { resourceType: string, resourceId: string } | null, creator: { name: string } | null } };

export type ExportedConsentsQueryVariables = Exact<{
  filter?: ConsentFilter | null | undefined;
  orderBy?: ConsentOrder | null | undefined;
}>;


export type ExportedConsentsQuery = { list: { nodes: Array<{ id: string, purpose: string, purposeCode: ContactPurpose, channel: ConsentChannel, status: ConsentStatus, grantedAt: string, expiresAt: string | null, subject: { name: string } }> } | null };

export type MayContactQueryVariables = Exact<{
  contact: ContactInput;
  channel: ConsentChannel;
  purpose: ContactPurpose;
}>;


export type MayContactQuery = { mayContact: { decision: ContactDecision, ground: ContactGround | null, reason: string, cause: Record<string, unknown>, until: string | null } | null };

export type SuppressionRowFragment = { id: string, createdAt: string, cause: SuppressionCause, purpose: string | null, channel: ConsentChannel | null, note: string | null, withdrawnAt: string | null, withdrawalReason: string | null, origin: { resourceType: string, resourceId: string } | null, creator: { name: string } | null };

export type SuppressionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: SuppressionOrder | null | undefined;
}>;


export type SuppressionsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, cause: SuppressionCause, purpose: string | null, channel: ConsentChannel | null, note: string | null, withdrawnAt: string | null, withdrawalReason: string | null, origin: { resourceType: string, resourceId: string } | null, creator: { name: string } | null }> } | null };

export type SuppressContactMutationVariables = Exact<{
  input: SuppressionInput;
}>;


export type SuppressContactMutation = { saved: { id: string } };

export type WithdrawSuppressionMutationVariables = Exact<{
  id: string;
  input: SuppressionWithdrawalInput;
}>;


export type WithdrawSuppressionMutation = { withdrawn: { id: string } };

export type RecordExistingCustomerMutationVariables = Exact<{
  input: ExistingCustomerInput;
}>;


export type RecordExistingCustomerMutation = { saved: { id: string } };

export type RecordConsentApproachMutationVariables = Exact<{
  input: ConsentApproachInput;
}>;


export type RecordConsentApproachMutation = { saved: { id: string, contact: string } };

export type PrivacyFormQueryVariables = Exact<{
  form: PrivacyFormKind;
  id: string;
}>;


export type PrivacyFormQuery = { privacyForm: { filename: string, mediaType: string, content: string } | null };

export type ExportedSuppressionsQueryVariables = Exact<{
  orderBy?: SuppressionOrder | null | undefined;
}>;


export type ExportedSuppressionsQuery = { list: { nodes: Array<{ id: string, createdAt: string, cause: SuppressionCause, purpose: string | null, channel: ConsentChannel | null, note: string | null, withdrawnAt: string | null, withdrawalReason: string | null, origin: { resourceType: string, resourceId: string } | null, creator: { name: string } | null }> } | null };

export type HoldRowFragment = { id: string, createdAt: string, kind: HoldKind, resource: string, rowId: string | null, ground: string, until: string | null, releasedAt: string | null, releaseReason: string | null, creator: { name: string } | null, releaser: { name: string } | null };

export type LegalHoldsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: LegalHoldOrder | null | undefined;
}>;


export type LegalHoldsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, createdAt: string, kind: HoldKind, resource: string, rowId: string | null, ground: string, until: string | null, releasedAt: string | null, releaseReason: string | null, creator: { name: string } | null, releaser: { name: string } | null }> } | null };

export type PlaceLegalHoldMutationVariables = Exact<{
  input: LegalHoldInput;
}>;


export type PlaceLegalHoldMutation = { saved: { id: string } };

export type ReleaseLegalHoldMutationVariables = Exact<{
  id: string;
  input: ReasonInput;
}>;


export type ReleaseLegalHoldMutation = { released: { id: string } };

export type ExportedLegalHoldsQueryVariables = Exact<{
  orderBy?: LegalHoldOrder | null | undefined;
}>;


export type ExportedLegalHoldsQuery = { list: { nodes: Array<{ id: string, createdAt: string, kind: HoldKind, resource: string, rowId: string | null, ground: string, until: string | null, releasedAt: string | null, releaseReason: string | null, creator: { name: string } | null, releaser: { name: string } | null }> } | null };

export type OperatorWholeFragment = { id: string, updatedAt: string, name: string, services: string, country: string, contact: string | null, agreementReference: string | null, agreementSignedOn: string | null, agreementEndsOn: string | null, safeguards: string | null, endedAt: string | null };

export type OperatorsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: OperatorOrder | null | undefined;
}>;


export type OperatorsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, updatedAt: string, name: string, services: string, country: string, contact: string | null, agreementReference: string | null, agreementSignedOn: string | null, agreementEndsOn: string | null, safeguards: string | null, endedAt: string | null }> } | null };

export type OperatorQueryVariables = Exact<{
  id: string;
}>;


export type OperatorQuery = { record:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string, updatedAt: string, name: string, services: string, country: string, contact: string | null, agreementReference: string | null, agreementSignedOn: string | null, agreementEndsOn: string | null, safeguards: string | null, endedAt: string | null }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null };

export type AddOperatorMutationVariables = Exact<{
  input: OperatorInput;
}>;


export type AddOperatorMutation = { saved: { id: string } };

export type UpdateOperatorMutationVariables = Exact<{
  id: string;
  input: OperatorInput;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateOperatorMutation = { saved: { id: string } };

export type ActivityRowFragment = { id: string, name: string, purpose: string, ground: ProcessingGround, categories: Array<string> };

export type ActivityWholeFragment = { updatedAt: string, subjects: Array<string>, recipients: Array<string>, retention: string, security: string | null, isVoluntary: boolean, specialCategories: Array<SpecialCategory>, specialGround: SpecialGround | null, concernsChildren: boolean, childrenGround: ChildrenGround | null, priorAuthorisation: string | null, endedAt: string | null, id: string, name: string, purpose: string, ground: ProcessingGround, categories: Array<string>, transfers: Array<{ country: string, recipient: string, ground: TransferGround }>, operators: { nodes: Array<{ id: string, name: string }> } };

export type ProcessingActivitiesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  orderBy?: ProcessingActivityOrder | null | undefined;
}>;


export type ProcessingActivitiesQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ updatedAt: string, subjects: Array<string>, recipients: Array<string>, retention: string, security: string | null, isVoluntary: boolean, specialCategories: Array<SpecialCategory>, specialGround: SpecialGround | null, concernsChildren: boolean, childrenGround: ChildrenGround | null, priorAuthorisation: string | null, endedAt: string | null, id: string, name: string, purpose: string, ground: ProcessingGround, categories: Array<string>, transfers: Array<{ country: string, recipient: string, ground: TransferGround }>, operators: { nodes: Array<{ id: string, name: string }> } }> } | null };

export type ProcessingActivityQueryVariables = Exact<{
  id: string;
}>;


export type ProcessingActivityQuery = { record:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { notice: string, id: string, updatedAt: string, subjects: Array<string>, recipients: Array<string>, retention: string, security: string | null, isVoluntary: boolean, specialCategories: Array<SpecialCategory>, specialGround: SpecialGround | null, concernsChildren: boolean, childrenGround: ChildrenGround | null, priorAuthorisation: string | null, endedAt: string | null, name: string, purpose: string, ground: ProcessingGround, categories: Array<string>, transfers: Array<{ country: string, recipient: string, ground: TransferGround }>, operators: { nodes: Array<{ id: string, name: string }> } }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null };

export type AddProcessingActivityMutationVariables = Exact<{
  input: ProcessingActivityInput;
}>;


export type AddProcessingActivityMutation = { saved: { id: string } };

export type UpdateProcessingActivityMutationVariables = Exact<{
  id: string;
  input: ProcessingActivityInput;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateProcessingActivityMutation = { saved: { id: string } };

export type PaiaFiguresQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type PaiaFiguresQuery = { paiaFigures: { received: number, granted: number, grantedInPart: number, refused: number, extended: number, subjects: Array<string>, categories: Array<string>, recipients: Array<string>, countries: Array<string>, purposes: Array<string>, security: Array<string> } | null };

export type PrivacySettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type PrivacySettingsQuery = { privacySettings: { requestGraceHours: number, tracksMessages: boolean } | null };

export type UpdatePrivacySettingsMutationVariables = Exact<{
  input: PrivacyPatch;
}>;


export type UpdatePrivacySettingsMutation = { saved: { requestGraceHours: number } };

export type ExportedOperatorsQueryVariables = Exact<{
  orderBy?: OperatorOrder | null | undefined;
}>;


export type ExportedOperatorsQuery = { list: { nodes: Array<{ id: string, updatedAt: string, name: string, services: string, country: string, contact: string | null, agreementReference: string | null, agreementSignedOn: string | null, agreementEndsOn: string | null, safeguards: string | null, endedAt: string | null }> } | null };

export type ExportedActivitiesQueryVariables = Exact<{
  orderBy?: ProcessingActivityOrder | null | undefined;
}>;


export type ExportedActivitiesQuery = { list: { nodes: Array<{ id: string, name: string, purpose: string, ground: ProcessingGround, categories: Array<string> }> } | null };

export type RequestRowFragment = { id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string }, assignee: { name: string } | null };

export type RequestsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: DataSubjectRequestFilter | null | undefined;
  orderBy?: DataSubjectRequestOrder | null | undefined;
}>;


export type RequestsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string }, assignee: { name: string } | null }> } | null };

export type RequestWholeFragment = { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null };

export type RequestQueryVariables = Exact<{
  id: string;
}>;


export type RequestQuery = { record: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } | null };

export type LodgeRequestMutationVariables = Exact<{
  input: DataSubjectRequestInput;
}>;


export type LodgeRequestMutation = { lodged: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } };

export type UpdateRequestMutationVariables = Exact<{
  id: string;
  input: DataSubjectRequestPatch;
  expectedUpdatedAt?: string | null | undefined;
}>;


export type UpdateRequestMutation = { changed: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } };

export type DecideRequestMutationVariables = Exact<{
  id: string;
  input: DecisionInput;
}>;


export type DecideRequestMutation = { changed: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } };

export type ExtendRequestMutationVariables = Exact<{
  id: string;
  input: ExtensionInput;
}>;


export type ExtendRequestMutation = { changed: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } };

export type CompleteRequestMutationVariables = Exact<{
  id: string;
  input?: CompletionInput | null | undefined;
}>;


export type CompleteRequestMutation = { changed: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } };

export type UndoCompletionMutationVariables = Exact<{
  id: string;
  input: ReasonInput;
}>;


export type UndoCompletionMutation = { changed: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } };

export type EndGraceMutationVariables = Exact<{
  id: string;
  input: ReasonInput;
}>;


export type EndGraceMutation = { changed: { updatedAt: string, details: string | null, purpose: string | null, channel: ConsentChannel | null, duplicateOfId: string | null, extensionDays: number | null, extensionReasons: string | null, decision: DataSubjectDecision | null, decisionReasons: string | null, decidedAt: string | null, assignedTo: string | null, executesAt: string | null, graceReason: string | null, failure: string | null, failureCause: Record<string, unknown> | null, completedAt: string | null, noticeDelivery: EmailStatus | null, notifiedAt: string | null, id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, correction: { name: string | null, email: string | null, phone: string | null } | null, identity: { method: string, reference: string | null, verifiedAt: string } | null, decider: { name: string } | null, executor: { name: string } | null, outcome: { consentsWithdrawn: number, resources: Array<{ resource: string, found: number, deleted: number, rewritten: number }>, kept: Array<{ resource: string, reason: string, cause: Record<string, unknown> | null }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> | null } | null, certificate: { statement: string, signature: string, publicKey: string } | null, notice: { to: string | null, text: string }, actions: Array<{ action: DataSubjectRequestAction, allowed: boolean, reason: string | null, cause: Record<string, unknown> | null }>, assignee: { name: string } | null } };

export type RequestPreviewQueryVariables = Exact<{
  id: string;
}>;


export type RequestPreviewQuery = { preview: { treated: number, toReview: number, truncated: Array<string>, rows: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null, fields: Array<{ path: string, ground: SubjectHitGround, isTreated: boolean, value: string | null }> }> } | null };

export type ReviewRequestMutationVariables = Exact<{
  id: string;
  input: RequestReviewInput;
}>;


export type ReviewRequestMutation = { changed: { id: string } };

export type AccessPackageQueryVariables = Exact<{
  id: string;
}>;


export type AccessPackageQuery = { package: { requestId: string, type: DataSubjectRequestType, generatedAt: string, truncated: Array<string>, subject: { name: string, email: string | null, phone: string | null, idNumber: string | null, reference: string | null }, rows: Array<{ resource: string, id: string, matchedBy: Array<string>, data: Record<string, unknown> }>, left: Array<{ resource: string, rowId: string, standing: SubjectRowStanding, reason: string | null, cause: Record<string, unknown> | null }> } | null };

export type ExportedRequestsQueryVariables = Exact<{
  filter?: DataSubjectRequestFilter | null | undefined;
  orderBy?: DataSubjectRequestOrder | null | undefined;
}>;


export type ExportedRequestsQuery = { list: { nodes: Array<{ id: string, type: DataSubjectRequestType, status: DataSubjectRequestStatus, receivedAt: string, dueAt: string, daysLeft: number | null, overdue: boolean, subject: { name: string }, assignee: { name: string } | null }> } | null };

export type ReceivedInvitationQueryVariables = Exact<{
  token: string;
}>;


export type ReceivedInvitationQuery = { invitation: { organizationId: string, organizationName: string | null, inviterName: string | null, role: TeamRole, message: string | null, status: InvitationStatus, expiresAt: string } | null };

export type AcceptInvitationMutationVariables = Exact<{
  token: string;
}>;


export type AcceptInvitationMutation = { accepted: { organizationId: string } };

export type DeclineInvitationMutationVariables = Exact<{
  token: string;
}>;


export type DeclineInvitationMutation = { declined: string };

export type SignOffRowFragment = { id: string, title: string, status: SignOffStatus, version: number | null, quorum: number, dueAt: string | null, expiresAt: string, createdAt: string, approvals: number, campaign: { id: string, name: string, clientId: string | null, clientName: string } | null, content: { id: string, title: string, campaign: { id: string, clientId: string | null, clientName: string } | null } | null };

export type SignOffWholeFragment = { campaignId: string | null, contentId: string | null, sharesBudget: boolean, mayHandOver: boolean, message: string | null, endedAt: string | null, endReason: string | null, endCause: Record<string, unknown> | null, createdBy: string, id: string, title: string, status: SignOffStatus, version: number | null, quorum: number, dueAt: string | null, expiresAt: string, createdAt: string, approvals: number, requester: { name: string } | null, reviewers: { nodes: Array<{ id: string, status: ReviewerStatus, name: string, email: string, language: Language, handedOverTo: string | null, emailStatus: EmailStatus | null, emailError: string | null, openedAt: string | null, decidedAt: string | null, reason: string | null }> }, comments: { totalCount: number, nodes: Array<{ id: string, createdAt: string, reviewerId: string, passage: string | null, text: string }> }, campaign: { id: string, name: string, clientId: string | null, clientName: string } | null, content: { id: string, title: string, campaign: { id: string, clientId: string | null, clientName: string } | null } | null };

export type SignOffsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: SignOffFilter | null | undefined;
  orderBy?: SignOffOrder | null | undefined;
}>;


export type SignOffsQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, title: string, status: SignOffStatus, version: number | null, quorum: number, dueAt: string | null, expiresAt: string, createdAt: string, approvals: number, campaign: { id: string, name: string, clientId: string | null, clientName: string } | null, content: { id: string, title: string, campaign: { id: string, clientId: string | null, clientName: string } | null } | null }> } | null };

export type ExportedSignOffsQueryVariables = Exact<{
  filter?: SignOffFilter | null | undefined;
  orderBy?: SignOffOrder | null | undefined;
}>;


export type ExportedSignOffsQuery = { list: { nodes: Array<{ id: string, title: string, status: SignOffStatus, version: number | null, quorum: number, dueAt: string | null, expiresAt: string, createdAt: string, approvals: number, campaign: { id: string, name: string, clientId: string | null, clientName: string } | null, content: { id: string, title: string, campaign: { id: string, clientId: string | null, clientName: string } | null } | null }> } | null };

export type WaitingSignOffsQueryVariables = Exact<{ [key: string]: never; }>;


export type WaitingSignOffsQuery = { list: { totalCount: number } | null };

export type SignOffsOfQueryVariables = Exact<{
  filter: SignOffFilter;
}>;


export type SignOffsOfQuery = { current: { nodes: Array<{ campaignId: string | null, contentId: string | null, sharesBudget: boolean, mayHandOver: boolean, message: string | null, endedAt: string | null, endReason: string | null, endCause: Record<string, unknown> | null, createdBy: string, id: string, title: string, status: SignOffStatus, version: number | null, quorum: number, dueAt: string | null, expiresAt: string, createdAt: string, approvals: number, requester: { name: string } | null, reviewers: { nodes: Array<{ id: string, status: ReviewerStatus, name: string, email: string, language: Language, handedOverTo: string | null, emailStatus: EmailStatus | null, emailError: string | null, openedAt: string | null, decidedAt: string | null, reason: string | null }> }, comments: { totalCount: number, nodes: Array<{ id: string, createdAt: string, reviewerId: string, passage: string | null, text: string }> }, campaign: { id: string, name: string, clientId: string | null, clientName: string } | null, content: { id: string, title: string, campaign: { id: string, clientId: string | null, clientName: string } | null } | null }> } | null, earlier: { nodes: Array<{ id: string, status: SignOffStatus, dueAt: string | null, expiresAt: string, createdAt: string }> } | null };

export type EarlierSignOffFragment = { id: string, status: SignOffStatus, dueAt: string | null, expiresAt: string, createdAt: string };

export type SignOffQueryVariables = Exact<{
  id: string;
}>;


export type SignOffQuery = { record: { campaignId: string | null, contentId: string | null, sharesBudget: boolean, mayHandOver: boolean, message: string | null, endedAt: string | null, endReason: string | null, endCause: Record<string, unknown> | null, createdBy: string, id: string, title: string, status: SignOffStatus, version: number | null, quorum: number, dueAt: string | null, expiresAt: string, createdAt: string, approvals: number, requester: { name: string } | null, reviewers: { nodes: Array<{ id: string, status: ReviewerStatus, name: string, email: string, language: Language, handedOverTo: string | null, emailStatus: EmailStatus | null, emailError: string | null, openedAt: string | null, decidedAt: string | null, reason: string | null }> }, comments: { totalCount: number, nodes: Array<{ id: string, createdAt: string, reviewerId: string, passage: string | null, text: string }> }, campaign: { id: string, name: string, clientId: string | null, clientName: string } | null, content: { id: string, title: string, campaign: { id: string, clientId: string | null, clientName: string } | null } | null } | null };

export type SignOffCertificateQueryVariables = Exact<{
  id: string;
}>;


export type SignOffCertificateQuery = { certificate: { filename: string, mediaType: string, content: string } | null };

export type RequestSignOffMutationVariables = Exact<{
  input: SignOffInput;
}>;


export type RequestSignOffMutation = { requested: { id: string } };

export type RemindSignOffMutationVariables = Exact<{
  id: string;
}>;


export type RemindSignOffMutation = { reminded: { id: string } };

export type RevokeSignOffMutationVariables = Exact<{
  id: string;
  input?: SignOffRevocation | null | undefined;
}>;


export type RevokeSignOffMutation = { revoked: { id: string } };

export type TrashRowFragment = { id: string, resource: TrashResource, name: string, deletedAt: string };

export type TrashQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: TrashFilter | null | undefined;
  orderBy?: TrashItemOrder | null | undefined;
}>;


export type TrashQuery = { list: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, resource: TrashResource, name: string, deletedAt: string }> } | null };

export type RestoreFromTrashMutationVariables = Exact<{
  id: string;
}>;


export type RestoreFromTrashMutation = { restored: { id: string, name: string } };

export const InvitationsDocument = document<InvitationsQuery, InvitationsQueryVariables>(
  'query Invitations($first:Int$after:String$last:Int$before:String$filter:InvitationFilter$orderBy:InvitationOrder){list:invitations(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...InvitationRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment InvitationRow on Invitation{id createdAt email role status isDemo expiresAt emailStatus emailError actions inviter{name}}',
)

export const SendInvitationDocument = document<SendInvitationMutation, SendInvitationMutationVariables>(
  'mutation SendInvitation($input:InvitationInput!){sent:sendInvitation(input:$input){email acceptUrl token}}',
)

export const SendDemoInvitationDocument = document<SendDemoInvitationMutation, SendDemoInvitationMutationVariables>(
  'mutation SendDemoInvitation($input:DemoInvitationInput!){sent:sendDemoInvitation(input:$input){email acceptUrl token}}',
)

export const ResendInvitationDocument = document<ResendInvitationMutation, ResendInvitationMutationVariables>(
  'mutation ResendInvitation($id:ID!){sent:resendInvitation(id:$id){email acceptUrl token}}',
)

export const RevokeInvitationDocument = document<RevokeInvitationMutation, RevokeInvitationMutationVariables>(
  'mutation RevokeInvitation($id:ID!){revokeInvitation(id:$id)}',
)

export const ExportedInvitationsDocument = document<ExportedInvitationsQuery, ExportedInvitationsQueryVariables>(
  'query ExportedInvitations($filter:InvitationFilter$orderBy:InvitationOrder){list:exportedInvitations(all:true filter:$filter orderBy:$orderBy){nodes{...InvitationRow}}} fragment InvitationRow on Invitation{id createdAt email role status isDemo expiresAt emailStatus emailError actions inviter{name}}',
)

export const ApiKeysDocument = document<ApiKeysQuery, ApiKeysQueryVariables>(
  'query ApiKeys($first:Int$after:String$last:Int$before:String$orderBy:ApiKeyOrder){list:apiKeys(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...ApiKeyRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment ApiKeyRow on ApiKey{id name oauthClientId hint role scopes allowedNetworks expiresAt exceedsPolicy oldKeyUntil updatedAt lastUsedAt lastUsedNetwork creator{name}}',
)

export const CreateApiKeyDocument = document<CreateApiKeyMutation, CreateApiKeyMutationVariables>(
  'mutation CreateApiKey($input:ApiKeyInput!){made:createApiKey(input:$input){name key}}',
)

export const UpdateApiKeyDocument = document<UpdateApiKeyMutation, UpdateApiKeyMutationVariables>(
  'mutation UpdateApiKey($id:ID!$input:ApiKeyPatch!$expectedUpdatedAt:DateTimeISO){saved:updateApiKey(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...ApiKeyRow}} fragment ApiKeyRow on ApiKey{id name oauthClientId hint role scopes allowedNetworks expiresAt exceedsPolicy oldKeyUntil updatedAt lastUsedAt lastUsedNetwork creator{name}}',
)

export const RotateApiKeyDocument = document<RotateApiKeyMutation, RotateApiKeyMutationVariables>(
  'mutation RotateApiKey($id:ID!$overlapHours:Int!$expiresAt:DateTimeISO){made:rotateApiKey(id:$id overlapHours:$overlapHours expiresAt:$expiresAt){name key}}',
)

export const RevokeApiKeyDocument = document<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>(
  'mutation RevokeApiKey($id:ID!){deleteApiKey(id:$id)}',
)

export const ExportedApiKeysDocument = document<ExportedApiKeysQuery, ExportedApiKeysQueryVariables>(
  'query ExportedApiKeys($orderBy:ApiKeyOrder){list:exportedApiKeys(all:true orderBy:$orderBy){nodes{...ApiKeyRow}}} fragment ApiKeyRow on ApiKey{id name oauthClientId hint role scopes allowedNetworks expiresAt exceedsPolicy oldKeyUntil updatedAt lastUsedAt lastUsedNetwork creator{name}}',
)

export const OrganizationDocument = document<OrganizationQuery, OrganizationQueryVariables>(
  'query Organization{serviceProvider{...OrganizationWhole}} fragment OrganizationWhole on Organization{id updatedAt name popiaRegistration informationOfficerName informationOfficerEmail informationOfficerPhone informationOfficerRegistration budgetTolerancePercent requiresSignOff remindsReviewers}',
)

export const OrganizationSecurityDocument = document<OrganizationSecurityQuery, OrganizationSecurityQueryVariables>(
  'query OrganizationSecurity{securitySettings{allowedAddresses maximumSessionMinutes exportRole agentsAllowed maximumKeyDays stepUpMinutes}serviceProvider{updatedAt}}',
)

export const OrganizationComplianceDocument = document<OrganizationComplianceQuery, OrganizationComplianceQueryVariables>(
  'query OrganizationCompliance{serviceProviderCompliance{score met total}}',
)

export const UpdateOrganizationDocument = document<UpdateOrganizationMutation, UpdateOrganizationMutationVariables>(
  'mutation UpdateOrganization($input:OrganizationPatch!$expectedUpdatedAt:DateTimeISO){saved:updateOrganization(input:$input expectedUpdatedAt:$expectedUpdatedAt){...OrganizationWhole}} fragment OrganizationWhole on Organization{id updatedAt name popiaRegistration informationOfficerName informationOfficerEmail informationOfficerPhone informationOfficerRegistration budgetTolerancePercent requiresSignOff remindsReviewers}',
)

export const UpdateSecurityDocument = document<UpdateSecurityMutation, UpdateSecurityMutationVariables>(
  'mutation UpdateSecurity($input:SecurityPatch!$expectedUpdatedAt:DateTimeISO){saved:updateSecuritySettings(input:$input expectedUpdatedAt:$expectedUpdatedAt){allowedAddresses maximumSessionMinutes exportRole agentsAllowed maximumKeyDays stepUpMinutes}}',
)

export const PeopleDocument = document<PeopleQuery, PeopleQueryVariables>(
  'query People($first:Int$after:String$last:Int$before:String$filter:TeamFilter$orderBy:TeamOrder){list:teamMembers(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...MemberRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment MemberRow on TeamMember{id createdAt updatedAt userId name email role sessionsEndedAt inviter{name}}',
)

export const PeopleNamesDocument = document<PeopleNamesQuery, PeopleNamesQueryVariables>(
  'query PeopleNames($userIds:[ID!]!){teamMembers(first:100 filter:{userIds:$userIds}){nodes{userId name}}}',
)

export const PersonDocument = document<PersonQuery, PersonQueryVariables>(
  'query Person($id:ID!){record:teamMember(id:$id){...MemberRow}} fragment MemberRow on TeamMember{id createdAt updatedAt userId name email role sessionsEndedAt inviter{name}}',
)

export const PersonActivityDocument = document<PersonActivityQuery, PersonActivityQueryVariables>(
  'query PersonActivity{teamAnalytics{activity{memberId actions lastActiveAt openCampaigns openContent}}}',
)

export const RolesDocument = document<RolesQuery, RolesQueryVariables>(
  'query Roles{caller{roles{role permissions isGrantable}}}',
)

export const EndSessionsDocument = document<EndSessionsMutation, EndSessionsMutationVariables>(
  'mutation EndSessions($id:ID!){saved:endSessions(id:$id){...MemberRow}} fragment MemberRow on TeamMember{id createdAt updatedAt userId name email role sessionsEndedAt inviter{name}}',
)

export const AddPersonDocument = document<AddPersonMutation, AddPersonMutationVariables>(
  'mutation AddPerson($input:TeamMemberInput!){saved:addTeamMember(input:$input){...MemberRow}} fragment MemberRow on TeamMember{id createdAt updatedAt userId name email role sessionsEndedAt inviter{name}}',
)

export const UpdatePersonDocument = document<UpdatePersonMutation, UpdatePersonMutationVariables>(
  'mutation UpdatePerson($id:ID!$input:TeamMemberPatch!$expectedUpdatedAt:DateTimeISO){saved:updateTeamMember(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...MemberRow}} fragment MemberRow on TeamMember{id createdAt updatedAt userId name email role sessionsEndedAt inviter{name}}',
)

export const RemovePersonDocument = document<RemovePersonMutation, RemovePersonMutationVariables>(
  'mutation RemovePerson($id:ID!){removeTeamMember(id:$id)}',
)

export const ExportedPeopleDocument = document<ExportedPeopleQuery, ExportedPeopleQueryVariables>(
  'query ExportedPeople($filter:TeamFilter$orderBy:TeamOrder){list:exportedTeamMembers(all:true filter:$filter orderBy:$orderBy){nodes{...MemberRow}}} fragment MemberRow on TeamMember{id createdAt updatedAt userId name email role sessionsEndedAt inviter{name}}',
)

export const IntegrationsDocument = document<IntegrationsQuery, IntegrationsQueryVariables>(
  'query Integrations{integrations{checkedAt integrations{name state detail cause}}}',
)

export const BillingDocument = document<BillingQuery, BillingQueryVariables>(
  'query Billing{billing{periodStart periodEnd usage{measure used}}}',
)

export const NotificationsDocument = document<NotificationsQuery, NotificationsQueryVariables>(
  'query Notifications($first:Int$after:String$last:Int$before:String){list:notifications(first:$first after:$after last:$last before:$before){totalCount unread pageInfo{...Paging}nodes{...NotificationRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment NotificationRow on Notification{id createdAt type parameters message resourceType readAt}',
)

export const ExportedNotificationsDocument = document<ExportedNotificationsQuery, ExportedNotificationsQueryVariables>(
  'query ExportedNotifications{list:exportedNotifications(all:true){nodes{...NotificationRow}}} fragment NotificationRow on Notification{id createdAt type parameters message resourceType readAt}',
)

export const MarkNotificationsReadDocument = document<MarkNotificationsReadMutation, MarkNotificationsReadMutationVariables>(
  'mutation MarkNotificationsRead{marked:markNotificationsRead}',
)

export const BackgroundWorkDocument = document<BackgroundWorkQuery, BackgroundWorkQueryVariables>(
  'query BackgroundWork{backgroundWork{kind waiting running retrying dead oldestDueAt nextDueAt canRetry}}',
)

export const RetryBackgroundWorkDocument = document<RetryBackgroundWorkMutation, RetryBackgroundWorkMutationVariables>(
  'mutation RetryBackgroundWork($kind:BackgroundWorkKind!){retryBackgroundWork(kind:$kind)}',
)

export const WebhooksDocument = document<WebhooksQuery, WebhooksQueryVariables>(
  'query Webhooks($first:Int$after:String$last:Int$before:String$orderBy:WebhookOrder){list:webhooks(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...WebhookRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment WebhookRow on Webhook{id updatedAt url events description status disabledReason disabledCause failingSince creator{name}}',
)

export const WebhookDocument = document<WebhookQuery, WebhookQueryVariables>(
  'query Webhook($id:ID!){record:webhook(id:$id){...WebhookRow}} fragment WebhookRow on Webhook{id updatedAt url events description status disabledReason disabledCause failingSince creator{name}}',
)

export const WebhookDeliveriesDocument = document<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>(
  'query WebhookDeliveries($webhookId:ID!$first:Int$after:String$last:Int$before:String$orderBy:WebhookDeliveryOrder){list:webhookDeliveries(webhookId:$webhookId first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{id createdAt type status attempts{at status error}}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor}',
)

export const CreateWebhookDocument = document<CreateWebhookMutation, CreateWebhookMutationVariables>(
  'mutation CreateWebhook($input:WebhookInput!){made:createWebhook(input:$input){url secret}}',
)

export const UpdateWebhookDocument = document<UpdateWebhookMutation, UpdateWebhookMutationVariables>(
  'mutation UpdateWebhook($id:ID!$input:WebhookPatch!$expectedUpdatedAt:DateTimeISO){saved:updateWebhook(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...WebhookRow}} fragment WebhookRow on Webhook{id updatedAt url events description status disabledReason disabledCause failingSince creator{name}}',
)

export const DeleteWebhookDocument = document<DeleteWebhookMutation, DeleteWebhookMutationVariables>(
  'mutation DeleteWebhook($id:ID!){deleteWebhook(id:$id)}',
)

export const RotateWebhookSecretDocument = document<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>(
  'mutation RotateWebhookSecret($id:ID!){made:rotateWebhookSecret(id:$id){url secret}}',
)

export const ResendWebhookDeliveryDocument = document<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables>(
  'mutation ResendWebhookDelivery($id:ID!){resent:resendWebhookDelivery(id:$id){id}}',
)

export const ExportedWebhooksDocument = document<ExportedWebhooksQuery, ExportedWebhooksQueryVariables>(
  'query ExportedWebhooks($orderBy:WebhookOrder){list:exportedWebhooks(all:true orderBy:$orderBy){nodes{...WebhookRow}}} fragment WebhookRow on Webhook{id updatedAt url events description status disabledReason disabledCause failingSince creator{name}}',
)

export const AnalyticsPeriodDocument = document<AnalyticsPeriodQuery, AnalyticsPeriodQueryVariables>(
  'query AnalyticsPeriod($from:LocalDate!$to:LocalDate!$sector:Sector$type:CampaignType$clientId:ID){analyticsPeriod(from:$from to:$to sector:$sector type:$type clientId:$clientId){period{from to records impressions clicks conversions spendCents revenueCents ctr conversionRate cpcCents cpaCents roi}previous{from to records}change{impressions clicks conversions spendCents revenueCents}}}',
)

export const AnalyticsGroupsDocument = document<AnalyticsGroupsQuery, AnalyticsGroupsQueryVariables>(
  'query AnalyticsGroups($by:AnalyticsGrouping!$from:LocalDate!$to:LocalDate!$sector:Sector$type:CampaignType$clientId:ID$sort:PerformanceSort$order:OrderDirection$first:Int$after:String$last:Int$before:String){list:analyticsGroups(by:$by from:$from to:$to sector:$sector type:$type clientId:$clientId sort:$sort order:$order first:$first after:$after last:$last before:$before){totalCount pageInfo{...Paging}nodes{...GroupRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment GroupRow on GroupFigures{key clientName campaigns impressions clicks conversions spendCents revenueCents ctr conversionRate cpcCents cpaCents roi}',
)

export const CampaignPerformanceDocument = document<CampaignPerformanceQuery, CampaignPerformanceQueryVariables>(
  'query CampaignPerformance($from:LocalDate!$to:LocalDate!$sector:Sector$type:CampaignType$clientId:ID$sort:PerformanceSort$order:OrderDirection$first:Int$after:String$last:Int$before:String){list:campaignPerformance(from:$from to:$to sector:$sector type:$type clientId:$clientId sort:$sort order:$order first:$first after:$after last:$last before:$before){totalCount pageInfo{...Paging}nodes{...CampaignRanked}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment CampaignRanked on CampaignFigures{id:campaignId name status clientName impressions clicks conversions spendCents revenueCents ctr conversionRate cpcCents cpaCents roi}',
)

export const ClientOfFiguresDocument = document<ClientOfFiguresQuery, ClientOfFiguresQueryVariables>(
  'query ClientOfFigures($clientId:ID!){analyticsGroups(by:CLIENT clientId:$clientId first:1){nodes{clientName}}}',
)

export const AnalyticsReportDocument = document<AnalyticsReportQuery, AnalyticsReportQueryVariables>(
  'query AnalyticsReport($from:LocalDate!$to:LocalDate!$sector:Sector$type:CampaignType$clientId:ID$after:ID){analyticsReport(from:$from to:$to sector:$sector type:$type clientId:$clientId after:$after){from to totals{records impressions clicks conversions spendCents revenueCents ctr conversionRate cpcCents cpaCents roi}rows{campaignId name clientName clientSector type status records impressions clicks conversions spendCents revenueCents ctr conversionRate cpcCents cpaCents roi}next}}',
)

export const SignOffFiguresDocument = document<SignOffFiguresQuery, SignOffFiguresQueryVariables>(
  'query SignOffFigures($from:LocalDate!$to:LocalDate!$clientId:ID){signOffFigures(from:$from to:$to clientId:$clientId){totals{requested approved changesRequested withdrawn voided expired waiting medianSeconds p90Seconds}clients{clientId clientName requested approved changesRequested waiting medianSeconds}}}',
)

export const ReportSchedulesDocument = document<ReportSchedulesQuery, ReportSchedulesQueryVariables>(
  'query ReportSchedules{list:reportSchedules(first:20){nodes{...ReportScheduleRow}}} fragment ReportScheduleRow on ReportSchedule{id sentOn hour timeZone clientId sector type recipientIds isPaused dueAt updatedAt}',
)

export const CreateReportScheduleDocument = document<CreateReportScheduleMutation, CreateReportScheduleMutationVariables>(
  'mutation CreateReportSchedule($input:ReportScheduleInput!){createReportSchedule(input:$input){id}}',
)

export const UpdateReportScheduleDocument = document<UpdateReportScheduleMutation, UpdateReportScheduleMutationVariables>(
  'mutation UpdateReportSchedule($id:ID!$input:ReportSchedulePatch!$expectedUpdatedAt:DateTimeISO){updateReportSchedule(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){id}}',
)

export const DeleteReportScheduleDocument = document<DeleteReportScheduleMutation, DeleteReportScheduleMutationVariables>(
  'mutation DeleteReportSchedule($id:ID!){deleteReportSchedule(id:$id)}',
)

export const SendReportDocument = document<SendReportMutation, SendReportMutationVariables>(
  'mutation SendReport($id:ID!){sendReport(id:$id){id}}',
)

export const DashboardLiveDocument = document<DashboardLiveSubscription, DashboardLiveSubscriptionVariables>(
  'subscription DashboardLive($since:ID){message:dashboard(since:$since){id event data{...DashboardFigures}}} fragment DashboardFigures on AnalyticsDashboard{clients campaigns byStatus{status campaigns}last30Days{impressions clicks conversions spendCents revenueCents roi}change{impressions clicks conversions spendCents revenueCents}}',
)

export const BreachesLiveDocument = document<BreachesLiveSubscription, BreachesLiveSubscriptionVariables>(
  'subscription BreachesLive($since:ID){message:breaches(since:$since){id event data{kind title severity resourceId occurredAt}}}',
)

export const ClientsLiveDocument = document<ClientsLiveSubscription, ClientsLiveSubscriptionVariables>(
  'subscription ClientsLive($since:ID){message:clientChanged(since:$since){id event data{type resourceId userId}}}',
)

export const CampaignsLiveDocument = document<CampaignsLiveSubscription, CampaignsLiveSubscriptionVariables>(
  'subscription CampaignsLive($since:ID){message:campaignChanged(since:$since){id event data{type resourceId userId}}}',
)

export const ContentLiveDocument = document<ContentLiveSubscription, ContentLiveSubscriptionVariables>(
  'subscription ContentLive($since:ID){message:contentChanged(since:$since){id event data{type resourceId userId}}}',
)

export const SignOffsLiveDocument = document<SignOffsLiveSubscription, SignOffsLiveSubscriptionVariables>(
  'subscription SignOffsLive($since:ID){message:signOffChanged(since:$since){id event data{type resourceId userId}}}',
)

export const AuditLiveDocument = document<AuditLiveSubscription, AuditLiveSubscriptionVariables>(
  'subscription AuditLive($since:ID$names:Boolean!){message:auditRecorded(since:$since){id event data{...AuditEvent}}} fragment AuditEvent on AuditRecord{sequence action userId userName@include(if:$names)resourceType timestamp}',
)

export const CallerDocument = document<CallerQuery, CallerQueryVariables>(
  'query Caller{caller{userId userName organizationId organizationName role permissions}}',
)

export const AwaitingCampaignsDocument = document<AwaitingCampaignsQuery, AwaitingCampaignsQueryVariables>(
  'query AwaitingCampaigns{list:campaigns(first:50 filter:{awaitingMe:true}orderBy:{field:UPDATED_AT}){totalCount nodes{...AwaitingCampaign}}} fragment AwaitingCampaign on Campaign{id status updatedAt clientName ...CampaignDetails author{id name}transitions{to allowed reason cause}changesSinceApproval{...Change}} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt} fragment Change on FieldChange{field before after}',
)

export const AwaitingContentsDocument = document<AwaitingContentsQuery, AwaitingContentsQueryVariables>(
  'query AwaitingContents{list:contents(first:50 filter:{awaitingMe:true}orderBy:{field:UPDATED_AT}){totalCount nodes{...AwaitingContent}}} fragment AwaitingContent on ContentItem{id title type status language channel body version approvedVersion editor{id name}campaign{id name}transitions{to allowed reason cause}changesSinceApproval{...Change}} fragment Change on FieldChange{field before after}',
)

export const DecideOnCampaignDocument = document<DecideOnCampaignMutation, DecideOnCampaignMutationVariables>(
  'mutation DecideOnCampaign($id:ID!$status:CampaignStatus!$reason:String$expectedUpdatedAt:DateTimeISO){changed:changeCampaignStatus(id:$id status:$status reason:$reason expectedUpdatedAt:$expectedUpdatedAt){id status transitions{to allowed}}}',
)

export const DecideOnContentDocument = document<DecideOnContentMutation, DecideOnContentMutationVariables>(
  'mutation DecideOnContent($id:ID!$status:ContentStatus!$reason:String$version:Int!){changed:changeContentStatus(id:$id status:$status reason:$reason version:$version){id status transitions{to allowed}}}',
)

export const ClientNameDocument = document<ClientNameQuery, ClientNameQueryVariables>(
  'query ClientName($id:ID!){client(id:$id){id name}}',
)

export const AuditTrailDocument = document<AuditTrailQuery, AuditTrailQueryVariables>(
  'query AuditTrail($first:Int$after:String$last:Int$before:String$filter:AuditFilter$names:Boolean!){list:auditRecords(first:$first after:$after last:$last before:$before filter:$filter){pageInfo{...Paging}edges{cursor node{...AuditRow}}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment AuditRow on AuditRecord{sequence id action userId userName@include(if:$names)resourceType resourceId timestamp hash metadata{ipAddress userAgent details{attempted code count fields ids includes omitted outcome}}}',
)

export const ExportedAuditRecordsDocument = document<ExportedAuditRecordsQuery, ExportedAuditRecordsQueryVariables>(
  'query ExportedAuditRecords($filter:AuditFilter$names:Boolean!){list:exportedAuditRecords(all:true filter:$filter){nodes{...SavedAuditRow}}} fragment SavedAuditRow on AuditRecord{id action userId userName@include(if:$names)resourceType resourceId timestamp metadata{details{outcome}}}',
)

export const RecordBeforeDocument = document<RecordBeforeQuery, RecordBeforeQueryVariables>(
  'query RecordBefore($cursor:String!){auditRecords(first:1 after:$cursor){nodes{hash}}}',
)

export const AuditBoundsDocument = document<AuditBoundsQuery, AuditBoundsQueryVariables>(
  'query AuditBounds($filter:AuditFilter!){newest:auditRecords(first:1 filter:$filter){nodes{sequence}}oldest:auditRecords(last:1 filter:$filter){nodes{sequence}}}',
)

export const AuditChainDocument = document<AuditChainQuery, AuditChainQueryVariables>(
  'query AuditChain($after:SafeInt!$upTo:SafeInt){auditExport(after:$after upTo:$upTo){rows{...AuditChainLink}next checkpoint{sequence hash publicKey verifier}}} fragment AuditChainLink on AuditLink{sequence id action userId resourceType resourceId timestamp hash previousHash organizationId metadata{ipAddress userAgent details{attempted code count fields ids includes omitted outcome}}}',
)

export const KeptCheckpointsDocument = document<KeptCheckpointsQuery, KeptCheckpointsQueryVariables>(
  'query KeptCheckpoints{auditCheckpoints(limit:20){size note signedAt isWitnessed cosigned witnesses{name signedAt}}}',
)

export const WitnessPolicyDocument = document<WitnessPolicyQuery, WitnessPolicyQueryVariables>(
  'query WitnessPolicy{auditWitnessPolicy}',
)

export const ServerVerificationDocument = document<ServerVerificationQuery, ServerVerificationQueryVariables>(
  'query ServerVerification($after:SafeInt!$checkpoint:String){verifyAudit(after:$after checkpoint:$checkpoint){valid checked next break{sequence reason cause}}}',
)

export const CurrentCheckpointDocument = document<CurrentCheckpointQuery, CurrentCheckpointQueryVariables>(
  'query CurrentCheckpoint($after:SafeInt!){verifyAudit(after:$after){checkpoint{sequence note publicKey}}}',
)

export const AuditTilesDocument = document<AuditTilesQuery, AuditTilesQueryVariables>(
  'query AuditTiles{auditTilesAddress}',
)

export const PublishAuditTilesDocument = document<PublishAuditTilesMutation, PublishAuditTilesMutationVariables>(
  'mutation PublishAuditTiles{publishAuditTiles}',
)

export const WithdrawAuditTilesDocument = document<WithdrawAuditTilesMutation, WithdrawAuditTilesMutationVariables>(
  'mutation WithdrawAuditTiles{withdrawAuditTiles}',
)

export const CampaignBoardDocument = document<CampaignBoardQuery, CampaignBoardQueryVariables>(
  'query CampaignBoard($DRAFT:CampaignFilter!$firstDRAFT:Int!$PENDING_APPROVAL:CampaignFilter!$firstPENDING_APPROVAL:Int!$SCHEDULED:CampaignFilter!$firstSCHEDULED:Int!$ACTIVE:CampaignFilter!$firstACTIVE:Int!$PAUSED:CampaignFilter!$firstPAUSED:Int!$COMPLETED:CampaignFilter!$firstCOMPLETED:Int!$CANCELLED:CampaignFilter!$firstCANCELLED:Int!$FAILED:CampaignFilter!$firstFAILED:Int!$ARCHIVED:CampaignFilter!$firstARCHIVED:Int!){DRAFT:campaigns(first:$firstDRAFT filter:$DRAFT){...CampaignColumn}PENDING_APPROVAL:campaigns(first:$firstPENDING_APPROVAL filter:$PENDING_APPROVAL){...CampaignColumn}SCHEDULED:campaigns(first:$firstSCHEDULED filter:$SCHEDULED){...CampaignColumn}ACTIVE:campaigns(first:$firstACTIVE filter:$ACTIVE){...CampaignColumn}PAUSED:campaigns(first:$firstPAUSED filter:$PAUSED){...CampaignColumn}COMPLETED:campaigns(first:$firstCOMPLETED filter:$COMPLETED){...CampaignColumn}CANCELLED:campaigns(first:$firstCANCELLED filter:$CANCELLED){...CampaignColumn}FAILED:campaigns(first:$firstFAILED filter:$FAILED){...CampaignColumn}ARCHIVED:campaigns(first:$firstARCHIVED filter:$ARCHIVED){...CampaignColumn}} fragment CampaignColumn on CampaignConnection{totalCount pageInfo{hasNextPage}nodes{...CampaignCard}} fragment CampaignCard on Campaign{id updatedAt status name clientId clientName type startsAt endsAt}',
)

export const CampaignStepsDocument = document<CampaignStepsQuery, CampaignStepsQueryVariables>(
  'query CampaignSteps($id:ID!){campaign(id:$id){id transitions{to allowed reason cause}}}',
)

export const CampaignCalendarDocument = document<CampaignCalendarQuery, CampaignCalendarQueryVariables>(
  'query CampaignCalendar($first:Int$after:String$last:Int$before:String$filter:CampaignFilter){list:campaigns(first:$first after:$after last:$last before:$before filter:$filter orderBy:{field:NAME}){totalCount pageInfo{...Paging}nodes{...CampaignCard}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment CampaignCard on Campaign{id updatedAt status name clientId clientName type startsAt endsAt}',
)

export const CampaignDocument = document<CampaignQuery, CampaignQueryVariables>(
  'query Campaign($id:ID!){record:campaign(id:$id){...CampaignWhole}} fragment CampaignWhole on Campaign{...CampaignRow failureReason failureCause returnReason spentCents budgetUsed lacksSignOff author{id name}transitions{to allowed reason cause}} fragment CampaignRow on Campaign{id createdAt updatedAt status clientName ...CampaignDetails} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt}',
)

export const CampaignResultsDocument = document<CampaignResultsQuery, CampaignResultsQueryVariables>(
  'query CampaignResults($id:ID!){campaignAnalytics(id:$id){...CampaignResults}} fragment CampaignResults on CampaignAnalytics{from to totals{impressions clicks conversions spendCents revenueCents}}',
)

export const CampaignContentDocument = document<CampaignContentQuery, CampaignContentQueryVariables>(
  'query CampaignContent($id:ID!$orderBy:ContentOrder){contents(first:100 filter:{campaignId:$id}orderBy:$orderBy){...CampaignContent}} fragment CampaignContent on ContentConnection{totalCount nodes{id title type status language}}',
)

export const CampaignPageDocument = document<CampaignPageQuery, CampaignPageQueryVariables>(
  'query CampaignPage($id:ID!$analytics:Boolean!$content:Boolean!$audit:Boolean!$privacy:Boolean!$names:Boolean!){campaign(id:$id){...CampaignWhole list:messages(first:20)@include(if:$privacy){...MessagePage}}campaignAudience(id:$id){...Audience}campaignAnalytics(id:$id)@include(if:$analytics){...CampaignResults}analyticsTrends(campaignId:$id)@include(if:$analytics){...TrendFigures}contents(first:100 filter:{campaignId:$id})@include(if:$content){...CampaignContent}current:signOffs(first:1 filter:{campaignId:$id})@include(if:$content){nodes{...SignOffWhole}}earlier:signOffs(first:10 filter:{campaignId:$id})@include(if:$content){nodes{...EarlierSignOff}}history:auditRecords(first:20 filter:{resourceId:$id reads:false})@include(if:$audit){...HistoryPage}} fragment CampaignWhole on Campaign{...CampaignRow failureReason failureCause returnReason spentCents budgetUsed lacksSignOff author{id name}transitions{to allowed reason cause}} fragment CampaignRow on Campaign{id createdAt updatedAt status clientName ...CampaignDetails} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt} fragment MessagePage on MessageConnection{totalCount pageInfo{...Paging}nodes{...MessageRow}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment MessageRow on Message{id contact status reason reasonCause sentAt ground{kind at}} fragment Audience on CampaignAudience{channels{channel recipients uncovered}} fragment CampaignResults on CampaignAnalytics{from to totals{impressions clicks conversions spendCents revenueCents}} fragment TrendFigures on Trends{to window points{from impressions clicks conversions spendCents revenueCents movingAverage{impressions clicks conversions spendCents revenueCents}}} fragment CampaignContent on ContentConnection{totalCount nodes{id title type status language}} fragment SignOffWhole on SignOff{...SignOffRow campaignId contentId sharesBudget mayHandOver message endedAt endReason endCause createdBy requester{name}reviewers(first:40){nodes{id status name email language handedOverTo emailStatus emailError openedAt decidedAt reason}}comments(first:100){totalCount nodes{id createdAt reviewerId passage text}}} fragment SignOffRow on SignOff{id title status version quorum dueAt expiresAt createdAt campaign{id name clientId clientName}content{id title campaign{id clientId clientName}}approvals} fragment EarlierSignOff on SignOff{id status dueAt expiresAt createdAt} fragment HistoryPage on AuditConnection{totalCount pageInfo{hasNextPage endCursor}nodes{sequence action resourceType userId userName@include(if:$names)timestamp}}',
)

export const ChangeCampaignStatusDocument = document<ChangeCampaignStatusMutation, ChangeCampaignStatusMutationVariables>(
  'mutation ChangeCampaignStatus($id:ID!$status:CampaignStatus!$expectedUpdatedAt:DateTimeISO){changed:changeCampaignStatus(id:$id status:$status expectedUpdatedAt:$expectedUpdatedAt){...CampaignWhole}} fragment CampaignWhole on Campaign{...CampaignRow failureReason failureCause returnReason spentCents budgetUsed lacksSignOff author{id name}transitions{to allowed reason cause}} fragment CampaignRow on Campaign{id createdAt updatedAt status clientName ...CampaignDetails} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt}',
)

export const RecordAnalyticsDocument = document<RecordAnalyticsMutation, RecordAnalyticsMutationVariables>(
  'mutation RecordAnalytics($records:[AnalyticsRecordInput!]!){recordAnalytics(records:$records){recorded}}',
)

export const DuplicateCampaignDocument = document<DuplicateCampaignMutation, DuplicateCampaignMutationVariables>(
  'mutation DuplicateCampaign($id:ID!){made:duplicateCampaign(id:$id){id name}}',
)

export const DeleteCampaignDocument = document<DeleteCampaignMutation, DeleteCampaignMutationVariables>(
  'mutation DeleteCampaign($id:ID!){deleteCampaign(id:$id)}',
)

export const BulkCampaignsDocument = document<BulkCampaignsMutation, BulkCampaignsMutationVariables>(
  'mutation BulkCampaigns($input:BulkInput!){report:bulkCampaigns(input:$input){succeeded failed{id message cause}}}',
)

export const CampaignAudienceDocument = document<CampaignAudienceQuery, CampaignAudienceQueryVariables>(
  'query CampaignAudience($id:ID!){campaignAudience(id:$id){...Audience}} fragment Audience on CampaignAudience{channels{channel recipients uncovered}}',
)

export const AddRecipientsDocument = document<AddRecipientsMutation, AddRecipientsMutationVariables>(
  'mutation AddRecipients($id:ID!$input:AudienceInput!){addCampaignRecipients(id:$id input:$input){...Audience}} fragment Audience on CampaignAudience{channels{channel recipients uncovered}}',
)

export const RemoveUncoveredRecipientsDocument = document<RemoveUncoveredRecipientsMutation, RemoveUncoveredRecipientsMutationVariables>(
  'mutation RemoveUncoveredRecipients($id:ID!){removeUncoveredRecipients(id:$id){...Audience}} fragment Audience on CampaignAudience{channels{channel recipients uncovered}}',
)

export const CampaignsDocument = document<CampaignsQuery, CampaignsQueryVariables>(
  'query Campaigns($first:Int$after:String$last:Int$before:String$filter:CampaignFilter$orderBy:CampaignOrder){list:campaigns(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...CampaignRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment CampaignRow on Campaign{id createdAt updatedAt status clientName ...CampaignDetails} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt}',
)

export const ExportCampaignsDocument = document<ExportCampaignsQuery, ExportCampaignsQueryVariables>(
  'query ExportCampaigns($filter:CampaignFilter$orderBy:CampaignOrder){list:exportedCampaigns(all:true filter:$filter orderBy:$orderBy){nodes{...CampaignRow}}} fragment CampaignRow on Campaign{id createdAt updatedAt status clientName ...CampaignDetails} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt}',
)

export const CreateCampaignDocument = document<CreateCampaignMutation, CreateCampaignMutationVariables>(
  'mutation CreateCampaign($input:CampaignInput!){saved:createCampaign(input:$input){...CampaignRow}} fragment CampaignRow on Campaign{id createdAt updatedAt status clientName ...CampaignDetails} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt}',
)

export const UpdateCampaignDocument = document<UpdateCampaignMutation, UpdateCampaignMutationVariables>(
  'mutation UpdateCampaign($id:ID!$input:CampaignPatch!$expectedUpdatedAt:DateTimeISO){saved:updateCampaign(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...CampaignRow}} fragment CampaignRow on Campaign{id createdAt updatedAt status clientName ...CampaignDetails} fragment CampaignDetails on Campaign{name clientId type description channels budgetCents purpose startsAt endsAt}',
)

export const RecordedResultsDocument = document<RecordedResultsQuery, RecordedResultsQueryVariables>(
  'query RecordedResults($campaignId:ID!$first:Int$after:String$last:Int$before:String$orderBy:AnalyticsRecordOrder){list:analyticsRecords(first:$first after:$after last:$last before:$before orderBy:$orderBy filter:{campaignId:$campaignId}){totalCount pageInfo{...Paging}nodes{...RecordedRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment RecordedRow on AnalyticsRecord{id key day channel impressions clicks conversions spendCents revenueCents suspect}',
)

export const ExportedRecordsDocument = document<ExportedRecordsQuery, ExportedRecordsQueryVariables>(
  'query ExportedRecords($filter:AnalyticsRecordFilter){list:exportedAnalyticsRecords(all:true filter:$filter){nodes{...RecordedRow}}} fragment RecordedRow on AnalyticsRecord{id key day channel impressions clicks conversions spendCents revenueCents suspect}',
)

export const CorrectRecordDocument = document<CorrectRecordMutation, CorrectRecordMutationVariables>(
  'mutation CorrectRecord($key:ID!$input:AnalyticsCorrectionInput!){corrected:correctAnalyticsRecord(key:$key input:$input){id}}',
)

export const DeleteRecordDocument = document<DeleteRecordMutation, DeleteRecordMutationVariables>(
  'mutation DeleteRecord($key:ID!){deleteAnalyticsRecord(key:$key)}',
)

export const CampaignSendingDocument = document<CampaignSendingQuery, CampaignSendingQueryVariables>(
  'query CampaignSending($id:ID!){campaign(id:$id){id status sender{id name address status}segment{id name}segmentFrozenAt tracksMessages launchCheck{need isBlocking variables}delivery{...Delivery}recipientImports(first:5){nodes{...RecipientImportRow}}testMessages(first:5){nodes{id contact status reason reasonCause createdAt}}}} fragment Delivery on CampaignDelivery{queued sending sent delivered bounced failed skipped unknown unsubscribed complained skippedBy{reason count}finishedAt perMinute} fragment RecipientImportRow on RecipientImport{id createdAt status total rows imported duplicates failed failure failureCause errors{line field message cause}}',
)

export const DeliveryProgressDocument = document<DeliveryProgressSubscription, DeliveryProgressSubscriptionVariables>(
  'subscription DeliveryProgress($campaignId:ID!){progress:campaignDelivery(campaignId:$campaignId){...Delivery}} fragment Delivery on CampaignDelivery{queued sending sent delivered bounced failed skipped unknown unsubscribed complained skippedBy{reason count}finishedAt perMinute}',
)

export const CampaignMessagesDocument = document<CampaignMessagesQuery, CampaignMessagesQueryVariables>(
  'query CampaignMessages($id:ID!$filter:MessageFilter$first:Int$after:String$last:Int$before:String$orderBy:MessageOrder){campaign(id:$id){list:messages(filter:$filter first:$first after:$after last:$last before:$before orderBy:$orderBy){...MessagePage}}} fragment MessagePage on MessageConnection{totalCount pageInfo{...Paging}nodes{...MessageRow}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment MessageRow on Message{id contact status reason reasonCause sentAt ground{kind at}}',
)

export const ExportedMessagesDocument = document<ExportedMessagesQuery, ExportedMessagesQueryVariables>(
  'query ExportedMessages($filter:MessageFilter){list:exportedMessages(all:true filter:$filter){nodes{...MessageRow}}} fragment MessageRow on Message{id contact status reason reasonCause sentAt ground{kind at}}',
)

export const SetCampaignSenderDocument = document<SetCampaignSenderMutation, SetCampaignSenderMutationVariables>(
  'mutation SetCampaignSender($id:ID!$senderId:ID!){set:setCampaignSender(id:$id senderId:$senderId){id}}',
)

export const SetCampaignTrackingDocument = document<SetCampaignTrackingMutation, SetCampaignTrackingMutationVariables>(
  'mutation SetCampaignTracking($id:ID!$enabled:Boolean!){set:setCampaignTracking(id:$id enabled:$enabled){id}}',
)

export const SetCampaignSegmentDocument = document<SetCampaignSegmentMutation, SetCampaignSegmentMutationVariables>(
  'mutation SetCampaignSegment($id:ID!$segmentId:ID){set:setCampaignSegment(id:$id segmentId:$segmentId){id}}',
)

export const ImportRecipientsDocument = document<ImportRecipientsMutation, ImportRecipientsMutationVariables>(
  'mutation ImportRecipients($id:ID!$input:RecipientImportInput!){made:importRecipients(id:$id input:$input){...RecipientImportRow}} fragment RecipientImportRow on RecipientImport{id createdAt status total rows imported duplicates failed failure failureCause errors{line field message cause}}',
)

export const PreviewMessageDocument = document<PreviewMessageMutation, PreviewMessageMutationVariables>(
  'mutation PreviewMessage($campaignId:ID!$contentId:ID!){preview:previewMessage(campaignId:$campaignId contentId:$contentId){subject html text size contact warnings{flaw detail}}}',
)

export const SendTestMessageDocument = document<SendTestMessageMutation, SendTestMessageMutationVariables>(
  'mutation SendTestMessage($campaignId:ID!$to:EmailAddress!$contentId:ID){sent:sendTestMessage(campaignId:$campaignId to:$to contentId:$contentId){id}}',
)

export const RetryMessagesDocument = document<RetryMessagesMutation, RetryMessagesMutationVariables>(
  'mutation RetryMessages($campaignId:ID!$status:MessageStatus!){retried:retryMessages(campaignId:$campaignId status:$status)}',
)

export const ClientDocument = document<ClientQuery, ClientQueryVariables>(
  'query Client($id:ID!$orderBy:CampaignOrder){record:client(id:$id){...ClientWhole campaigns(first:20 orderBy:$orderBy){totalCount nodes{id name status type}}}} fragment ClientWhole on Client{...ClientRow effectiveClearance compliance{popiaCompliant dataClassification note assessedAt}creator{name}transitions{to allowed reason cause}} fragment ClientRow on Client{id createdAt updatedAt name type industry sector status contact governmentLevel securityClearance requiresSignOff}',
)

export const ChangeClientStatusDocument = document<ChangeClientStatusMutation, ChangeClientStatusMutationVariables>(
  'mutation ChangeClientStatus($id:ID!$status:ClientStatus!){changed:changeClientStatus(id:$id status:$status){...ClientWhole}} fragment ClientWhole on Client{...ClientRow effectiveClearance compliance{popiaCompliant dataClassification note assessedAt}creator{name}transitions{to allowed reason cause}} fragment ClientRow on Client{id createdAt updatedAt name type industry sector status contact governmentLevel securityClearance requiresSignOff}',
)

export const AssessClientDocument = document<AssessClientMutation, AssessClientMutationVariables>(
  'mutation AssessClient($id:ID!$input:ClientAssessmentInput!){assessed:assessClient(id:$id input:$input){...ClientWhole}} fragment ClientWhole on Client{...ClientRow effectiveClearance compliance{popiaCompliant dataClassification note assessedAt}creator{name}transitions{to allowed reason cause}} fragment ClientRow on Client{id createdAt updatedAt name type industry sector status contact governmentLevel securityClearance requiresSignOff}',
)

export const DeleteClientDocument = document<DeleteClientMutation, DeleteClientMutationVariables>(
  'mutation DeleteClient($id:ID!){deleteClient(id:$id)}',
)

export const ClientsDocument = document<ClientsQuery, ClientsQueryVariables>(
  'query Clients($first:Int$after:String$last:Int$before:String$filter:ClientFilter$orderBy:ClientOrder){list:clients(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...ClientRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment ClientRow on Client{id createdAt updatedAt name type industry sector status contact governmentLevel securityClearance requiresSignOff}',
)

export const ExportedClientsDocument = document<ExportedClientsQuery, ExportedClientsQueryVariables>(
  'query ExportedClients($filter:ClientFilter$orderBy:ClientOrder){list:exportedClients(all:true filter:$filter orderBy:$orderBy){nodes{...ClientRow}}} fragment ClientRow on Client{id createdAt updatedAt name type industry sector status contact governmentLevel securityClearance requiresSignOff}',
)

export const CreateClientDocument = document<CreateClientMutation, CreateClientMutationVariables>(
  'mutation CreateClient($input:ClientInput!){saved:createClient(input:$input){...ClientRow}} fragment ClientRow on Client{id createdAt updatedAt name type industry sector status contact governmentLevel securityClearance requiresSignOff}',
)

export const UpdateClientDocument = document<UpdateClientMutation, UpdateClientMutationVariables>(
  'mutation UpdateClient($id:ID!$input:ClientPatch!$expectedUpdatedAt:DateTimeISO){saved:updateClient(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...ClientRow}} fragment ClientRow on Client{id createdAt updatedAt name type industry sector status contact governmentLevel securityClearance requiresSignOff}',
)

export const ImportClientsDocument = document<ImportClientsMutation, ImportClientsMutationVariables>(
  'mutation ImportClients($rows:[JSONObject!]!$dryRun:Boolean!){report:importClients(rows:$rows dryRun:$dryRun){imported errors{row field message cause}}}',
)

export const NewestNotificationsDocument = document<NewestNotificationsQuery, NewestNotificationsQueryVariables>(
  'query NewestNotifications($notifications:Boolean!){mentions(first:8){unread nodes{id createdAt readAt comment{author{name}}content{id title}}}notifications(first:8)@include(if:$notifications){unread nodes{id createdAt type parameters message resourceType resourceId readAt}}}',
)

export const MarkMentionsReadDocument = document<MarkMentionsReadMutation, MarkMentionsReadMutationVariables>(
  'mutation MarkMentionsRead($ids:[ID!]){marked:markMentionsRead(ids:$ids)}',
)

export const ClientChoicesDocument = document<ClientChoicesQuery, ClientChoicesQueryVariables>(
  'query ClientChoices($search:String){list:clients(first:20 filter:{search:$search}orderBy:{field:NAME}){totalCount nodes{id name}}}',
)

export const CampaignChoicesDocument = document<CampaignChoicesQuery, CampaignChoicesQueryVariables>(
  'query CampaignChoices($search:String){list:campaigns(first:20 filter:{search:$search}orderBy:{field:NAME}){totalCount nodes{id name}}}',
)

export const PersonChoicesDocument = document<PersonChoicesQuery, PersonChoicesQueryVariables>(
  'query PersonChoices($search:String){list:teamMembers(first:20 filter:{search:$search}){totalCount nodes{id:userId name}}}',
)

export const PersonNameDocument = document<PersonNameQuery, PersonNameQueryVariables>(
  'query PersonName($id:ID!){list:teamMembers(first:1 filter:{userId:$id}){nodes{name}}}',
)

export const RequestChoicesDocument = document<RequestChoicesQuery, RequestChoicesQueryVariables>(
  'query RequestChoices($search:String){list:dataSubjectRequests(first:20 filter:{search:$search}){totalCount nodes{id type receivedAt subject{name}}}}',
)

export const ContentChoicesDocument = document<ContentChoicesQuery, ContentChoicesQueryVariables>(
  'query ContentChoices($search:String){list:contents(first:20 filter:{search:$search}orderBy:{field:TITLE}){totalCount nodes{id name:title}}}',
)

export const EventTypesDocument = document<EventTypesQuery, EventTypesQueryVariables>(
  'query EventTypes{eventTypes}',
)

export const SenderChoicesDocument = document<SenderChoicesQuery, SenderChoicesQueryVariables>(
  'query SenderChoices($search:String){list:senders(first:20 filter:{search:$search}orderBy:{field:NAME}){totalCount nodes{id name}}}',
)

export const SegmentChoicesDocument = document<SegmentChoicesQuery, SegmentChoicesQueryVariables>(
  'query SegmentChoices($search:String){list:segments(first:20 filter:{search:$search}orderBy:{field:NAME}){totalCount nodes{id name}}}',
)

export const OperatorChoicesDocument = document<OperatorChoicesQuery, OperatorChoicesQueryVariables>(
  'query OperatorChoices($search:String){list:operators(first:20 filter:{search:$search}orderBy:{field:NAME}){totalCount nodes{id name}}}',
)

export const HistoryDocument = document<HistoryQuery, HistoryQueryVariables>(
  'query History($id:ID!$after:String$names:Boolean!){list:auditRecords(first:20 after:$after filter:{resourceId:$id reads:false}){...HistoryPage}} fragment HistoryPage on AuditConnection{totalCount pageInfo{hasNextPage endCursor}nodes{sequence action resourceType userId userName@include(if:$names)timestamp}}',
)

export const MailSettingsDocument = document<MailSettingsQuery, MailSettingsQueryVariables>(
  'query MailSettings{settings:mailSettings{mailsAtOnce mailsDaily mailLanguage}}',
)

export const UpdateMailSettingsDocument = document<UpdateMailSettingsMutation, UpdateMailSettingsMutationVariables>(
  'mutation UpdateMailSettings($input:MailSettingsInput!){updateMailSettings(input:$input){mailsAtOnce mailsDaily mailLanguage}}',
)

export const RecordNamesDocument = document<RecordNamesQuery, RecordNamesQueryVariables>(
  'query RecordNames($ids:[ID!]!){nodes(ids:$ids){__typename id ...on Campaign{name}...on Client{name}...on ContentItem{name:title}...on TeamMember{name}...on Message{campaign{id name}}...on RegistryCleansing{createdAt}...on DataSubjectRequest{type receivedAt}...on Suppression{cause createdAt}...on Breach{name:title}...on Operator{name}...on ProcessingActivity{name}...on Segment{name}...on Sender{name}...on SignOff{name:title}...on Consent{subject{name}}}}',
)

export const SavedViewsDocument = document<SavedViewsQuery, SavedViewsQueryVariables>(
  'query SavedViews($list:SavedViewList!){list:savedViews(first:100 filter:{list:[$list]isDefault:false}){nodes{...ViewRow}}} fragment ViewRow on SavedView{id name parameters isShared createdBy}',
)

export const DefaultViewsDocument = document<DefaultViewsQuery, DefaultViewsQueryVariables>(
  'query DefaultViews{list:savedViews(first:100 filter:{isDefault:true}){nodes{list parameters}}}',
)

export const SetDefaultViewDocument = document<SetDefaultViewMutation, SetDefaultViewMutationVariables>(
  'mutation SetDefaultView($input:DefaultViewInput!){setDefaultView(input:$input){id}}',
)

export const CreateSavedViewDocument = document<CreateSavedViewMutation, CreateSavedViewMutationVariables>(
  'mutation CreateSavedView($input:SavedViewInput!){view:createSavedView(input:$input){...ViewRow}} fragment ViewRow on SavedView{id name parameters isShared createdBy}',
)

export const UpdateSavedViewDocument = document<UpdateSavedViewMutation, UpdateSavedViewMutationVariables>(
  'mutation UpdateSavedView($id:ID!$input:SavedViewPatch!){view:updateSavedView(id:$id input:$input){...ViewRow}} fragment ViewRow on SavedView{id name parameters isShared createdBy}',
)

export const DeleteSavedViewDocument = document<DeleteSavedViewMutation, DeleteSavedViewMutationVariables>(
  'mutation DeleteSavedView($id:ID!){deleteSavedView(id:$id)}',
)

export const ContentsDocument = document<ContentsQuery, ContentsQueryVariables>(
  'query Contents($first:Int$after:String$last:Int$before:String$filter:ContentFilter$orderBy:ContentOrder){list:contents(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...ContentRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment ContentRow on ContentItem{id title type status language channel isTemplate version updatedAt campaign{id name}}',
)

export const ContentDocument = document<ContentQuery, ContentQueryVariables>(
  'query Content($id:ID!){record:content(id:$id){...ContentWhole comments(first:100){nodes{id version text createdAt resolvedAt createdBy author{name}mentions(first:20){nodes{id userId member{name}}}}}}} fragment ContentWhole on ContentItem{...ContentRow campaignId body variables createdAt approvedVersion returnReason lacksSignOff author{name}editor{name}transitions{to allowed reason cause}translations{id title language status}} fragment ContentRow on ContentItem{id title type status language channel isTemplate version updatedAt campaign{id name}}',
)

export const ContentVersionsDocument = document<ContentVersionsQuery, ContentVersionsQueryVariables>(
  'query ContentVersions($id:ID!){contentVersions(id:$id first:100){nodes{id version title body createdAt author{name}}}}',
)

export const CreateContentDocument = document<CreateContentMutation, CreateContentMutationVariables>(
  'mutation CreateContent($input:ContentInput!){saved:createContent(input:$input){...ContentWhole}} fragment ContentWhole on ContentItem{...ContentRow campaignId body variables createdAt approvedVersion returnReason lacksSignOff author{name}editor{name}transitions{to allowed reason cause}translations{id title language status}} fragment ContentRow on ContentItem{id title type status language channel isTemplate version updatedAt campaign{id name}}',
)

export const UpdateContentDocument = document<UpdateContentMutation, UpdateContentMutationVariables>(
  'mutation UpdateContent($id:ID!$input:ContentPatch!$expectedUpdatedAt:DateTimeISO){saved:updateContent(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...ContentWhole}} fragment ContentWhole on ContentItem{...ContentRow campaignId body variables createdAt approvedVersion returnReason lacksSignOff author{name}editor{name}transitions{to allowed reason cause}translations{id title language status}} fragment ContentRow on ContentItem{id title type status language channel isTemplate version updatedAt campaign{id name}}',
)

export const ChangeContentStatusDocument = document<ChangeContentStatusMutation, ChangeContentStatusMutationVariables>(
  'mutation ChangeContentStatus($id:ID!$status:ContentStatus!$version:Int){changed:changeContentStatus(id:$id status:$status version:$version){...ContentWhole}} fragment ContentWhole on ContentItem{...ContentRow campaignId body variables createdAt approvedVersion returnReason lacksSignOff author{name}editor{name}transitions{to allowed reason cause}translations{id title language status}} fragment ContentRow on ContentItem{id title type status language channel isTemplate version updatedAt campaign{id name}}',
)

export const RestoreContentDocument = document<RestoreContentMutation, RestoreContentMutationVariables>(
  'mutation RestoreContent($id:ID!$version:Int!){restored:restoreContent(id:$id version:$version){...ContentWhole}} fragment ContentWhole on ContentItem{...ContentRow campaignId body variables createdAt approvedVersion returnReason lacksSignOff author{name}editor{name}transitions{to allowed reason cause}translations{id title language status}} fragment ContentRow on ContentItem{id title type status language channel isTemplate version updatedAt campaign{id name}}',
)

export const DeleteContentDocument = document<DeleteContentMutation, DeleteContentMutationVariables>(
  'mutation DeleteContent($id:ID!){deleteContent(id:$id)}',
)

export const TranslateContentDocument = document<TranslateContentMutation, TranslateContentMutationVariables>(
  'mutation TranslateContent($id:ID!$language:Language!){made:translateContent(id:$id language:$language){id}}',
)

export const CommentOnContentDocument = document<CommentOnContentMutation, CommentOnContentMutationVariables>(
  'mutation CommentOnContent($id:ID!$version:Int!$input:ContentCommentInput!){commentOnContent(id:$id version:$version input:$input){id}}',
)

export const ResolveContentCommentDocument = document<ResolveContentCommentMutation, ResolveContentCommentMutationVariables>(
  'mutation ResolveContentComment($id:ID!){resolveContentComment(id:$id){id}}',
)

export const ReopenContentCommentDocument = document<ReopenContentCommentMutation, ReopenContentCommentMutationVariables>(
  'mutation ReopenContentComment($id:ID!){reopenContentComment(id:$id){id}}',
)

export const RenderTemplateDocument = document<RenderTemplateQuery, RenderTemplateQueryVariables>(
  'query RenderTemplate($id:ID!$values:JSONObject!){renderTemplate(id:$id values:$values){title body}}',
)

export const ExportedContentsDocument = document<ExportedContentsQuery, ExportedContentsQueryVariables>(
  'query ExportedContents($filter:ContentFilter$orderBy:ContentOrder){list:exportedContents(all:true filter:$filter orderBy:$orderBy){nodes{...ContentRow}}} fragment ContentRow on ContentItem{id title type status language channel isTemplate version updatedAt campaign{id name}}',
)

export const SendersDocument = document<SendersQuery, SendersQueryVariables>(
  'query Senders($first:Int$after:String$last:Int$before:String$orderBy:SenderOrder){list:senders(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...SenderRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment SenderRow on Sender{id updatedAt name address replyTo physicalAddress telephone perSecond pricePerThousandCents quietHours status verifiedAt allowedToday transport{host port secure user}}',
)

export const SenderDocument = document<SenderQuery, SenderQueryVariables>(
  'query Sender($id:ID!){record:sender(id:$id){...SenderRow dnsRecords{name type value found ok isRequired problem cause}}} fragment SenderRow on Sender{id updatedAt name address replyTo physicalAddress telephone perSecond pricePerThousandCents quietHours status verifiedAt allowedToday transport{host port secure user}}',
)

export const CreateSenderDocument = document<CreateSenderMutation, CreateSenderMutationVariables>(
  'mutation CreateSender($input:SenderInput!){made:createSender(input:$input){id}}',
)

export const UpdateSenderDocument = document<UpdateSenderMutation, UpdateSenderMutationVariables>(
  'mutation UpdateSender($id:ID!$input:SenderPatch!$expectedUpdatedAt:DateTimeISO){saved:updateSender(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...SenderRow}} fragment SenderRow on Sender{id updatedAt name address replyTo physicalAddress telephone perSecond pricePerThousandCents quietHours status verifiedAt allowedToday transport{host port secure user}}',
)

export const DeleteSenderDocument = document<DeleteSenderMutation, DeleteSenderMutationVariables>(
  'mutation DeleteSender($id:ID!){deleteSender(id:$id)}',
)

export const VerifySenderDocument = document<VerifySenderMutation, VerifySenderMutationVariables>(
  'mutation VerifySender($id:ID!){verified:verifySender(id:$id){id status}}',
)

export const RotateSenderHookSecretDocument = document<RotateSenderHookSecretMutation, RotateSenderHookSecretMutationVariables>(
  'mutation RotateSenderHookSecret($id:ID!){hooks:rotateSenderHookSecret(id:$id){genericUrl sesUrl secret}}',
)

export const SegmentsDocument = document<SegmentsQuery, SegmentsQueryVariables>(
  'query Segments($first:Int$after:String$last:Int$before:String$orderBy:SegmentOrder){list:segments(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...SegmentRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment SegmentRow on Segment{id updatedAt name filter}',
)

export const SegmentDocument = document<SegmentQuery, SegmentQueryVariables>(
  'query Segment($id:ID!){record:segment(id:$id){...SegmentRow}} fragment SegmentRow on Segment{id updatedAt name filter}',
)

export const SegmentSizeDocument = document<SegmentSizeQuery, SegmentSizeQueryVariables>(
  'query SegmentSize($filter:SegmentFilterInput!){segmentSize(filter:$filter){people contactable}}',
)

export const CreateSegmentDocument = document<CreateSegmentMutation, CreateSegmentMutationVariables>(
  'mutation CreateSegment($input:SegmentInput!){made:createSegment(input:$input){id}}',
)

export const UpdateSegmentDocument = document<UpdateSegmentMutation, UpdateSegmentMutationVariables>(
  'mutation UpdateSegment($id:ID!$input:SegmentPatch!$expectedUpdatedAt:DateTimeISO){saved:updateSegment(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...SegmentRow}} fragment SegmentRow on Segment{id updatedAt name filter}',
)

export const DeleteSegmentDocument = document<DeleteSegmentMutation, DeleteSegmentMutationVariables>(
  'mutation DeleteSegment($id:ID!){deleteSegment(id:$id)}',
)

export const CleansingsDocument = document<CleansingsQuery, CleansingsQueryVariables>(
  'query Cleansings($first:Int$after:String$last:Int$before:String$orderBy:RegistryCleansingOrder){list:registryCleansings(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...CleansingRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment CleansingRow on RegistryCleansing{id createdAt status contacts matches suppressed completedAt}',
)

export const ExportedCleansingsDocument = document<ExportedCleansingsQuery, ExportedCleansingsQueryVariables>(
  'query ExportedCleansings($orderBy:RegistryCleansingOrder){list:exportedCleansings(all:true orderBy:$orderBy){nodes{...CleansingRow}}} fragment CleansingRow on RegistryCleansing{id createdAt status contacts matches suppressed completedAt}',
)

export const StartCleansingDocument = document<StartCleansingMutation, StartCleansingMutationVariables>(
  'mutation StartCleansing($id:ID$after:String){file:startCleansing(id:$id after:$after){cleansing{id}csv next}}',
)

export const CompleteCleansingDocument = document<CompleteCleansingMutation, CompleteCleansingMutationVariables>(
  'mutation CompleteCleansing($id:ID!$input:CleansingAnswerInput!){completed:completeCleansing(id:$id input:$input){...CleansingRow}} fragment CleansingRow on RegistryCleansing{id createdAt status contacts matches suppressed completedAt}',
)

export const ExportedSendersDocument = document<ExportedSendersQuery, ExportedSendersQueryVariables>(
  'query ExportedSenders($orderBy:SenderOrder){list:exportedSenders(all:true orderBy:$orderBy){nodes{...SenderRow}}} fragment SenderRow on Sender{id updatedAt name address replyTo physicalAddress telephone perSecond pricePerThousandCents quietHours status verifiedAt allowedToday transport{host port secure user}}',
)

export const ExportedSegmentsDocument = document<ExportedSegmentsQuery, ExportedSegmentsQueryVariables>(
  'query ExportedSegments($orderBy:SegmentOrder){list:exportedSegments(all:true orderBy:$orderBy){nodes{...SegmentRow}}} fragment SegmentRow on Segment{id updatedAt name filter}',
)

export const NeedsDocument = document<NeedsQuery, NeedsQueryVariables>(
  'query Needs($approvals:Boolean!$reviews:Boolean!$campaigns:Boolean!$invitations:Boolean!$privacy:Boolean!$now:DateTimeISO!){approvals:campaigns(first:1 filter:{awaitingMe:true})@include(if:$approvals){totalCount}reviews:contents(first:1 filter:{awaitingMe:true})@include(if:$reviews){totalCount}late:campaigns(first:5 filter:{status:[DRAFT PENDING_APPROVAL]startsBefore:$now})@include(if:$campaigns){totalCount nodes{id name status startsAt}}failed:campaigns(first:5 filter:{status:[FAILED]})@include(if:$campaigns){totalCount nodes{id name}}requests:dataSubjectRequests(last:50 filter:{status:[RECEIVED IDENTITY_PENDING IN_REVIEW APPROVED PARTIALLY_APPROVED FAILED]})@include(if:$privacy){nodes{id type dueAt daysLeft overdue subject{name}}}alerts:complianceAlerts(first:1 status:OPEN)@include(if:$privacy){totalCount}invitations(last:50 filter:{status:[PENDING]})@include(if:$invitations){nodes{id email expiresAt}}}',
)

export const DashboardDocument = document<DashboardQuery, DashboardQueryVariables>(
  'query Dashboard{analyticsDashboard{...DashboardFigures}} fragment DashboardFigures on AnalyticsDashboard{clients campaigns byStatus{status campaigns}last30Days{impressions clicks conversions spendCents revenueCents roi}change{impressions clicks conversions spendCents revenueCents}}',
)

export const SectorsDocument = document<SectorsQuery, SectorsQueryVariables>(
  'query Sectors{sectorAnalytics{trueSectors{sector clients campaigns impressions clicks conversions spendCents revenueCents roi}}}',
)

export const TrendsDocument = document<TrendsQuery, TrendsQueryVariables>(
  'query Trends($campaignId:ID$from:LocalDate$to:LocalDate$sector:Sector$type:CampaignType$clientId:ID){analyticsTrends(campaignId:$campaignId from:$from to:$to sector:$sector type:$type clientId:$clientId){...TrendFigures}} fragment TrendFigures on Trends{to window points{from impressions clicks conversions spendCents revenueCents movingAverage{impressions clicks conversions spendCents revenueCents}}}',
)

export const ForecastDocument = document<ForecastQuery, ForecastQueryVariables>(
  'query Forecast($measure:PredictedMeasure!$campaignId:ID){analyticsPredictions(measure:$measure campaignId:$campaignId){level endedOn points{from value lower upper}}}',
)

export const TeamActivityDocument = document<TeamActivityQuery, TeamActivityQueryVariables>(
  'query TeamActivity{teamAnalytics{members activeMembers activity{memberId name role actions lastActiveAt openCampaigns}}}',
)

export const LatestAuditDocument = document<LatestAuditQuery, LatestAuditQueryVariables>(
  'query LatestAudit($first:Int!$reads:Boolean$names:Boolean!){auditRecords(first:$first filter:{reads:$reads}){nodes{...AuditEvent}}} fragment AuditEvent on AuditRecord{sequence action userId userName@include(if:$names)resourceType timestamp}',
)

export const OpenBreachesDocument = document<OpenBreachesQuery, OpenBreachesQueryVariables>(
  'query OpenBreaches{breaches(first:5 filter:{status:[DISCOVERED INVESTIGATING]}){nodes{id title severity discoveredAt}}}',
)

export const FindDocument = document<FindQuery, FindQueryVariables>(
  'query Find($search:String!$clients:Boolean!$campaigns:Boolean!$content:Boolean!){clients(first:5 filter:{search:$search})@include(if:$clients){nodes{id name}}campaigns(first:5 filter:{search:$search})@include(if:$campaigns){nodes{id name}}contents(first:5 filter:{search:$search})@include(if:$content){nodes{id title}}}',
)

export const BreachesDocument = document<BreachesQuery, BreachesQueryVariables>(
  'query Breaches($first:Int$after:String$last:Int$before:String$filter:BreachFilter$orderBy:BreachOrder){list:breaches(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...BreachRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment BreachRow on Breach{id title severity status discoveredAt regulatorNotification{notifiedAt}subjectsNotification{notifiedAt}}',
)

export const BreachDocument = document<BreachQuery, BreachQueryVariables>(
  'query Breach($id:ID!){record:breach(id:$id){...BreachWhole}} fragment BreachWhole on Breach{id updatedAt title description severity status discoveredAt affectedSubjects dataCategories consequences measures recommendations unauthorisedPerson containedAt closedAt reporter{name}assignee{name}regulatorNotification{...Notification}subjectsNotification{...Notification}subjectsDelay{until authority reference}noticeDraft{regulator subjects}updates(first:100){nodes{id sentAt text reference}}transitions{to allowed reason cause}} fragment Notification on BreachNotification{notifiedAt reference method}',
)

export const ReportBreachDocument = document<ReportBreachMutation, ReportBreachMutationVariables>(
  'mutation ReportBreach($input:BreachInput!){saved:reportBreach(input:$input){...BreachWhole}} fragment BreachWhole on Breach{id updatedAt title description severity status discoveredAt affectedSubjects dataCategories consequences measures recommendations unauthorisedPerson containedAt closedAt reporter{name}assignee{name}regulatorNotification{...Notification}subjectsNotification{...Notification}subjectsDelay{until authority reference}noticeDraft{regulator subjects}updates(first:100){nodes{id sentAt text reference}}transitions{to allowed reason cause}} fragment Notification on BreachNotification{notifiedAt reference method}',
)

export const UpdateBreachDocument = document<UpdateBreachMutation, UpdateBreachMutationVariables>(
  'mutation UpdateBreach($id:ID!$input:BreachPatch!$expectedUpdatedAt:DateTimeISO){saved:updateBreach(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...BreachWhole}} fragment BreachWhole on Breach{id updatedAt title description severity status discoveredAt affectedSubjects dataCategories consequences measures recommendations unauthorisedPerson containedAt closedAt reporter{name}assignee{name}regulatorNotification{...Notification}subjectsNotification{...Notification}subjectsDelay{until authority reference}noticeDraft{regulator subjects}updates(first:100){nodes{id sentAt text reference}}transitions{to allowed reason cause}} fragment Notification on BreachNotification{notifiedAt reference method}',
)

export const NotifyOfBreachDocument = document<NotifyOfBreachMutation, NotifyOfBreachMutationVariables>(
  'mutation NotifyOfBreach($id:ID!$input:BreachNotificationInput!){saved:recordBreachNotification(id:$id input:$input){...BreachWhole}} fragment BreachWhole on Breach{id updatedAt title description severity status discoveredAt affectedSubjects dataCategories consequences measures recommendations unauthorisedPerson containedAt closedAt reporter{name}assignee{name}regulatorNotification{...Notification}subjectsNotification{...Notification}subjectsDelay{until authority reference}noticeDraft{regulator subjects}updates(first:100){nodes{id sentAt text reference}}transitions{to allowed reason cause}} fragment Notification on BreachNotification{notifiedAt reference method}',
)

export const UpdateRegulatorDocument = document<UpdateRegulatorMutation, UpdateRegulatorMutationVariables>(
  'mutation UpdateRegulator($id:ID!$input:BreachUpdateInput!){recordBreachUpdate(id:$id input:$input){id}}',
)

export const DelayBreachNotificationDocument = document<DelayBreachNotificationMutation, DelayBreachNotificationMutationVariables>(
  'mutation DelayBreachNotification($id:ID!$input:BreachDelayInput!){saved:delayBreachNotification(id:$id input:$input){...BreachWhole}} fragment BreachWhole on Breach{id updatedAt title description severity status discoveredAt affectedSubjects dataCategories consequences measures recommendations unauthorisedPerson containedAt closedAt reporter{name}assignee{name}regulatorNotification{...Notification}subjectsNotification{...Notification}subjectsDelay{until authority reference}noticeDraft{regulator subjects}updates(first:100){nodes{id sentAt text reference}}transitions{to allowed reason cause}} fragment Notification on BreachNotification{notifiedAt reference method}',
)

export const ExportedBreachesDocument = document<ExportedBreachesQuery, ExportedBreachesQueryVariables>(
  'query ExportedBreaches($filter:BreachFilter$orderBy:BreachOrder){list:exportedBreaches(all:true filter:$filter orderBy:$orderBy){nodes{...BreachRow}}} fragment BreachRow on Breach{id title severity status discoveredAt regulatorNotification{notifiedAt}subjectsNotification{notifiedAt}}',
)

export const ComplianceDocument = document<ComplianceQuery, ComplianceQueryVariables>(
  'query Compliance{complianceStatus{score level checkedAt checks{name demand passed}}}',
)

export const ComplianceAlertsDocument = document<ComplianceAlertsQuery, ComplianceAlertsQueryVariables>(
  'query ComplianceAlerts($first:Int$after:String$last:Int$before:String$status:ComplianceAlertStatus$type:ComplianceAlertType){list:complianceAlerts(first:$first after:$after last:$last before:$before status:$status type:$type){totalCount pageInfo{...Paging}nodes{...AlertRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment AlertRow on ComplianceAlert{id type severity parameters resourceType resourceId since status note changedAt}',
)

export const MarkAlertDocument = document<MarkAlertMutation, MarkAlertMutationVariables>(
  'mutation MarkAlert($id:ID!$input:ComplianceAlertMarkInput!){marked:markComplianceAlert(id:$id input:$input){...AlertRow}} fragment AlertRow on ComplianceAlert{id type severity parameters resourceType resourceId since status note changedAt}',
)

export const ComplianceReportDocument = document<ComplianceReportQuery, ComplianceReportQueryVariables>(
  'query ComplianceReport($from:LocalDate$to:LocalDate$language:MailLanguage!){complianceReport(from:$from to:$to language:$language){from to score level rows{section measure value}}}',
)

export const RetentionDocument = document<RetentionQuery, RetentionQueryVariables>(
  'query Retention{retention{...Schedule}privacySettings{requestGraceHours}} fragment Schedule on RetentionSchedule{periods{resource days isDefault countedFrom statuses backlog enforcedAt}}',
)

export const SetRetentionDocument = document<SetRetentionMutation, SetRetentionMutationVariables>(
  'mutation SetRetention($input:RetentionInput!){saved:setRetention(input:$input){...Schedule}} fragment Schedule on RetentionSchedule{periods{resource days isDefault countedFrom statuses backlog enforcedAt}}',
)

export const ConsentsDocument = document<ConsentsQuery, ConsentsQueryVariables>(
  'query Consents($first:Int$after:String$last:Int$before:String$filter:ConsentFilter$orderBy:ConsentOrder){list:consents(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...ConsentRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment ConsentRow on Consent{id subject{name}purpose purposeCode channel status grantedAt expiresAt}',
)

export const ConsentDocument = document<ConsentQuery, ConsentQueryVariables>(
  'query Consent($id:ID!){record:consent(id:$id){...ConsentWhole}} fragment ConsentWhole on Consent{...ConsentRow subject{name email phone}address wording version source withdrawnAt withdrawalReason withdrawalOrigin{resourceType resourceId}creator{name}} fragment ConsentRow on Consent{id subject{name}purpose purposeCode channel status grantedAt expiresAt}',
)

export const RecordConsentDocument = document<RecordConsentMutation, RecordConsentMutationVariables>(
  'mutation RecordConsent($input:ConsentInput!){saved:recordConsent(input:$input){...ConsentWhole}} fragment ConsentWhole on Consent{...ConsentRow subject{name email phone}address wording version source withdrawnAt withdrawalReason withdrawalOrigin{resourceType resourceId}creator{name}} fragment ConsentRow on Consent{id subject{name}purpose purposeCode channel status grantedAt expiresAt}',
)

export const WithdrawConsentDocument = document<WithdrawConsentMutation, WithdrawConsentMutationVariables>(
  'mutation WithdrawConsent($id:ID!$input:WithdrawalInput){withdrawn:withdrawConsent(id:$id input:$input){...ConsentWhole}} fragment ConsentWhole on Consent{...ConsentRow subject{name email phone}address wording version source withdrawnAt withdrawalReason withdrawalOrigin{resourceType resourceId}creator{name}} fragment ConsentRow on Consent{id subject{name}purpose purposeCode channel status grantedAt expiresAt}',
)

export const ExportedConsentsDocument = document<ExportedConsentsQuery, ExportedConsentsQueryVariables>(
  'query ExportedConsents($filter:ConsentFilter$orderBy:ConsentOrder){list:exportedConsents(all:true filter:$filter orderBy:$orderBy){nodes{...ConsentRow}}} fragment ConsentRow on Consent{id subject{name}purpose purposeCode channel status grantedAt expiresAt}',
)

export const MayContactDocument = document<MayContactQuery, MayContactQueryVariables>(
  'query MayContact($contact:ContactInput!$channel:ConsentChannel!$purpose:ContactPurpose!){mayContact(contact:$contact channel:$channel purpose:$purpose){decision ground reason cause until}}',
)

export const SuppressionsDocument = document<SuppressionsQuery, SuppressionsQueryVariables>(
  'query Suppressions($first:Int$after:String$last:Int$before:String$orderBy:SuppressionOrder){list:suppressions(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...SuppressionRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment SuppressionRow on Suppression{id createdAt cause purpose channel note origin{resourceType resourceId}withdrawnAt withdrawalReason creator{name}}',
)

export const SuppressContactDocument = document<SuppressContactMutation, SuppressContactMutationVariables>(
  'mutation SuppressContact($input:SuppressionInput!){saved:suppressContact(input:$input){id}}',
)

export const WithdrawSuppressionDocument = document<WithdrawSuppressionMutation, WithdrawSuppressionMutationVariables>(
  'mutation WithdrawSuppression($id:ID!$input:SuppressionWithdrawalInput!){withdrawn:withdrawSuppression(id:$id input:$input){id}}',
)

export const RecordExistingCustomerDocument = document<RecordExistingCustomerMutation, RecordExistingCustomerMutationVariables>(
  'mutation RecordExistingCustomer($input:ExistingCustomerInput!){saved:recordExistingCustomer(input:$input){id}}',
)

export const RecordConsentApproachDocument = document<RecordConsentApproachMutation, RecordConsentApproachMutationVariables>(
  'mutation RecordConsentApproach($input:ConsentApproachInput!){saved:recordConsentApproach(input:$input){id contact}}',
)

export const PrivacyFormDocument = document<PrivacyFormQuery, PrivacyFormQueryVariables>(
  'query PrivacyForm($form:PrivacyFormKind!$id:ID!){privacyForm(form:$form id:$id){filename mediaType content}}',
)

export const ExportedSuppressionsDocument = document<ExportedSuppressionsQuery, ExportedSuppressionsQueryVariables>(
  'query ExportedSuppressions($orderBy:SuppressionOrder){list:exportedSuppressions(all:true orderBy:$orderBy){nodes{...SuppressionRow}}} fragment SuppressionRow on Suppression{id createdAt cause purpose channel note origin{resourceType resourceId}withdrawnAt withdrawalReason creator{name}}',
)

export const LegalHoldsDocument = document<LegalHoldsQuery, LegalHoldsQueryVariables>(
  'query LegalHolds($first:Int$after:String$last:Int$before:String$orderBy:LegalHoldOrder){list:legalHolds(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...HoldRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment HoldRow on LegalHold{id createdAt kind resource rowId ground until releasedAt releaseReason creator{name}releaser{name}}',
)

export const PlaceLegalHoldDocument = document<PlaceLegalHoldMutation, PlaceLegalHoldMutationVariables>(
  'mutation PlaceLegalHold($input:LegalHoldInput!){saved:placeLegalHold(input:$input){id}}',
)

export const ReleaseLegalHoldDocument = document<ReleaseLegalHoldMutation, ReleaseLegalHoldMutationVariables>(
  'mutation ReleaseLegalHold($id:ID!$input:ReasonInput!){released:releaseLegalHold(id:$id input:$input){id}}',
)

export const ExportedLegalHoldsDocument = document<ExportedLegalHoldsQuery, ExportedLegalHoldsQueryVariables>(
  'query ExportedLegalHolds($orderBy:LegalHoldOrder){list:exportedLegalHolds(all:true orderBy:$orderBy){nodes{...HoldRow}}} fragment HoldRow on LegalHold{id createdAt kind resource rowId ground until releasedAt releaseReason creator{name}releaser{name}}',
)

export const OperatorsDocument = document<OperatorsQuery, OperatorsQueryVariables>(
  'query Operators($first:Int$after:String$last:Int$before:String$orderBy:OperatorOrder){list:operators(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...OperatorWhole}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment OperatorWhole on Operator{id updatedAt name services country contact agreementReference agreementSignedOn agreementEndsOn safeguards endedAt}',
)

export const OperatorDocument = document<OperatorQuery, OperatorQueryVariables>(
  'query Operator($id:ID!){record:node(id:$id){id ...OperatorWhole}} fragment OperatorWhole on Operator{id updatedAt name services country contact agreementReference agreementSignedOn agreementEndsOn safeguards endedAt}',
)

export const AddOperatorDocument = document<AddOperatorMutation, AddOperatorMutationVariables>(
  'mutation AddOperator($input:OperatorInput!){saved:addOperator(input:$input){id}}',
)

export const UpdateOperatorDocument = document<UpdateOperatorMutation, UpdateOperatorMutationVariables>(
  'mutation UpdateOperator($id:ID!$input:OperatorInput!$expectedUpdatedAt:DateTimeISO){saved:updateOperator(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){id}}',
)

export const ProcessingActivitiesDocument = document<ProcessingActivitiesQuery, ProcessingActivitiesQueryVariables>(
  'query ProcessingActivities($first:Int$after:String$last:Int$before:String$orderBy:ProcessingActivityOrder){list:processingActivities(first:$first after:$after last:$last before:$before orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...ActivityWhole}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment ActivityWhole on ProcessingActivity{...ActivityRow updatedAt subjects recipients retention security isVoluntary specialCategories specialGround concernsChildren childrenGround transfers{country recipient ground}priorAuthorisation endedAt operators:operatorsConnection(first:100){nodes{id name}}} fragment ActivityRow on ProcessingActivity{id name purpose ground categories}',
)

export const ProcessingActivityDocument = document<ProcessingActivityQuery, ProcessingActivityQueryVariables>(
  'query ProcessingActivity($id:ID!){record:node(id:$id){id ...on ProcessingActivity{...ActivityWhole notice}}} fragment ActivityWhole on ProcessingActivity{...ActivityRow updatedAt subjects recipients retention security isVoluntary specialCategories specialGround concernsChildren childrenGround transfers{country recipient ground}priorAuthorisation endedAt operators:operatorsConnection(first:100){nodes{id name}}} fragment ActivityRow on ProcessingActivity{id name purpose ground categories}',
)

export const AddProcessingActivityDocument = document<AddProcessingActivityMutation, AddProcessingActivityMutationVariables>(
  'mutation AddProcessingActivity($input:ProcessingActivityInput!){saved:addProcessingActivity(input:$input){id}}',
)

export const UpdateProcessingActivityDocument = document<UpdateProcessingActivityMutation, UpdateProcessingActivityMutationVariables>(
  'mutation UpdateProcessingActivity($id:ID!$input:ProcessingActivityInput!$expectedUpdatedAt:DateTimeISO){saved:updateProcessingActivity(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){id}}',
)

export const PaiaFiguresDocument = document<PaiaFiguresQuery, PaiaFiguresQueryVariables>(
  'query PaiaFigures($from:LocalDate!$to:LocalDate!){paiaFigures(from:$from to:$to){received granted grantedInPart refused extended subjects categories recipients countries purposes security}}',
)

export const PrivacySettingsDocument = document<PrivacySettingsQuery, PrivacySettingsQueryVariables>(
  'query PrivacySettings{privacySettings{requestGraceHours tracksMessages}}',
)

export const UpdatePrivacySettingsDocument = document<UpdatePrivacySettingsMutation, UpdatePrivacySettingsMutationVariables>(
  'mutation UpdatePrivacySettings($input:PrivacyPatch!){saved:updatePrivacySettings(input:$input){requestGraceHours}}',
)

export const ExportedOperatorsDocument = document<ExportedOperatorsQuery, ExportedOperatorsQueryVariables>(
  'query ExportedOperators($orderBy:OperatorOrder){list:exportedOperators(all:true orderBy:$orderBy){nodes{...OperatorWhole}}} fragment OperatorWhole on Operator{id updatedAt name services country contact agreementReference agreementSignedOn agreementEndsOn safeguards endedAt}',
)

export const ExportedActivitiesDocument = document<ExportedActivitiesQuery, ExportedActivitiesQueryVariables>(
  'query ExportedActivities($orderBy:ProcessingActivityOrder){list:exportedProcessingActivities(all:true orderBy:$orderBy){nodes{...ActivityRow}}} fragment ActivityRow on ProcessingActivity{id name purpose ground categories}',
)

export const RequestsDocument = document<RequestsQuery, RequestsQueryVariables>(
  'query Requests($first:Int$after:String$last:Int$before:String$filter:DataSubjectRequestFilter$orderBy:DataSubjectRequestOrder){list:dataSubjectRequests(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...RequestRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const RequestDocument = document<RequestQuery, RequestQueryVariables>(
  'query Request($id:ID!){record:dataSubjectRequest(id:$id){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const LodgeRequestDocument = document<LodgeRequestMutation, LodgeRequestMutationVariables>(
  'mutation LodgeRequest($input:DataSubjectRequestInput!){lodged:lodgeDataSubjectRequest(input:$input){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const UpdateRequestDocument = document<UpdateRequestMutation, UpdateRequestMutationVariables>(
  'mutation UpdateRequest($id:ID!$input:DataSubjectRequestPatch!$expectedUpdatedAt:DateTimeISO){changed:updateDataSubjectRequest(id:$id input:$input expectedUpdatedAt:$expectedUpdatedAt){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const DecideRequestDocument = document<DecideRequestMutation, DecideRequestMutationVariables>(
  'mutation DecideRequest($id:ID!$input:DecisionInput!){changed:decideDataSubjectRequest(id:$id input:$input){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const ExtendRequestDocument = document<ExtendRequestMutation, ExtendRequestMutationVariables>(
  'mutation ExtendRequest($id:ID!$input:ExtensionInput!){changed:extendDataSubjectRequest(id:$id input:$input){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const CompleteRequestDocument = document<CompleteRequestMutation, CompleteRequestMutationVariables>(
  'mutation CompleteRequest($id:ID!$input:CompletionInput){changed:completeDataSubjectRequest(id:$id input:$input){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const UndoCompletionDocument = document<UndoCompletionMutation, UndoCompletionMutationVariables>(
  'mutation UndoCompletion($id:ID!$input:ReasonInput!){changed:undoDataSubjectCompletion(id:$id input:$input){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const EndGraceDocument = document<EndGraceMutation, EndGraceMutationVariables>(
  'mutation EndGrace($id:ID!$input:ReasonInput!){changed:endDataSubjectGrace(id:$id input:$input){...RequestWhole}} fragment RequestWhole on DataSubjectRequest{...RequestRow updatedAt subject{name email phone idNumber reference}details correction{name email phone}purpose channel identity{method reference verifiedAt}duplicateOfId extensionDays extensionReasons decision decisionReasons decidedAt decider{name}assignedTo executesAt graceReason executor{name}failure failureCause completedAt outcome{resources{resource found deleted rewritten}kept{resource reason cause}consentsWithdrawn left{resource rowId standing reason cause}}certificate{statement signature publicKey}notice{to text}noticeDelivery notifiedAt actions{action allowed reason cause}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const RequestPreviewDocument = document<RequestPreviewQuery, RequestPreviewQueryVariables>(
  'query RequestPreview($id:ID!){preview:dataSubjectPreview(id:$id){treated toReview truncated rows{resource rowId standing reason cause fields{path ground isTreated value}}}}',
)

export const ReviewRequestDocument = document<ReviewRequestMutation, ReviewRequestMutationVariables>(
  'mutation ReviewRequest($id:ID!$input:RequestReviewInput!){changed:reviewDataSubjectRequest(id:$id input:$input){id}}',
)

export const AccessPackageDocument = document<AccessPackageQuery, AccessPackageQueryVariables>(
  'query AccessPackage($id:ID!){package:dataSubjectExport(id:$id){requestId type generatedAt subject{name email phone idNumber reference}rows{resource id matchedBy data}truncated left{resource rowId standing reason cause}}}',
)

export const ExportedRequestsDocument = document<ExportedRequestsQuery, ExportedRequestsQueryVariables>(
  'query ExportedRequests($filter:DataSubjectRequestFilter$orderBy:DataSubjectRequestOrder){list:exportedDataSubjectRequests(all:true filter:$filter orderBy:$orderBy){nodes{...RequestRow}}} fragment RequestRow on DataSubjectRequest{id type status subject{name}receivedAt dueAt daysLeft overdue assignee{name}}',
)

export const ReceivedInvitationDocument = document<ReceivedInvitationQuery, ReceivedInvitationQueryVariables>(
  'query ReceivedInvitation($token:String!){invitation:receivedInvitation(token:$token){organizationId organizationName inviterName role message status expiresAt}}',
)

export const AcceptInvitationDocument = document<AcceptInvitationMutation, AcceptInvitationMutationVariables>(
  'mutation AcceptInvitation($token:String!){accepted:acceptInvitation(token:$token){organizationId}}',
)

export const DeclineInvitationDocument = document<DeclineInvitationMutation, DeclineInvitationMutationVariables>(
  'mutation DeclineInvitation($token:String!){declined:declineInvitation(token:$token)}',
)

export const SignOffsDocument = document<SignOffsQuery, SignOffsQueryVariables>(
  'query SignOffs($first:Int$after:String$last:Int$before:String$filter:SignOffFilter$orderBy:SignOffOrder){list:signOffs(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...SignOffRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment SignOffRow on SignOff{id title status version quorum dueAt expiresAt createdAt campaign{id name clientId clientName}content{id title campaign{id clientId clientName}}approvals}',
)

export const ExportedSignOffsDocument = document<ExportedSignOffsQuery, ExportedSignOffsQueryVariables>(
  'query ExportedSignOffs($filter:SignOffFilter$orderBy:SignOffOrder){list:exportedSignOffs(all:true filter:$filter orderBy:$orderBy){nodes{...SignOffRow}}} fragment SignOffRow on SignOff{id title status version quorum dueAt expiresAt createdAt campaign{id name clientId clientName}content{id title campaign{id clientId clientName}}approvals}',
)

export const WaitingSignOffsDocument = document<WaitingSignOffsQuery, WaitingSignOffsQueryVariables>(
  'query WaitingSignOffs{list:signOffs(first:1 filter:{status:[REQUESTED]}){totalCount}}',
)

export const SignOffsOfDocument = document<SignOffsOfQuery, SignOffsOfQueryVariables>(
  'query SignOffsOf($filter:SignOffFilter!){current:signOffs(first:1 filter:$filter){nodes{...SignOffWhole}}earlier:signOffs(first:10 filter:$filter){nodes{...EarlierSignOff}}} fragment SignOffWhole on SignOff{...SignOffRow campaignId contentId sharesBudget mayHandOver message endedAt endReason endCause createdBy requester{name}reviewers(first:40){nodes{id status name email language handedOverTo emailStatus emailError openedAt decidedAt reason}}comments(first:100){totalCount nodes{id createdAt reviewerId passage text}}} fragment SignOffRow on SignOff{id title status version quorum dueAt expiresAt createdAt campaign{id name clientId clientName}content{id title campaign{id clientId clientName}}approvals} fragment EarlierSignOff on SignOff{id status dueAt expiresAt createdAt}',
)

export const SignOffDocument = document<SignOffQuery, SignOffQueryVariables>(
  'query SignOff($id:ID!){record:signOff(id:$id){...SignOffWhole}} fragment SignOffWhole on SignOff{...SignOffRow campaignId contentId sharesBudget mayHandOver message endedAt endReason endCause createdBy requester{name}reviewers(first:40){nodes{id status name email language handedOverTo emailStatus emailError openedAt decidedAt reason}}comments(first:100){totalCount nodes{id createdAt reviewerId passage text}}} fragment SignOffRow on SignOff{id title status version quorum dueAt expiresAt createdAt campaign{id name clientId clientName}content{id title campaign{id clientId clientName}}approvals}',
)

export const SignOffCertificateDocument = document<SignOffCertificateQuery, SignOffCertificateQueryVariables>(
  'query SignOffCertificate($id:ID!){certificate:signOffCertificate(id:$id){filename mediaType content}}',
)

export const RequestSignOffDocument = document<RequestSignOffMutation, RequestSignOffMutationVariables>(
  'mutation RequestSignOff($input:SignOffInput!){requested:requestSignOff(input:$input){id}}',
)

export const RemindSignOffDocument = document<RemindSignOffMutation, RemindSignOffMutationVariables>(
  'mutation RemindSignOff($id:ID!){reminded:remindSignOff(id:$id){id}}',
)

export const RevokeSignOffDocument = document<RevokeSignOffMutation, RevokeSignOffMutationVariables>(
  'mutation RevokeSignOff($id:ID!$input:SignOffRevocation){revoked:revokeSignOff(id:$id input:$input){id}}',
)

export const TrashDocument = document<TrashQuery, TrashQueryVariables>(
  'query Trash($first:Int$after:String$last:Int$before:String$filter:TrashFilter$orderBy:TrashItemOrder){list:trash(first:$first after:$after last:$last before:$before filter:$filter orderBy:$orderBy){totalCount pageInfo{...Paging}nodes{...TrashRow}}} fragment Paging on PageInfo{hasNextPage hasPreviousPage startCursor endCursor} fragment TrashRow on TrashItem{id resource name deletedAt}',
)

export const RestoreFromTrashDocument = document<RestoreFromTrashMutation, RestoreFromTrashMutationVariables>(
  'mutation RestoreFromTrash($id:ID!){restored:restoreFromTrash(id:$id){id name}}',
)
