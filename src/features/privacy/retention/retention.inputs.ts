import { ArrayMaxSize, ArrayMinSize } from 'class-validator'
import { fields } from '../../../graphql/fields.ts'
import { Input, integer, nested, required, text } from '../../../graphql/inputs.ts'

@Input('Retention period of one resource.')
export class RetentionPeriodInput extends fields({
  resource: required(text('Type of the resource, for example CAMPAIGNS. The schedule lists them.', { max: 64 })),
  days: integer('Retention period in days. Null or absent: the default.', { min: 1, max: 36_500 }),
}) {}

@Input('Retention periods to set. The other periods stay unchanged.')
export class RetentionInput extends fields({
  periods: required(
    nested([RetentionPeriodInput], 'Periods to set, 1 to 50.', {
      rules: [
        ArrayMaxSize(50, { message: 'must hold at most 50 periods' }),
        ArrayMinSize(1, { message: 'must hold at least 1 period' }),
      ],
    }),
  ),
}) {}
