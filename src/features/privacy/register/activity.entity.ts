import { Field } from 'type-graphql'
import { Column } from '../../../data/columns.ts'
import { Choice, Choices, ExternalId, Flag, Output, Text, Time } from '../../../graphql/columns.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { ChildrenGround, ProcessingGround, SpecialCategory, SpecialGround, TransferGround } from './register.enums.ts'

const Texts =
  (description: string): PropertyDecorator =>
  (target, key) => {
    Column('text[]')(target, key)
    Field(() => [String], { description })(target, key)
  }

@Output('Transfer of personal information out of South Africa (POPIA section 72).')
export class CrossBorderTransfer {
  @Field(() => String, { description: 'Country, as an ISO 3166 code of two letters, for example ZA.' })
  readonly country!: string

  @Field(() => String, { description: 'Recipient of the information.' })
  readonly recipient!: string

  @Field(() => TransferGround, { description: 'Legal ground of the transfer.' })
  readonly ground!: TransferGround
}

/** Activities are never deleted, because the register records past processing. */
@NodeOutput(
  'processingActivity',
  'org:privacy:read',
  'Processing activity: the purpose, the people and the method of processing personal information (POPIA section 17).',
)
export class ProcessingActivity extends TenantRow {
  @Text({ description: 'Name of the activity.' })
  readonly name!: string

  @Text({ description: 'Purpose, specific and explicit (section 13).' })
  readonly purpose!: string

  @Choice(ProcessingGround, { description: 'Legal ground of the processing.' })
  readonly ground!: ProcessingGround

  @Texts('Categories of people, such as customers.')
  readonly subjects!: string[]

  @Texts('Categories of information, such as contact details.')
  readonly categories!: string[]

  @Texts('Recipients of the information.')
  readonly recipients!: string[]

  @Text({ description: 'Retention period, or the rule that determines the period (section 14).' })
  readonly retention!: string

  @Text({ nullable: true, description: 'Security measures (section 19).' })
  readonly security!: string | null

  @Flag({ description: 'Whether providing the information is voluntary (section 18(1)(d)).' })
  readonly isVoluntary!: boolean

  @Choices(SpecialCategory, { description: 'Special personal information that is processed.' })
  readonly specialCategories!: SpecialCategory[]

  @Choice(SpecialGround, { nullable: true, description: 'Legal ground for special personal information.' })
  readonly specialGround!: SpecialGround | null

  @Flag({ description: 'Whether the activity processes information of children (section 34).' })
  readonly concernsChildren!: boolean

  @Choice(ChildrenGround, { nullable: true, description: 'Legal ground for information of children.' })
  readonly childrenGround!: ChildrenGround | null

  @Column('text[]')
  readonly operatorIds!: string[]

  @Column('jsonb')
  @Field(() => [CrossBorderTransfer], { description: 'Transfers of the information out of South Africa.' })
  readonly transfers!: CrossBorderTransfer[]

  @Text({ nullable: true, description: 'Prior authorisation of the Regulator (section 57), where required.' })
  readonly priorAuthorisation!: string | null

  @Time({ nullable: true, description: 'Time at which the activity ended. Null while it continues.' })
  readonly endedAt!: Date | null

  @ExternalId({ description: 'Id of the user who recorded the activity.' })
  readonly createdBy!: string
}
