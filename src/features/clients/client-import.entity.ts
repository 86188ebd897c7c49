import { Entity } from '@mikro-orm/decorators/legacy'
import { describeNames } from '../../common/enums.ts'
import { Column, Key } from '../../data/columns.ts'
import { Choice, Count, ExternalId, Json, RowOutput, Text } from '../../graphql/columns.ts'
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
export class ClientImport extends TenantRow {
  @Choice(ImportStatus, { description: 'Status of the import.' })
  readonly status!: ImportStatus

  @Count({ description: 'Number of rows that were given.' })
  readonly total!: number

  @Count({ description: 'Number of rows that are imported so far.' })
  readonly imported!: number

  @Count({ description: 'Number of rows that are not valid, and so are not imported.' })
  readonly failed!: number

  @Json({ type: () => [ImportFault], description: 'Errors of the rows that are not valid.' })
  readonly errors!: ImportFault[]

  @Text({ nullable: true, description: 'Reason why the import failed. Null if it has not failed.' })
  readonly failure!: string | null

  @ExternalId({ description: 'Id of the user who started the import.' })
  readonly createdBy!: string
}

/** Valid rows of an import that are not written yet. */
@Entity()
export class ClientImportPart {
  @Key('text')
  readonly organizationId!: string

  @Key('uuid')
  readonly importId!: string

  @Key('integer')
  readonly number!: number

  @Column('jsonb')
  readonly rows!: ClientInput[]
}
