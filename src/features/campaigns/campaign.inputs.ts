import { ArrayMaxSize, IsIn, IsOptional, ValidateNested } from 'class-validator'
import { Field, ID, InputType, registerEnumType } from 'type-graphql'
import {
  CentsField,
  ChoiceField,
  ChoicesField,
  Condition,
  given,
  TextField,
  TimeField,
  when,
  within,
} from '../../graphql/inputs.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { CampaignStatus, CampaignType } from './campaign.entity.ts'
import { INITIAL_STATUSES } from './campaign.rules.ts'

@InputType()
class CampaignDetails {
  @Field(() => ID, { nullable: true, description: 'A client of the organization.' })
  clientId?: string | null

  @TextField({ max: 10_000 })
  description?: string | null

  @ChoicesField(CampaignType)
  channels?: CampaignType[] | null

  @CentsField({ description: 'Budget in cents of the South African rand.' })
  budgetCents?: number | null

  @TimeField({ description: 'Required for SCHEDULED.' })
  startsAt?: Date | null

  @TimeField({ description: 'Must lie after startsAt; for a campaign that starts, in the future.' })
  endsAt?: Date | null
}

@InputType({ description: 'A new campaign.' })
@Condition(when('status', [CampaignStatus.SCHEDULED], given('startsAt')))
export class CampaignInput extends CampaignDetails {
  @TextField({ required: true })
  name: string

  @ChoiceField(CampaignType, { required: true })
  type: CampaignType

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
  @TextField({ kept: true })
  name?: string

  @ChoiceField(CampaignType, { kept: true })
  type?: CampaignType
}

/** A status to list, or `ALL`. */
export const CampaignStatusFilter = { ALL: 'ALL', ...CampaignStatus } as const
export type CampaignStatusFilter = keyof typeof CampaignStatusFilter
registerEnumType(CampaignStatusFilter, {
  name: 'CampaignStatusFilter',
  description: 'The status of the campaigns to list; ALL means no filter.',
})

@InputType({ description: 'Which campaigns; every condition that is given must hold.' })
export class CampaignFilter {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string

  @Field(() => ID, { nullable: true })
  clientId?: string

  @ChoicesField(CampaignStatus)
  status?: CampaignStatus[]

  @ChoicesField(CampaignType)
  type?: CampaignType[]
}

export enum CampaignOrderField {
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
  NAME = 'name',
}
registerEnumType(CampaignOrderField, { name: 'CampaignOrderField' })

@InputType({ description: 'How campaigns are ordered. Ties are broken by id.' })
export class CampaignOrder {
  @Field(() => CampaignOrderField)
  field: CampaignOrderField

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC })
  direction: OrderDirection
}

export enum BulkOperation {
  UPDATE = 'UPDATE',
  STATUS = 'STATUS',
  DUPLICATE = 'DUPLICATE',
  DELETE = 'DELETE',
}
registerEnumType(BulkOperation, {
  name: 'BulkOperation',
  valuesConfig: {
    UPDATE: { description: 'Applies `changes`.' },
    STATUS: { description: 'Goes to `changes.status`.' },
  },
})

@InputType({ description: 'What a bulk operation changes.' })
export class BulkChanges extends CampaignPatch {
  @ChoiceField(CampaignStatus, { description: 'For STATUS.' })
  status?: CampaignStatus
}

@InputType({ description: 'One operation on many campaigns, named by ids or by a filter.' })
@Condition({
  oneOf: [given('ids'), given('filter')],
  allOf: [
    when('operation', [BulkOperation.UPDATE], within('changes', { minProperties: 1, properties: { status: false } })),
    when('operation', [BulkOperation.STATUS], within('changes', given('status'))),
  ],
})
export class BulkInput {
  @ChoiceField(BulkOperation, { required: true })
  operation: BulkOperation

  @Field(() => [ID], { nullable: true, description: 'At most 1000; either these or a filter.' })
  @IsOptional()
  @ArrayMaxSize(1000, { message: 'must hold at most 1000 ids' })
  ids?: string[] | null

  @Field(() => CampaignFilter, { nullable: true })
  @IsOptional()
  @ValidateNested()
  filter?: CampaignFilter | null

  @Field(() => BulkChanges, { nullable: true })
  @IsOptional()
  @ValidateNested()
  changes?: BulkChanges | null

  @Field(() => Boolean, { nullable: true, description: 'Says what would happen, and changes nothing.' })
  dryRun?: boolean
}
