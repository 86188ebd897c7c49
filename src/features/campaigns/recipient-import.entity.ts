import { Int } from 'type-graphql'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { Column, Entity, Key } from '../../data/columns.ts'
import { Choice, Count, ExternalId, Json, JsonOf, Names, Output, Ref, RowOutput, Text } from '../../graphql/columns.ts'
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
export class RecipientImport extends rowWith(TenantRow, {
  campaignId: Ref('campaign', 'Id of the campaign.'),
  channel: Choice(ConsentChannel, 'Channel on which the people are contacted.'),
  status: Choice(RecipientImportStatus, 'Status of the import.'),
  columns: Names('Columns of the file, in order.'),
  delimiter: Column('text'),
  pieces: Count('Number of pieces of the file that are stored.'),
  total: Count('Number of rows in the stored pieces.'),
  rows: Count('Number of rows that are processed: added, already there, or not valid.'),
  /** Number of lines in the stored pieces, with the header. */
  lines: Column('integer'),
  /** The beginning of a row whose quoted value continues in the next piece. */
  rest: Column('text'),
  imported: Count('Number of people that were added to the audience.'),
  duplicates: Count('Number of rows whose person was already in the audience.'),
  failed: Count('Number of rows that are not valid, and so are not imported.'),
  errors: JsonOf([RecipientFault], `Errors of the rows that are not valid: the first ${MOST_FAULTS}.`),
  failure: Text('Reason why the import failed. Null if it has not failed.', { nullable: true }),
  failureCause: Json<Cause>(
    'Cause of the `failure`: `code`, for example IMPORT_REPLACED, and the values of the text by name. ' +
      'Null if it has not failed, or failed before version 0.6.',
    { nullable: true },
  ),
  createdBy: ExternalId('Id of the user who started the import.'),
}) {}

/** A row of a file, by column. An erasure finds a person by the value of a column, not within a text. */
export interface StoredRow {
  line: number
  values: Record<string, string>
}

/** Rows of a file that are not in the audience yet. Deleted when they are. */
@Entity()
export class RecipientImportPart extends fields({
  organizationId: Key('text'),
  importId: Key('uuid'),
  number: Key('integer'),
  rows: Column<StoredRow[]>('jsonb'),
  createdAt: Column('timestamptz(3)'),
}) {}
