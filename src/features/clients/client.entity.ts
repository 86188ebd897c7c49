import { Field, ID, ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { Choice, DateTime, ExternalId, Flag, Json, Output, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'

export const Sector = describeNames('Sector', 'Sector of a client.', {
  GOVERNMENT: 'Government: municipalities, departments, state-owned entities.',
  BUSINESS: 'Business.',
})
export type Sector = keyof typeof Sector

export const ClientStatus = describeNames('ClientStatus', 'Lifecycle status of a client.', {
  PENDING: 'Waiting for acceptance.',
  ACTIVE: 'Accepted and in business.',
  REJECTED: 'Not accepted.',
  SUSPENDED: 'Interrupted; can become ACTIVE again.',
  ARCHIVED: 'Kept for reference; can become PENDING again.',
})
export type ClientStatus = keyof typeof ClientStatus

@Output('POPIA compliance of a client. Until an assessment, the default of its sector.')
export class ClientCompliance {
  @Field(() => Boolean, { description: 'Whether the client complies with POPIA.' })
  readonly popiaCompliant!: boolean

  @Field(() => String, {
    description: 'Security clearance. Until assessed: BASIC for the government sector, otherwise STANDARD.',
  })
  readonly securityClearance!: string

  @Field(() => String, {
    description:
      'Classification of the client’s data. Until assessed: PUBLIC for the government sector, otherwise ' +
      'COMMERCIAL.',
  })
  readonly dataClassification!: string

  @Field(() => String, { nullable: true, description: 'Note of the assessor.' })
  readonly note?: string | null

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the user who assessed the client. Null until the first assessment.',
  })
  readonly assessedBy?: string | null

  @Field(() => DateTime, { nullable: true, description: 'Time of the assessment. Null until the first assessment.' })
  readonly assessedAt?: string | null
}

/** The fields of a client that callers write. */
@ObjectType({ simpleResolvers: true })
export abstract class ClientDetails extends TenantRow {
  @Text({ description: 'Name of the client.' })
  readonly name!: string

  @Text({
    max: 64,
    filter: 'is',
    isParameter: false,
    description:
      'Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, ' +
      'MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others.',
  })
  readonly type!: string

  @Text({ description: 'Industry of the client.' })
  readonly industry!: string

  @Choice(Sector, {
    filter: 'isAny',
    sentence: 'sector must be GOVERNMENT or BUSINESS',
    description: 'Sector of the client.',
  })
  readonly sector!: Sector

  @Json({ description: 'Contact details; the fields are the caller’s own.' })
  readonly contact!: Record<string, unknown>

  @Text({
    nullable: true,
    max: 64,
    description: 'Level of government, for government clients, for example NATIONAL. A blank text means none.',
  })
  readonly governmentLevel!: string | null

  @Text({
    nullable: true,
    max: 64,
    description: 'The client’s own clearance, for example BASIC, STANDARD or ENHANCED. A blank text means none.',
  })
  readonly securityClearance!: string | null

  @Json({
    otherwise: {},
    description: 'Additional fields of the caller. Over REST they are at the top level.',
    inputDescription: 'Additional fields of your own. Over REST, every other field of the body.',
  })
  readonly attributes!: Record<string, unknown>

  @Flag({
    otherwise: false,
    graphqlOnly: true,
    description:
      'Whether the campaigns of the client need a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and their ' +
      'content to become PUBLISHED.',
  })
  readonly requiresSignOff!: boolean
}

/** A business or government client of the service provider. */
@NodeOutput('client', 'org:clients:read', 'Business or government client of the service provider.')
@CountedBy('sector')
@Retained({ resource: 'CLIENTS', days: 1825, since: 'updatedAt', statuses: [ClientStatus.ARCHIVED] })
export class Client extends ClientDetails {
  @Choice(ClientStatus, { filter: 'isAny', isParameter: false, description: 'Lifecycle status of the client.' })
  readonly status!: ClientStatus

  @Time({ description: 'Time at which the client was onboarded: the time of its creation.' })
  readonly onboardedAt!: Date

  @ExternalId({ description: 'Id of the user who created the record.' })
  readonly createdBy!: string

  @Json({ type: () => ClientCompliance, description: 'POPIA compliance of the client.' })
  readonly compliance!: ClientCompliance
}
