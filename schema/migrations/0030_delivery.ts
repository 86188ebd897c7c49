/** Senders of e-mail campaigns, and the message of each person. */
export const sql = String.raw`
create table sender (
  organization_id text not null,
  id uuid not null,
  name text not null,
  address text not null,
  reply_to text,
  physical_address text not null,
  telephone text not null,
  transport jsonb,
  sealed_password text,
  per_second integer,
  quiet_hours boolean not null,
  status text not null,
  dkim_selector text not null,
  dkim_public_key text not null,
  sealed_dkim_key text not null,
  dns_found jsonb,
  verified_at timestamptz(3),
  -- The warm-up counts the messages of a day; the pace is the time up to which the sender has used its rate.
  sent_on date,
  sent_today integer not null default 0,
  paced_until timestamptz(3),
  resting_until timestamptz(3),
  failures integer not null default 0,
  -- The domains of recipients that asked this sender to wait: the time until then, and how often in succession.
  resting_domains jsonb not null default '{}',
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index sender_by_creation on sender (organization_id, created_at, id);

alter table campaign add column sender_id uuid;
alter table campaign add column purpose text not null default 'MARKETING';
alter table campaign add foreign key (organization_id, sender_id) references sender;
create index campaign_by_sender on campaign (organization_id, sender_id) where sender_id is not null;

alter table campaign_recipient add column language text;
alter table campaign_recipient add column attributes jsonb not null default '{}';
-- Whether the message of the recipient was queued.
alter table campaign_recipient add column queued_at timestamptz(3);
create index campaign_recipient_unqueued on campaign_recipient (organization_id, campaign_id, id) where queued_at is null;

create table message (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  sender_id uuid,
  content_id uuid,
  content_version integer not null,
  channel text not null,
  contact text not null,
  contact_key text generated always as (person_key(contact)) stored,
  domain text not null,
  language text not null,
  status text not null,
  reason text,
  ground jsonb,
  attempts integer not null default 0,
  not_before timestamptz(3) not null,
  lease text,
  leased_until timestamptz(3),
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  bounced_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  complained_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign on delete cascade,
  foreign key (organization_id, sender_id) references sender,
  foreign key (organization_id, content_id) references content_item
);
-- Nobody gets a campaign twice.
create unique index message_contact on message (organization_id, campaign_id, channel, contact_key);
create index message_by_campaign on message (organization_id, campaign_id, created_at, id);
create index message_by_status on message (organization_id, campaign_id, status, reason);
create index message_by_person on message (organization_id, contact_key);
create index message_by_content on message (organization_id, content_id) where content_id is not null;
create index message_by_sender on message (organization_id, sender_id) where sender_id is not null;
create index message_waiting on message (organization_id, campaign_id, not_before, id) where status = 'QUEUED';
create index message_leased on message (organization_id, leased_until) where status = 'SENDING';
alter table message set (fillfactor = 80, autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0, vacuum_index_cleanup = on);
alter table sender set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

do $$
declare
  access record;
begin
  for access in select * from (values
    ('sender', 'select, insert, update, delete'),
    ('message', 'select, insert, update, delete')
  ) as access (table_name, tenant) loop
    execute format('alter table %I enable row level security', access.table_name);
    execute format('alter table %I force row level security', access.table_name);
    execute format('create policy tenant on %I to gateway_tenant
      using (organization_id = current_setting(''app.organization_id'', true))
      with check (organization_id = current_setting(''app.organization_id'', true))', access.table_name);
    execute format('grant %s on %I to gateway_tenant', access.tenant, access.table_name);
    execute format('create policy backup on %I for select to gateway_backup using (true)', access.table_name);
    execute format('grant select on %I to gateway_backup', access.table_name);
  end loop;
end $$;

create trigger held before delete on sender for each row execute function refuse_held('SENDER', 'id');
create trigger held before delete on message for each row
  execute function refuse_held('MESSAGE', 'id', 'CAMPAIGN', 'campaign_id');
`
