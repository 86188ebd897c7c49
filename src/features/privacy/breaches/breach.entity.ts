import { ObjectType } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { Choice, Count, ExternalId, Json, Output, Text, Texts, Time, TimeText } from '../../../graphql/columns.ts'
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
@ObjectType({ simpleResolvers: true })
export abstract class BreachDetails extends TenantRow {
  @Text({ description: 'Title of the breach.' })
  readonly title!: string

  @Text({ max: 10_000, description: 'Description of the breach.' })
  readonly description!: string

  @Choice(BreachSeverity, { otherwise: BreachSeverity.HIGH, description: 'Severity of the breach.' })
  readonly severity!: BreachSeverity

  @Time({
    isFixed: true,
    description: 'Time of the discovery. The notification periods start here.',
    inputDescription: 'Time of the discovery, not in the future. A minute ahead counts as now.',
  })
  readonly discoveredAt!: Date

  @Texts({ otherwise: [], max: 100, description: 'Categories of affected data.' })
  readonly dataCategories!: string[]

  @Text({ nullable: true, max: 10_000, description: 'Possible consequences for the affected people.' })
  readonly consequences!: string | null

  @Text({ nullable: true, max: 10_000, description: 'Measures taken or planned.' })
  readonly measures!: string | null

  @Text({ nullable: true, max: 10_000, description: 'Recommended actions for the affected people.' })
  readonly recommendations!: string | null

  @Text({ nullable: true, description: 'Person who may have had access. Null if unknown.' })
  readonly unauthorisedPerson!: string | null

  @ExternalId({ nullable: true, max: 256, description: 'Id of the user who handles the breach.' })
  readonly assignedTo!: string | null
}

/** A security compromise as defined by POPIA section 22. */
@NodeOutput(
  'breach',
  'org:privacy:read',
  'Security compromise: an unauthorised person accessed or acquired personal data (POPIA section 22).',
)
@Retained({ resource: 'BREACHES', days: 1825, since: 'closedAt', statuses: [BreachStatus.CLOSED] })
export class Breach extends BreachDetails {
  @Choice(BreachStatus, { description: 'Status of the handling.' })
  readonly status!: BreachStatus

  @Count({ nullable: true, description: 'Number of affected people. Null if unknown.' })
  readonly affectedSubjects!: number | null

  @Time({ nullable: true, description: 'Time at which the breach was contained.' })
  readonly containedAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the breach was closed.' })
  readonly closedAt!: Date | null

  @Json({ type: () => BreachNotification, nullable: true, description: 'Notification of the Information Regulator.' })
  readonly regulatorNotification!: BreachNotification | null

  @Json({ type: () => BreachNotification, nullable: true, description: 'Notification of the affected people.' })
  readonly subjectsNotification!: BreachNotification | null

  @Json({
    type: () => BreachDelay,
    nullable: true,
    graphqlOnly: true,
    description: 'Permission to notify the affected people later. Null if there is none.',
  })
  readonly subjectsDelay!: BreachDelay | null

  @ExternalId({ description: 'Id of the user who reported the breach.' })
  readonly createdBy!: string
}
