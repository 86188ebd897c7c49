/** Reports of figures that are mailed to members of the team each week or month. */
export const sql = `
create table report_schedule (
  organization_id text not null,
  id uuid not null,
  sent_on text not null,
  hour integer not null,
  time_zone text not null,
  client_id uuid,
  sector text,
  type text,
  recipient_ids text[] not null,
  is_paused boolean not null,
  due_at timestamptz(3) not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
alter table report_schedule set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

alter table report_schedule enable row level security;
alter table report_schedule force row level security;
create policy tenant on report_schedule to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update, delete on report_schedule to gateway_tenant;
create policy backup on report_schedule for select to gateway_backup using (true);
grant select on report_schedule to gateway_backup;
`
