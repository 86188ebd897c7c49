import { rowWith } from '../../common/class-fields.ts'
import { Column, Entity } from '../../data/columns.ts'
import { declareReading } from '../../graphql/read-permissions.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    announcedAlert: { organizationId: string; alertId: string; announcedAt: Date }
    monitoringHeartbeat: { organizationId: string; lastAt: Date; isSilent: boolean }
  }
}

/** An alert of the monitoring stack, as Alertmanager sent it. */
@Entity()
export class SecurityAlert extends rowWith(TenantRow, {
  fingerprint: Column('text'),
  name: Column('text'),
  severity: Column('text'),
  category: Column('text', { nullable: true }),
  summary: Column('text', { nullable: true }),
  description: Column('text', { nullable: true }),
  status: Column('text'),
  startsAt: Column('timestamptz(3)'),
  endsAt: Column('timestamptz(3)', { nullable: true }),
}) {}
declareReading(SecurityAlert, 'org:privacy:read')
