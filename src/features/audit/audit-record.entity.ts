import { ID } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { Column, Entity, Key } from '../../data/columns.ts'
import { Details, Output, Position, RowId, RowOutput, SafeInt, Text, Time } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { type AuditDetails, AuditOutcome } from '../../security/audit/chain.ts'
import { PersonalData } from '../../security/personal-data.ts'

describeEnum('AuditOutcome', AuditOutcome, 'Outcome of an operation.', {
  DONE: 'The operation succeeded.',
  REFUSED: 'The operation was not allowed or not possible. `code` gives the reason.',
  FAILED: 'The operation failed because of a fault of the service.',
  REHEARSED: 'A dry run: the operation ran and was rolled back.',
  REPLAYED: 'The stored answer was returned (Idempotency-Key).',
})

@Output(
  'Details of an operation: names, numbers and opaque ids, never values. Null members are not part of the ' + 'hash.',
)
export class AuditRecordDetails
  extends fields({
    attempted: nullable(String, 'Requested action, if the operation was not done.'),
    code: nullable(String, 'Error code that the caller received.'),
    count: nullable(SafeInt, 'Number of rows. Null if the number is 1.'),
    fields: nullable([String], 'Names of the changed fields.'),
    ids: nullable([ID], 'Ids of the rows, if the rows have no audit records of their own.'),
    includes: nullable([String], 'Other resources that were read.'),
    omitted: nullable(
      SafeInt,
      'Number of earlier refusals of this caller that have no audit record, because there were too many in a minute.',
    ),
    outcome: field(AuditOutcome, 'Outcome of the operation.'),
  })
  implements Nullable<AuditDetails> {}

@Output('Context of a request, masked and redacted.')
export class AuditMetadata extends fields({
  details: nullable(
    AuditRecordDetails,
    'Details of the operation. Null in records of version 0.2.0, whose hash does not include details.',
  ),
  ipAddress: field(String, 'IP address, partly masked. `unknown` if the request had none.'),
  userAgent: field(String, 'User agent of the request. `unknown` if the request had none.'),
}) {}

type Nullable<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] }

/** The facts of a record, without what the service adds when it shows the record. */
@Details()
export abstract class AuditFacts extends fields({
  organizationId: Key('text'),
  sequence: Position('Position in the chain of the organization, from 1.'),
  id: RowId('Unique id of the record (UUID).'),
  action: Text('`<RESOURCE>_<VERB>`, for example CLIENT_CREATED.'),
  userId: Text('Id of the user who acted. For an API key: `key:<id>`.'),
  resourceType: Text('Type of the resource, for example CLIENT.'),
  resourceId: Text('Id of the resource. Null for lists.', { nullable: true }),
  timestamp: Time('Time of the operation.'),
  ipAddress: Column('text'),
  userAgent: Column('text'),
  /** Canonical JSON. */
  details: Column('text', { nullable: true }),
  hash: Text(
    'SHA-256, hexadecimal, of `<hash of the previous record, 64 zeros for the ' +
      'first>\\n<sequence>\\n<facts>`. The facts are the other fields (with organizationId, without ' +
      'sequence and hashes) as canonical JSON (RFC 8785), without null members of the metadata.',
  ),
}) {}

/** One link of an organization's audit chain. Written by `security/audit`, never through an entity manager. */
@RowOutput(
  'org:audit:read',
  'Audit record of an operation: the action, the user and the time. Append-only, and chained by hashes.',
)
@PersonalData({ erase: 'keep', because: 'KEPT_IDS' })
@Entity()
export class AuditRecord extends AuditFacts {}
