import { ID } from 'type-graphql'
import { Input, list, maxItems, nested } from '../../../graphql/inputs.ts'
import { newRowOf } from '../../../graphql/row-inputs.ts'
import { CrossBorderTransfer, ProcessingActivityDetails } from './activity.entity.ts'
import { OperatorDetails } from './operator.entity.ts'

@Input('Operator to record. On a change, absent fields become empty.')
export class OperatorInput extends newRowOf(OperatorDetails) {}

@Input('Processing activity to record. On a change, absent fields become empty.')
export class ProcessingActivityInput extends newRowOf(ProcessingActivityDetails, {
  operatorIds: list(ID, 'Ids of the operators, at most 50.', { most: 50 }),
  transfers: nested([CrossBorderTransfer], 'Transfers out of South Africa, at most 50.', {
    rules: [maxItems(50, 'TOO_MANY_TRANSFERS')],
  }),
}) {}
