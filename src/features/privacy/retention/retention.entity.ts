import { rowWith } from '../../../common/class-fields.ts'
import { Column, Entity } from '../../../data/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'

/**
 * The retention period that an organization set for a resource, and its deletions so far. A resource without a setting
 * has the default period.
 */
@Entity()
export class RetentionSetting extends rowWith(TenantRow, {
  resource: Column('text'),
  days: Column('integer', { nullable: true }),
  deletedCount: Column('bigint'),
  enforcedAt: Column('timestamptz(3)', { nullable: true }),
}) {}
