import { Migration } from '@mikro-orm/migrations'

/** Leases of single deliveries in place of whole endpoints: each message comes due by itself. */
export class Migration202611220602_deliveries extends Migration {
  override up(): void {
    for (const statement of [
      'alter table webhook drop column lease, drop column leased_until',
      'alter table webhook_delivery add column lease uuid, add column leased_until timestamptz(3)',
      'drop index webhook_delivery_waiting',
      `create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at, sequence)
        where status = 'PENDING'`,
      `create index webhook_delivery_leased on webhook_delivery (organization_id, webhook_id)
        where lease is not null`,
    ]) {
      this.addSql(statement)
    }
  }
}
