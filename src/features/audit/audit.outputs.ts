import { ID } from 'type-graphql'
import { rowWith } from '../../common/class-fields.ts'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { Arguments, Input, id, optional, text } from '../../graphql/inputs.ts'
import { positive } from '../../graphql/relay.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { AuditOutcome } from '../../security/audit/chain.ts'
import { AuditFacts } from './audit-record.entity.ts'

@Input('Filter for audit records. A record must meet all given conditions.')
export class AuditFilter extends fields({
  action: text('Only records of this action, for example CLIENT_CREATED, case-insensitive.', { max: 64 }),
  userId: id('Only records of this user.'),
  resourceType: text('Only records about this type of resource, for example CLIENT, case-insensitive.', { max: 64 }),
  resourceId: id('Only records about this resource.'),
  from: optional(DateTime, 'Only records at or after this time.'),
  to: optional(DateTime, 'Only records before this time.'),
  outcome: optional(AuditOutcome, 'Only records of operations with this outcome.'),
  reads: optional(
    Boolean,
    'true: only records of completed reads (actions that end in VIEWED, LISTED or FOLLOWED). false: only ' +
      'the other records. An export is not a read.',
  ),
}) {}

@Arguments()
export class RecentArgs extends fields({
  limit: positive('Number of items, 1 to 100. Default 10.', 100),
}) {}

@Output('Audit record with the facts that verify the chain.')
export class AuditLink extends rowWith(AuditFacts, {
  previousHash: field(String, 'Hash of the previous record; 64 zeros for the first.'),
  organization: field(ID, 'Id of the organization, a part of the hashed facts.', { name: 'organizationId' }),
}) {}

@Output('Last record of a chain at one time. Store it elsewhere to detect a shortened chain.')
export class AuditCheckpoint extends fields({
  sequence: field(SafeInt, 'Sequence number of the last record. 0 if there is none.'),
  hash: field(String, 'Hash of that record.'),
}) {}

@Output('One batch of an export.')
export class AuditExport extends fields({
  rows: field([AuditLink], 'Records of this batch, in the order of the chain.'),
  next: nullable(SafeInt, 'Value of `after` for the next batch. Null after the last batch.'),
  checkpoint: field(AuditCheckpoint, 'Checkpoint at which the export ends.'),
}) {}

@Output('First break of a chain.')
export class AuditBreak extends fields({
  sequence: field(SafeInt, 'Sequence number of the first record that does not match.'),
  reason: field(String, 'Kind of mismatch.'),
  cause: field(JSONObject, 'Cause: `code`, for example TRAIL_RECORD_MISSING, and the values of `reason` by name.', {
    graphqlOnly: true,
  }),
}) {}

@Output('Publication of a checkpoint.')
export class AuditPublication extends fields({
  channel: field(
    String,
    'Channel: `file`, `mail`, `time-stamp`, or `witness`, followed by a colon and a key if there are several.',
  ),
  receipt: nullable(
    String,
    'Receipt. For a time stamp: the response of the authority (RFC 3161) in base64. For a witness: its ' +
      'signature line.',
  ),
  publishedAt: field(DateTime, 'Time of publication.'),
}) {}

@Output('Witness of the service, and whether it has signed a checkpoint.')
export class AuditWitness extends fields({
  name: field(String, 'Name of the key of the witness.'),
  publicKey: field(String, 'Public key of the witness, in the format of https://c2sp.org/signed-note.'),
  signedAt: nullable(
    DateTime,
    'Time of its signature, which it signed too. Null if the checkpoint has no valid signature of this key.',
  ),
}) {}

@Output('Signed checkpoint that the service stored.')
export class StoredAuditCheckpoint extends fields({
  size: field(SafeInt, 'Number of records that the checkpoint covers.'),
  note: field(String, 'The signed text.'),
  signedAt: field(DateTime, 'Time of the signature.'),
  publications: field([AuditPublication], 'Places where the checkpoint was published.'),
  witnesses: field([AuditWitness], 'The witnesses of the service. Empty if it has none.'),
  isWitnessed: nullable(
    Boolean,
    'Whether enough witnesses have signed, by `auditWitnessPolicy`. Null if the service has no witnesses.',
  ),
  cosigned: field(
    String,
    'The signed text, followed by the valid signatures of witnesses, one per line. `verify.mjs` accepts it.',
  ),
}) {}

@Output('Comparison of a checkpoint that the caller kept with the trail.')
export class AuditConsistency extends fields({
  consistent: field(Boolean, 'Whether the trail still starts with the records of the checkpoint.'),
  size: field(SafeInt, 'Number of records that the checkpoint covers.'),
  proof: field(
    [String],
    'Consistency proof between the two checkpoints: hashes in base64, in the order of RFC 6962, section 2.1.2. Empty if the checkpoints are not consistent.',
  ),
  checkpoint: nullable(String, 'Current signed checkpoint, which the proof ends at.'),
  publicKey: field(String, 'Public key of the current checkpoint.'),
}) {}

@Output('Result of verifying the chain.')
export class AuditVerification extends fields({
  valid: field(Boolean, 'Whether every checked record follows from the previous one.'),
  checked: field(SafeInt, 'Number of checked records.'),
  break: nullable(AuditBreak, 'First break of the chain. Null if the chain is valid.'),
  next: nullable(SafeInt, 'Value of `after` to continue with. Null unless the chain was too long for one call.'),
  checkpoint: field(AuditCheckpoint, 'Current checkpoint of the chain.'),
  consistency: nullable(AuditConsistency, 'Result for the given checkpoint. Null if none was given.'),
  inclusion: nullable(
    String,
    'Proof that the requested record is in the tree of a signed checkpoint: a file of https://c2sp.org/tlog-proof.',
  ),
}) {}
