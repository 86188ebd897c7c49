import { Entity, Filter } from '@mikro-orm/decorators/legacy'
import { Field, ID, registerEnumType } from 'type-graphql'
import { Column, Key } from '../../data/columns.ts'
import { TENANT_FILTER, tenantCondition } from '../../data/tenant.ts'
import { Output, SafeInt, Text, Time } from '../../graphql/columns.ts'
import { type AuditDetails, AuditOutcome } from '../../security/audit/chain.ts'
import { PersonalData } from '../../security/personal-data.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    auditRecord: AuditRecord
  }
}

registerEnumType(AuditOutcome, {
  name: 'AuditOutcome',
  description: 'How an operation ended.',
  valuesConfig: {
    REFUSED: { description: 'It was not allowed, or not possible: `code` says why.' },
    FAILED: { description: 'A fault of the service kept it from being done.' },
    REHEARSED: { description: 'A dry run: it was tried and undone.' },
    REPLAYED: { description: 'It had been done before: the answer was given again (Idempotency-Key).' },
  },
})

@Output('What happened: names, numbers and opaque ids, never values. A member that is null is no part of the hash.')
export class AuditRecordDetails implements Nullable<AuditDetails> {
  @Field(() => String, { nullable: true, description: 'The action that was asked for, where it was not done.' })
  attempted: string | null

  @Field(() => String, { nullable: true, description: 'Why it was not done, as the caller was told.' })
  code: string | null

  @Field(() => SafeInt, { nullable: true, description: 'How many rows it was about, where it is not one.' })
  count: number | null

  @Field(() => [String], { nullable: true, description: 'The names of the fields that were changed.' })
  fields: string[] | null

  @Field(() => [ID], { nullable: true, description: 'The rows, where they have no record each.' })
  ids: string[] | null

  @Field(() => [String], { nullable: true, description: 'Other resources that were read along.' })
  includes: string[] | null

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'How many refusals of the caller before this one left no record, since there were too many in a minute.',
  })
  omitted: number | null

  @Field(() => AuditOutcome)
  outcome: AuditOutcome
}

@Output('Where a request came from, masked and redacted, and what happened.')
export class AuditMetadata {
  @Field(() => AuditRecordDetails, {
    nullable: true,
    description: 'Null in records of version 0.2.0, and then no part of the hash.',
  })
  details: AuditDetails | null

  @Field(() => String, { description: 'Partly masked; `unknown` when the request named none.' })
  ipAddress: string

  @Field(() => String)
  userAgent: string
}

type Nullable<T> = { [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K] }

/** One link of an organization's audit chain. Written by `security/audit`, never through an entity manager. */
@Output('What was done, by whom and when. Append-only, and chained by hashes.')
@Filter({
  name: TENANT_FILTER,
  cond: tenantCondition,
  default: true,
})
@PersonalData({ erase: 'keep', reason: 'append-only, and holds opaque ids only' })
@Entity()
export class AuditRecord {
  @Key('text')
  organizationId: string

  @Key('bigint')
  @Field(() => SafeInt, { description: 'Its place in the chain of the organization, from 1.' })
  sequence: number

  @Column('uuid')
  @Field(() => ID)
  id: string

  @Text({ description: '`<RESOURCE>_<VERB>`, for example CLIENT_CREATED.' })
  action: string

  @Text()
  userId: string

  @Text()
  resourceType: string

  @Text({ nullable: true, description: 'Null for lists.' })
  resourceId: string | null

  @Time()
  timestamp: Date

  @Column('text')
  ipAddress: string

  @Column('text')
  userAgent: string

  /** Canonical JSON. */
  @Column('text', { nullable: true })
  details: string | null

  @Text({
    description:
      'SHA-256, hexadecimal, over `<hash of the record before, 64 zeros for the first>\\n<sequence>\\n<facts>`; the facts are the other fields ' +
      '(with organizationId, without sequence and hashes) as canonical JSON (RFC 8785), without the members of the metadata that are null.',
  })
  hash: string
}
