import { Field, ID, Int } from 'type-graphql'
import type { CodedFault } from '../../common/errors.ts'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { Output } from '../../graphql/columns.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { CAUSE, transitionType } from '../../graphql/transition.ts'
import { CampaignStatus } from './campaign.entity.ts'

export const CampaignTransition = transitionType('CampaignTransition', CampaignStatus)

@Output('Failed item of a bulk operation.')
export class BulkFailure {
  @Field(() => Int, {
    description: 'Position of the item in `ids`, or among the campaigns that match the filter, from 0.',
  })
  index!: number

  @Field(() => ID, { description: 'Id of the campaign.' })
  id!: string

  @Field(() => String, { description: 'Error code, for example NOT_FOUND.' })
  code!: string

  @Field(() => String, { description: 'Error message.' })
  message!: string

  @Field(() => JSONObject, { nullable: true, description: CAUSE })
  @GraphqlOnly()
  cause!: CodedFault | null
}

@Output('Result of a bulk operation.')
export class BulkReport {
  @Field(() => [ID], { description: 'Ids of the changed campaigns. For DUPLICATE: ids of the copies.' })
  succeeded!: string[]

  @Field(() => [BulkFailure], { description: 'Items that failed; the others succeeded.' })
  failed!: BulkFailure[]
}
