import { AnalyticsResolver } from './analytics/analytics.resolver.ts'
import { AnalyticsRecord } from './analytics/analytics-record.entity.ts'
import { AnalyticsRecordResolver } from './analytics/analytics-record.resolver.ts'
import { CampaignAnalyticsField, CampaignAnalyticsResolver } from './analytics/campaign-analytics.resolver.ts'
import { CampaignDay, CampaignTotal, OrganizationDay } from './analytics/roll-up.entity.ts'
import { AuditCheckpointResolver, AuditResolver } from './audit/audit.resolver.ts'
import { AuditRecord } from './audit/audit-record.entity.ts'
import { signCheckpoints } from './audit/checkpoint.jobs.ts'
import { CHECKPOINT_SIGNED } from './audit/checkpoint.publishing.ts'
import { AudienceResolver } from './campaigns/audience.resolver.ts'
import { Campaign } from './campaigns/campaign.entity.ts'
import { moveDueCampaigns } from './campaigns/campaign.jobs.ts'
import { CampaignResolver } from './campaigns/campaign.resolver.ts'
import { CampaignRecipient } from './campaigns/campaign-recipient.entity.ts'
import { ClientCampaignsResolver } from './campaigns/client-campaigns.resolver.ts'
import { Client } from './clients/client.entity.ts'
import { ClientResolver } from './clients/client.resolver.ts'
import { AlertMark } from './compliance/alert.entity.ts'
import { ComplianceResolver } from './compliance/compliance.resolver.ts'
import { CampaignContentResolver } from './content/campaign-content.resolver.ts'
import { ContentResolver } from './content/content.resolver.ts'
import { ContentItem } from './content/content-item.entity.ts'
import { ContentVersion } from './content/content-version.entity.ts'
import { Invitation } from './invitations/invitation.entity.ts'
import { tellInvitation } from './invitations/invitation.mail.ts'
import { InvitationResolver } from './invitations/invitation.resolver.ts'
import { pruning } from './kernel/batches.ts'
import { Event, oldEvents } from './kernel/events.ts'
import { oldResponses } from './kernel/idempotency.ts'
import { OrganizationHead } from './kernel/organization-head.entity.ts'
import { Breach } from './privacy/breaches/breach.entity.ts'
import { BreachResolver } from './privacy/breaches/breach.resolver.ts'
import { BreachUpdate } from './privacy/breaches/breach-update.entity.ts'
import { Consent } from './privacy/consents/consent.entity.ts'
import { ConsentResolver } from './privacy/consents/consent.resolver.ts'
import { ContactResolver } from './privacy/contacts/contact.resolver.ts'
import { ContactBasis } from './privacy/contacts/contact-basis.entity.ts'
import { Suppression } from './privacy/contacts/suppression.entity.ts'
import { FormResolver } from './privacy/forms/form.resolver.ts'
import { LegalHold } from './privacy/holds/hold.entity.ts'
import { LegalHoldResolver } from './privacy/holds/hold.resolver.ts'
import { ProcessingActivity } from './privacy/register/activity.entity.ts'
import { ProcessingActivityResolver } from './privacy/register/activity.resolver.ts'
import { Operator } from './privacy/register/operator.entity.ts'
import { OperatorResolver } from './privacy/register/operator.resolver.ts'
import { DataSubjectRequest } from './privacy/requests/request.entity.ts'
import { executeDueRequests } from './privacy/requests/request.jobs.ts'
import { tellNotice } from './privacy/requests/request.mail.ts'
import { DataSubjectRequestResolver } from './privacy/requests/request.resolver.ts'
import { RequestReviewResolver } from './privacy/requests/request-review.resolver.ts'
import { RetentionSetting } from './privacy/retention/retention.entity.ts'
import { enforceRetention } from './privacy/retention/retention.jobs.ts'
import { RetentionResolver } from './privacy/retention/retention.resolver.ts'
import { PrivacySettingsResolver } from './privacy/settings/settings.resolver.ts'
import { RegisteredSubject, SubjectLink } from './privacy/subjects/subject.entity.ts'
import { ApiKey } from './provider/api-key.entity.ts'
import { ApiKeyResolver } from './provider/api-key.resolver.ts'
import { Notification } from './provider/notification.entity.ts'
import { notifyOfEvents, oldNotifications } from './provider/notification.jobs.ts'
import { NotificationResolver } from './provider/notification.resolver.ts'
import { Organization } from './provider/organization.entity.ts'
import { OrganizationResolver } from './provider/organization.resolver.ts'
import { Webhook, WebhookDelivery } from './provider/webhook.entity.ts'
import { oldDeliveries, queueDeliveries } from './provider/webhook.queue.ts'
import { WebhookResolver } from './provider/webhook.resolver.ts'
import { announceComplianceAlerts, noticeSilence } from './realtime/realtime.jobs.ts'
import { RealtimeResolver } from './realtime/realtime.resolver.ts'
import { SecurityAlert } from './realtime/security-alert.entity.ts'
import { CallerResolver } from './team/caller.resolver.ts'
import { TeamResolver } from './team/team.resolver.ts'
import { TeamMember } from './team/team-member.entity.ts'

/** Every entity of the service: a feature's tables are registered here. */
export const entities = [
  Organization,
  Client,
  Campaign,
  CampaignRecipient,
  ContentItem,
  ContentVersion,
  AnalyticsRecord,
  CampaignDay,
  CampaignTotal,
  OrganizationDay,
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
  Breach,
  BreachUpdate,
  Operator,
  ProcessingActivity,
  RetentionSetting,
  AlertMark,
  SecurityAlert,
] as const

/** Every resolver of the service. */
export const resolvers = [
  ClientResolver,
  CampaignResolver,
  ClientCampaignsResolver,
  AudienceResolver,
  ContentResolver,
  CampaignContentResolver,
  AnalyticsResolver,
  AnalyticsRecordResolver,
  CampaignAnalyticsField,
  CampaignAnalyticsResolver,
  TeamResolver,
  CallerResolver,
  InvitationResolver,
  AuditResolver,
  AuditCheckpointResolver,
  RealtimeResolver,
  OrganizationResolver,
  NotificationResolver,
  WebhookResolver,
  ApiKeyResolver,
  DataSubjectRequestResolver,
  RequestReviewResolver,
  LegalHoldResolver,
  PrivacySettingsResolver,
  ConsentResolver,
  ContactResolver,
  BreachResolver,
  FormResolver,
  OperatorResolver,
  ProcessingActivityResolver,
  RetentionResolver,
  ComplianceResolver,
] as const

/** The job that forgets what is past its time. */
export const prune = pruning([oldResponses, oldEvents, oldNotifications, oldDeliveries])

/** Every job of the service. */
export const jobs = [
  moveDueCampaigns,
  executeDueRequests,
  prune,
  enforceRetention,
  noticeSilence,
  announceComplianceAlerts,
  signCheckpoints,
] as const

/** Everything that events set off. */
export const consumers = [notifyOfEvents, queueDeliveries] as const

/** Who hears how a mail ended, by what it is about. */
export const mailOutcomes = {
  invitationId: tellInvitation,
  requestId: tellNotice,
  // The log tells of those that fail.
  checkpointId: async () => {},
}

/** The events that no mutation declares: what is recorded beside it, and what jobs do. A test holds them against the code. */
export const furtherEvents = [
  CHECKPOINT_SIGNED,
  'CAMPAIGN_APPROVED',
  'CAMPAIGN_BUDGET_REACHED',
  'COMPLIANCE_ALERT_RAISED',
  'DATA_SUBJECT_REQUEST_COMPLETED',
  'DATA_SUBJECT_REQUEST_FAILED',
  'DATA_SUBJECT_REQUEST_NOTICE_FAILED',
  'DATA_SUBJECT_REQUEST_NOTIFIED',
  'INVITATION_EMAIL_FAILED',
  'SECURITY_ALERT_FIRED',
  'WEBHOOK_DISABLED',
] as const
