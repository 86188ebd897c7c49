import { Field } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { Column } from '../../../data/columns.ts'
import { Choice, Count, DateTime, ExternalId, Json, Output, Text, Time } from '../../../graphql/columns.ts'
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
export class BreachNotification {
  @Field(() => DateTime, { description: 'Time of the notification.' })
  readonly notifiedAt!: string

  @Field(() => String, { nullable: true, description: 'Reference of the recipient, for example a case number.' })
  readonly reference!: string | null

  @Field(() => String, { nullable: true, description: 'Means of notification, for example e-mail or a public notice.' })
  readonly method!: string | null

  @Field(() => String, { description: 'Id of the user who recorded the notification.' })
  readonly recordedBy!: string
}

@Output('Permission to notify the affected people later (POPIA section 22(3)).')
export class BreachDelay {
  @Field(() => DateTime, { description: 'Time until which notification is delayed.' })
  readonly until!: string

  @Field(() => String, { description: 'Public body that gave the permission.' })
  readonly authority!: string

  @Field(() => String, { nullable: true, description: 'Reference of the decision.' })
  readonly reference!: string | null

  @Field(() => String, { description: 'Id of the user who recorded the permission.' })
  readonly recordedBy!: string
}

/** A security compromise as defined by POPIA section 22. */
@NodeOutput(
  'breach',
  'org:privacy:read',
  'Security compromise: an unauthorised person accessed or acquired personal data (POPIA section 22).',
)
@Retained({ resource: 'BREACHES', days: 1825, since: 'closedAt', statuses: [BreachStatus.CLOSED] })
export class Breach extends TenantRow {
  @Text({ description: 'Title of the breach.' })
  readonly title!: string

  @Text({ description: 'Description of the breach.' })
  readonly description!: string

  @Choice(BreachSeverity, { description: 'Severity of the breach.' })
  readonly severity!: BreachSeverity

  @Choice(BreachStatus, { description: 'Status of the handling.' })
  readonly status!: BreachStatus

  @Time({ description: 'Time of the discovery. The notification periods start here.' })
  readonly discoveredAt!: Date

  @Count({ nullable: true, description: 'Number of affected people. Null if unknown.' })
  readonly affectedSubjects!: number | null

  @Column('text[]')
  @Field(() => [String], { description: 'Categories of affected data.' })
  readonly dataCategories!: string[]

  @Text({ nullable: true, description: 'Possible consequences for the affected people.' })
  readonly consequences!: string | null

  @Text({ nullable: true, description: 'Measures taken or planned.' })
  readonly measures!: string | null

  @Text({ nullable: true, description: 'Recommended actions for the affected people.' })
  readonly recommendations!: string | null

  @Text({ nullable: true, description: 'Person who may have had access. Null if unknown.' })
  readonly unauthorisedPerson!: string | null

  @ExternalId({ nullable: true, description: 'Id of the user who handles the breach.' })
  readonly assignedTo!: string | null

  @Time({ nullable: true, description: 'Time at which the breach was contained.' })
  readonly containedAt!: Date | null

  @Time({ nullable: true, description: 'Time at which the breach was closed.' })
  readonly closedAt!: Date | null

  @Json({ type: () => BreachNotification, nullable: true, description: 'Notification of the Information Regulator.' })
  readonly regulatorNotification!: BreachNotification | null

  @Json({ type: () => BreachNotification, nullable: true, description: 'Notification of the affected people.' })
  readonly subjectsNotification!: BreachNotification | null

  @Column('jsonb', { nullable: true })
  readonly subjectsDelay!: BreachDelay | null

  @ExternalId({ description: 'Id of the user who reported the breach.' })
  readonly createdBy!: string
}
