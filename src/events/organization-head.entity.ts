import { Entity, Filter } from '@mikro-orm/decorators/legacy'
import { Column, Key } from '../data/columns.ts'
import { TENANT_FILTER, tenantCondition } from '../data/tenant.ts'
import { PersonalData } from '../security/personal-data.ts'

declare module '../data/transaction.ts' {
  interface Tables {
    organizationHead: OrganizationHead
  }
}

/** The last audit record and the last event of an organization. Only the database function `append` moves it. */
@Filter({ name: TENANT_FILTER, cond: tenantCondition, default: true })
@PersonalData({ erase: 'keep', reason: 'holds numbers and hashes only' })
@Entity()
export class OrganizationHead {
  @Key('text')
  organizationId: string

  @Column('bigint')
  auditSequence: number

  @Column('text')
  auditHash: string

  @Column('bigint')
  eventNumber: number

  @Column('timestamptz(3)')
  at: Date

  /** Whether records are known to wait for a checkpoint. */
  @Column('boolean')
  awaitsCheckpoint: boolean
}
