import { newRowOf, RowInput } from '../../../graphql/row-inputs.ts'
import { LegalHoldDetails } from './hold.entity.ts'

@RowInput('Legal hold to place.')
export class LegalHoldInput extends newRowOf(LegalHoldDetails) {}
