import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../../data/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    retentionSetting: RetentionSetting
  }
}

/** The period that an organization set for a resource, and what was deleted for it. A resource without one has the default. */
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
