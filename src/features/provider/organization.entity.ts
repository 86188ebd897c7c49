import { Entity, Filter } from '@mikro-orm/decorators/legacy'
import { Field, ID } from 'type-graphql'
import { Column, Key } from '../../data/columns.ts'
import { TENANT_FILTER, tenantCondition } from '../../data/tenant.ts'
import { Json, Output, Text, Time } from '../../graphql/columns.ts'
import type { SecuritySettings } from './security.outputs.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    organization: Organization
  }
}

/** The service provider: a tenant. Its id is the one that the identity provider gives it. */
@Output('The service provider that the caller acts for.')
@Filter({ name: TENANT_FILTER, cond: tenantCondition, default: true })
@Entity()
export class Organization {
  @Key('text')
  @Field(() => ID, { name: 'id', description: 'As the identity provider names it.' })
  organizationId: string

  @Text({ nullable: true })
  name: string | null

  @Json({ nullable: true, description: 'Whom to reach; its fields are the caller’s own.' })
  contact: Record<string, unknown> | null

  @Json({ nullable: true, description: 'Where it is; its fields are the caller’s own.' })
  address: Record<string, unknown> | null

  @Text({ nullable: true, description: 'Who answers for the protection of personal information (POPIA, section 55).' })
  informationOfficerName: string | null

  @Text({ nullable: true })
  informationOfficerEmail: string | null

  @Text({ nullable: true })
  informationOfficerPhone: string | null

  @Text({ nullable: true, description: 'The officer’s registration number at the Information Regulator.' })
  informationOfficerRegistration: string | null

  @Text({ nullable: true, description: 'The organization’s own reference at the Information Regulator.' })
  popiaRegistration: string | null

  @Column('jsonb', { nullable: true })
  security: SecuritySettings | null

  @Column('integer', { nullable: true })
  requestGraceHours: number | null

  @Time()
  createdAt: Date

  @Time()
  updatedAt: Date
}
