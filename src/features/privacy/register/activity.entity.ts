import { ObjectType } from 'type-graphql'
import { Column } from '../../../data/columns.ts'
import { Choice, Choices, ExternalId, Flag, Json, Output, Text, Texts, Time } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { country, Input, required, text } from '../../../graphql/inputs.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { ChildrenGround, ProcessingGround, SpecialCategory, SpecialGround, TransferGround } from './register.enums.ts'

@Output('Transfer of personal information out of South Africa (POPIA section 72).')
@Input('Transfer of personal information out of South Africa.', 'CrossBorderTransferInput')
export class CrossBorderTransfer extends fields({
  country: required(country('Country, as an ISO 3166 code of two letters, for example ZA.')),
  recipient: required(text('Recipient of the information.')),
  ground: field(TransferGround, 'Legal ground of the transfer.'),
}) {}

/** The fields of an activity that callers write, except references and transfers. */
@ObjectType({ simpleResolvers: true })
export abstract class ProcessingActivityDetails extends TenantRow {
  @Text({ description: 'Name of the activity.' })
  readonly name!: string

  @Text({ max: 2000, description: 'Purpose, specific and explicit (section 13).' })
  readonly purpose!: string

  @Choice(ProcessingGround, { description: 'Legal ground of the processing.' })
  readonly ground!: ProcessingGround

  @Texts({ otherwise: [], description: 'Categories of people, such as customers.' })
  readonly subjects!: string[]

  @Texts({ otherwise: [], description: 'Categories of information, such as contact details.' })
  readonly categories!: string[]

  @Texts({ otherwise: [], description: 'Recipients of the information.' })
  readonly recipients!: string[]

  @Text({ max: 1000, description: 'Retention period, or the rule that determines the period (section 14).' })
  readonly retention!: string

  @Text({ nullable: true, max: 2000, description: 'Security measures (section 19).' })
  readonly security!: string | null

  @Flag({ otherwise: false, description: 'Whether providing the information is voluntary (section 18(1)(d)).' })
  readonly isVoluntary!: boolean

  @Choices(SpecialCategory, {
    otherwise: [],
    description: 'Special personal information that is processed. Requires `specialGround`.',
  })
  readonly specialCategories!: SpecialCategory[]

  @Choice(SpecialGround, { nullable: true, description: 'Legal ground for special personal information.' })
  readonly specialGround!: SpecialGround | null

  @Flag({
    otherwise: false,
    description: 'Whether the activity processes information of children (section 34). Requires `childrenGround`.',
  })
  readonly concernsChildren!: boolean

  @Choice(ChildrenGround, { nullable: true, description: 'Legal ground for information of children.' })
  readonly childrenGround!: ChildrenGround | null

  @Text({ nullable: true, max: 500, description: 'Prior authorisation of the Regulator (section 57), where required.' })
  readonly priorAuthorisation!: string | null

  @Time({ nullable: true, description: 'Time at which the activity ended. Null while it continues.' })
  readonly endedAt!: Date | null
}

/** Activities are never deleted, because the register records past processing. */
@NodeOutput(
  'processingActivity',
  'org:privacy:read',
  'Processing activity: the purpose, the people and the method of processing personal information (POPIA section 17).',
)
export class ProcessingActivity extends ProcessingActivityDetails {
  @Column('text[]')
  readonly operatorIds!: string[]

  @Json({ type: () => [CrossBorderTransfer], description: 'Transfers of the information out of South Africa.' })
  readonly transfers!: CrossBorderTransfer[]

  @ExternalId({ description: 'Id of the user who recorded the activity.' })
  readonly createdBy!: string
}
