/** Named filters over the known contacts of an organization. A campaign can take its audience from one. */
export const sql = `
create table segment (
  organization_id text not null,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index segment_by_creation on segment (organization_id, created_at, id);
create unique index segment_name on segment (organization_id, lower(name));
alter table segment set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

alter table campaign add column segment_id uuid;
-- The time at which the people of the segment became the audience of the campaign.
alter table campaign add column segment_frozen_at timestamptz(3);
alter table campaign add foreign key (organization_id, segment_id) references segment;
create index campaign_by_segment on campaign (organization_id, segment_id) where segment_id is not null;

alter table segment enable row level security;
alter table segment force row level security;
create policy tenant on segment to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update, delete on segment to gateway_tenant;
create policy backup on segment for select to gateway_backup using (true);
grant select on segment to gateway_backup;
create trigger held before delete on segment for each row execute function refuse_held('SEGMENT', 'id');
`
