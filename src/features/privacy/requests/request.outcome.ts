import { Field, Int } from 'type-graphql'
import type { Cause } from '../../../common/texts.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
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
export class ExecutionOutcome {
  @Field(() => [TreatedResource], { description: 'Counts by resource.' })
  resources!: TreatedResource[]

  @Field(() => [KeptResource], { description: 'Resources that an erasure keeps, and why.' })
  kept!: KeptResource[]

  @Field(() => Int, { description: 'Number of consents that were withdrawn.' })
  consentsWithdrawn!: number

  @Field(() => Int, { description: 'Number of access packages of earlier requests that were revoked.' })
  packagesRevoked!: number

  @Field(() => [LeftRow], {
    nullable: true,
    description:
      'Records that were left unchanged, in part or whole, and the reasons: the first 1,000. Records in ' +
      'REVIEW name or may name the subject, and nobody has confirmed them.',
  })
  left?: LeftRow[]
}
