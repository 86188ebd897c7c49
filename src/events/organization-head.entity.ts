import { Entity } from '@mikro-orm/decorators/legacy'
import { Column, Key } from '../data/columns.ts'
import { PersonalData } from '../security/personal-data.ts'

/** The last audit record and the last event of an organization. Only the database function `append` changes it. */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS_AND_HASHES' })
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

  /** Whether audit records wait for a checkpoint. */
  @Column('boolean')
  readonly awaitsCheckpoint!: boolean

  /** The number of changes of the team. Cached members are valid while it stays the same. */
  @Column('bigint')
  readonly teamVersion!: number

  /** See `data/row-counts.ts`. */
  @Column('jsonb', { nullable: true })
  readonly counts!: Record<string, Record<string, number>> | null
}
