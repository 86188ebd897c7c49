import { Entity } from '@mikro-orm/decorators/legacy'
import { Column } from '../../data/columns.ts'
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
export class SecurityAlert extends TenantRow {
  @Column('text')
  readonly fingerprint!: string

  @Column('text')
  readonly name!: string

  @Column('text')
  readonly severity!: string

  @Column('text', { nullable: true })
  readonly category!: string | null

  @Column('text', { nullable: true })
  readonly summary!: string | null

  @Column('text', { nullable: true })
  readonly description!: string | null

  @Column('text')
  readonly status!: string

  @Column('timestamptz(3)')
  readonly startsAt!: Date

  @Column('timestamptz(3)', { nullable: true })
  readonly endsAt!: Date | null
}
declareReading(SecurityAlert, 'org:privacy:read')
