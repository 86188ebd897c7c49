import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import {
  Choice,
  Count,
  Details,
  ExternalId,
  JsonOf,
  Output,
  Text,
  Texts,
  Time,
  TimeText,
} from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { Retained } from '../../../security/personal-data.ts'

export const BreachStatus = describeNames('BreachStatus', 'Status of the handling of a breach.', {
  DISCOVERED: 'Reported, and not yet investigated.',
  INVESTIGATING: 'Under investigation.',
  CONTAINED: 'Contained: no further data is exposed.',
  CLOSED: 'Handling is complete.',
})
export type BreachStatus = keyof typeof BreachStatus

export const BreachSeverity = describeNames('BreachSeverity', 'Severity of a breach.', {
  LOW: 'Little risk of harm to anyone.',
  MEDIUM: 'Limited risk of harm.',
  HIGH: 'Serious risk of harm, or not yet assessed.',
  CRITICAL: 'Harm is likely or has occurred.',
})
export type BreachSeverity = keyof typeof BreachSeverity

@Output('Notification of a breach. Independent of its status.')
export class BreachNotification extends fields({
  notifiedAt: field(TimeText, 'Time of the notification.'),
  reference: nullable(String, 'Reference of the recipient, for example a case number.'),
  method: nullable(String, 'Means of notification, for example e-mail or a public notice.'),
  recordedBy: field(String, 'Id of the user who recorded the notification.'),
}) {}

@Output('Permission to notify the affected people later (POPIA section 22(3)).')
export class BreachDelay extends fields({
  until: field(TimeText, 'Time until which notification is delayed.'),
  authority: field(String, 'Public body that gave the permission.'),
  reference: nullable(String, 'Reference of the decision.'),
  recordedBy: field(String, 'Id of the user who recorded the permission.'),
}) {}

/** The fields of a breach that callers write, except the number of affected people. */
@Details()
export abstract class BreachDetails extends rowWith(TenantRow, {
  title: Text('Title of the breach.'),
  description: Text('Description of the breach.', { max: 10_000 }),
  severity: Choice(BreachSeverity, 'Severity of the breach.', { otherwise: BreachSeverity.HIGH }),
  discoveredAt: Time('Time of the discovery. The notification periods start here.', {
    isFixed: true,
    inputDescription: 'Time of the discovery, not in the future. A minute ahead counts as now.',
  }),
  dataCategories: Texts('Categories of affected data.', { otherwise: [], max: 100 }),
  consequences: Text('Possible consequences for the affected people.', { nullable: true, max: 10_000 }),
  measures: Text('Measures taken or planned.', { nullable: true, max: 10_000 }),
  recommendations: Text('Recommended actions for the affected people.', { nullable: true, max: 10_000 }),
  unauthorisedPerson: Text('Person who may have had access. Null if unknown.', { nullable: true }),
  assignedTo: ExternalId('Id of the user who handles the breach.', { nullable: true, max: 256 }),
}) {}

/** A security compromise as defined by POPIA section 22. */
@NodeOutput(
  'breach',
  'org:privacy:read',
  'Security compromise: an unauthorised person accessed or acquired personal data (POPIA section 22).',
)
@Retained({ resource: 'BREACHES', days: 1825, since: 'closedAt', statuses: [BreachStatus.CLOSED] })
export class Breach extends rowWith(BreachDetails, {
  status: Choice(BreachStatus, 'Status of the handling.'),
  affectedSubjects: Count('Number of affected people. Null if unknown.', { nullable: true }),
  containedAt: Time('Time at which the breach was contained.', { nullable: true }),
  closedAt: Time('Time at which the breach was closed.', { nullable: true }),
  regulatorNotification: JsonOf(BreachNotification, 'Notification of the Information Regulator.', { nullable: true }),
  subjectsNotification: JsonOf(BreachNotification, 'Notification of the affected people.', { nullable: true }),
  subjectsDelay: JsonOf(BreachDelay, 'Permission to notify the affected people later. Null if there is none.', {
    nullable: true,
    graphqlOnly: true,
  }),
  createdBy: ExternalId('Id of the user who reported the breach.'),
}) {}
