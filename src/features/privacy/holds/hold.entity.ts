import { ObjectType } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { Choice, ExternalId, Text, Time } from '../../../graphql/columns.ts'
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
@ObjectType({ simpleResolvers: true })
export abstract class LegalHoldDetails extends TenantRow {
  @Choice(HoldKind, { description: 'Kind of hold.' })
  readonly kind!: HoldKind

  @Text({ max: 64, description: 'Type of the resource, for example CLIENT.' })
  readonly resource!: string

  @ExternalId({
    nullable: true,
    max: 256,
    description: 'Id of one record of the resource. Null: all records of the resource.',
    inputDescription:
      'Id of one record of the resource, which exists or is in the trash. Null: all records of the resource.',
  })
  readonly rowId!: string | null

  @Text({ max: 1_000, description: 'Legal ground: the case, the law or the contract.' })
  readonly ground!: string

  @Time({ nullable: true, description: 'Time at which the hold ends. Null: it ends when it is released.' })
  readonly until!: Date | null
}

/** Records that nobody can delete, and that erasure and correction leave unchanged. */
@NodeOutput(
  'legalHold',
  'org:privacy:read',
  'Legal hold: nothing deletes the records, and no erasure or correction changes them.',
)
export class LegalHold extends LegalHoldDetails {
  @Time({ nullable: true, description: 'Time of the release. Null while the hold is not released.' })
  readonly releasedAt!: Date | null

  @ExternalId({ nullable: true, description: 'Id of the user who released the hold.' })
  readonly releasedBy!: string | null

  @Text({ nullable: true, description: 'Reason of the release.' })
  readonly releaseReason!: string | null

  @ExternalId({ description: 'Id of the user who placed the hold.' })
  readonly createdBy!: string
}

@Input('Legal hold to place.')
export class LegalHoldInput extends newRowOf(LegalHoldDetails) {}
