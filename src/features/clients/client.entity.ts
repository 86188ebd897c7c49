import { ID } from 'type-graphql'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { Choice, Details, ExternalId, Flag, Json, JsonOf, Output, Text, Time, TimeText } from '../../graphql/columns.ts'
import { field, fields, mayLack, nullable } from '../../graphql/fields.ts'
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
export class ClientCompliance extends fields({
  popiaCompliant: field(Boolean, 'Whether the client complies with POPIA.'),
  securityClearance: field(
    String,
    'Security clearance. Until assessed: BASIC for the government sector, otherwise STANDARD.',
  ),
  dataClassification: field(
    String,
    'Classification of the client’s data. Until assessed: PUBLIC for the government sector, otherwise ' + 'COMMERCIAL.',
  ),
  note: mayLack(nullable(String, 'Note of the assessor.')),
  assessedBy: mayLack(nullable(ID, 'Id of the user who assessed the client. Null until the first assessment.')),
  assessedAt: mayLack(nullable(TimeText, 'Time of the assessment. Null until the first assessment.')),
}) {}

/** The fields of a client that callers write. */
@Details()
export abstract class ClientDetails extends rowWith(TenantRow, {
  name: Text('Name of the client.'),
  type: Text(
    'Type of the client. An open set: LOCAL_MUNICIPALITY, LARGE_CORPORATION, ' +
      'MEDIUM_BUSINESS, MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT, STATE_OWNED_ENTITY and others.',
    { max: 64, filter: 'is', isParameter: false },
  ),
  industry: Text('Industry of the client.'),
  sector: Choice(Sector, 'Sector of the client.', {
    filter: 'isAny',
    sentence: 'sector must be GOVERNMENT or BUSINESS',
  }),
  contact: Json('Contact details; the fields are the caller’s own.'),
  governmentLevel: Text('Level of government, for government clients, for example NATIONAL. A blank text means none.', {
    nullable: true,
    max: 64,
  }),
  securityClearance: Text(
    'The client’s own clearance, for example BASIC, STANDARD or ENHANCED. A blank text means none.',
    { nullable: true, max: 64 },
  ),
  attributes: Json('Additional fields of the caller. Over REST they are at the top level.', {
    otherwise: {},
    inputDescription: 'Additional fields of your own. Over REST, every other field of the body.',
  }),
  requiresSignOff: Flag(
    'Whether the campaigns of the client need a sign-off (`requestSignOff`) to become SCHEDULED or ACTIVE, and their ' +
      'content to become PUBLISHED.',
    { otherwise: false, graphqlOnly: true },
  ),
}) {}

/** A business or government client of the service provider. */
@NodeOutput('client', 'org:clients:read', 'Business or government client of the service provider.')
@CountedBy('sector')
@Retained({ resource: 'CLIENTS', days: 1825, since: 'updatedAt', statuses: [ClientStatus.ARCHIVED] })
export class Client extends rowWith(ClientDetails, {
  status: Choice(ClientStatus, 'Lifecycle status of the client.', { filter: 'isAny', isParameter: false }),
  onboardedAt: Time('Time at which the client was onboarded: the time of its creation.'),
  createdBy: ExternalId('Id of the user who created the record.'),
  compliance: JsonOf(ClientCompliance, 'POPIA compliance of the client.'),
}) {}
