import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, ID } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { Column, Key } from '../../data/columns.ts'
import { Output, RowOutput, SafeInt, Text, Time } from '../../graphql/columns.ts'
import { type AuditDetails, AuditOutcome } from '../../security/audit/chain.ts'
import { PersonalData } from '../../security/personal-data.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    auditRecord: AuditRecord
  }
}

describeEnum('AuditOutcome', AuditOutcome, 'Outcome of an operation.', {
  DONE: 'The operation was done.',
  REFUSED: 'The operation was not allowed or not possible; `code` says why.',
  FAILED: 'The operation failed because of a fault of the service.',
  REHEARSED: 'A dry run: the operation was tried and undone.',
  REPLAYED: 'The saved answer was returned (Idempotency-Key).',
})

@Output(
  'Details of an operation: names, numbers and opaque ids, never values. Null members are not part of the ' + 'hash.',
)
export class AuditRecordDetails implements Nullable<AuditDetails> {
  @Field(() => String, { nullable: true, description: 'Requested action, where it was not done.' })
  readonly attempted!: string | null

  @Field(() => String, { nullable: true, description: 'Error code that the caller received.' })
  readonly code!: string | null

  @Field(() => SafeInt, { nullable: true, description: 'Number of rows, where it is not one.' })
  readonly count!: number | null

  @Field(() => [String], { nullable: true, description: 'Names of the changed fields.' })
  readonly fields!: string[] | null

  @Field(() => [ID], { nullable: true, description: 'Ids of the rows, where they have no record each.' })
  readonly ids!: string[] | null

  @Field(() => [String], { nullable: true, description: 'Other resources that were read.' })
  readonly includes!: string[] | null

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Number of earlier refusals of this caller without a record of their own, because of too many in a minute.',
  })
  readonly omitted!: number | null

  @Field(() => AuditOutcome, { description: 'Outcome of the operation.' })
  readonly outcome!: AuditOutcome
}

@Output('Context of a request, masked and redacted.')
export class AuditMetadata {
  @Field(() => AuditRecordDetails, {
    nullable: true,
    description: 'Details of the operation; null in records of version 0.2.0, and then not part of the hash.',
  })
  readonly details!: AuditDetails | null

  @Field(() => String, { description: 'IP address, partly masked; `unknown` when the request named none.' })
  readonly ipAddress!: string

  @Field(() => String, { description: 'User agent of the request; `unknown` when it named none.' })
  readonly userAgent!: string
}

type Nullable<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] }

/** One link of an organization's audit chain. Written by `security/audit`, never through an entity manager. */
@RowOutput(
  'org:audit:read',
  'Record of an operation: what was done, by whom and when. Append-only, and chained by hashes.',
)
@PersonalData({ erase: 'keep', reason: 'append-only, and holds opaque ids only' })
@Entity()
export class AuditRecord {
  @Key('text')
  readonly organizationId!: string

  @Key('bigint')
  @Field(() => SafeInt, { description: 'Position in the chain of the organization, from 1.' })
  readonly sequence!: number

  @Column('uuid')
  @Field(() => ID, { description: 'Unique id of the record (UUID).' })
  readonly id!: string

  @Text({ description: '`<RESOURCE>_<VERB>`, for example CLIENT_CREATED.' })
  readonly action!: string

  @Text({ description: 'Id of the user who acted; of an API key `key:<id>`.' })
  readonly userId!: string

  @Text({ description: 'Type of the resource, for example CLIENT.' })
  readonly resourceType!: string

  @Text({ nullable: true, description: 'Id of the resource; null for lists.' })
  readonly resourceId!: string | null

  @Time({ description: 'Time of the operation.' })
  readonly timestamp!: Date

  @Column('text')
  readonly ipAddress!: string

  @Column('text')
  readonly userAgent!: string

  /** Canonical JSON. */
  @Column('text', { nullable: true })
  readonly details!: string | null

  @Text({
    description:
      'SHA-256, hexadecimal, over `<hash of the record before, 64 zeros for the first>\\n<sequence>\\n<facts>`; the facts are the other fields ' +
      '(with organizationId, without sequence and hashes) as canonical JSON (RFC 8785), without the members of the metadata that are null.',
  })
  readonly hash!: string
}
