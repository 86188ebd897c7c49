import { InputType } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { FlagField, TextField } from '../../../graphql/inputs.ts'
import { field, fields, nullable } from '../../../graphql/outputs.ts'
import { RegistryCleansing } from './cleansing.entity.ts'

/** Maximum number of contacts in one answer. */
export const MOST_ANSWERED = 500
const LONGEST_ANSWER = 200_000

@InputType({ description: 'Answer of the registry, or a piece of it.' })
export class CleansingAnswerInput {
  @TextField({
    max: LONGEST_ANSWER,
    description:
      `Blocked contacts, one per line, at most ${MOST_ANSWERED}: e-mail addresses or phone numbers. A header and ` +
      'further columns of a CSV file are ignored. Absent or empty: the registry blocks none.',
  })
  csv?: string | null

  @FlagField({ description: 'Whether the answer is complete with this piece. Default: true.' })
  isLast?: boolean | null
}

@Output('Batch of the contacts to compare with the registry.')
export class CleansingFile extends fields({
  cleansing: field(RegistryCleansing, 'The cleansing.'),
  csv: field(String, 'CSV with the header `contact`: e-mail addresses and phone numbers in their normal form.'),
  next: nullable(String, 'Value of `after` for the next batch; null at the end.'),
}) {}
