import { ArrayMaxSize } from 'class-validator'
import { ID, InputType } from 'type-graphql'
import { ChoiceField, CountryField, ListField, NestedField, says, TextField } from '../../../graphql/inputs.ts'
import { newRowOf, RowInput } from '../../../graphql/row-inputs.ts'
import { ProcessingActivityDetails } from './activity.entity.ts'
import { OperatorDetails } from './operator.entity.ts'
import { TransferGround } from './register.enums.ts'

@RowInput('Operator to record. On a change, absent fields become empty.')
export class OperatorInput extends newRowOf(OperatorDetails) {}

@InputType({ description: 'Transfer of personal information out of South Africa.' })
export class CrossBorderTransferInput {
  @CountryField({ required: true, description: 'Country, as an ISO 3166 code of two letters, for example ZA.' })
  country!: string

  @TextField({ required: true, description: 'Recipient of the information.' })
  recipient!: string

  @ChoiceField(TransferGround, { required: true, description: 'Legal ground of the transfer.' })
  ground!: TransferGround
}

@RowInput('Processing activity to record. On a change, absent fields become empty.')
export class ProcessingActivityInput extends newRowOf(ProcessingActivityDetails) {
  @ListField(() => ID, { most: 50, description: 'Ids of the operators, at most 50.' })
  operatorIds?: string[] | null

  @NestedField(() => [CrossBorderTransferInput], { description: 'Transfers out of South Africa, at most 50.' })
  @ArrayMaxSize(50, says('TOO_MANY_TRANSFERS', { most: 50 }))
  transfers?: CrossBorderTransferInput[] | null
}
