import { Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import type { WorkKind } from '../../data/due-times.ts'
import { DateTime, Output } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'

export const BackgroundWorkKind = describeNames<Uppercase<WorkKind>>(
  'BackgroundWorkKind',
  'Kind of work in the background.',
  {
    API_KEYS: 'Notices before API keys expire, and ends of rotations.',
    CAMPAIGNS: 'Campaigns that start, pause or end.',
    CHECKPOINTS: 'Checkpoints of the audit trail.',
    CLIENT_IMPORTS: 'Started imports of clients.',
    COMPLIANCE_ALERTS: 'Compliance alerts of high severity.',
    DEAD_ROWS: 'Clearing of files after deletions, in an embedded database.',
    DELIVERY: 'Messages of e-mail campaigns.',
    DIGESTS: 'Daily e-mails of unread notifications.',
    EVENTS: 'Notifications and webhooks caused by events.',
    MAIL: 'E-mails.',
    MONITORING: 'Heartbeats of the monitoring.',
    PRUNE: 'Deletion of old notifications, events, webhook deliveries and stored responses.',
    PUBLICATIONS: 'Publication of checkpoints to witnesses and other channels.',
    RECIPIENT_IMPORTS: 'Imports of recipients.',
    REPORTS: 'Scheduled reports of figures.',
    REQUESTS: 'Data subject requests whose grace period ends.',
    RETENTION: 'Deletion of records that are past their retention period.',
    SENDER_CHECKS: 'Daily checks of the DNS records of senders.',
    SIGN_OFFS: 'Reminders and overdue notices of sign-offs.',
    MESSAGE_FIGURES: 'Analytics records from the messages of campaigns.',
    MESSAGE_SPEND: 'Analytics records of the spend on messages.',
    TEST_MESSAGES: 'Tests of the e-mails of campaigns.',
    WEBHOOKS: 'Webhook deliveries.',
  },
)

export type BackgroundWorkKind = keyof typeof BackgroundWorkKind

@Output(
  'Work of one kind in the background. Each e-mail, webhook delivery and schedule of reports counts as an item. Other work of a kind counts as one item.',
)
export class BackgroundWork extends fields({
  kind: field(BackgroundWorkKind, 'Kind of the work.'),
  waiting: field(Int, 'Number of items that wait for the first attempt.'),
  running: field(Int, 'Number of items in progress.'),
  retrying: field(Int, 'Number of items that wait for another attempt after a failure.'),
  dead: field(Int, 'Number of dead items: all their attempts failed.'),
  oldestDueAt: nullable(DateTime, 'Time at which the oldest due item became due; null when nothing is due.'),
  nextDueAt: nullable(DateTime, 'Time at which the next item becomes due; null if there is none.'),
  canRetry: field(Boolean, 'Whether `retryBackgroundWork` can retry dead items of the kind.'),
}) {}
