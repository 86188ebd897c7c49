import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../../data/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

/**
 * The retention period that an organization set for a resource, and its deletions so far. A resource without a setting
 * has the default period.
 */
@Entity()
export class RetentionSetting extends TenantRow {
  @Column('text')
  readonly resource!: string

  @Column('integer', { nullable: true })
  readonly days!: number | null

  @Column('bigint')
  readonly deletedCount!: number

  @Column('timestamptz(3)', { nullable: true })
  readonly enforcedAt!: Date | null
}
