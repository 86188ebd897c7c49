import { Entity } from '@mikro-orm/decorators/legacy'
import { Column, Key } from '../data/columns.ts'
import { PersonalData } from '../security/personal-data.ts'

declare module '../data/transaction.ts' {
  interface Tables {
    organizationHead: OrganizationHead
  }
}

/** The last audit record and the last event of an organization. Only the database function `append` moves it. */
@PersonalData({ erase: 'keep', reason: 'holds numbers and hashes only' })
@Entity()
export class OrganizationHead {
  @Key('text')
  readonly organizationId!: string

  @Column('bigint')
  readonly auditSequence!: number

  @Column('text')
  readonly auditHash!: string

  @Column('bigint')
  readonly eventNumber!: number

  @Column('timestamptz(3)')
  readonly at!: Date

  /** Whether records are known to wait for a checkpoint. */
  @Column('boolean')
  readonly awaitsCheckpoint!: boolean

  /** How often the team changed: what is remembered of members holds while this does. */
  @Column('bigint')
  readonly teamVersion!: number

  /** See `data/row-counts.ts`. */
  @Column('jsonb', { nullable: true })
  readonly counts!: Record<string, Record<string, number>> | null
}
