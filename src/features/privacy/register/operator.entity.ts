import { rowWith } from '../../../common/class-fields.ts'
import { CalendarDay, Country, Details, ExternalId, Text, Time } from '../../../graphql/columns.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

/** The fields of an operator that callers write. */
@Details()
export abstract class OperatorDetails extends rowWith(TenantRow, {
  name: Text('Name of the operator.'),
  services: Text('Services for the organization.', { max: 1000 }),
  country: Country('Country of processing, as an ISO 3166 code of two letters, for example ZA.'),
  contact: Text('Contact details for a breach.', { nullable: true }),
  agreementReference: Text('Reference of the written agreement.', { nullable: true }),
  agreementSignedOn: CalendarDay('Day on which the written agreement was signed.', { nullable: true }),
  agreementEndsOn: CalendarDay('Last day of the agreement, not before `agreementSignedOn`. Null if it has no end.', {
    nullable: true,
  }),
  safeguards: Text('Security measures that the agreement requires (section 21(1)).', { nullable: true, max: 2000 }),
  endedAt: Time('Time at which the operator stopped processing. Null while it is in use.', { nullable: true }),
}) {}

/** Operators are never deleted, because the register records past operators. */
@NodeOutput(
  'operator',
  'org:privacy:read',
  'Operator: a company or person who processes personal information for the organization (POPIA sections 20 and 21).',
)
export class Operator extends rowWith(OperatorDetails, {
  createdBy: ExternalId('Id of the user who recorded the operator.'),
}) {}
