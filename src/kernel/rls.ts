/** What a role may do to a table. */
type Privilege = 'select' | 'insert' | 'update' | 'delete'

/**
 * The statements that put a table behind forced row-level security: the tenant role sees the rows of the organization
 * in `app.organization_id`, the system role (jobs, audit) what `system` grants. For migrations.
 * @param key the column that holds the organization's id
 */
export function tenantTable(
  table: string,
  { tenant, system = [], key = 'organization_id' }: { tenant: Privilege[]; system?: Privilege[]; key?: string },
): string[] {
  const own = `${key} = current_setting('app.organization_id', true)`
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} to gateway_tenant using (${own}) with check (${own})`,
    `grant ${tenant.join(', ')} on ${table} to gateway_tenant`,
    ...(system.length > 0
      ? [
          `create policy system on ${table} to gateway_system using (true) with check (true)`,
          `grant ${system.join(', ')} on ${table} to gateway_system`,
        ]
      : []),
  ]
}

/** Makes an unprivileged role that the login role may act as. Roles are shared by all databases of a server. */
export const actingRole = (role: string): string[] => [
  `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
  `do $$ begin execute format('grant ${role} to %I', current_user); exception when unique_violation then null; end $$`,
  `grant usage on schema public to ${role}`,
]
