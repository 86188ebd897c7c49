import { Field, Int } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../../graphql/columns.ts'

@Output('How long the records of a resource are kept (POPIA section 14).')
export class RetentionPeriod {
  @Field(() => String, { description: 'For example CAMPAIGNS.' })
  resource: string

  @Field(() => Int, { description: 'Records older than this many days are deleted; consents lose their subject.' })
  days: number

  @Field(() => Boolean, { description: 'Whether the organization set no period of its own.' })
  isDefault: boolean

  @Field(() => String, { description: 'The date of a record that its age is counted from; of several the earliest.' })
  countedFrom: string

  @Field(() => [String], { description: 'Only records in one of these states grow too old; empty: in any.' })
  statuses: string[]

  @Field(() => Int, { description: 'Records that are past the period and not deleted yet, counted up to 1000.' })
  backlog: number

  @Field(() => SafeInt, { description: 'Records that were deleted so far.' })
  deletedCount: number

  @Field(() => DateTime, { nullable: true, description: 'When records were last deleted.' })
  enforcedAt: Date | null
}

@Output('How long each resource is kept.')
export class RetentionSchedule {
  @Field(() => [RetentionPeriod])
  periods: RetentionPeriod[]
}
