import { Entity } from '@mikro-orm/decorators/legacy'
import { Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { Column, Key } from '../../data/columns.ts'
import { Choice, Count, ExternalId, Json, Names, Output, Ref, RowOutput, Text } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { CAUSE } from '../../graphql/transition.ts'
import { ConsentChannel } from '../privacy/consents/consent.entity.ts'

export const RecipientImportStatus = describeNames('RecipientImportStatus', 'Status of an import of recipients.', {
  UPLOADING: 'Waits for the next piece of the file.',
  QUEUED: 'Waits for its turn.',
  RUNNING: 'Some of its rows are imported.',
  DONE: 'All rows are read, and all valid rows are in the audience.',
  FAILED: 'Ended before all rows were read. `failure` has the reason. Imported rows stay in the audience.',
})
export type RecipientImportStatus = keyof typeof RecipientImportStatus

/** Maximum number of errors that an import stores. */
export const MOST_FAULTS = 100

@Output('Error in a row of an imported file.')
export class RecipientFault extends fields({
  line: field(Int, 'Number of the line in the file at which the row starts. The header is line 1.'),
  field: nullable(String, 'Name of the column; null if the error concerns the whole row.'),
  message: field(String, 'Description of the error.'),
  cause: nullable(JSONObject, CAUSE, { graphqlOnly: true }),
}) {}

/** The row is deleted after 30 days, or with its campaign. */
@RowOutput('org:campaigns:read', 'Import of recipients from a CSV file. It can be read for 30 days.')
@Entity()
export class RecipientImport extends TenantRow {
  @Ref({ to: 'campaign', description: 'Id of the campaign.' })
  readonly campaignId!: string

  @Choice(ConsentChannel, { description: 'Channel on which the people are contacted.' })
  readonly channel!: ConsentChannel

  @Choice(RecipientImportStatus, { description: 'Status of the import.' })
  readonly status!: RecipientImportStatus

  @Names({ description: 'Columns of the file, in order.' })
  readonly columns!: string[]

  @Column('text')
  readonly delimiter!: string

  @Count({ description: 'Number of pieces of the file that are stored.' })
  readonly pieces!: number

  @Count({ description: 'Number of rows in the stored pieces.' })
  readonly total!: number

  @Count({ description: 'Number of rows that are processed: added, already there, or not valid.' })
  readonly rows!: number

  /** Number of lines in the stored pieces, with the header. */
  @Column('integer')
  readonly lines!: number

  /** The beginning of a row whose quoted value continues in the next piece. */
  @Column('text')
  readonly rest!: string

  @Count({ description: 'Number of people that were added to the audience.' })
  readonly imported!: number

  @Count({ description: 'Number of rows whose person was already in the audience.' })
  readonly duplicates!: number

  @Count({ description: 'Number of rows that are not valid, and so are not imported.' })
  readonly failed!: number

  @Json({
    type: () => [RecipientFault],
    description: `Errors of the rows that are not valid: the first ${MOST_FAULTS}.`,
  })
  readonly errors!: RecipientFault[]

  @Text({ nullable: true, description: 'Reason why the import failed. Null if it has not failed.' })
  readonly failure!: string | null

  @Json({
    nullable: true,
    description:
      'Cause of the `failure`: `code`, for example IMPORT_REPLACED, and the values of the text by name. ' +
      'Null if it has not failed, or failed before version 0.6.',
  })
  readonly failureCause!: Cause | null

  @ExternalId({ description: 'Id of the user who started the import.' })
  readonly createdBy!: string
}

/** A row of a file, by column. An erasure finds a person by the value of a column, not within a text. */
export interface StoredRow {
  line: number
  values: Record<string, string>
}

/** Rows of a file that are not in the audience yet. Deleted when they are. */
@Entity()
export class RecipientImportPart {
  @Key('text')
  readonly organizationId!: string

  @Key('uuid')
  readonly importId!: string

  @Key('integer')
  readonly number!: number

  @Column('jsonb')
  readonly rows!: StoredRow[]

  @Column('timestamptz(3)')
  readonly createdAt!: Date
}
