import { Float, ID } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'

@Output('Number of messages that were skipped for a reason.')
export class SkippedMessages extends fields({
  reason: field(String, 'Reason: NO_GROUND, SUPPRESSED, REGISTRY or OVER_BUDGET.'),
  count: field(SafeInt, 'Number of messages.'),
}) {}

@Output('Progress of the e-mails of a campaign.')
export class CampaignDelivery extends fields({
  campaignId: field(ID, 'Id of the campaign.'),
  queued: field(
    SafeInt,
    'Messages that wait. Includes recipients without a message while the campaign is ACTIVE or PAUSED.',
  ),
  sending: field(SafeInt, 'Messages that are being sent to the mail server.'),
  sent: field(SafeInt, 'Messages that the mail server accepted, without those that are DELIVERED or BOUNCED now.'),
  delivered: field(SafeInt, 'Messages that were reported as delivered.'),
  bounced: field(SafeInt, 'Messages whose address does not accept messages.'),
  failed: field(SafeInt, 'Messages that the mail server refused, or whose attempts all failed.'),
  skipped: field(SafeInt, 'Messages that were not sent; `skippedBy` shows the reasons.'),
  unknown: field(SafeInt, 'Messages with an unknown result: the mail server may have accepted them.'),
  opened: field(
    SafeInt,
    'Messages that the person opened, as far as tracking shows. Messages without tracking are not counted.',
  ),
  clicked: field(SafeInt, 'Messages with a link that the person clicked, as far as tracking shows.'),
  unsubscribed: field(SafeInt, 'Messages whose unsubscribe page the person used to opt out.'),
  complained: field(SafeInt, 'Messages about which the person complained.'),
  skippedBy: field([SkippedMessages], 'Skipped messages by reason.'),
  startedAt: nullable(DateTime, 'Time at which the first message was queued; null before.'),
  finishedAt: nullable(
    DateTime,
    'Time at which the last message ended; null while messages wait or are being sent, and before the start.',
  ),
  perMinute: field(Float, 'Messages per minute that were sent in the last minute.'),
}) {}
