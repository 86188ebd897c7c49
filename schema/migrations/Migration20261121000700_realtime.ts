import { Migration } from '@mikro-orm/migrations'
import { tenantTable } from '../../src/kernel/rls.ts'

/** What the breaches stream tells beside POPIA breaches: security alerts, compliance alerts, a silent monitoring. */
export class Migration20261121000700_realtime extends Migration {
  override up(): void {
    for (const statement of [
      `create table security_alert (
        id uuid primary key,
        organization_id text not null references organization,
        fingerprint text not null,
        name text not null,
        severity text not null,
        category text,
        summary text,
        description text,
        status text not null,
        starts_at timestamptz(3) not null,
        ends_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (organization_id, fingerprint, starts_at)
      )`,
      ...tenantTable('security_alert', { tenant: ['select', 'insert', 'update'] }),
      // An alert is told once: the row is claimed by the process that tells it.
      `create table announced_alert (
        organization_id text not null references organization,
        alert_id uuid not null,
        announced_at timestamptz(3) not null default now(),
        primary key (organization_id, alert_id)
      )`,
      ...tenantTable('announced_alert', { tenant: ['select', 'insert', 'delete'] }),
      `create table monitoring_heartbeat (
        organization_id text primary key references organization,
        last_at timestamptz(3) not null,
        is_silent boolean not null
      )`,
      ...tenantTable('monitoring_heartbeat', { tenant: ['select', 'insert', 'update'], system: ['select'] }),
    ]) {
      this.addSql(statement)
    }
  }
}
