import { ObjectType } from 'type-graphql'
import { CalendarDay, Country, ExternalId, Text, Time } from '../../../graphql/columns.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

/** The fields of an operator that callers write. */
@ObjectType({ simpleResolvers: true })
export abstract class OperatorDetails extends TenantRow {
  @Text({ description: 'Name of the operator.' })
  readonly name!: string

  @Text({ max: 1000, description: 'Services for the organization.' })
  readonly services!: string

  @Country({ description: 'Country of processing, as an ISO 3166 code of two letters, for example ZA.' })
  readonly country!: string

  @Text({ nullable: true, description: 'Contact details for a breach.' })
  readonly contact!: string | null

  @Text({ nullable: true, description: 'Reference of the written agreement.' })
  readonly agreementReference!: string | null

  @CalendarDay({ nullable: true, description: 'Day on which the written agreement was signed.' })
  readonly agreementSignedOn!: string | null

  @CalendarDay({
    nullable: true,
    description: 'Last day of the agreement, not before `agreementSignedOn`. Null if it has no end.',
  })
  readonly agreementEndsOn!: string | null

  @Text({ nullable: true, max: 2000, description: 'Security measures that the agreement requires (section 21(1)).' })
  readonly safeguards!: string | null

  @Time({ nullable: true, description: 'Time at which the operator stopped processing. Null while it is in use.' })
  readonly endedAt!: Date | null
}

/** Operators are never deleted, because the register records past operators. */
@NodeOutput(
  'operator',
  'org:privacy:read',
  'Operator: a company or person who processes personal information for the organization (POPIA sections 20 and 21).',
)
export class Operator extends OperatorDetails {
  @ExternalId({ description: 'Id of the user who recorded the operator.' })
  readonly createdBy!: string
}
