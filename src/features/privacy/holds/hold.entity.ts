import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Choice, Details, ExternalId, Text, Time } from '../../../graphql/columns.ts'
import { Input } from '../../../graphql/inputs.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { newRowOf } from '../../../graphql/row-inputs.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

export const HoldKind = describeNames('HoldKind', 'Reason why records must be kept.', {
  LEGAL_HOLD: 'The records are evidence in proceedings, or may be.',
  DUTY_TO_RETAIN: 'A law or contract requires the records to be retained (POPIA section 14(1)).',
})
export type HoldKind = keyof typeof HoldKind

/** The fields of a hold that callers write. */
@Details()
export abstract class LegalHoldDetails extends rowWith(TenantRow, {
  kind: Choice(HoldKind, 'Kind of hold.'),
  resource: Text('Type of the resource, for example CLIENT.', { max: 64 }),
  rowId: ExternalId('Id of one record of the resource. Null: all records of the resource.', {
    nullable: true,
    max: 256,
    inputDescription:
      'Id of one record of the resource, which exists or is in the trash. Null: all records of the resource.',
  }),
  ground: Text('Legal ground: the case, the law or the contract.', { max: 1_000 }),
  until: Time('Time at which the hold ends. Null: it ends when it is released.', { nullable: true }),
}) {}

/** Records that nobody can delete, and that erasure and correction leave unchanged. */
@NodeOutput(
  'legalHold',
  'org:privacy:read',
  'Legal hold: nothing deletes the records, and no erasure or correction changes them.',
)
export class LegalHold extends rowWith(LegalHoldDetails, {
  releasedAt: Time('Time of the release. Null while the hold is not released.', { nullable: true }),
  releasedBy: ExternalId('Id of the user who released the hold.', { nullable: true }),
  releaseReason: Text('Reason of the release.', { nullable: true }),
  createdBy: ExternalId('Id of the user who placed the hold.'),
}) {}

@Input('Legal hold to place.')
export class LegalHoldInput extends newRowOf(LegalHoldDetails) {}
