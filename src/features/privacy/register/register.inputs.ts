import { ArrayMaxSize, IsOptional, Matches, MaxLength, ValidateNested } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { Day } from '../../../graphql/columns.ts'
import { ChoiceField, ChoicesField, TextField, TimeField } from '../../../graphql/inputs.ts'
import { ChildrenGround, ProcessingGround, SpecialCategory, SpecialGround, TransferGround } from './register.enums.ts'

const CountryField = (): PropertyDecorator => (target, key) => {
  TextField({ required: true, max: 2, description: 'An ISO 3166 code of two letters, such as ZA.' })(
    target,
    String(key),
  )
  Matches(/^[A-Z]{2}$/, { message: 'must be a code of two letters, such as ZA' })(target, String(key))
}

const TextsField =
  (description: string): PropertyDecorator =>
  (target, key) => {
    Field(() => [String], { nullable: true, description: `${description} At most 50.` })(target, key)
    IsOptional()(target, String(key))
    ArrayMaxSize(50, { message: 'must hold at most 50 values' })(target, String(key))
    MaxLength(200, { each: true, message: 'must hold values of at most 200 characters' })(target, String(key))
  }

@InputType({
  description: 'Who processes information for the organization. On a change, fields that are absent become empty.',
})
export class OperatorInput {
  @TextField({ required: true })
  name: string

  @TextField({ required: true, max: 1000, description: 'What it does for the organization.' })
  services: string

  @CountryField()
  country: string

  @TextField({ description: 'How it is reached when there is a breach.' })
  contact?: string | null

  @TextField({ description: 'How the written agreement is referred to.' })
  agreementReference?: string | null

  @Field(() => Day, { nullable: true })
  agreementSignedOn?: string | null

  @Field(() => Day, { nullable: true, description: 'The last day; not before agreementSignedOn.' })
  agreementEndsOn?: string | null

  @TextField({ max: 2000, description: 'The security measures that it is bound to.' })
  safeguards?: string | null

  @TimeField({ description: 'When it stopped.' })
  endedAt?: Date | null
}

@InputType({ description: 'Information that leaves South Africa.' })
export class CrossBorderTransferInput {
  @CountryField()
  country: string

  @TextField({ required: true })
  recipient: string

  @ChoiceField(TransferGround, { required: true })
  ground: TransferGround
}

@InputType({ description: 'What information is processed for. On a change, fields that are absent become empty.' })
export class ProcessingActivityInput {
  @TextField({ required: true })
  name: string

  @TextField({ required: true, max: 2000, description: 'What for, specific and explicit.' })
  purpose: string

  @ChoiceField(ProcessingGround, { required: true })
  ground: ProcessingGround

  @TextField({ required: true, max: 1000, description: 'How long it is kept, or by what that is decided.' })
  retention: string

  @TextsField('Categories of people, such as customers.')
  subjects?: string[] | null

  @TextsField('Categories of information, such as contact details.')
  categories?: string[] | null

  @TextsField('Who is given it.')
  recipients?: string[] | null

  @TextField({ max: 2000, description: 'How it is protected.' })
  security?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether people are free not to give it. Default: false.' })
  isVoluntary?: boolean | null

  @ChoicesField(SpecialCategory, { description: 'Special information needs specialGround.' })
  specialCategories?: SpecialCategory[] | null

  @ChoiceField(SpecialGround)
  specialGround?: SpecialGround | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is about children: needs childrenGround. Default: false.',
  })
  concernsChildren?: boolean | null

  @ChoiceField(ChildrenGround)
  childrenGround?: ChildrenGround | null

  @Field(() => [ID], { nullable: true, description: 'Operators of the organization; at most 50.' })
  @IsOptional()
  @ArrayMaxSize(50, { message: 'must hold at most 50 values' })
  operatorIds?: string[] | null

  @Field(() => [CrossBorderTransferInput], { nullable: true, description: 'At most 50.' })
  @IsOptional()
  @ArrayMaxSize(50, { message: 'must hold at most 50 transfers' })
  @ValidateNested({ each: true })
  transfers?: CrossBorderTransferInput[] | null

  @TextField({ max: 500, description: 'The prior authorisation of the Regulator, where it is needed.' })
  priorAuthorisation?: string | null

  @TimeField({ description: 'When it ended.' })
  endedAt?: Date | null
}
