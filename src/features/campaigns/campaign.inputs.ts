import { IsIn } from 'class-validator'
import { ID, InputType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import {
  CentsField,
  ChoiceField,
  Condition,
  FlagField,
  given,
  IntegerField,
  ListField,
  NestedField,
  says,
  TextField,
  TimeField,
  when,
  within,
} from '../../graphql/inputs.ts'
import { changesTo, filterOf, newRowOf, RowInput } from '../../graphql/row-inputs.ts'
import { Campaign, CampaignDetails, CampaignStatus } from './campaign.entity.ts'
import { INITIAL_STATUSES } from './campaign.rules.ts'

@RowInput('Campaign to create.')
@Condition(when('status', [CampaignStatus.SCHEDULED], given('startsAt')))
export class CampaignInput extends newRowOf(CampaignDetails) {
  @ChoiceField(CampaignStatus, {
    description:
      'DRAFT (default) or PENDING_APPROVAL. SCHEDULED or ACTIVE for callers who may start campaigns, if ' +
      'consent exists for each direct channel of the campaign (EMAIL, SMS, WHATSAPP).',
  })
  @IsIn(INITIAL_STATUSES, says('NOT_ONE_OF', { values: INITIAL_STATUSES }))
  status?: CampaignStatus
}

@RowInput('Changes to a campaign. Absent fields stay unchanged.')
export class CampaignPatch extends changesTo(CampaignDetails) {}

@RowInput('Filter for campaigns. A campaign must meet all given conditions.')
export class CampaignFilter extends filterOf(Campaign) {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string | undefined

  @TimeField({ description: 'Only campaigns that start at or after this time.' })
  @GraphqlOnly()
  startsFrom?: Date

  @TimeField({ description: 'Only campaigns that start before this time.' })
  @GraphqlOnly()
  startsBefore?: Date

  @TimeField({
    description: 'Only campaigns that run at or after this time. A campaign without `endsAt` runs at `startsAt` only.',
  })
  @GraphqlOnly()
  runsFrom?: Date

  @TimeField({
    description: 'Only campaigns that run before this time. A campaign without `startsAt` runs at `endsAt` only.',
  })
  @GraphqlOnly()
  runsBefore?: Date

  @CentsField({ description: 'Only campaigns with at least this budget, in cents.' })
  @GraphqlOnly()
  budgetFrom?: number

  @CentsField({ description: 'Only campaigns with at most this budget, in cents.' })
  @GraphqlOnly()
  budgetTo?: number

  @TextField({ description: 'Only campaigns of this author: the id of the user.' })
  @GraphqlOnly()
  createdBy?: string

  @FlagField({
    description: 'true: only campaigns that wait for an approval that the caller may give. false: only the others.',
  })
  @GraphqlOnly()
  awaitingMe?: boolean
}

export const BulkOperation = describeNames('BulkOperation', 'Operation on several campaigns.', {
  UPDATE: 'Changes the fields that `changes` names.',
  STATUS: 'Changes the status to `changes.status`.',
  DUPLICATE: 'Copies each campaign as a DRAFT.',
  DELETE: 'Deletes each campaign.',
})
export type BulkOperation = keyof typeof BulkOperation

@RowInput('Changes of a bulk operation.')
export class BulkChanges extends changesTo(CampaignDetails) {
  @ChoiceField(CampaignStatus, { description: 'New status, for STATUS.' })
  status?: CampaignStatus
}

const HAS_VALUE = { not: { enum: [null, ''] }, minItems: 1, pattern: '\\S' }
const { UPDATE, STATUS, DUPLICATE, DELETE } = BulkOperation

@InputType({ description: 'Operation on several campaigns, selected by ids, by a filter, or all of them.' })
@Condition({
  oneOf: [given('ids'), given('filter'), { required: ['all'], properties: { all: { const: true } } }],
  allOf: [
    { anyOf: [{ not: given('filter') }, within('filter', { minProperties: 1, additionalProperties: HAS_VALUE })] },
    when('operation', [UPDATE], within('changes', { minProperties: 1, properties: { status: false } })),
    when('operation', [STATUS], within('changes', { ...given('status'), maxProperties: 1 })),
    when('operation', [DUPLICATE, DELETE], { properties: { changes: { enum: [null] } } }),
  ],
})
export class BulkInput {
  @ChoiceField(BulkOperation, { required: true, description: 'Operation to apply.' })
  operation!: BulkOperation

  @ListField(() => ID, {
    most: 1000,
    description: 'Ids of the campaigns, at most 1000. Give exactly one of `ids`, `filter` and `all`.',
  })
  ids?: string[] | null

  @NestedField(() => CampaignFilter, {
    description:
      'Conditions that select the campaigns, at most 1000 campaigns. At least one condition is required, and none may be null or empty.',
  })
  filter?: CampaignFilter | null

  @FlagField({ description: 'true selects every campaign of the organization, at most 1000.' })
  all?: boolean | null

  @IntegerField({
    min: 0,
    max: 1000,
    description: 'Number of campaigns that the caller expects to match. CONFLICT if another number matches.',
  })
  expectedCount?: number | null

  @NestedField(() => BulkChanges, {
    description:
      'Changes to apply. For UPDATE: fields other than `status`. For STATUS: only `status`. Absent for other operations.',
  })
  changes?: BulkChanges | null

  @FlagField({ description: 'true reports the effects without changing anything. Default false.' })
  dryRun?: boolean
}
