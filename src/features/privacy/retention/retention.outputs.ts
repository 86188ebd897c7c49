import { Field, Int } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../../graphql/columns.ts'

@Output('Retention period of a resource (POPIA section 14).')
export class RetentionPeriod {
  @Field(() => String, { description: 'Type of the resource, for example CAMPAIGNS.' })
  resource!: string

  @Field(() => Int, {
    description: 'Retention period in days. Older records are deleted. Older consents lose their subject.',
  })
  days!: number

  @Field(() => Boolean, { description: 'Whether this is the default period.' })
  isDefault!: boolean

  @Field(() => String, {
    description: 'Date field that the age is counted from. If it names several fields, the earliest date counts.',
  })
  countedFrom!: string

  @Field(() => [String], { description: 'Statuses to which the period applies. Empty: all statuses.' })
  statuses!: string[]

  @Field(() => Int, { description: 'Number of records past the period that are not deleted yet, counted up to 1000.' })
  backlog!: number

  @Field(() => SafeInt, { description: 'Number of records deleted so far.' })
  deletedCount!: number

  @Field(() => DateTime, { nullable: true, description: 'Time of the last deletion.' })
  enforcedAt!: Date | null
}

@Output('Retention periods of all resources.')
export class RetentionSchedule {
  @Field(() => [RetentionPeriod], { description: 'Retention period of each resource.' })
  periods!: RetentionPeriod[]
}
