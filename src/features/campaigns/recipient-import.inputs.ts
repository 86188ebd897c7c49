import { Field, ID, InputType, Int } from 'type-graphql'
import { ChoiceField, FlagField, IntegerField, TextField } from '../../graphql/inputs.ts'
import { DirectChannel } from './audience.inputs.ts'

/** Maximum number of characters of one piece. A request has at most 1 MiB. */
const LONGEST_PIECE = 500_000
const MOST_PIECES = 1_000_000

@InputType({ description: 'CSV file with recipients, or a piece of it.' })
export class RecipientImportInput {
  @ChoiceField(DirectChannel, { description: 'Channel on which the people are contacted. Default: EMAIL.' })
  channel?: DirectChannel | null

  @TextField({
    required: true,
    max: LONGEST_PIECE,
    description:
      'Text of the piece: whole lines. The first line of the file names the columns: `email` or `phone`, `language`, and ' +
      'attributes. The delimiter is a comma, a semicolon or a tab.',
  })
  csv!: string

  @Field(() => ID, { nullable: true, description: 'Id of the import that the piece continues; absent for the first.' })
  importId?: string | null

  @IntegerField({ min: 1, max: MOST_PIECES, type: Int, description: 'Number of the piece, from 1. Default: 1.' })
  piece?: number | null

  @FlagField({ description: 'Whether the piece is the last one; then the import starts. Default: true.' })
  isLast?: boolean | null
}
