import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../data/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    securityAlert: SecurityAlert
    announcedAlert: { organizationId: string; alertId: string; announcedAt: Date }
    monitoringHeartbeat: { organizationId: string; lastAt: Date; isSilent: boolean }
  }
}

/** An alert of the monitoring stack, as Alertmanager sent it. */
@Entity()
export class SecurityAlert extends TenantRow {
  @Column('text')
  fingerprint: string

  @Column('text')
  name: string

  @Column('text')
  severity: string

  @Column('text', { nullable: true })
  category: string | null

  @Column('text', { nullable: true })
  summary: string | null

  @Column('text', { nullable: true })
  description: string | null

  @Column('text')
  status: string

  @Column('timestamptz(3)')
  startsAt: Date

  @Column('timestamptz(3)', { nullable: true })
  endsAt: Date | null
}
