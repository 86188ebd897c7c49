import '../features/analytics/analytics-record.fields.ts'
import '../features/campaigns/campaign.fields.ts'
import '../features/clients/client.fields.ts'
import '../features/team/member.fields.ts'
import '../features/content/content.fields.ts'
import '../features/campaigns/recipient-import.fields.ts'
import '../features/segments/segment.fields.ts'
import '../features/delivery/delivery.fields.ts'
import '../features/privacy/breaches/breach.fields.ts'
import '../features/privacy/failure.fields.ts'
import '../features/privacy/origin.fields.ts'
import '../features/sign-off/sign-off.fields.ts'
import { clearDeadRows } from '../background/dead-rows.ts'
import { sendMails } from '../background/mail.work.ts'
import { pruning } from '../background/prune.ts'
import type { Work } from '../background/work.ts'
import { oldResponses } from '../engine/write/idempotency.ts'
import { Event, oldEvents } from '../events/events.ts'
import { OrganizationHead } from '../events/organization-head.entity.ts'
import { AnalyticsResolver } from '../features/analytics/analytics.resolver.ts'
import { AnalyticsRecord } from '../features/analytics/analytics-record.entity.ts'
import { AnalyticsRecordResolver } from '../features/analytics/analytics-record.resolver.ts'
import { CampaignAnalyticsField, CampaignAnalyticsResolver } from '../features/analytics/campaign-analytics.resolver.ts'
import { CampaignDay, CampaignTotal, OrganizationDay, StatusTotal } from '../features/analytics/roll-up.entity.ts'
import { ApiKey } from '../features/api-keys/api-key.entity.ts'
import { ApiKeyResolver } from '../features/api-keys/api-key.resolver.ts'
import { attendKeys } from '../features/api-keys/api-key.work.ts'
import { AuditCheckpointResolver, AuditResolver } from '../features/audit/audit.resolver.ts'
import { AuditRecord } from '../features/audit/audit-record.entity.ts'
import { publishCheckpoints, signCheckpoints } from '../features/audit/checkpoint.jobs.ts'
import { CHECKPOINT_SIGNED } from '../features/audit/checkpoint.publishing.ts'
import { AudienceResolver } from '../features/campaigns/audience.resolver.ts'
import { Campaign } from '../features/campaigns/campaign.entity.ts'
import { moveDueCampaigns } from '../features/campaigns/campaign.jobs.ts'
import { CampaignResolver } from '../features/campaigns/campaign.resolver.ts'
import { CampaignRecipient } from '../features/campaigns/campaign-recipient.entity.ts'
import { RecipientImport, RecipientImportPart } from '../features/campaigns/recipient-import.entity.ts'
import {
  importQueuedRecipients,
  oldRecipientImports,
  oldRecipientParts,
} from '../features/campaigns/recipient-import.work.ts'
import { Client } from '../features/clients/client.entity.ts'
import { ClientResolver } from '../features/clients/client.resolver.ts'
import { ClientImport, ClientImportPart } from '../features/clients/client-import.entity.ts'
import { importStartedClients, oldImports } from '../features/clients/client-import.jobs.ts'
import { AlertMark } from '../features/compliance/alert.entity.ts'
import { ComplianceResolver } from '../features/compliance/compliance.resolver.ts'
import { ContentResolver } from '../features/content/content.resolver.ts'
import { ContentComment } from '../features/content/content-comment.entity.ts'
import { ContentCommentResolver } from '../features/content/content-comment.resolver.ts'
import { ContentItem } from '../features/content/content-item.entity.ts'
import { ContentMention } from '../features/content/content-mention.entity.ts'
import { ContentVersion } from '../features/content/content-version.entity.ts'
import { DeliveryResolver } from '../features/delivery/delivery.resolver.ts'
import { recordMessageFigures } from '../features/delivery/figures/delivery.analytics.ts'
import { recordMessageSpend } from '../features/delivery/figures/message.spend.ts'
import { MessageSpend } from '../features/delivery/figures/message-spend.entity.ts'
import { Message } from '../features/delivery/messages/message.entity.ts'
import { PreviewResolver } from '../features/delivery/previews/preview.resolver.ts'
import { TestMessage } from '../features/delivery/previews/test-message.entity.ts'
import { oldTestMessages, sendTestMessages } from '../features/delivery/previews/test-message.work.ts'
import { Sender } from '../features/delivery/senders/sender.entity.ts'
import { recheckSenders } from '../features/delivery/senders/sender.rechecks.ts'
import { SenderResolver } from '../features/delivery/senders/sender.resolver.ts'
import { sendCampaigns } from '../features/delivery/sending/sending.work.ts'
import { Invitation } from '../features/invitations/invitation.entity.ts'
import { recordInvitationMail } from '../features/invitations/invitation.mail.ts'
import { InvitationActionsResolver, InvitationResolver } from '../features/invitations/invitation.resolver.ts'
import { ReceivedInvitationResolver } from '../features/invitations/received-invitation.resolver.ts'
import { NodeResolver } from '../features/nodes/node.resolver.ts'
import { sendDigests } from '../features/notifications/digest.work.ts'
import { MailSettingsResolver } from '../features/notifications/mail-settings.resolver.ts'
import { Notification } from '../features/notifications/notification.entity.ts'
import { notifyOfEvents, oldNotifications } from '../features/notifications/notification.jobs.ts'
import { NotificationResolver } from '../features/notifications/notification.resolver.ts'
import { Organization } from '../features/organization/organization.entity.ts'
import { OrganizationResolver } from '../features/organization/organization.resolver.ts'
import { Breach } from '../features/privacy/breaches/breach.entity.ts'
import { BreachResolver } from '../features/privacy/breaches/breach.resolver.ts'
import { BreachUpdate } from '../features/privacy/breaches/breach-update.entity.ts'
import { RegistryCleansing } from '../features/privacy/cleansing/cleansing.entity.ts'
import { CleansingResolver } from '../features/privacy/cleansing/cleansing.resolver.ts'
import { Consent } from '../features/privacy/consents/consent.entity.ts'
import { ConsentResolver } from '../features/privacy/consents/consent.resolver.ts'
import { ContactResolver } from '../features/privacy/contacts/contact.resolver.ts'
import { ContactBasis } from '../features/privacy/contacts/contact-basis.entity.ts'
import { Suppression } from '../features/privacy/contacts/suppression.entity.ts'
import { FormResolver } from '../features/privacy/forms/form.resolver.ts'
import { LegalHold } from '../features/privacy/holds/hold.entity.ts'
import { LegalHoldResolver } from '../features/privacy/holds/hold.resolver.ts'
import { ProcessingActivity } from '../features/privacy/register/activity.entity.ts'
import { Operator } from '../features/privacy/register/operator.entity.ts'
import { OperatorResolver, ProcessingActivityResolver } from '../features/privacy/register/register.resolver.ts'
import { DataSubjectRequest } from '../features/privacy/requests/request.entity.ts'
import { executeDueRequests } from '../features/privacy/requests/request.jobs.ts'
import { recordNoticeMail } from '../features/privacy/requests/request.notice.ts'
import { DataSubjectRequestResolver } from '../features/privacy/requests/request.resolver.ts'
import { RequestReviewResolver } from '../features/privacy/requests/request-review.resolver.ts'
import { RetentionSetting } from '../features/privacy/retention/retention.entity.ts'
import { enforceRetention } from '../features/privacy/retention/retention.jobs.ts'
import { RetentionResolver } from '../features/privacy/retention/retention.resolver.ts'
import { PrivacySettingsResolver } from '../features/privacy/settings/settings.resolver.ts'
import { RegisteredSubject, SubjectLink } from '../features/privacy/subjects/subject.entity.ts'
import { announceComplianceAlerts, noticeSilence } from '../features/realtime/realtime.jobs.ts'
import { RealtimeResolver } from '../features/realtime/realtime.resolver.ts'
import { SecurityAlert } from '../features/realtime/security-alert.entity.ts'
import { sendReports } from '../features/reports/report.work.ts'
import { ReportSchedule } from '../features/reports/report-schedule.entity.ts'
import { ReportScheduleResolver } from '../features/reports/report-schedule.resolver.ts'
import { SavedView } from '../features/saved-views/saved-view.entity.ts'
import { SavedViewResolver } from '../features/saved-views/saved-view.resolver.ts'
import { Segment } from '../features/segments/segment.entity.ts'
import { SegmentResolver } from '../features/segments/segment.resolver.ts'
import { SignOff } from '../features/sign-off/sign-off.entity.ts'
import { CampaignLacksSignOff, ContentLacksSignOff } from '../features/sign-off/sign-off.lacks.resolver.ts'
import { recordRequesterMail, recordReviewerMail } from '../features/sign-off/sign-off.mail.ts'
import { sendNotices } from '../features/sign-off/sign-off.notices.ts'
import { SignOffResolver } from '../features/sign-off/sign-off.resolver.ts'
import { SignOffComment } from '../features/sign-off/sign-off-comment.entity.ts'
import { SignOffReviewer } from '../features/sign-off/sign-off-reviewer.entity.ts'
import { CallerResolver } from '../features/team/caller.resolver.ts'
import { TeamResolver } from '../features/team/team.resolver.ts'
import { TeamMember } from '../features/team/team-member.entity.ts'
import { TrashItem, TrashRow } from '../features/trash/trash.entity.ts'
import { TrashResolver } from '../features/trash/trash.resolver.ts'
import { Webhook, WebhookDelivery } from '../features/webhooks/webhook.entity.ts'
import { oldDeliveries, queueDeliveries } from '../features/webhooks/webhook.queue.ts'
import { WebhookResolver } from '../features/webhooks/webhook.resolver.ts'
import { deliverWebhooks } from '../features/webhooks/webhook.work.ts'
import { BackgroundWorkResolver } from '../features/work/work.resolver.ts'

/** All entities of the service, by their names. Register a feature's tables here. */
const tables = {
  Organization,
  Client,
  ClientImport,
  ClientImportPart,
  Campaign,
  CampaignRecipient,
  Segment,
  SavedView,
  RecipientImport,
  RecipientImportPart,
  Sender,
  Message,
  MessageSpend,
  TestMessage,
  ContentItem,
  ContentVersion,
  ContentComment,
  ContentMention,
  SignOff,
  SignOffReviewer,
  SignOffComment,
  AnalyticsRecord,
  CampaignDay,
  CampaignTotal,
  OrganizationDay,
  StatusTotal,
  ReportSchedule,
  TeamMember,
  Invitation,
  Notification,
  Webhook,
  WebhookDelivery,
  ApiKey,
  AuditRecord,
  Event,
  OrganizationHead,
  RegisteredSubject,
  SubjectLink,
  LegalHold,
  DataSubjectRequest,
  Consent,
  ContactBasis,
  Suppression,
  RegistryCleansing,
  Breach,
  BreachUpdate,
  Operator,
  ProcessingActivity,
  RetentionSetting,
  AlertMark,
  SecurityAlert,
  TrashItem,
  TrashRow,
}

export const entities = Object.values(tables)

type EntityTables = { [N in keyof typeof tables as Uncapitalize<N>]: InstanceType<(typeof tables)[N]> }

declare module '../data/transaction.ts' {
  interface Tables extends EntityTables {}
}

/** All resolvers of the service. */
export const resolvers = [
  NodeResolver,
  ClientResolver,
  CampaignResolver,
  AudienceResolver,
  SegmentResolver,
  SavedViewResolver,
  SenderResolver,
  DeliveryResolver,
  PreviewResolver,
  ContentResolver,
  ContentCommentResolver,
  SignOffResolver,
  CampaignLacksSignOff,
  ContentLacksSignOff,
  AnalyticsResolver,
  AnalyticsRecordResolver,
  CampaignAnalyticsField,
  CampaignAnalyticsResolver,
  ReportScheduleResolver,
  TeamResolver,
  CallerResolver,
  InvitationActionsResolver,
  InvitationResolver,
  ReceivedInvitationResolver,
  AuditResolver,
  AuditCheckpointResolver,
  RealtimeResolver,
  OrganizationResolver,
  NotificationResolver,
  MailSettingsResolver,
  WebhookResolver,
  BackgroundWorkResolver,
  ApiKeyResolver,
  DataSubjectRequestResolver,
  RequestReviewResolver,
  LegalHoldResolver,
  PrivacySettingsResolver,
  ConsentResolver,
  ContactResolver,
  CleansingResolver,
  BreachResolver,
  FormResolver,
  OperatorResolver,
  ProcessingActivityResolver,
  RetentionResolver,
  ComplianceResolver,
  TrashResolver,
] as const

/** Deletes rows that are older than the retention time of their table. */
export const prune = pruning([
  oldResponses,
  oldEvents,
  oldNotifications,
  oldDeliveries,
  oldImports,
  oldTestMessages,
  oldRecipientImports,
  oldRecipientParts,
])

/** All kinds of background work, except the consumers of events. */
export const work: readonly Work[] = [
  attendKeys,
  moveDueCampaigns,
  importStartedClients,
  importQueuedRecipients,
  executeDueRequests,
  prune,
  enforceRetention,
  clearDeadRows,
  noticeSilence,
  announceComplianceAlerts,
  signCheckpoints,
  publishCheckpoints,
  deliverWebhooks,
  sendCampaigns,
  sendTestMessages,
  sendNotices,
  sendDigests,
  sendReports,
  recordMessageFigures,
  recordMessageSpend,
  recheckSenders,
  sendMails({
    invitationId: recordInvitationMail,
    requestId: recordNoticeMail,
    // The results of these mails are not stored. Failures are only logged.
    checkpointId: async () => {},
    reviewerId: recordReviewerMail,
    signOffId: recordRequesterMail,
    // These results are not stored: a failure is only logged, and the notification in the dashboard remains.
    apiKeyId: async () => {},
    memberId: async () => {},
  }),
]

export const consumers = [notifyOfEvents, queueDeliveries] as const

/**
 * Event types that no mutation declares: additional events of mutations, and changes by jobs. A test compares the list
 * with the code.
 */
export const furtherEvents = [
  CHECKPOINT_SIGNED,
  'API_KEY_EXPIRING',
  'API_KEY_OVERLAP_ENDED',
  'API_KEY_USED_ELSEWHERE',
  'CAMPAIGN_APPROVED',
  'CAMPAIGN_BUDGET_REACHED',
  'CAMPAIGN_RESTORED',
  'CAMPAIGN_RETURNED',
  'CLIENT_RESTORED',
  'CAMPAIGN_RESULTS_SUSPECT',
  'COMPLIANCE_ALERT_RAISED',
  'CONTENT_APPROVED',
  'CONTENT_RESTORED',
  'CONTENT_RETURNED',
  'DATA_SUBJECT_REQUEST_COMPLETED',
  'DATA_SUBJECT_REQUEST_FAILED',
  'DATA_SUBJECT_REQUEST_NOTICE_FAILED',
  'DATA_SUBJECT_REQUEST_NOTIFIED',
  'INVITATION_EMAIL_FAILED',
  'MESSAGE_BOUNCED',
  'MESSAGE_COMPLAINED',
  'SECURITY_ALERT_FIRED',
  'SENDER_DNS_BROKEN',
  'SENDER_DNS_RESTORED',
  'SENDER_QUIET_HOURS_DISABLED',
  'SENDER_QUIET_HOURS_ENABLED',
  'SIGN_OFF_COMMENTED',
  'SIGN_OFF_DECIDED',
  'SIGN_OFF_EMAIL_FAILED',
  'SIGN_OFF_HANDED_OVER',
  'SIGN_OFF_OVERDUE',
  'SIGN_OFF_VOIDED',
  'WEBHOOK_DISABLED',
] as const
