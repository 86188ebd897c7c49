import { ArrayMaxSize } from 'class-validator'
import { ID } from 'type-graphql'
import { ListField, NestedField, says } from '../../../graphql/inputs.ts'
import { newRowOf, RowInput } from '../../../graphql/row-inputs.ts'
import { CrossBorderTransfer, ProcessingActivityDetails } from './activity.entity.ts'
import { OperatorDetails } from './operator.entity.ts'

@RowInput('Operator to record. On a change, absent fields become empty.')
export class OperatorInput extends newRowOf(OperatorDetails) {}

@RowInput('Processing activity to record. On a change, absent fields become empty.')
export class ProcessingActivityInput extends newRowOf(ProcessingActivityDetails) {
  @ListField(() => ID, { most: 50, description: 'Ids of the operators, at most 50.' })
  operatorIds?: string[] | null

  @NestedField(() => [CrossBorderTransfer], { description: 'Transfers out of South Africa, at most 50.' })
  @ArrayMaxSize(50, says('TOO_MANY_TRANSFERS', { most: 50 }))
  transfers?: CrossBorderTransfer[] | null
}
