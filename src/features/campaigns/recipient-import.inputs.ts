import { ID, Int } from 'type-graphql'
import { fields } from '../../graphql/fields.ts'
import { Input, integer, optional, required, text } from '../../graphql/inputs.ts'
import { DirectChannel } from './audience.inputs.ts'

/** Maximum number of characters of one piece. A request has at most 1 MiB. */
const LONGEST_PIECE = 500_000
const MOST_PIECES = 1_000_000

@Input('CSV file with recipients, or a piece of it.')
export class RecipientImportInput extends fields({
  channel: optional(DirectChannel, 'Channel on which the people are contacted. Default: EMAIL.'),
  csv: required(
    text(
      'Text of the piece: whole lines. The first line of the file names the columns: `email` or `phone`, `language`, and ' +
        'attributes. The delimiter is a comma, a semicolon or a tab.',
      { max: LONGEST_PIECE },
    ),
  ),
  importId: optional(ID, 'Id of the import that the piece continues; absent for the first.'),
  piece: integer('Number of the piece, from 1. Default: 1.', { min: 1, max: MOST_PIECES, type: Int }),
  isLast: optional(Boolean, 'Whether the piece is the last one; then the import starts. Default: true.'),
}) {}
