import { Entity, Filter } from '@mikro-orm/decorators/legacy'
import { Field, ID } from 'type-graphql'
import { Column, Key, Output, SafeInt, Text, Time } from '../kernel/columns.ts'
import { PersonalData } from '../kernel/personal-data.ts'
import { TENANT_FILTER, tenantCondition } from '../kernel/tenant.ts'

declare module '../kernel/transaction.ts' {
  interface Tables {
    auditRecord: AuditRecord
  }
}

@Output('Where a request came from, masked and redacted.')
export class AuditMetadata {
  @Field(() => String, { description: 'Partly masked; `unknown` when the request named none.' })
  ipAddress: string

  @Field(() => String)
  userAgent: string
}

/** One link of an organization's audit chain. Written by `kernel/audit`, never through an entity manager. */
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

  @Text({
    description:
      'SHA-256, hexadecimal, over `<hash of the record before, 64 zeros for the first>\\n<sequence>\\n<facts>`; the facts are the other fields ' +
      '(with organizationId, without sequence and hashes) as canonical JSON (RFC 8785).',
  })
  hash: string
}
