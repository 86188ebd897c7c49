/** Who may be contacted, on which ground, and who must not be. */
export const sql = `
-- Who objected, or withdrew consent: known again by marks that are keyed outside of the database.
create table suppression (
  organization_id text not null,
  id uuid not null,
  email_mark text,
  phone_mark text,
  purpose text,
  channel text,
  cause text not null,
  note text,
  withdrawn_at timestamptz(3),
  withdrawn_by text,
  withdrawal_reason text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  check (num_nonnulls(email_mark, phone_mark) > 0)
);
create index suppression_by_creation on suppression (organization_id, created_at, id);
create index suppression_by_email on suppression (organization_id, email_mark) where withdrawn_at is null;
create index suppression_by_phone on suppression (organization_id, phone_mark) where withdrawn_at is null;

-- Grounds beside consent: POPIA section 69(2) and (3).
create table contact_basis (
  organization_id text not null,
  id uuid not null,
  kind text not null,
  contact text not null,
  channel text not null,
  evidence text not null,
  ended_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index contact_basis_by_contact on contact_basis (organization_id, contact, channel);
-- Whoever did not consent is asked once.
create unique index contact_basis_approach on contact_basis (organization_id, contact, channel) where kind = 'ONCE_ONLY_APPROACH';

-- The audience of a campaign on a direct channel.
create table campaign_recipient (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  channel text not null,
  contact text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign on delete cascade
);
create unique index campaign_recipient_contact on campaign_recipient (organization_id, campaign_id, channel, contact);

-- What the Information Regulator was told of a breach after the first notification.
create table breach_update (
  organization_id text not null,
  id uuid not null,
  breach_id uuid not null,
  sent_at timestamptz(3) not null,
  text text not null,
  reference text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, breach_id) references breach on delete cascade
);
create index breach_update_by_breach on breach_update (organization_id, breach_id);
alter table breach add column subjects_delay jsonb;

-- The register of processing: what is processed for what, and by whom for the organization.
create table operator (
  organization_id text not null,
  id uuid not null,
  name text not null,
  services text not null,
  contact text,
  country text not null,
  agreement_reference text,
  agreement_signed_on date,
  agreement_ends_on date,
  safeguards text,
  ended_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index operator_by_creation on operator (organization_id, created_at, id);

create table processing_activity (
  organization_id text not null,
  id uuid not null,
  name text not null,
  purpose text not null,
  ground text not null,
  subjects text[] not null,
  categories text[] not null,
  recipients text[] not null,
  retention text not null,
  security text,
  is_voluntary boolean not null,
  special_categories text[] not null,
  special_ground text,
  concerns_children boolean not null,
  children_ground text,
  operator_ids text[] not null,
  transfers jsonb not null,
  prior_authorisation text,
  ended_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index processing_activity_by_creation on processing_activity (organization_id, created_at, id);

do $$
declare
  access record;
begin
  for access in select * from (values
    ('suppression', 'select, insert, update'),
    ('contact_basis', 'select, insert, update'),
    ('campaign_recipient', 'select, insert, update, delete'),
    ('breach_update', 'select, insert, update'),
    ('operator', 'select, insert, update'),
    ('processing_activity', 'select, insert, update')
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
`
