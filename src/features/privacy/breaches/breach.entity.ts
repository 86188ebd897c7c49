import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, registerEnumType } from 'type-graphql'
import { Column } from '../../../data/columns.ts'
import { Choice, Count, DateTime, ExternalId, Json, Output, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { Retained } from '../../../security/personal-data.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    breach: Breach
  }
}

export enum BreachStatus {
  DISCOVERED = 'DISCOVERED',
  INVESTIGATING = 'INVESTIGATING',
  CONTAINED = 'CONTAINED',
  CLOSED = 'CLOSED',
}
registerEnumType(BreachStatus, { name: 'BreachStatus', description: 'How far the handling of a breach has come.' })

export enum BreachSeverity {
  LOW = 'LOW',
  MEDIUM = 'MEDIUM',
  HIGH = 'HIGH',
  CRITICAL = 'CRITICAL',
}
registerEnumType(BreachSeverity, { name: 'BreachSeverity' })

@Output('That someone was notified of a breach: a fact that does not depend on how far the handling has come.')
export class BreachNotification {
  @Field(() => DateTime)
  notifiedAt: string

  @Field(() => String, { nullable: true, description: 'How the other side refers to it, for example a case number.' })
  reference: string | null

  @Field(() => String, { nullable: true, description: 'The way it was sent, for example e-mail or a public notice.' })
  method: string | null

  @Field(() => String, { description: 'The user who recorded it.' })
  recordedBy: string
}

@Output('That the people affected may be told later (POPIA section 22(3)).')
export class BreachDelay {
  @Field(() => DateTime)
  until: string

  @Field(() => String, { description: 'Who decided it.' })
  authority: string

  @Field(() => String, { nullable: true })
  reference: string | null

  @Field(() => String, { description: 'The user who recorded it.' })
  recordedBy: string
}

/** A security compromise, in the sense of POPIA section 22. */
@Output('A security compromise: personal data was accessed or acquired by someone unauthorised (POPIA section 22).')
@Retained({ resource: 'BREACHES', days: 1825, since: 'closedAt', statuses: [BreachStatus.CLOSED] })
@Entity()
export class Breach extends TenantRow {
  @Text()
  title: string

  @Text()
  description: string

  @Choice(BreachSeverity)
  severity: BreachSeverity

  @Choice(BreachStatus)
  status: BreachStatus

  @Time()
  discoveredAt: Date

  @Count({ nullable: true, description: 'How many people are affected, as far as it is known.' })
  affectedSubjects: number | null

  @Column('text[]')
  @Field(() => [String], { description: 'What kinds of data are affected.' })
  dataCategories: string[]

  @Text({ nullable: true, description: 'Possible consequences for the people affected.' })
  consequences: string | null

  @Text({ nullable: true, description: 'What was done, or will be, about the breach.' })
  measures: string | null

  @Text({ nullable: true, description: 'What the people affected should do to protect themselves.' })
  recommendations: string | null

  @Text({ nullable: true, description: 'Who may have had access, if it is known.' })
  unauthorisedPerson: string | null

  @ExternalId({ nullable: true, description: 'The user who handles it.' })
  assignedTo: string | null

  @Time({ nullable: true })
  containedAt: Date | null

  @Time({ nullable: true })
  closedAt: Date | null

  @Json({ type: () => BreachNotification, nullable: true, description: 'Notification of the Information Regulator.' })
  regulatorNotification: BreachNotification | null

  @Json({ type: () => BreachNotification, nullable: true, description: 'Notification of the people affected.' })
  subjectsNotification: BreachNotification | null

  @Column('jsonb', { nullable: true })
  subjectsDelay: BreachDelay | null

  @ExternalId({ description: 'The user who reported it.' })
  createdBy: string
}
