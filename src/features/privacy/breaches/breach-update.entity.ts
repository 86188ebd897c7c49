import { Entity } from '@mikro-orm/decorators/legacy'
import { ExternalId, Ref, RowOutput, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

/** The row is deleted with its breach. */
@RowOutput('org:privacy:read', 'Update to the Information Regulator after the first notification of a breach.')
@Entity()
export class BreachUpdate extends TenantRow {
  @Ref({ to: 'breach', description: 'Id of the breach.' })
  readonly breachId!: string

  @Time({ description: 'Time at which the Regulator was informed.' })
  readonly sentAt!: Date

  @Text({ description: 'Text of the update.' })
  readonly text!: string

  @Text({ nullable: true, description: 'Reference of the Regulator.' })
  readonly reference!: string | null

  @ExternalId({ description: 'Id of the user who recorded the update.' })
  readonly createdBy!: string
}
