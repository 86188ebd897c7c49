import { Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { Input, optional, text } from '../../../graphql/inputs.ts'
import { RegistryCleansing } from './cleansing.entity.ts'

/** Maximum number of contacts in one answer. */
export const MOST_ANSWERED = 500
const LONGEST_ANSWER = 200_000

@Input('Answer of the registry, or a piece of it.')
export class CleansingAnswerInput extends fields({
  csv: text(
    `Blocked contacts, one per line, at most ${MOST_ANSWERED}: e-mail addresses or phone numbers. A header and ` +
      'further columns of a CSV file are ignored. Absent or empty: the registry blocks none.',
    { max: LONGEST_ANSWER },
  ),
  isLast: optional(Boolean, 'Whether the answer is complete with this piece. Default: true.'),
}) {}

@Output('Batch of the contacts to compare with the registry.')
export class CleansingFile extends fields({
  cleansing: field(RegistryCleansing, 'The cleansing.'),
  csv: field(String, 'CSV with the header `contact`: e-mail addresses and phone numbers in their normal form.'),
  next: nullable(String, 'Value of `after` for the next batch; null at the end.'),
}) {}
