import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, ID, ObjectType } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { Column, Key } from '../../data/columns.ts'
import { Output, Position, RowOutput, SafeInt, Text, Time } from '../../graphql/columns.ts'
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
export class AuditRecordDetails implements Nullable<AuditDetails> {
  @Field(() => String, { nullable: true, description: 'Requested action, if the operation was not done.' })
  readonly attempted!: string | null

  @Field(() => String, { nullable: true, description: 'Error code that the caller received.' })
  readonly code!: string | null

  @Field(() => SafeInt, { nullable: true, description: 'Number of rows. Null if the number is 1.' })
  readonly count!: number | null

  @Field(() => [String], { nullable: true, description: 'Names of the changed fields.' })
  readonly fields!: string[] | null

  @Field(() => [ID], {
    nullable: true,
    description: 'Ids of the rows, if the rows have no audit records of their own.',
  })
  readonly ids!: string[] | null

  @Field(() => [String], { nullable: true, description: 'Other resources that were read.' })
  readonly includes!: string[] | null

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Number of earlier refusals of this caller that have no audit record, because there were too many in a minute.',
  })
  readonly omitted!: number | null

  @Field(() => AuditOutcome, { description: 'Outcome of the operation.' })
  readonly outcome!: AuditOutcome
}

@Output('Context of a request, masked and redacted.')
export class AuditMetadata {
  @Field(() => AuditRecordDetails, {
    nullable: true,
    description: 'Details of the operation. Null in records of version 0.2.0, whose hash does not include details.',
  })
  readonly details!: AuditDetails | null

  @Field(() => String, { description: 'IP address, partly masked. `unknown` if the request had none.' })
  readonly ipAddress!: string

  @Field(() => String, { description: 'User agent of the request. `unknown` if the request had none.' })
  readonly userAgent!: string
}

type Nullable<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] }

/** The facts of a record, without what the service adds when it shows the record. */
@ObjectType({ simpleResolvers: true })
export abstract class AuditFacts {
  @Key('text')
  readonly organizationId!: string

  @Position({ description: 'Position in the chain of the organization, from 1.' })
  readonly sequence!: number

  @Column('uuid')
  @Field(() => ID, { description: 'Unique id of the record (UUID).' })
  readonly id!: string

  @Text({ description: '`<RESOURCE>_<VERB>`, for example CLIENT_CREATED.' })
  readonly action!: string

  @Text({ description: 'Id of the user who acted. For an API key: `key:<id>`.' })
  readonly userId!: string

  @Text({ description: 'Type of the resource, for example CLIENT.' })
  readonly resourceType!: string

  @Text({ nullable: true, description: 'Id of the resource. Null for lists.' })
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
      'SHA-256, hexadecimal, of `<hash of the previous record, 64 zeros for the ' +
      'first>\\n<sequence>\\n<facts>`. The facts are the other fields (with organizationId, without ' +
      'sequence and hashes) as canonical JSON (RFC 8785), without null members of the metadata.',
  })
  readonly hash!: string
}

/** One link of an organization's audit chain. Written by `security/audit`, never through an entity manager. */
@RowOutput(
  'org:audit:read',
  'Audit record of an operation: the action, the user and the time. Append-only, and chained by hashes.',
)
@PersonalData({ erase: 'keep', because: 'KEPT_IDS' })
@Entity()
export class AuditRecord extends AuditFacts {}
