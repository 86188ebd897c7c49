import { IsOptional, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime, Output, SafeInt } from '../../graphql/columns.ts'
import { PageArgs, PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { AuditRecord } from './audit-record.entity.ts'

@ArgsType()
export class AuditFilter extends PageArgs {
  @Field(() => String, { nullable: true, description: 'For example CLIENT_CREATED, in any case.' })
  @IsOptional()
  @MaxLength(64)
  action?: string

  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(256)
  userId?: string

  @Field(() => String, { nullable: true, description: 'For example CLIENT, in any case.' })
  @IsOptional()
  @MaxLength(64)
  resourceType?: string

  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(256)
  resourceId?: string

  @Field(() => DateTime, { nullable: true, description: 'Not before this moment.' })
  from?: Date

  @Field(() => DateTime, { nullable: true, description: 'Before this moment.' })
  to?: Date
}

@ArgsType()
export class RecentArgs {
  @Field(() => Int, { nullable: true, description: 'How many, 1 to 100. Default 10.' })
  @IsOptional()
  @Min(1, { message: 'must be a positive integer' })
  @Max(100, { message: 'must be at most 100' })
  limit?: number
}

@ObjectType({ description: 'A page of the audit trail by cursor.' })
export class AuditConnection extends connectionOf(AuditRecord) {}

@Output('The plain list of audit records.')
export class AuditPage {
  @Field(() => [AuditRecord])
  items: AuditRecord[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('An audit record with what a stranger needs to verify the chain.')
export class AuditLink extends AuditRecord {
  @Field(() => String, { description: 'The hash of the record before; 64 zeros for the first.' })
  previousHash: string

  @Field(() => ID, { name: 'organizationId', description: 'Part of the hashed facts.' })
  organization: string
}

@Output('The end of a chain at a moment: keep it elsewhere, and nobody can cut the chain unnoticed.')
export class AuditCheckpoint {
  @Field(() => SafeInt, { description: 'The sequence number of the last record; 0 before the first.' })
  sequence: number

  @Field(() => String, { description: 'Its hash.' })
  hash: string
}

@Output('One batch of an export.')
export class AuditExport {
  @Field(() => [AuditLink])
  rows: AuditLink[]

  @Field(() => SafeInt, {
    nullable: true,
    description: 'What to give as `after` for the next batch; null behind the last.',
  })
  next: number | null

  @Field(() => AuditCheckpoint)
  checkpoint: AuditCheckpoint
}

@Output('Where a chain breaks.')
export class AuditBreak {
  @Field(() => SafeInt)
  sequence: number

  @Field(() => String)
  reason: string
}

@Output('Where a checkpoint went, and what came back.')
export class AuditPublication {
  @Field(() => String, { description: '`file`, `mail`, `time-stamp` or `witness`.' })
  channel: string

  @Field(() => String, {
    nullable: true,
    description:
      'Of a time stamp, the answer of the authority (RFC 3161) in base64; of a witness, the line that it signed with.',
  })
  receipt: string | null

  @Field(() => DateTime)
  publishedAt: Date
}

@Output('A checkpoint that was signed and kept by the service too.')
export class StoredAuditCheckpoint {
  @Field(() => SafeInt, { description: 'How many records it covers.' })
  size: number

  @Field(() => String, { description: 'The signed text.' })
  note: string

  @Field(() => DateTime)
  signedAt: Date

  @Field(() => [AuditPublication])
  publications: AuditPublication[]
}

@Output('What became of a checkpoint that somebody kept.')
export class AuditConsistency {
  @Field(() => Boolean, { description: 'Whether the trail still begins with the records of the checkpoint.' })
  consistent: boolean

  @Field(() => SafeInt, { description: 'How many records the checkpoint covers.' })
  size: number

  @Field(() => [String], {
    description:
      'Proves it to whoever has the two checkpoints: hashes in base64, in the order of RFC 6962, section 2.1.2. Empty where it is not so.',
  })
  proof: string[]

  @Field(() => String, { nullable: true, description: 'The signed checkpoint of now, which the proof leads to.' })
  checkpoint: string | null

  @Field(() => String, { description: 'The public key of the checkpoint of now.' })
  publicKey: string
}

@Output('What a verification of the chain found.')
export class AuditVerification {
  @Field(() => Boolean, { description: 'Whether every record that was checked follows from the one before.' })
  valid: boolean

  @Field(() => SafeInt, { description: 'How many records were checked.' })
  checked: number

  @Field(() => AuditBreak, { nullable: true })
  break: AuditBreak | null

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Where to go on with `after`, when the chain was too long for one call.',
  })
  next: number | null

  @Field(() => AuditCheckpoint)
  checkpoint: AuditCheckpoint

  @Field(() => AuditConsistency, { nullable: true, description: 'Of the checkpoint that was given; null without one.' })
  consistency: AuditConsistency | null

  @Field(() => String, {
    nullable: true,
    description:
      'Proves that the record that was asked for is in the tree of a signed checkpoint: a file of https://c2sp.org/tlog-proof.',
  })
  inclusion: string | null
}
