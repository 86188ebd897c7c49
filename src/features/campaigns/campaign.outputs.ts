import { ID, Int } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { CAUSE, transitionType } from '../../graphql/transition.ts'
import { CampaignStatus } from './campaign.entity.ts'

export const CampaignTransition = transitionType('CampaignTransition', CampaignStatus)

@Output('Failed item of a bulk operation.')
export class BulkFailure extends fields({
  index: field(Int, 'Position of the item in `ids`, or among the campaigns that match the filter, from 0.'),
  id: field(ID, 'Id of the campaign.'),
  code: field(String, 'Error code, for example NOT_FOUND.'),
  message: field(String, 'Error message.'),
  cause: nullable(JSONObject, CAUSE, { graphqlOnly: true }),
}) {}

@Output('Result of a bulk operation.')
export class BulkReport extends fields({
  succeeded: field([ID], 'Ids of the changed campaigns. For DUPLICATE: ids of the copies.'),
  failed: field([BulkFailure], 'Items that failed; the others succeeded.'),
}) {}
