/** Runs of the known contacts against the opt-out registry of the National Consumer Commission. */
export const sql = `
create table registry_cleansing (
  organization_id text not null,
  id uuid not null,
  status text not null,
  contacts integer not null,
  matches integer not null,
  suppressed integer not null,
  completed_at timestamptz(3),
  completed_by text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index registry_cleansing_by_creation on registry_cleansing (organization_id, created_at, id);
create index registry_cleansing_completed on registry_cleansing (organization_id, completed_at desc) where completed_at is not null;
alter table registry_cleansing set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table registry_cleansing enable row level security;
alter table registry_cleansing force row level security;
create policy tenant on registry_cleansing to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update, delete on registry_cleansing to gateway_tenant;
create policy backup on registry_cleansing for select to gateway_backup using (true);
grant select on registry_cleansing to gateway_backup;
create trigger held before delete on registry_cleansing for each row execute function refuse_held('REGISTRY_CLEANSING', 'id');
`
