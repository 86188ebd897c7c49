import { ArrayMaxSize, IsOptional, Matches, MaxLength, ValidateNested } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { Day } from '../../../graphql/columns.ts'
import { ChoiceField, ChoicesField, says, TextField, TimeField } from '../../../graphql/inputs.ts'
import { ChildrenGround, ProcessingGround, SpecialCategory, SpecialGround, TransferGround } from './register.enums.ts'

const CountryField = (): PropertyDecorator => (target, key) => {
  TextField({ required: true, max: 2, description: 'Country, as an ISO 3166 code of two letters, for example ZA.' })(
    target,
    String(key),
  )
  Matches(/^[A-Z]{2}$/, says('NOT_COUNTRY'))(target, String(key))
}

const TextsField =
  (description: string): PropertyDecorator =>
  (target, key) => {
    Field(() => [String], { nullable: true, description: `${description} At most 50.` })(target, key)
    IsOptional()(target, String(key))
    ArrayMaxSize(50, says('TOO_MANY_VALUES', { most: 50 }))(target, String(key))
    MaxLength(200, { each: true, ...says('VALUES_TOO_LONG', { most: 200 }) })(target, String(key))
  }

@InputType({
  description: 'Operator to record. On a change, absent fields become empty.',
})
export class OperatorInput {
  @TextField({ required: true, description: 'Name of the operator, at most 200 characters.' })
  name!: string

  @TextField({ required: true, max: 1000, description: 'Services for the organization.' })
  services!: string

  @CountryField()
  country!: string

  @TextField({ description: 'Contact details for a breach.' })
  contact?: string | null

  @TextField({ description: 'Reference of the written agreement.' })
  agreementReference?: string | null

  @Field(() => Day, { nullable: true, description: 'Day on which the written agreement was signed.' })
  agreementSignedOn?: string | null

  @Field(() => Day, { nullable: true, description: 'Last day of the agreement, not before `agreementSignedOn`.' })
  agreementEndsOn?: string | null

  @TextField({ max: 2000, description: 'Security measures that the agreement requires.' })
  safeguards?: string | null

  @TimeField({ description: 'Time at which the operator stopped processing. Null while it is in use.' })
  endedAt?: Date | null
}

@InputType({ description: 'Transfer of personal information out of South Africa.' })
export class CrossBorderTransferInput {
  @CountryField()
  country!: string

  @TextField({ required: true, description: 'Recipient of the information.' })
  recipient!: string

  @ChoiceField(TransferGround, { required: true, description: 'Legal ground of the transfer.' })
  ground!: TransferGround
}

@InputType({ description: 'Processing activity to record. On a change, absent fields become empty.' })
export class ProcessingActivityInput {
  @TextField({ required: true, description: 'Name of the activity, at most 200 characters.' })
  name!: string

  @TextField({ required: true, max: 2000, description: 'Purpose, specific and explicit.' })
  purpose!: string

  @ChoiceField(ProcessingGround, { required: true, description: 'Legal ground of the processing.' })
  ground!: ProcessingGround

  @TextField({ required: true, max: 1000, description: 'Retention period, or the rule that determines the period.' })
  retention!: string

  @TextsField('Categories of people, such as customers.')
  subjects?: string[] | null

  @TextsField('Categories of information, such as contact details.')
  categories?: string[] | null

  @TextsField('Recipients of the information.')
  recipients?: string[] | null

  @TextField({ max: 2000, description: 'Security measures.' })
  security?: string | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether providing the information is voluntary. Default false.',
  })
  isVoluntary?: boolean | null

  @ChoicesField(SpecialCategory, {
    description: 'Special personal information that is processed. Requires `specialGround`.',
  })
  specialCategories?: SpecialCategory[] | null

  @ChoiceField(SpecialGround, { description: 'Legal ground for special personal information.' })
  specialGround?: SpecialGround | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the activity processes information of children. Requires `childrenGround`. Default false.',
  })
  concernsChildren?: boolean | null

  @ChoiceField(ChildrenGround, { description: 'Legal ground for information of children.' })
  childrenGround?: ChildrenGround | null

  @Field(() => [ID], { nullable: true, description: 'Ids of the operators, at most 50.' })
  @IsOptional()
  @ArrayMaxSize(50, says('TOO_MANY_VALUES', { most: 50 }))
  operatorIds?: string[] | null

  @Field(() => [CrossBorderTransferInput], {
    nullable: true,
    description: 'Transfers out of South Africa, at most 50.',
  })
  @IsOptional()
  @ArrayMaxSize(50, says('TOO_MANY_TRANSFERS', { most: 50 }))
  @ValidateNested({ each: true })
  transfers?: CrossBorderTransferInput[] | null

  @TextField({ max: 500, description: 'Prior authorisation of the Regulator, where required.' })
  priorAuthorisation?: string | null

  @TimeField({ description: 'Time at which the activity ended. Null while it continues.' })
  endedAt?: Date | null
}
