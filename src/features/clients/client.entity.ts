import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, ID, registerEnumType } from 'type-graphql'
import { Choice, DateTime, ExternalId, Json, Output, Text, Time } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    client: Client
  }
}

export enum Sector {
  GOVERNMENT = 'GOVERNMENT',
  BUSINESS = 'BUSINESS',
}
registerEnumType(Sector, { name: 'Sector', description: 'Whom a client serves.' })

export enum ClientStatus {
  PENDING = 'PENDING',
  ACTIVE = 'ACTIVE',
  REJECTED = 'REJECTED',
  SUSPENDED = 'SUSPENDED',
  ARCHIVED = 'ARCHIVED',
}
registerEnumType(ClientStatus, { name: 'ClientStatus', description: 'Where a client stands in its life.' })

@Output('Where a client stands with POPIA: presumed from its sector until it is assessed.')
export class ClientCompliance {
  @Field(() => Boolean)
  popiaCompliant: boolean

  @Field(() => String, { description: 'Presumed: BASIC for the government sector, otherwise STANDARD.' })
  securityClearance: string

  @Field(() => String, { description: 'Presumed: PUBLIC for the government sector, otherwise COMMERCIAL.' })
  dataClassification: string

  @Field(() => String, { nullable: true, description: 'What the assessor noted.' })
  note?: string | null

  @Field(() => ID, { nullable: true, description: 'The user who assessed the client; null until one does.' })
  assessedBy?: string | null

  @Field(() => DateTime, { nullable: true })
  assessedAt?: string | null
}

/** A business or government client of the service provider. */
@Output('A business or government client of the service provider.')
@Retained({ resource: 'CLIENTS', days: 1825, since: 'updatedAt', statuses: [ClientStatus.ARCHIVED] })
@Entity()
export class Client extends TenantRow {
  @Text()
  name: string

  @Text({
    description:
      'An open set, at most 64 characters: LOCAL_MUNICIPALITY, LARGE_CORPORATION, MEDIUM_BUSINESS, MUNICIPALITY, ' +
      'PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others.',
  })
  type: string

  @Text()
  industry: string

  @Choice(Sector)
  sector: Sector

  @Json({ description: 'Whom to reach; its fields are the caller’s own.' })
  contact: Record<string, unknown>

  @Text({ nullable: true, description: 'For government clients, for example NATIONAL.' })
  governmentLevel: string | null

  @Text({ nullable: true, description: 'The client’s own clearance, for example BASIC, STANDARD or ENHANCED.' })
  securityClearance: string | null

  @Choice(ClientStatus)
  status: ClientStatus

  @Time({ description: 'When the client was taken on: its creation.' })
  onboardedAt: Date

  @ExternalId({ description: 'The user who made the record.' })
  createdBy: string

  @Json({ type: () => ClientCompliance })
  compliance: ClientCompliance

  @Json({
    description: 'Fields of the caller’s that the service does not know. Over REST they stand at the top level.',
  })
  attributes: Record<string, unknown>
}
