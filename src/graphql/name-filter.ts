import { fields } from './fields.ts'
import { Input, text } from './inputs.ts'

@Input('Filter for lists of named records.')
export class NameFilter extends fields({
  search: text('Case-insensitive substring of the name.'),
}) {}
