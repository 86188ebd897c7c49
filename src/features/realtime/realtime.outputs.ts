import { type ClassType, ID } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { DateTime, Output, outputOf } from '../../graphql/columns.ts'
import { field, fields, fieldsAfter, nullable } from '../../graphql/fields.ts'
import { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import { AuditRecord } from '../audit/audit-record.entity.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Client } from '../clients/client.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { SignOff } from '../sign-off/sign-off.entity.ts'
import type { StreamEvent } from './changes.ts'

/** Creates the type of a subscription's events: an id to resume from, the event type, and its data. */
export const eventTypeOf = <T extends object>(
  name: string,
  description: string,
  Data: ClassType<T>,
): ClassType<StreamEvent<T>> =>
  outputOf(name, description, {
    id: field(ID, 'Value of `since` to resume after this event.'),
    event: field(
      String,
      'Type of the event. The first event may be `ready` (sent only if the subscriber selects `id`), or ' +
        '`reset` if events may be missing between `since` and the next event.',
    ),
    data: nullable(Data, 'Data of the event. Null for `ready` and `reset`.'),
  })

@Output('A change of a row.')
class Change extends fields({
  type: field(String, 'Audit action, for example CLIENT_UPDATED.'),
  resourceId: nullable(
    ID,
    'Id of the resource. Null for a change of many resources at once, such as an import: read the list again then.',
  ),
  userId: field(ID, 'Id of the user who made the change.'),
  occurredAt: field(DateTime, 'Time of the change.'),
}) {}

@Output('Change of a client.')
export class ClientChange extends fieldsAfter(Change, {
  client: nullable(
    Client,
    'The client at the time the event is sent. Null if the client was deleted, and for a change of many clients.',
  ),
}) {}

@Output('Change of a campaign.')
export class CampaignChange extends fieldsAfter(Change, {
  campaign: nullable(
    Campaign,
    'The campaign at the time the event is sent. Null if the campaign was deleted, and for a change of many campaigns.',
  ),
}) {}

@Output('Change of a content item, or a comment on it.')
export class ContentChange extends fieldsAfter(Change, {
  content: nullable(
    ContentItem,
    'The content item at the time the event is sent. Null if the item was deleted, and for a change of many items.',
  ),
}) {}

@Output('Change of a sign-off, a decision on it, or a comment on it.')
export class SignOffChange extends fieldsAfter(Change, {
  signOff: nullable(SignOff, 'The sign-off at the time the event is sent. Null if the sign-off was deleted.'),
}) {}

export const BreachKind = describeNames('BreachKind', 'Kind of breach event.', {
  POPIA_BREACH: 'A reported breach (POPIA section 22).',
  COMPLIANCE_ALERT: 'A new compliance alert of high or critical severity.',
  SECURITY_ALERT: 'A security alert of the monitoring that started firing.',
})
export type BreachKind = keyof typeof BreachKind

@Output('Breach, or alert of similar weight.')
export class BreachTold extends fields({
  kind: field(BreachKind, 'Kind of event.'),
  title: field(String, 'Title of the breach or alert.'),
  severity: field(String, 'Severity in upper case, as the source names it.'),
  description: nullable(String, 'Description of the breach or alert.'),
  resourceId: nullable(ID, 'Id of the breach or alert.'),
  discoveredAt: field(
    DateTime,
    'Time at which the breach was discovered, the security alert started, or the compliance alert appeared.',
  ),
  occurredAt: field(DateTime, 'Time at which the breach or alert was reported to the service.'),
}) {}

export const BreachEvent = eventTypeOf('BreachEvent', 'A `breach`, or the start of the stream.', BreachTold)
export const ClientEvent = eventTypeOf('ClientEvent', 'A `change`, or the start of the stream.', ClientChange)
export const CampaignEvent = eventTypeOf('CampaignEvent', 'A `change`, or the start of the stream.', CampaignChange)
export const ContentEvent = eventTypeOf('ContentEvent', 'A `change`, or the start of the stream.', ContentChange)
export const SignOffEvent = eventTypeOf('SignOffEvent', 'A `change`, or the start of the stream.', SignOffChange)
export const DashboardEvent = eventTypeOf(
  'DashboardEvent',
  'A `snapshot`, an `update`, or the start of the stream.',
  AnalyticsDashboard,
)
export const AuditEvent = eventTypeOf('AuditEvent', 'A `record`, or the start of the stream.', AuditRecord)
