import { ArrayMaxSize, IsIn, IsOptional, ValidateNested } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { GraphqlOnly } from '../../engine/guard.ts'
import {
  CentsField,
  ChoiceField,
  ChoicesField,
  Condition,
  given,
  IntegerField,
  TextField,
  TimeField,
  when,
  within,
} from '../../graphql/inputs.ts'
import { orderInput } from '../../graphql/relay.ts'
import { CampaignStatus, CampaignType } from './campaign.entity.ts'
import { INITIAL_STATUSES } from './campaign.rules.ts'

@InputType()
class CampaignDetails {
  @Field(() => ID, { nullable: true, description: 'Id of a client of the organization.' })
  clientId?: string | null

  @TextField({ max: 10_000, description: 'Description of the campaign, at most 10,000 characters.' })
  description?: string | null

  @ChoicesField(CampaignType, { description: 'Channels on which the campaign runs, at most 20.' })
  channels?: CampaignType[] | null

  @CentsField({ description: 'Budget in cents of the South African rand.' })
  budgetCents?: number | null

  @TimeField({ description: 'Start time; required for SCHEDULED.' })
  startsAt?: Date | null

  @TimeField({ description: 'End time, after `startsAt`; for a campaign that starts, in the future.' })
  endsAt?: Date | null
}

@InputType({ description: 'Campaign to create.' })
@Condition(when('status', [CampaignStatus.SCHEDULED], given('startsAt')))
export class CampaignInput extends CampaignDetails {
  @TextField({ required: true, description: 'Name of the campaign, at most 200 characters.' })
  name!: string

  @ChoiceField(CampaignType, { required: true, description: 'Type of the campaign.' })
  type!: CampaignType

  @ChoiceField(CampaignStatus, {
    description:
      'DRAFT (default) or PENDING_APPROVAL; SCHEDULED or ACTIVE for callers who may start campaigns, once consent ' +
      'is held for each direct channel (EMAIL, SMS, WHATSAPP).',
  })
  @IsIn(INITIAL_STATUSES, { message: `must be one of ${INITIAL_STATUSES.join(', ')}` })
  status?: CampaignStatus
}

@InputType({ description: 'Changes to a campaign: fields that are absent stay as they are.' })
export class CampaignPatch extends CampaignDetails {
  @TextField({ kept: true, description: 'Name of the campaign, at most 200 characters.' })
  name?: string

  @ChoiceField(CampaignType, { kept: true, description: 'Type of the campaign.' })
  type?: CampaignType
}

@InputType({ description: 'Filter for campaigns. All given conditions must hold.' })
export class CampaignFilter {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string | undefined

  @Field(() => ID, { nullable: true, description: 'Only campaigns of this client.' })
  clientId?: string | undefined

  @ChoicesField(CampaignStatus, { description: 'Only campaigns with one of these statuses.' })
  status?: CampaignStatus[] | undefined

  @ChoicesField(CampaignType, { description: 'Only campaigns of one of these types.' })
  type?: CampaignType[]

  @TimeField({ description: 'Only campaigns that start before this time.' })
  @GraphqlOnly()
  startsBefore?: Date

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only campaigns that wait for an approval which the caller may give; false: only the others.',
  })
  @GraphqlOnly()
  awaitingMe?: boolean
}

export enum CampaignOrderField {
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
  NAME = 'name',
}
describeEnum('CampaignOrderField', CampaignOrderField, 'Field to order campaigns by.', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'Name of the campaign.',
})

export const CampaignOrder = orderInput('CampaignOrder', CampaignOrderField, 'campaigns')

export enum BulkOperation {
  UPDATE = 'UPDATE',
  STATUS = 'STATUS',
  DUPLICATE = 'DUPLICATE',
  DELETE = 'DELETE',
}
describeEnum('BulkOperation', BulkOperation, 'Operation on many campaigns.', {
  UPDATE: 'Changes the fields that `changes` names.',
  STATUS: 'Changes the status to `changes.status`.',
  DUPLICATE: 'Copies each campaign as a DRAFT.',
  DELETE: 'Deletes each campaign.',
})

@InputType({ description: 'Changes of a bulk operation.' })
export class BulkChanges extends CampaignPatch {
  @ChoiceField(CampaignStatus, { description: 'New status, for STATUS.' })
  status?: CampaignStatus
}

const HAS_VALUE = { not: { enum: [null, ''] }, minItems: 1, pattern: '\\S' }
const { UPDATE, STATUS, DUPLICATE, DELETE } = BulkOperation

@InputType({ description: 'Operation on many campaigns, selected by ids, by a filter, or all of them.' })
@Condition({
  oneOf: [given('ids'), given('filter'), { required: ['all'], properties: { all: { enum: [true] } } }],
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

  @Field(() => [ID], {
    nullable: true,
    description: 'Ids of the campaigns, at most 1000. Give either these, `filter` or `all`.',
  })
  @IsOptional()
  @ArrayMaxSize(1000, { message: 'must hold at most 1000 ids' })
  ids?: string[] | null

  @Field(() => CampaignFilter, {
    nullable: true,
    description:
      'Conditions that select the campaigns, at most 1000. At least one condition, and none of them null or empty.',
  })
  @IsOptional()
  @ValidateNested()
  filter?: CampaignFilter | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'true selects every campaign of the organization, at most 1000.',
  })
  all?: boolean | null

  @IntegerField({
    min: 0,
    max: 1000,
    description: 'Number of campaigns that the caller expects to match. CONFLICT when another number matches.',
  })
  expectedCount?: number | null

  @Field(() => BulkChanges, {
    nullable: true,
    description: 'Changes to apply: for UPDATE fields without `status`, for STATUS `status` alone, otherwise none.',
  })
  @IsOptional()
  @ValidateNested()
  changes?: BulkChanges | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Reports what would happen without changing anything. Default false.',
  })
  dryRun?: boolean
}
