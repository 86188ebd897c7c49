import { IsOptional, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'
import { AuditOutcome } from '../../security/audit/chain.ts'
import { AuditRecord } from './audit-record.entity.ts'

@InputType({ description: 'Filter for audit records. All given conditions must hold.' })
export class AuditFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Only records of this action, for example CLIENT_CREATED, in any case.',
  })
  @IsOptional()
  @MaxLength(64)
  action?: string | undefined

  @Field(() => ID, { nullable: true, description: 'Only records of this user.' })
  @IsOptional()
  @MaxLength(256)
  userId?: string

  @Field(() => String, {
    nullable: true,
    description: 'Only records about this type of resource, for example CLIENT, in any case.',
  })
  @IsOptional()
  @MaxLength(64)
  resourceType?: string

  @Field(() => ID, { nullable: true, description: 'Only records about this resource.' })
  @IsOptional()
  @MaxLength(256)
  resourceId?: string | undefined

  @Field(() => DateTime, { nullable: true, description: 'Only records at or after this time.' })
  from?: Date

  @Field(() => DateTime, { nullable: true, description: 'Only records before this time.' })
  to?: Date

  @Field(() => AuditOutcome, { nullable: true, description: 'Only records of operations that ended so.' })
  outcome?: AuditOutcome

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether only records of reads that were done (actions that end in VIEWED, LISTED or FOLLOWED), or only the others. ' +
      'Exports are no reads.',
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
export class AuditLink extends AuditRecord {
  @Field(() => String, { description: 'Hash of the record before; 64 zeros for the first.' })
  previousHash!: string

  @Field(() => ID, { name: 'organizationId', description: 'Id of the organization; part of the hashed facts.' })
  organization!: string
}

@Output('Last record of a chain at a moment. Keep it elsewhere to notice a shortened chain.')
export class AuditCheckpoint {
  @Field(() => SafeInt, { description: 'Sequence number of the last record; 0 before the first.' })
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
    description: 'Value of `after` for the next batch; null after the last.',
  })
  next!: number | null

  @Field(() => AuditCheckpoint, { description: 'Checkpoint that the export leads to.' })
  checkpoint!: AuditCheckpoint
}

@Output('First break of a chain.')
export class AuditBreak {
  @Field(() => SafeInt, { description: 'Sequence number of the first record that does not fit.' })
  sequence!: number

  @Field(() => String, { description: 'Kind of mismatch.' })
  reason!: string
}

@Output('Publication of a checkpoint.')
export class AuditPublication {
  @Field(() => String, { description: 'Channel: `file`, `mail`, `time-stamp` or `witness`.' })
  channel!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Receipt: for a time stamp the response of the authority (RFC 3161) in base64, for a witness its ' +
      'signature line.',
  })
  receipt!: string | null

  @Field(() => DateTime, { description: 'Time of publication.' })
  publishedAt!: Date
}

@Output('Signed checkpoint that the service stored.')
export class StoredAuditCheckpoint {
  @Field(() => SafeInt, { description: 'Number of records that it covers.' })
  size!: number

  @Field(() => String, { description: 'The signed text.' })
  note!: string

  @Field(() => DateTime, { description: 'Time of the signature.' })
  signedAt!: Date

  @Field(() => [AuditPublication], { description: 'Places where the checkpoint was published.' })
  publications!: AuditPublication[]
}

@Output('Result of comparing a kept checkpoint with the trail.')
export class AuditConsistency {
  @Field(() => Boolean, { description: 'Whether the trail still begins with the records of the checkpoint.' })
  consistent!: boolean

  @Field(() => SafeInt, { description: 'Number of records that the checkpoint covers.' })
  size!: number

  @Field(() => [String], {
    description:
      'Consistency proof for the two checkpoints: hashes in base64, in the order of RFC 6962, section 2.1.2. Empty when they are not consistent.',
  })
  proof!: string[]

  @Field(() => String, { nullable: true, description: 'Current signed checkpoint, to which the proof leads.' })
  checkpoint!: string | null

  @Field(() => String, { description: 'Public key of the current checkpoint.' })
  publicKey!: string
}

@Output('Result of verifying the chain.')
export class AuditVerification {
  @Field(() => Boolean, { description: 'Whether every record that was checked follows from the one before.' })
  valid!: boolean

  @Field(() => SafeInt, { description: 'Number of records that were checked.' })
  checked!: number

  @Field(() => AuditBreak, { nullable: true, description: 'First break of the chain; null when it is valid.' })
  break!: AuditBreak | null

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Value of `after` to go on with, when the chain was too long for one call.',
  })
  next!: number | null

  @Field(() => AuditCheckpoint, { description: 'Current checkpoint of the chain.' })
  checkpoint!: AuditCheckpoint

  @Field(() => AuditConsistency, {
    nullable: true,
    description: 'Result for the checkpoint that was given; null without one.',
  })
  consistency!: AuditConsistency | null

  @Field(() => String, {
    nullable: true,
    description:
      'Proves that the record that was asked for is in the tree of a signed checkpoint: a file of https://c2sp.org/tlog-proof.',
  })
  inclusion!: string | null
}
