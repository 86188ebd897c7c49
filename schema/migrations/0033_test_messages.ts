/** Tests of the e-mails of campaigns. */
export const sql = String.raw`
create table test_message (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  content_id uuid,
  content_version integer not null,
  contact text not null,
  status text not null,
  reason text,
  sent_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign on delete cascade,
  foreign key (organization_id, content_id) references content_item
);
create index test_message_by_creation on test_message (organization_id, created_at, id);
create index test_message_by_campaign on test_message (organization_id, campaign_id, created_at, id);
create index test_message_by_content on test_message (organization_id, content_id) where content_id is not null;
create index test_message_waiting on test_message (organization_id, created_at, id) where status in ('QUEUED', 'SENDING');
alter table test_message set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
alter table test_message enable row level security;
alter table test_message force row level security;
create policy tenant on test_message to gateway_tenant
  using (organization_id = current_setting('app.organization_id', true))
  with check (organization_id = current_setting('app.organization_id', true));
grant select, insert, update, delete on test_message to gateway_tenant;
create policy backup on test_message for select to gateway_backup using (true);
grant select on test_message to gateway_backup;
create trigger held before delete on test_message for each row
  execute function refuse_held('TEST_MESSAGE', 'id', 'CAMPAIGN', 'campaign_id');
`
