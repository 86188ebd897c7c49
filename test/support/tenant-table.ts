/** The statements that enable forced row-level security for a table, in the same way as the baseline migration. */
export const tenantTable = (table: string, privileges: string): string[] => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy tenant on ${table} to gateway_tenant
    using (organization_id = current_setting('app.organization_id', true))
    with check (organization_id = current_setting('app.organization_id', true))`,
  `grant ${privileges} on ${table} to gateway_tenant`,
]
