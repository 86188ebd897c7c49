/** Imports of recipients, and the rows of their files until they are read. */
export const sql = `
create table recipient_import (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  channel text not null,
  status text not null,
  columns text[] not null,
  delimiter text not null,
  pieces integer not null,
  total integer not null,
  rows integer not null,
  lines integer not null,
  -- The beginning of a row whose quoted value continues in the next piece.
  rest text not null,
  imported integer not null,
  duplicates integer not null,
  failed integer not null,
  errors jsonb not null,
  failure text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign on delete cascade
);
create index recipient_import_by_creation on recipient_import (organization_id, created_at, id);
create index recipient_import_by_campaign on recipient_import (organization_id, campaign_id, created_at, id);
create index recipient_import_waiting on recipient_import (organization_id, created_at, id) where status in ('QUEUED', 'RUNNING');

create table recipient_import_part (
  organization_id text not null,
  import_id uuid not null,
  number integer not null,
  rows jsonb not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, import_id, number),
  foreign key (organization_id, import_id) references recipient_import on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['recipient_import', 'recipient_import_part'] loop
    execute format('alter table %I set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0)', name);
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy tenant on %I to gateway_tenant
      using (organization_id = current_setting(''app.organization_id'', true))
      with check (organization_id = current_setting(''app.organization_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to gateway_tenant', name);
    execute format('create policy backup on %I for select to gateway_backup using (true)', name);
    execute format('grant select on %I to gateway_backup', name);
  end loop;
end $$;
`
