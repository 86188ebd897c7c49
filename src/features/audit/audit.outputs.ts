import { IsOptional, Max, Min } from 'class-validator'
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'
import { FlagField, IdField, TextField } from '../../graphql/inputs.ts'
import { AuditOutcome } from '../../security/audit/chain.ts'
import { AuditFacts } from './audit-record.entity.ts'

@InputType({ description: 'Filter for audit records. A record must meet all given conditions.' })
export class AuditFilter {
  @TextField({ max: 64, description: 'Only records of this action, for example CLIENT_CREATED, case-insensitive.' })
  action?: string | undefined

  @IdField({ description: 'Only records of this user.' })
  userId?: string

  @TextField({
    max: 64,
    description: 'Only records about this type of resource, for example CLIENT, case-insensitive.',
  })
  resourceType?: string

  @IdField({ description: 'Only records about this resource.' })
  resourceId?: string | undefined

  @Field(() => DateTime, { nullable: true, description: 'Only records at or after this time.' })
  from?: Date

  @Field(() => DateTime, { nullable: true, description: 'Only records before this time.' })
  to?: Date

  @Field(() => AuditOutcome, { nullable: true, description: 'Only records of operations with this outcome.' })
  outcome?: AuditOutcome

  @FlagField({
    description:
      'true: only records of completed reads (actions that end in VIEWED, LISTED or FOLLOWED). false: only ' +
      'the other records. An export is not a read.',
  })
  reads?: boolean
}

@ArgsType()
export class RecentArgs {
  @Field(() => Int, { nullable: true, description: 'Number of items, 1 to 100. Default 10.' })
  @IsOptional()
  @Min(1, { message: 'must be a positive integer' })
  @Max(100, { message: 'must be at most 100' })
  limit?: number
}

@Output('Audit record with the facts that verify the chain.')
export class AuditLink extends AuditFacts {
  @Field(() => String, { description: 'Hash of the previous record; 64 zeros for the first.' })
  previousHash!: string

  @Field(() => ID, { name: 'organizationId', description: 'Id of the organization, a part of the hashed facts.' })
  organization!: string
}

@Output('Last record of a chain at one time. Store it elsewhere to detect a shortened chain.')
export class AuditCheckpoint {
  @Field(() => SafeInt, { description: 'Sequence number of the last record. 0 if there is none.' })
  sequence!: number

  @Field(() => String, { description: 'Hash of that record.' })
  hash!: string
}

@Output('One batch of an export.')
export class AuditExport {
  @Field(() => [AuditLink], { description: 'Records of this batch, in the order of the chain.' })
  rows!: AuditLink[]

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Value of `after` for the next batch. Null after the last batch.',
  })
  next!: number | null

  @Field(() => AuditCheckpoint, { description: 'Checkpoint at which the export ends.' })
  checkpoint!: AuditCheckpoint
}

@Output('First break of a chain.')
export class AuditBreak {
  @Field(() => SafeInt, { description: 'Sequence number of the first record that does not match.' })
  sequence!: number

  @Field(() => String, { description: 'Kind of mismatch.' })
  reason!: string
}

@Output('Publication of a checkpoint.')
export class AuditPublication {
  @Field(() => String, {
    description:
      'Channel: `file`, `mail`, `time-stamp`, or `witness`, followed by a colon and a key if there are several.',
  })
  channel!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Receipt. For a time stamp: the response of the authority (RFC 3161) in base64. For a witness: its ' +
      'signature line.',
  })
  receipt!: string | null

  @Field(() => DateTime, { description: 'Time of publication.' })
  publishedAt!: Date
}

@Output('Witness of the service, and whether it has signed a checkpoint.')
export class AuditWitness {
  @Field(() => String, { description: 'Name of the key of the witness.' })
  name!: string

  @Field(() => String, { description: 'Public key of the witness, in the format of https://c2sp.org/signed-note.' })
  publicKey!: string

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Time of its signature, which it signed too. Null if the checkpoint has no valid signature of this key.',
  })
  signedAt!: Date | null
}

@Output('Signed checkpoint that the service stored.')
export class StoredAuditCheckpoint {
  @Field(() => SafeInt, { description: 'Number of records that the checkpoint covers.' })
  size!: number

  @Field(() => String, { description: 'The signed text.' })
  note!: string

  @Field(() => DateTime, { description: 'Time of the signature.' })
  signedAt!: Date

  @Field(() => [AuditPublication], { description: 'Places where the checkpoint was published.' })
  publications!: AuditPublication[]

  @Field(() => [AuditWitness], { description: 'The witnesses of the service. Empty if it has none.' })
  witnesses!: AuditWitness[]

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether enough witnesses have signed, by `auditWitnessPolicy`. Null if the service has no witnesses.',
  })
  isWitnessed!: boolean | null

  @Field(() => String, {
    description:
      'The signed text, followed by the valid signatures of witnesses, one per line. `verify.mjs` accepts it.',
  })
  cosigned!: string
}

@Output('Comparison of a checkpoint that the caller kept with the trail.')
export class AuditConsistency {
  @Field(() => Boolean, { description: 'Whether the trail still starts with the records of the checkpoint.' })
  consistent!: boolean

  @Field(() => SafeInt, { description: 'Number of records that the checkpoint covers.' })
  size!: number

  @Field(() => [String], {
    description:
      'Consistency proof between the two checkpoints: hashes in base64, in the order of RFC 6962, section 2.1.2. Empty if the checkpoints are not consistent.',
  })
  proof!: string[]

  @Field(() => String, { nullable: true, description: 'Current signed checkpoint, which the proof ends at.' })
  checkpoint!: string | null

  @Field(() => String, { description: 'Public key of the current checkpoint.' })
  publicKey!: string
}

@Output('Result of verifying the chain.')
export class AuditVerification {
  @Field(() => Boolean, { description: 'Whether every checked record follows from the previous one.' })
  valid!: boolean

  @Field(() => SafeInt, { description: 'Number of checked records.' })
  checked!: number

  @Field(() => AuditBreak, { nullable: true, description: 'First break of the chain. Null if the chain is valid.' })
  break!: AuditBreak | null

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Value of `after` to continue with. Null unless the chain was too long for one call.',
  })
  next!: number | null

  @Field(() => AuditCheckpoint, { description: 'Current checkpoint of the chain.' })
  checkpoint!: AuditCheckpoint

  @Field(() => AuditConsistency, {
    nullable: true,
    description: 'Result for the given checkpoint. Null if none was given.',
  })
  consistency!: AuditConsistency | null

  @Field(() => String, {
    nullable: true,
    description:
      'Proof that the requested record is in the tree of a signed checkpoint: a file of https://c2sp.org/tlog-proof.',
  })
  inclusion!: string | null
}
