import { fields } from '../../graphql/fields.ts'
import { Input, required, text } from '../../graphql/inputs.ts'

@Input('Reason for an action.')
export class ReasonInput extends fields({
  reason: required(text('The reason, at most 1000 characters.', { max: 1_000 })),
}) {}
