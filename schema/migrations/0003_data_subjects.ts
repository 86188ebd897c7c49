/** Whom personal data is about: people, what was judged to be theirs, and what must not be touched. */
export const sql = String.raw`
-- Identifiers are keyed digests here: a person is found by them, and nobody is named.
create table registered_subject (
  organization_id text not null,
  id uuid not null,
  email text,
  phone text,
  id_number text,
  reference text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index registered_subject_by_email on registered_subject (organization_id, email) where email is not null;
create index registered_subject_by_phone on registered_subject (organization_id, phone) where phone is not null;
create index registered_subject_by_id_number on registered_subject (organization_id, id_number) where id_number is not null;
create index registered_subject_by_reference on registered_subject (organization_id, reference) where reference is not null;

-- What a person judged of a record: which of its fields are the subject's, and which are not.
create table subject_link (
  organization_id text not null,
  id uuid not null,
  subject_id uuid not null,
  resource text not null,
  row_id text not null,
  confirmed text[] not null,
  left_out text[] not null,
  reason text not null,
  seen_at timestamptz(3),
  decided_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, subject_id) references registered_subject on delete cascade,
  unique (organization_id, subject_id, resource, row_id)
);

create table legal_hold (
  organization_id text not null,
  id uuid not null,
  kind text not null,
  resource text not null,
  row_id text,
  ground text not null,
  until timestamptz(3),
  released_at timestamptz(3),
  released_by text,
  release_reason text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index legal_hold_by_creation on legal_hold (organization_id, created_at, id);

alter table organization add request_grace_hours integer;

alter table data_subject_request add subject_id uuid;
alter table data_subject_request add granted jsonb;
alter table data_subject_request add executes_at timestamptz(3);
alter table data_subject_request add executed_by text;
alter table data_subject_request add grace_reason text;
alter table data_subject_request add certificate jsonb;
alter table data_subject_request add foreign key (organization_id, subject_id) references registered_subject;
create index data_subject_request_by_subject on data_subject_request (organization_id, subject_id) where subject_id is not null;
create index data_subject_request_by_execution on data_subject_request (organization_id, executes_at) where executes_at is not null;

do $$
declare
  access record;
begin
  for access in select * from (values
    ('registered_subject', 'select, insert, update, delete'),
    ('subject_link', 'select, insert, update, delete'),
    ('legal_hold', 'select, insert, update')
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

-- Erasure reaches what was written for good: whom an event or a notification names, the key of a figure, and answers that
-- were kept to be given again.
grant update (user_id, resource_id, payload) on event to gateway_tenant;
grant update (user_id, resource_id, payload, updated_at) on notification to gateway_tenant;
grant update (key, updated_at) on analytics_record to gateway_tenant;
grant update (response) on idempotency_key to gateway_tenant;
grant delete on notification_read to gateway_tenant;
`
