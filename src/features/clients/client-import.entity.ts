import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { Column, Entity, Key } from '../../data/columns.ts'
import { Choice, Count, ExternalId, JsonOf, RowOutput, Text } from '../../graphql/columns.ts'
import { fields } from '../../graphql/fields.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { type ClientInput, ImportFault } from './client.inputs.ts'

export const ImportStatus = describeNames('ImportStatus', 'Status of an import.', {
  QUEUED: 'Waits for its turn.',
  RUNNING: 'Some of its rows are imported.',
  DONE: 'All valid rows are imported.',
  FAILED: 'Ended before all valid rows were imported. `failure` has the reason.',
})
export type ImportStatus = keyof typeof ImportStatus

/** The row is deleted after 30 days. */
@RowOutput('org:clients:read', 'Import of clients that runs in the background. It can be read for 30 days.')
@Entity()
export class ClientImport extends rowWith(TenantRow, {
  status: Choice(ImportStatus, 'Status of the import.'),
  total: Count('Number of rows that were given.'),
  imported: Count('Number of rows that are imported so far.'),
  failed: Count('Number of rows that are not valid, and so are not imported.'),
  errors: JsonOf([ImportFault], 'Errors of the rows that are not valid.'),
  failure: Text('Reason why the import failed. Null if it has not failed.', { nullable: true }),
  createdBy: ExternalId('Id of the user who started the import.'),
}) {}

/** Valid rows of an import that are not written yet. */
@Entity()
export class ClientImportPart extends fields({
  organizationId: Key('text'),
  importId: Key('uuid'),
  number: Key('integer'),
  rows: Column<ClientInput[]>('jsonb'),
}) {}
