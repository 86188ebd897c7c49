import { Int } from 'type-graphql'
import type { Cause } from '../../../common/texts.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields, mayLack, nullable } from '../../../graphql/fields.ts'
import { EmailAddress, JSONObjectOf } from '../../../graphql/scalars.ts'
import { CAUSE } from '../../../graphql/transition.ts'
import { LeftRow, TreatedResource } from '../subjects/subject.choice.ts'

@Output('Corrected data of a subject. Null fields stay unchanged.')
export class RequestCorrection extends fields({
  name: nullable(String, 'Correct name.'),
  email: nullable(EmailAddress, 'Correct e-mail address.'),
  phone: nullable(String, 'Correct phone number.'),
}) {}

@Output('Resource that an erasure keeps.')
export class KeptResource extends fields({
  resource: field(String, 'Type of the resource, for example AUDIT_RECORD.'),
  reason: field(String, 'Reason why the resource is kept.'),
  cause: nullable(JSONObjectOf<Cause>(), CAUSE),
}) {}

/** Maximum number of rows listed as left. The outcome is stored, so its size must be bounded. */
const MOST_LEFT = 1_000

/** The first of the left records. */
export const leftRows = (left: readonly LeftRow[]): LeftRow[] => left.slice(0, MOST_LEFT)

@Output('Result of executing a request.')
export class ExecutionOutcome extends fields({
  resources: field([TreatedResource], 'Counts by resource.'),
  kept: field([KeptResource], 'Resources that an erasure keeps, and why.'),
  consentsWithdrawn: field(Int, 'Number of consents that were withdrawn.'),
  packagesRevoked: field(Int, 'Number of access packages of earlier requests that were revoked.'),
  left: mayLack(
    nullable(
      [LeftRow],
      'Records that were left unchanged, in part or whole, and the reasons: the first 1,000. Records in ' +
        'REVIEW name or may name the subject, and nobody has confirmed them.',
    ),
  ),
}) {}
