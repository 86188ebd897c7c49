import { Entity } from '@mikro-orm/decorators/legacy'
import { ObjectType } from 'type-graphql'
import { CalendarDay, ExternalId, Output, Text, Time } from '../../../graphql/columns.ts'
import { connectionOf } from '../../../graphql/relay.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    operator: Operator
  }
}

/** Never deleted: the register says who it was. */
@Output('Who processes personal information for the organization (POPIA sections 20 and 21).')
@Entity()
export class Operator extends TenantRow {
  @Text()
  name: string

  @Text({ description: 'What it does for the organization.' })
  services: string

  @Text({ nullable: true, description: 'How it is reached when there is a breach.' })
  contact: string | null

  @Text({ description: 'Where it processes: an ISO 3166 code of two letters, such as ZA.' })
  country: string

  @Text({ nullable: true, description: 'How the written agreement is referred to.' })
  agreementReference: string | null

  @CalendarDay({ nullable: true })
  agreementSignedOn: string | null

  @CalendarDay({ nullable: true, description: 'The last day of the agreement; null for one without an end.' })
  agreementEndsOn: string | null

  @Text({ nullable: true, description: 'The security measures that it is bound to (section 21(1)).' })
  safeguards: string | null

  @Time({ nullable: true, description: 'When it stopped.' })
  endedAt: Date | null

  @ExternalId({ description: 'The user who recorded it.' })
  createdBy: string
}

@ObjectType({ description: 'A page of operators by cursor.' })
export class OperatorConnection extends connectionOf(Operator) {}
