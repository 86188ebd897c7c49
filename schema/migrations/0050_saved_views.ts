/** Named views of the dashboard's lists, of one person or shared. */
export const sql = `
create table saved_view (
  organization_id text not null,
  id uuid not null,
  list text not null,
  name text not null,
  parameters text not null,
  is_shared boolean not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index saved_view_by_author on saved_view (organization_id, created_by);
create index saved_view_shared on saved_view (organization_id) where is_shared;
alter table saved_view set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy tenant on saved_view to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update, delete on saved_view to gateway_tenant;
create policy backup on saved_view for select to gateway_backup using (true);
grant select on saved_view to gateway_backup;
`
