import { Migration } from '@mikro-orm/migrations'

/** Group commits of audit records that pass by whoever's chain is being written to. */
export class Migration202611220200_audit_free extends Migration {
  override up(): void {
    // Never waits for a head: not for a locked one, and not for one that another transaction is about to make.
    this.addSql(`create function audit_append_free(organizations text[], records jsonb) returns text[]
      language plpgsql as $$
      declare
        free text[];
      begin
        select coalesce(array_agg(organization_id), '{}') into free from (
          select organization_id from audit_head where organization_id = any(organizations)
          order by organization_id for update skip locked
        ) head;
        if cardinality(free) = cardinality(organizations) then
          perform audit_append(records);
          return '{}';
        end if;
        perform audit_append(coalesce((
          select jsonb_agg(value order by ordinality) from jsonb_array_elements(records) with ordinality
          where value->>'organizationId' = any(free)
        ), '[]'));
        return array(select unnest(organizations) except select unnest(free));
      end $$`)
  }
}
