import { sql } from 'kysely'
import { newId } from '../../src/data/ids.ts'
import { appendChanges, auditFacts } from '../../src/security/audit/writer.ts'
import { aSender, setSender } from './delivery.ts'
import { argumentsOf, type IdFor } from './graphql-samples.ts'
import { collectionOf, makeFor } from './operation-samples.ts'
import { inOrganization } from './organization.ts'
import {
  aCampaign,
  aClient,
  aComment,
  aContent,
  aGrantedRequest,
  aHold,
  aMember,
  aNotifiedBreach,
  anActivity,
  anApproach,
  anOperator,
  aSuppression,
  aWebhook,
  clientBody,
  memberBody,
} from './samples.ts'
import type { Actor, Json, TestServer } from './server.ts'
import { aSignOff } from './sign-offs.ts'
import { api, type RootField, rows } from './surface.ts'
import { until } from './until.ts'

/** The kind of row that an id refers to, by the name of its field. One line each. */
const BY_NAME: Record<string, string> = {
  campaignId: '/api/campaigns',
  senderId: 'senders',
  clientId: '/api/clients',
  contentId: '/api/content',
  translationOf: '/api/content',
  webhookId: '/api/service-provider/webhooks',
  resend: 'deliveries',
  key: 'keyed records',
  operatorIds: 'operators',
  recipientIds: 'members with an address',
  duplicateOfId: '/api/data-subject-requests',
  importId: 'recipient imports',
  segmentId: 'segments',
}

/** Ids that do not refer to a row, by name, or by root field and name. One line each. */
const NO_REFERENCE: Record<string, string> = {
  lastEventId: 'a place among events: one of another organization is answered by a reset (test/realtime-rest.test.ts)',
  clientIds: 'a condition that no person of this organization meets for a foreign id (test/segments.test.ts)',
  campaignIds: 'a condition that no person of this organization meets for a foreign id (test/segments.test.ts)',
  userId: 'users live with the identity provider',
  userIds: 'users live with the identity provider',
  assignedTo: 'users live with the identity provider',
  'analyticsReport.after': 'a position among ids: where the next batch starts, whosever id it is',
  rowId:
    'a row of any resource: of another organization, it is held in vain or refused (test/privacy/decisions.test.ts)',
  resourceId: 'the audit trail outlives what it tells of: it is filtered by whatever text',
}

/** The kind of row that `id`, `ids` or `after` refers to, for root fields without a REST route. One line each. */
const BY_FIELD: Record<string, string> = {
  addCampaignRecipients: '/api/campaigns',
  campaignAudience: '/api/campaigns',
  importRecipients: '/api/campaigns',
  startCleansing: 'cleansings',
  completeCleansing: 'cleansings',
  segment: 'segments',
  updateSavedView: 'saved views',
  deleteSavedView: 'saved views',
  updateReportSchedule: 'report schedules',
  deleteReportSchedule: 'report schedules',
  sendReport: 'report schedules',
  updateSegment: 'segments',
  deleteSegment: 'segments',
  setCampaignSegment: '/api/campaigns',
  clientExport: '/api/clients',
  clientImport: 'imports',
  node: '/api/clients',
  nodes: '/api/clients',
  delayBreachNotification: '/api/breaches',
  recordBreachUpdate: 'notified breaches',
  removeUncoveredRecipients: '/api/campaigns',
  updateOperator: 'operators',
  updateProcessingActivity: 'activities',
  translateContent: '/api/content',
  withdrawSuppression: 'suppressions',
  privacyForm: 'approaches',
  bulkCampaigns: '/api/campaigns',
  assessClient: '/api/clients',
  renderTemplate: 'templates',
  webhook: '/api/service-provider/webhooks',
  commentOnContent: '/api/content',
  resolveContentComment: 'comments',
  reopenContentComment: 'resolved comments',
  complianceAlert: '/api/compliance/alerts',
  rotateWebhookSecret: '/api/service-provider/webhooks',
  updateApiKey: '/api/service-provider/api-keys',
  endSessions: '/api/team',
  rotateApiKey: '/api/service-provider/api-keys',
  resendWebhookDelivery: 'deliveries',
  markMentionsRead: 'mentions',
  markNotificationsRead: 'notifications',
  dataSubjectPreview: '/api/data-subject-requests',
  reviewDataSubjectRequest: '/api/data-subject-requests',
  endDataSubjectGrace: 'waiting requests',
  undoDataSubjectCompletion: 'waiting requests',
  releaseLegalHold: 'holds',
  restoreFromTrash: 'deleted clients',
  sender: 'senders',
  updateSender: 'senders',
  deleteSender: 'senders',
  verifySender: 'senders',
  rotateSenderHookSecret: 'senders',
  setCampaignSender: '/api/campaigns',
  setCampaignTracking: '/api/campaigns',
  message: 'messages',
  signOff: 'sign-offs',
  signOffCertificate: 'decided sign-offs',
  remindSignOff: 'sign-offs',
  revokeSignOff: 'sign-offs',
}

/**
 * The kind of row that an id refers to. For the `id` of a root field with a REST route, the path determines it.
 * @throws Error that names the table to extend
 */
export function kindOf([, field]: RootField, name: string): string | undefined {
  if (name in NO_REFERENCE || `${field}.${name}` in NO_REFERENCE) return undefined
  const path = name === 'id' ? rows.find((row) => row.field === field && row.path.includes('[id]'))?.path : undefined
  const kind = BY_NAME[name] ?? BY_FIELD[field] ?? (path && collectionOf(path.replace('[id]', '{id}')))
  if (!kind) throw new Error(`test/support/ids.ts does not know what kind of row ${field}'s ${name} is of`)
  return kind
}

/** Inserts a delivery without an event. */
async function aDelivery(server: TestServer, actor: Actor): Promise<string> {
  const id = newId()
  const webhook = await aWebhook(actor)
  await inOrganization(
    server,
    actor,
    sql`insert into webhook_delivery
      (organization_id, id, sequence, webhook_id, message_id, type, payload, status, attempts, created_at, updated_at)
      values (${actor.organizationId}, ${id}, 1, ${webhook.id}, ${id}, 'CLIENT_CREATED', '{}', 'DEAD', '[]', now(), now())`,
  )
  return id
}

/** Inserts a notification without an event. */
async function aNotification(server: TestServer, actor: Actor): Promise<string> {
  const id = newId()
  await inOrganization(
    server,
    actor,
    sql`insert into notification (organization_id, id, type, resource_type, created_at, updated_at)
      values (${actor.organizationId}, ${id}, 'CAMPAIGN_APPROVED', 'CAMPAIGN', now(), now())`,
  )
  return id
}

/** Inserts a message without a delivery. */
async function aMessage(server: TestServer, actor: Actor): Promise<string> {
  const id = newId()
  const { id: campaignId } = await aCampaign(actor)
  await inOrganization(
    server,
    actor,
    sql`insert into message (organization_id, id, campaign_id, content_version, channel, contact, domain, language, status,
        not_before, created_at, updated_at)
      values (${actor.organizationId}, ${id}, ${campaignId}, 1, 'EMAIL', ${`${id}@example.org`}, 'example.org', 'en', 'SENT',
        now(), now(), now())`,
  )
  return id
}

/** A sign-off whose reviewer has approved: the record is written as the page of the reviewer writes it. */
async function aDecidedSignOff(server: TestServer, actor: Actor): Promise<string> {
  const { id } = await aSignOff(actor, { contentId: (await aContent(actor)).id })
  const [reviewer] = await inOrganization(
    server,
    actor,
    sql<{ id: string }>`update sign_off_reviewer set status = 'APPROVED', decided_at = now(), evidence = '{}', salt = ''
      where organization_id = ${actor.organizationId} and sign_off_id = ${id} returning id`,
  )
  const entry = { action: 'SIGN_OFF_DECIDED', resourceType: 'SIGN_OFF', resourceId: id }
  const details = { ids: [reviewer?.id ?? ''] }
  const { organizationId } = actor
  const source = { organizationId, userId: `reviewer:${reviewer?.id}`, ipAddress: 'unknown', userAgent: 'test' }
  await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) =>
    appendChanges(unit, [auditFacts({ ...entry, details }, source)]),
  )
  return id
}

/** An analytics record, by its key. */
async function aKeyedRecord(actor: Actor): Promise<string> {
  const key = newId()
  const { id: campaignId } = await aCampaign(actor)
  await actor.rest('POST', '/api/analytics/records', { campaignId, day: '2025-01-01', clicks: 1, key })
  return key
}

/** A completed request in its grace period. */
async function aWaitingRequest(server: TestServer, actor: Actor): Promise<string> {
  const { id } = await aGrantedRequest(actor, { type: 'DELETION' })
  const executor = server.actor({ organizationId: actor.organizationId })
  await executor.rest('POST', `/api/data-subject-requests/${id}/complete`)
  return id
}

/** A client in the trash. */
async function aDeletedClient(actor: Actor): Promise<string> {
  const { id } = await aClient(actor)
  const { status } = await actor.rest('DELETE', `/api/clients/${id}`)
  if (status !== 204) throw new Error(`DELETE client: ${status}`)
  return id
}

/** A resolved comment. */
async function aResolvedComment(actor: Actor): Promise<string> {
  const { id } = await aComment(actor)
  await actor.graphql('mutation ($id: ID!) { resolveContentComment(id: $id) { id } }', { id })
  return id
}

/** An import of one client. */
async function anImport(actor: Actor): Promise<string> {
  const query = 'mutation ($rows: [JSONObject]!) { startClientImport(rows: $rows) { id } }'
  const { body } = await actor.graphql(query, { rows: [clientBody()] })
  const { id } = body.data.startClientImport
  const status = 'query ($id: ID!) { clientImport(id: $id) { status } }'
  await until('the import', async () => (await actor.graphql(status, { id })).body.data.clientImport.status === 'DONE')
  return id
}

/** The kind of row of each type of node. */
export const NODE_KINDS: Record<string, string> = {
  AnalyticsRecord: 'analytics records',
  ApiKey: '/api/service-provider/api-keys',
  Breach: '/api/breaches',
  Campaign: '/api/campaigns',
  Client: '/api/clients',
  Consent: '/api/consents',
  ContentItem: '/api/content',
  DataSubjectRequest: '/api/data-subject-requests',
  Invitation: '/api/invitations',
  LegalHold: 'holds',
  Message: 'messages',
  Notification: 'notifications',
  Operator: 'operators',
  ProcessingActivity: 'activities',
  RegistryCleansing: 'cleansings',
  ReportSchedule: 'report schedules',
  Segment: 'segments',
  Sender: 'senders',
  SignOff: 'sign-offs',
  Suppression: 'suppressions',
  TeamMember: '/api/team',
  Webhook: '/api/service-provider/webhooks',
  WebhookDelivery: 'deliveries',
}

/** An analytics record, by its id. */
async function anAnalyticsRecord(actor: Actor): Promise<string> {
  await aKeyedRecord(actor)
  const { body } = await actor.graphql('{ analyticsRecords(first: 1) { nodes { id } } }')
  return body.data.analyticsRecords.nodes[0].id
}

/** Creates a row of a kind. Returns its id. */
export async function makeRow(server: TestServer, kind: string, actor: Actor): Promise<string> {
  if (kind === 'deliveries') return aDelivery(server, actor)
  if (kind === 'notifications') return aNotification(server, actor)
  if (kind === 'notified breaches') return (await aNotifiedBreach(actor)).id
  if (kind === 'analytics records') return anAnalyticsRecord(actor)
  if (kind === 'keyed records') return aKeyedRecord(actor)
  if (kind === 'senders') return (await aSender(actor)).id
  if (kind === 'sign-offs') return (await aSignOff(actor, { contentId: (await aContent(actor)).id })).id
  if (kind === 'decided sign-offs') return aDecidedSignOff(server, actor)
  if (kind === 'messages') return aMessage(server, actor)
  if (kind === 'operators') return (await anOperator(actor)).id
  if (kind === 'activities') return (await anActivity(actor)).id
  if (kind === 'approaches') return (await anApproach(actor)).id
  if (kind === 'suppressions') return (await aSuppression(actor)).id
  if (kind === 'waiting requests') return aWaitingRequest(server, actor)
  // A hold on operators does not block any other test, because no operation deletes operators.
  if (kind === 'holds') return (await aHold(actor, { resource: 'OPERATOR' })).id
  if (kind === 'imports') return anImport(actor)
  if (kind === 'cleansings') return aCleansing(actor)
  if (kind === 'segments') return aSegment(actor)
  if (kind === 'saved views') return aSavedView(actor)
  if (kind === 'members with an address') return (await aMember(actor, { email: `${newId()}@example.org` })).userId
  if (kind === 'report schedules') return (await aReportSchedule(actor)).id
  if (kind === 'recipient imports') return (await aRecipientUpload(server, actor)).importId
  if (kind === 'deleted clients') return aDeletedClient(actor)
  if (kind === 'comments') return (await aComment(actor)).id
  if (kind === 'mentions') return aMention(actor)
  if (kind === 'resolved comments') return aResolvedComment(actor)
  if (kind === 'templates') return (await aContent(actor, { isTemplate: true, variables: ['name'] })).id
  return makeFor(api, kind, actor)
}

/** A campaign with e-mail content and a verified sender. Its mail server does not exist. */
async function aTestableCampaign(server: TestServer, actor: Actor): Promise<Record<string, string>> {
  const { id: campaignId } = await aCampaign(actor, { type: 'EMAIL' })
  const { id: contentId } = await aContent(actor, { campaignId, type: 'EMAIL' })
  const sender = await aSender(actor, { transport: { host: 'mail.example.org', port: 587 } })
  await inOrganization(
    server,
    actor,
    sql`update sender set status = 'VERIFIED', verified_at = now()
      where organization_id = ${actor.organizationId} and id = ${sender.id}`,
  )
  await setSender(actor, campaignId, sender.id)
  return { campaignId, contentId }
}

/** A cleansing without an answer. */
async function aCleansing(actor: Actor): Promise<string> {
  const { body } = await actor.graphql('mutation { startCleansing { cleansing { id } } }')
  return body.data.startCleansing.cleansing.id
}

/** Makes the actor a member of the team, unless the actor is one. */
const join = (actor: Actor) =>
  actor.rest(
    'POST',
    '/api/team',
    memberBody({ userId: actor.userId, role: 'admin', email: `${actor.userId}@example.org` }),
  )

/** A mention of the actor, by the actor. */
async function aMention(actor: Actor): Promise<string> {
  await join(actor)
  const { id } = await aContent(actor)
  const { body } = await actor.graphql(
    `mutation ($id: ID!, $mentions: [String!]) { commentOnContent(id: $id, version: 1, input: { text: "Look.", mentions: $mentions }) {
      mentions { nodes { id } } } }`,
    { id, mentions: [actor.userId] },
  )
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data.commentOnContent.mentions.nodes[0].id
}

/** A private view of the campaigns. */
async function aSavedView(actor: Actor): Promise<string> {
  const query = 'mutation ($input: SavedViewInput!) { createSavedView(input: $input) { id } }'
  const input = { list: 'CAMPAIGNS', name: 'Active', parameters: 'status=ACTIVE', isShared: false }
  const { body } = await actor.graphql(query, { input })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data.createSavedView.id
}

/** A weekly report to the actor. */
export async function aReportSchedule(actor: Actor, changes: object = {}): Promise<Json> {
  await join(actor)
  const query = 'mutation ($input: ReportScheduleInput!) { createReportSchedule(input: $input) { id dueAt } }'
  const input = { sentOn: 'MONDAY', hour: 7, recipientIds: [actor.userId], ...changes }
  const { body } = await actor.graphql(query, { input })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data.createReportSchedule
}

/** A segment of everybody. */
export async function aSegment(actor: Actor, name = `Everybody ${newId()}`): Promise<string> {
  const query = 'mutation ($input: SegmentInput!) { createSegment(input: $input) { id } }'
  const { body } = await actor.graphql(query, { input: { name, filter: {} } })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data.createSegment.id
}

/** A campaign with an import whose upload is not complete. */
async function aRecipientUpload(_: TestServer, actor: Actor): Promise<{ id: string; importId: string }> {
  const { id } = await aCampaign(actor, { type: 'EMAIL' })
  const query = 'mutation ($id: ID!, $input: RecipientImportInput!) { importRecipients(id: $id, input: $input) { id } }'
  const { body } = await actor.graphql(query, { id, input: { csv: 'email\n', isLast: false } })
  return { id, importId: body.data.importRecipients.id }
}

/** Root fields that need rows which belong together, and what creates them. One line each. */
const TOGETHER: Record<string, typeof aTestableCampaign> = {
  importRecipients: aRecipientUpload,
  previewMessage: aTestableCampaign,
  sendTestMessage: aTestableCampaign,
  updateMailSettings: async (_, actor) => {
    await join(actor)
    return {}
  },
}

/** Creates rows of the actor for all ids that a root field requires. */
export async function idsFor(server: TestServer, root: RootField, actor: Actor): Promise<IdFor> {
  const names: string[] = []
  argumentsOf(root, (name) => {
    names.push(name)
    return name
  })
  const made = new Map(Object.entries((await TOGETHER[root[1]]?.(server, actor)) ?? {}))
  for (const name of names.filter((each) => !made.has(each))) {
    const kind = kindOf(root, name)
    made.set(name, kind ? await makeRow(server, kind, actor) : `user_${newId()}`)
  }
  return (name) => made.get(name) ?? newId()
}
