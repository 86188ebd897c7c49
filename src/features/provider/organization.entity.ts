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
@Output('Organization that the caller acts for.')
@Filter({ name: TENANT_FILTER, cond: tenantCondition, default: true })
@Entity()
export class Organization {
  @Key('text')
  @Field(() => ID, { name: 'id', description: 'Id of the organization at the identity provider.' })
  organizationId: string

  @Text({ nullable: true, description: 'Name of the organization.' })
  name: string | null

  @Json({ nullable: true, description: 'Contact details; the fields are the caller’s own.' })
  contact: Record<string, unknown> | null

  @Json({ nullable: true, description: 'Address; the fields are the caller’s own.' })
  address: Record<string, unknown> | null

  @Text({ nullable: true, description: 'Name of the Information Officer (POPIA section 55).' })
  informationOfficerName: string | null

  @Text({ nullable: true, description: 'E-mail address of the Information Officer.' })
  informationOfficerEmail: string | null

  @Text({ nullable: true, description: 'Phone number of the Information Officer.' })
  informationOfficerPhone: string | null

  @Text({ nullable: true, description: 'Registration number of the Information Officer at the Information Regulator.' })
  informationOfficerRegistration: string | null

  @Text({ nullable: true, description: 'Registration number of the organization at the Information Regulator.' })
  popiaRegistration: string | null

  @Column('jsonb', { nullable: true })
  security: SecuritySettings | null

  @Column('integer', { nullable: true })
  requestGraceHours: number | null

  @Time({ description: 'Time at which the record was created.' })
  createdAt: Date

  @Time({ description: 'Time of the last change.' })
  updatedAt: Date
}
