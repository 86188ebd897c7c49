import { Migration } from '@mikro-orm/migrations'

/** One call for what every change writes beside its rows: the audit records, the events, and the word to their readers. */
export class Migration20261121000800_changes extends Migration {
  override up(): void {
    this.addSql(`create function change_append(facts jsonb) returns void language plpgsql as $$
      begin
        perform audit_append(facts);
        insert into outbox (organization_id, type, resource_type, resource_id, user_id, occurred_at, payload)
        select "organizationId", action, "resourceType", "resourceId", "userId", timestamp, coalesce(payload, '{}')
        from jsonb_to_recordset(facts) as fact(
          "organizationId" text, action text, "resourceType" text, "resourceId" text, "userId" text,
          timestamp timestamptz, payload jsonb
        );
      end $$`)
  }
}
