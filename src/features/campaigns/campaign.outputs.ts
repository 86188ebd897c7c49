import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { Campaign } from './campaign.entity.ts'

@ObjectType({ description: 'A page of campaigns by cursor.' })
export class CampaignConnection extends connectionOf(Campaign) {}

@Output('The plain list of campaigns.')
export class CampaignPage {
  @Field(() => [Campaign])
  items: Campaign[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('An item of a bulk operation that failed; the others stand.')
export class BulkFailure {
  @Field(() => Int, { description: 'Place of the item in `ids`, or among the matches of the filter, from 0.' })
  index: number

  @Field(() => ID)
  id: string

  @Field(() => String)
  code: string

  @Field(() => String)
  message: string
}

@Output('What became of a bulk operation.')
export class BulkReport {
  @Field(() => [ID], { description: 'Ids of the campaigns that were changed; for DUPLICATE, of the copies.' })
  succeeded: string[]

  @Field(() => [BulkFailure])
  failed: BulkFailure[]
}
