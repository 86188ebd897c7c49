/** The schema of version 0.2, whole. Released SQL never changes: add the next file instead. */
export const sql = String.raw`
-- The tenants, and what is theirs.

create table organization (
  organization_id text not null,
  name text,
  information_officer_name text,
  information_officer_email text,
  information_officer_phone text,
  contact jsonb,
  address jsonb,
  information_officer_registration text,
  popia_registration text,
  security jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id)
);

create table client (
  organization_id text not null,
  id uuid not null,
  name text not null,
  type text not null,
  industry text not null,
  sector text not null,
  contact jsonb not null,
  government_level text,
  security_clearance text,
  status text not null,
  onboarded_at timestamptz(3) not null,
  compliance jsonb not null,
  attributes jsonb not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index client_by_creation on client (organization_id, created_at, id);
create index client_by_name on client (organization_id, name, id);
create index client_by_sector on client (organization_id, sector);

create table campaign (
  organization_id text not null,
  id uuid not null,
  name text not null,
  client_id uuid,
  type text not null,
  status text not null,
  description text,
  channels text[] not null,
  budget_cents bigint,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  failure_reason text,
  budget_told integer not null default 0,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, client_id) references client
);
create index campaign_by_creation on campaign (organization_id, created_at, id);
create index campaign_by_name on campaign (organization_id, name, id);
create index campaign_by_client on campaign (organization_id, client_id, created_at, id);
create index campaign_by_status on campaign (organization_id, status, created_at, id);
create index campaign_due on campaign (organization_id, starts_at) where status = 'SCHEDULED';
create index campaign_ending on campaign (organization_id, ends_at) where status in ('SCHEDULED', 'ACTIVE', 'PAUSED');

create table content_item (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid,
  title text not null,
  type text not null,
  body text not null,
  status text not null,
  language text not null default 'en',
  channel text,
  is_template boolean not null default false,
  variables text[] not null default '{}',
  version integer not null default 1,
  edited_by text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign
);
create index content_item_by_campaign on content_item (organization_id, campaign_id);
create index content_item_by_creation on content_item (organization_id, created_at, id);
create index content_item_by_title on content_item (organization_id, title, id);
create index content_item_by_status on content_item (organization_id, status, created_at, id);

create table content_version (
  organization_id text not null,
  id uuid not null,
  content_id uuid not null,
  version integer not null,
  title text not null,
  body text not null,
  language text not null,
  channel text,
  variables text[] not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, content_id) references content_item on delete cascade,
  unique (organization_id, content_id, version)
);

create table analytics_record (
  organization_id text not null,
  id uuid not null,
  campaign_id uuid not null,
  content_id uuid,
  channel text,
  day date not null,
  impressions bigint not null,
  clicks bigint not null,
  conversions bigint not null,
  spend_cents bigint not null,
  revenue_cents bigint not null,
  key text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign,
  foreign key (organization_id, content_id) references content_item
);
create unique index analytics_record_key on analytics_record (organization_id, key) where key is not null;
create index analytics_record_by_day on analytics_record (organization_id, day, id);
create index analytics_record_by_creation on analytics_record (organization_id, created_at, id);
create index analytics_record_by_content on analytics_record (organization_id, content_id) where content_id is not null;
create index analytics_record_by_campaign on analytics_record (organization_id, campaign_id, day, id);

-- Sums of analytics records, kept by whoever adds and deletes these (see analytics.roll-ups.ts).

create table campaign_day (
  organization_id text not null,
  campaign_id uuid not null,
  day date not null,
  records bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  conversions bigint not null,
  spend_cents bigint not null,
  revenue_cents bigint not null,
  primary key (organization_id, campaign_id, day),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign on delete cascade
) with (fillfactor = 80);
create index campaign_day_by_day on campaign_day (organization_id, day);

create table campaign_total (
  organization_id text not null,
  campaign_id uuid not null,
  records bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  conversions bigint not null,
  spend_cents bigint not null,
  revenue_cents bigint not null,
  primary key (organization_id, campaign_id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, campaign_id) references campaign on delete cascade
) with (fillfactor = 80);

create table organization_day (
  organization_id text not null,
  day date not null,
  records bigint not null,
  impressions bigint not null,
  clicks bigint not null,
  conversions bigint not null,
  spend_cents bigint not null,
  revenue_cents bigint not null,
  primary key (organization_id, day),
  foreign key (organization_id) references organization
) with (fillfactor = 80);

-- Adds records to the sums of their organization, or takes them away. Whoever writes sums waits until the others have
-- committed: campaigns are locked before, the sums behind it. The rows are selected along with the organization, by which a
-- sharded database knows where they belong.
create function add_results(organization text, results analytics_record[], sign integer) returns void language plpgsql as $$
begin
  perform organization_id from organization where organization_id = add_results.organization for no key update;
  insert into campaign_day as kept
    select owner.organization_id, campaign_id, day,
      sign * count(*), sign * sum(impressions), sign * sum(clicks), sign * sum(conversions),
      sign * sum(spend_cents), sign * sum(revenue_cents)
    from organization as owner cross join unnest(results) as added
    where owner.organization_id = add_results.organization
    group by owner.organization_id, campaign_id, day
    on conflict (organization_id, campaign_id, day) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
  insert into campaign_total as kept
    select owner.organization_id, campaign_id,
      sign * count(*), sign * sum(impressions), sign * sum(clicks), sign * sum(conversions),
      sign * sum(spend_cents), sign * sum(revenue_cents)
    from organization as owner cross join unnest(results) as added
    where owner.organization_id = add_results.organization
    group by owner.organization_id, campaign_id
    on conflict (organization_id, campaign_id) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
  insert into organization_day as kept
    select owner.organization_id, day,
      sign * count(*), sign * sum(impressions), sign * sum(clicks), sign * sum(conversions),
      sign * sum(spend_cents), sign * sum(revenue_cents)
    from organization as owner cross join unnest(results) as added
    where owner.organization_id = add_results.organization
    group by owner.organization_id, day
    on conflict (organization_id, day) do update set
      records = kept.records + excluded.records, impressions = kept.impressions + excluded.impressions,
      clicks = kept.clicks + excluded.clicks, conversions = kept.conversions + excluded.conversions,
      spend_cents = kept.spend_cents + excluded.spend_cents,
      revenue_cents = kept.revenue_cents + excluded.revenue_cents;
end $$;

-- Makes records, but none whose key is taken, and adds them to the sums. Keys come in one order: of two that have the same
-- ones, only one waits for the other. Returns the ids of what was made.
create function record_results(organization text, results json) returns setof uuid language plpgsql as $$
declare
  made analytics_record[];
begin
  with added as (
    insert into analytics_record
    select organization_id, result.*, date_trunc('milliseconds', clock_timestamp()),
      date_trunc('milliseconds', clock_timestamp())
    from organization cross join json_to_recordset(results) as result (
      "id" uuid, "campaignId" uuid, "contentId" uuid, "channel" text, "day" date, "impressions" bigint, "clicks" bigint,
      "conversions" bigint, "spendCents" bigint, "revenueCents" bigint, "key" text
    )
    where organization_id = record_results.organization order by "key", "id"
    on conflict (organization_id, key) where key is not null do nothing
    returning *
  )
  select array_agg(added::analytics_record) into made from added;
  perform add_results(record_results.organization, made, 1);
  return query select id from unnest(made);
end $$;

-- Deletes records, and takes them from the sums. Returns how many there were.
create function delete_results(organization text, ids uuid[]) returns bigint language plpgsql as $$
declare
  gone analytics_record[];
begin
  perform organization_id from organization where organization_id = delete_results.organization for no key update;
  with deleted as (
    delete from analytics_record where organization_id = delete_results.organization and id = any(ids) returning *
  )
  select array_agg(deleted::analytics_record) into gone from deleted;
  perform add_results(delete_results.organization, gone, -1);
  return coalesce(cardinality(gone), 0);
end $$;

-- Deletes all records of campaigns that are about to be deleted. Their own sums go with them, and say what the organization's
-- lose: a row for each day, however many records there are.
create function delete_results_of(organization text, campaigns uuid[]) returns void language plpgsql as $$
begin
  perform organization_id from organization where organization_id = delete_results_of.organization for no key update;
  update organization_day as kept set
    records = kept.records - gone.records, impressions = kept.impressions - gone.impressions,
    clicks = kept.clicks - gone.clicks, conversions = kept.conversions - gone.conversions,
    spend_cents = kept.spend_cents - gone.spend_cents, revenue_cents = kept.revenue_cents - gone.revenue_cents
  from (
    select day, sum(records) as records, sum(impressions) as impressions, sum(clicks) as clicks,
      sum(conversions) as conversions, sum(spend_cents) as spend_cents, sum(revenue_cents) as revenue_cents
    from campaign_day where organization_id = delete_results_of.organization and campaign_id = any(campaigns)
    group by day
  ) as gone
  where kept.organization_id = delete_results_of.organization and kept.day = gone.day;
  delete from analytics_record
    where organization_id = delete_results_of.organization and campaign_id = any(campaigns);
end $$;

-- People.

create table team_member (
  organization_id text not null,
  id uuid not null,
  user_id text not null,
  name text not null,
  email text,
  role text not null,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create unique index team_member_by_user on team_member (organization_id, user_id);
create index team_member_by_name on team_member (organization_id, name, id);
create index team_member_by_creation on team_member (organization_id, created_at, id);

create table invitation (
  organization_id text not null,
  id uuid not null,
  email text not null,
  role text not null,
  message text,
  status text not null,
  token_hash text not null,
  valid_days integer not null,
  expires_at timestamptz(3) not null,
  is_demo boolean not null,
  answered_by text,
  answered_at timestamptz(3),
  email_status text,
  email_error text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  unique (organization_id, token_hash)
);
-- One that has expired still reads PENDING here: it is told by the clock, and set aside when its address is invited again.
create unique index invitation_pending on invitation (organization_id, email) where status = 'PENDING';
create index invitation_by_creation on invitation (organization_id, created_at, id);

-- Privacy. Evidence of consent is never deleted.

create table data_subject_request (
  organization_id text not null,
  id uuid not null,
  type text not null,
  status text not null,
  subject jsonb not null,
  details text,
  correction jsonb,
  purpose text,
  channel text,
  received_at timestamptz(3) not null,
  assigned_to text,
  identity jsonb,
  duplicate_of_id uuid,
  extension_days integer,
  extension_reasons text,
  extended_at timestamptz(3),
  decision text,
  decision_reasons text,
  decided_at timestamptz(3),
  decided_by text,
  outcome jsonb,
  failure text,
  completed_at timestamptz(3),
  notified_at timestamptz(3),
  notice_delivery text,
  export_revoked_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, duplicate_of_id) references data_subject_request
);
create index data_subject_request_by_creation on data_subject_request (organization_id, created_at, id);
create index data_subject_request_by_status on data_subject_request (organization_id, status, received_at);
create index data_subject_request_by_original on data_subject_request (organization_id, duplicate_of_id) where duplicate_of_id is not null;

create table consent (
  organization_id text not null,
  id uuid not null,
  subject jsonb not null,
  purpose text not null,
  channel text not null,
  address text,
  wording text not null,
  version text,
  source text,
  status text not null,
  granted_at timestamptz(3) not null,
  expires_at timestamptz(3),
  withdrawn_at timestamptz(3),
  withdrawal_reason text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index consent_by_creation on consent (organization_id, created_at, id);
create index consent_by_channel on consent (organization_id, channel, status, expires_at);

create table breach (
  organization_id text not null,
  id uuid not null,
  title text not null,
  description text not null,
  severity text not null,
  status text not null,
  discovered_at timestamptz(3) not null,
  affected_subjects integer,
  data_categories text[] not null,
  consequences text,
  measures text,
  recommendations text,
  unauthorised_person text,
  assigned_to text,
  contained_at timestamptz(3),
  closed_at timestamptz(3),
  regulator_notification jsonb,
  subjects_notification jsonb,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index breach_by_creation on breach (organization_id, created_at, id);
create index breach_by_status on breach (organization_id, status, discovered_at);

create table retention_setting (
  organization_id text not null,
  id uuid not null,
  resource text not null,
  days integer,
  deleted_count bigint not null,
  enforced_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  unique (organization_id, resource)
);

create table alert_mark (
  organization_id text not null,
  id uuid not null,
  status text not null,
  note text,
  changed_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);

-- What the breaches stream tells beside breaches.

create table security_alert (
  organization_id text not null,
  id uuid not null,
  fingerprint text not null,
  name text not null,
  severity text not null,
  category text,
  summary text,
  description text,
  status text not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  unique (organization_id, fingerprint, starts_at)
);

create table announced_alert (
  organization_id text not null,
  alert_id uuid not null,
  announced_at timestamptz(3) not null default now(),
  primary key (organization_id, alert_id),
  foreign key (organization_id) references organization
);

create table monitoring_heartbeat (
  organization_id text not null,
  last_at timestamptz(3) not null,
  is_silent boolean not null,
  primary key (organization_id),
  foreign key (organization_id) references organization
);

-- What leaves the service: notifications, webhooks, e-mail; and the keys that callers come with.

create table notification (
  organization_id text not null,
  id uuid not null,
  type text not null,
  resource_type text not null,
  resource_id text,
  user_id text,
  payload jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index notification_by_creation on notification (organization_id, created_at, id);

create table notification_read (
  organization_id text not null,
  user_id text not null,
  notification_id uuid not null,
  read_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id, notification_id),
  foreign key (organization_id, notification_id) references notification on delete cascade
);
create index notification_read_by_notification on notification_read (organization_id, notification_id);

create table webhook (
  organization_id text not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  status text not null,
  sealed_secret text not null,
  sealed_old_secret text,
  old_secret_until timestamptz(3),
  failing_since timestamptz(3),
  disabled_reason text,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization
);
create index webhook_by_creation on webhook (organization_id, created_at, id);

create table webhook_delivery (
  organization_id text not null,
  id uuid not null,
  sequence bigint not null,
  webhook_id uuid not null,
  message_id text not null,
  type text not null,
  payload jsonb not null,
  status text not null,
  attempts jsonb not null,
  next_attempt_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhook on delete cascade
);
create index webhook_delivery_by_creation on webhook_delivery (organization_id, webhook_id, created_at, id);
create index webhook_delivery_by_age on webhook_delivery (organization_id, created_at);
create index webhook_delivery_due on webhook_delivery (organization_id, webhook_id, next_attempt_at, sequence) where status = 'PENDING';
create index webhook_delivery_leased on webhook_delivery (organization_id, webhook_id) where lease is not null;

create table api_key (
  organization_id text not null,
  id uuid not null,
  name text not null,
  hash bytea not null,
  hint text not null,
  role text not null,
  scopes text[],
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  unique (organization_id, hash)
);
create index api_key_by_creation on api_key (organization_id, created_at, id);

create table mail (
  organization_id text not null,
  id uuid not null,
  invitation_id uuid,
  request_id uuid,
  sealed_mail text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  give_up_at timestamptz(3) not null,
  lease uuid,
  leased_until timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id) references organization,
  foreign key (organization_id, invitation_id) references invitation on delete cascade,
  foreign key (organization_id, request_id) references data_subject_request on delete cascade,
  check (num_nonnulls(invitation_id, request_id) = 1)
);
create index mail_by_attempt on mail (organization_id, next_attempt_at);
create index mail_by_invitation on mail (organization_id, invitation_id);
create index mail_by_request on mail (organization_id, request_id);

-- Answers that are given again.

create table idempotency_key (
  organization_id text not null,
  user_id text not null,
  route text not null,
  key_hash text not null,
  body_hash text not null,
  response text not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, user_id, route, key_hash)
);
create index idempotency_key_by_age on idempotency_key (organization_id, created_at);

-- What was done, and what others must hear of it. The head of an organization orders both: whoever appends holds its row
-- to the commit, so numbers are given in the order of commits, without gaps, and the time never goes back.

create table organization_head (
  organization_id text not null,
  audit_sequence bigint not null default 0,
  audit_hash text not null default repeat('0', 64),
  event_number bigint not null default 0,
  at timestamptz(3) not null default '-infinity',
  primary key (organization_id)
) with (fillfactor = 50);

create table audit_record (
  organization_id text not null,
  sequence bigint not null,
  id uuid not null,
  action text not null,
  user_id text not null,
  resource_type text not null,
  resource_id text,
  timestamp timestamptz(3) not null,
  ip_address text not null,
  user_agent text not null,
  hash text not null,
  primary key (organization_id, sequence)
);
create index audit_record_by_resource on audit_record (organization_id, resource_id, sequence);
create index audit_record_by_action on audit_record (organization_id, action, sequence);
create index audit_record_by_resource_type on audit_record (organization_id, resource_type, sequence);
create index audit_record_by_user on audit_record (organization_id, user_id, sequence);

create table event (
  organization_id text not null,
  number bigint not null,
  type text not null,
  resource_type text not null,
  resource_id text,
  user_id text not null,
  occurred_at timestamptz(3) not null,
  payload jsonb not null,
  primary key (organization_id, number)
);
create index event_by_age on event (organization_id, occurred_at);

-- How far each consumer has worked on the events of an organization.
create table event_cursor (
  organization_id text not null,
  consumer text not null,
  number bigint not null default 0,
  primary key (organization_id, consumer)
);

-- Organizations that have work, and from when: the one table of tenants that is read for all of them at once.
create table due_work (
  organization_id text not null,
  kind text not null,
  due_at timestamptz(3) not null default now(),
  primary key (organization_id, kind)
);
create index due_work_by_time on due_work (kind, due_at, organization_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_record for each row execute function refuse_change();
create trigger no_truncate before truncate on audit_record for each statement execute function refuse_change();

-- Whatever is inserted becomes the next record of its organization's chain: number, time and hash are given here. The hash
-- covers the hash before, the number and the facts as canonical JSON (RFC 8785). Tables are named with their schema, so
-- that no other one of the name is read.
create function link_audit_record() returns trigger language plpgsql as $$
declare
  previous record;
begin
  -- Where the end was taken away by someone who could, the head still knows it: then the gap is found by verification.
  select * into previous from (
    (select sequence, hash, timestamp as at from public.audit_record
      where organization_id = new.organization_id order by sequence desc limit 1)
    union all
    select audit_sequence, audit_hash, at from public.organization_head where organization_id = new.organization_id
  ) as ends order by sequence desc limit 1;
  if not found then
    raise exception 'audit records need a head' using errcode = 'insufficient_privilege';
  end if;
  new.sequence := previous.sequence + 1;
  -- The clock of the server may have been set back.
  new.timestamp := greatest(date_trunc('milliseconds', clock_timestamp()), previous.at);
  new.hash := encode(sha256(convert_to(
    previous.hash || E'\n' || new.sequence || E'\n{"action":' || to_json(new.action) || ',"id":"' || new.id ||
    '","metadata":{"ipAddress":' || to_json(new.ip_address) || ',"userAgent":' || to_json(new.user_agent) ||
    '},"organizationId":' || to_json(new.organization_id) ||
    ',"resourceId":' || coalesce(to_json(new.resource_id)::text, 'null') ||
    ',"resourceType":' || to_json(new.resource_type) ||
    ',"timestamp":"' || to_char(new.timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ||
    '","userId":' || to_json(new.user_id) || '}', 'UTF8')), 'hex');
  return new;
end $$;
create trigger link before insert on audit_record for each row execute function link_audit_record();

-- A head begins with nothing, and goes on to records and events that are there.
create function advance_head() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if (new.audit_sequence, new.audit_hash, new.event_number, new.at)
      is distinct from (0::bigint, repeat('0', 64), 0::bigint, '-infinity'::timestamptz) then
      raise exception 'a head begins at 0' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or new.organization_id <> old.organization_id
    or new.audit_sequence < old.audit_sequence or new.event_number < old.event_number then
    raise exception 'a head only goes forward' using errcode = 'insufficient_privilege';
  end if;
  if (new.audit_sequence, new.audit_hash, new.at) is distinct from (old.audit_sequence, old.audit_hash, old.at)
    and not exists (
      select 1 from public.audit_record where organization_id = new.organization_id
        and sequence = new.audit_sequence and hash = new.audit_hash and timestamp = new.at
    ) then
    raise exception 'a head names an audit record' using errcode = 'insufficient_privilege';
  end if;
  if new.event_number > old.event_number then
    if not exists (
      select 1 from public.event where organization_id = new.organization_id and number = new.event_number
    ) then
      raise exception 'a head names an event' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;
create trigger advance before insert or update or delete on organization_head for each row execute function advance_head();

-- Appends records, and an event for each fact that has a payload. Returns the number of the organization's last event; null
-- when it must not wait and the head is not there or another transaction holds it.
create function append(organization text, facts jsonb, is_waiting boolean) returns bigint language plpgsql as $$
declare
  head organization_head;
  fact jsonb;
  first_event bigint;
begin
  if is_waiting then
    select * into head from organization_head where organization_id = organization for update;
    if not found then
      insert into organization_head (organization_id) values (organization) on conflict do nothing;
      select * into head from organization_head where organization_id = organization for update;
    end if;
  else
    select * into head from organization_head where organization_id = organization for update skip locked;
    if not found then
      return null;
    end if;
  end if;
  first_event := head.event_number + 1;
  for fact in select value from jsonb_array_elements(facts) loop
    insert into audit_record (
      organization_id, id, action, user_id, resource_type, resource_id, ip_address, user_agent
    ) values (
      organization, (fact->>'id')::uuid, fact->>'action', fact->>'userId', fact->>'resourceType',
      fact->>'resourceId', fact->'metadata'->>'ipAddress', fact->'metadata'->>'userAgent'
    ) returning sequence, timestamp, hash into head.audit_sequence, head.at, head.audit_hash;
    if fact ? 'payload' then
      head.event_number := head.event_number + 1;
      insert into event values (
        organization, head.event_number, fact->>'action', fact->>'resourceType', fact->>'resourceId', fact->>'userId',
        head.at, fact->'payload'
      );
    end if;
  end loop;
  update organization_head set
    audit_sequence = head.audit_sequence, audit_hash = head.audit_hash, event_number = head.event_number, at = head.at
    where organization_id = organization;
  if head.event_number >= first_event then
    -- Whoever takes the work away locks the head before it looks whether any is left.
    insert into due_work (organization_id, kind) values (organization, 'events') on conflict do nothing;
  end if;
  return head.event_number;
end $$;

-- What no tenant owns.

create table job (
  name text primary key,
  due_at timestamptz(3) not null,
  lease uuid,
  leased_until timestamptz(3)
);

create table readiness_check (
  id uuid primary key,
  checked_at timestamptz not null default now()
);

-- Who may do what. The tenant role sees the rows of the organization that its transaction names; the system role finds
-- organizations that have work, and writes the records of reads of several organizations in one transaction.

do $$
declare
  access record;
begin
  for access in select * from (values
    ('organization', 'select, insert, update', null),
    ('client', 'select, insert, update, delete', null),
    ('campaign', 'select, insert, update, delete', null),
    ('content_item', 'select, insert, update, delete', null),
    ('content_version', 'select, insert, update, delete', null),
    -- The roll-ups count whole records: one that could change would make them wrong.
    ('analytics_record', 'select, insert, delete', null),
    ('campaign_day', 'select, insert, update, delete', null),
    ('campaign_total', 'select, insert, update, delete', null),
    ('organization_day', 'select, insert, update, delete', null),
    ('team_member', 'select, insert, update, delete', null),
    ('invitation', 'select, insert, update, delete', null),
    ('data_subject_request', 'select, insert, update, delete', null),
    ('consent', 'select, insert, update', null),
    ('breach', 'select, insert, update, delete', null),
    ('retention_setting', 'select, insert, update', null),
    ('alert_mark', 'select, insert, update', null),
    ('security_alert', 'select, insert, update', null),
    ('announced_alert', 'select, insert, delete', null),
    ('monitoring_heartbeat', 'select, insert, update', null),
    ('notification', 'select, insert, delete', null),
    ('notification_read', 'select, insert', null),
    ('webhook', 'select, insert, update, delete', null),
    ('webhook_delivery', 'select, insert, update, delete', null),
    ('api_key', 'select, insert, update, delete', null),
    ('mail', 'select, insert, update, delete', null),
    ('idempotency_key', 'select, insert, delete', null),
    ('organization_head', 'select, insert, update', 'select, insert, update'),
    ('audit_record', 'select, insert', 'select, insert'),
    ('event', 'select, insert, delete', null),
    ('event_cursor', 'select, insert, update', null),
    ('due_work', 'select, insert, update, delete', 'select')
  ) as access (table_name, tenant, system) loop
    execute format('alter table %I enable row level security', access.table_name);
    execute format('alter table %I force row level security', access.table_name);
    execute format('create policy tenant on %I to gateway_tenant
      using (organization_id = current_setting(''app.organization_id'', true))
      with check (organization_id = current_setting(''app.organization_id'', true))', access.table_name);
    execute format('grant %s on %I to gateway_tenant', access.tenant, access.table_name);
    execute format('create policy backup on %I for select to gateway_backup using (true)', access.table_name);
    execute format('grant select on %I to gateway_backup', access.table_name);
    if access.system is not null then
      execute format('create policy system on %I to gateway_system using (true) with check (true)', access.table_name);
      execute format('grant %s on %I to gateway_system', access.system, access.table_name);
    end if;
  end loop;
end $$;
-- A temporary table would stay with a connection, and hide the real one of its name from whoever has that next.
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
-- The content of a record may be deleted: then the record names none.
grant update (content_id) on analytics_record to gateway_tenant;
grant select, insert, update on job to gateway_system;
grant select, insert, update, delete on readiness_check to gateway_system;
grant select on job, readiness_check to gateway_backup;
grant usage on schema public to gateway_tenant, gateway_system, gateway_backup;
`
