import { rowWith } from '../../../common/class-fields.ts'
import { Entity } from '../../../data/columns.ts'
import { ExternalId, Ref, RowOutput, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

/** The row is deleted with its breach. */
@RowOutput('org:privacy:read', 'Update to the Information Regulator after the first notification of a breach.')
@Entity()
export class BreachUpdate extends rowWith(TenantRow, {
  breachId: Ref('breach', 'Id of the breach.'),
  sentAt: Time('Time at which the Regulator was informed.'),
  text: Text('Text of the update.'),
  reference: Text('Reference of the Regulator.', { nullable: true }),
  createdBy: ExternalId('Id of the user who recorded the update.'),
}) {}
