import { Migration } from '@mikro-orm/migrations'
import { actingRole, tenantTable } from '../../src/kernel/rls.ts'

const READ_WRITE = ['select', 'insert', 'update', 'delete'] as const

/** Organizations, clients, campaigns, and what counts need of content and analytics; audit; idempotency. */
export class Migration20261121000000_core extends Migration {
  override up(): void {
    for (const statement of [
      ...actingRole('gateway_tenant'),
      ...actingRole('gateway_system'),
      ...ORGANIZATION,
      ...CLIENT,
      ...CAMPAIGN,
      ...CONTENT,
      ...ANALYTICS,
      ...AUDIT,
      ...IDEMPOTENCY,
    ]) {
      this.addSql(statement)
    }
  }
}

const ORGANIZATION = [
  `create table organization (
    id text primary key,
    name text,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  ...tenantTable('organization', { tenant: ['select', 'insert', 'update'], key: 'id' }),
]

const CLIENT = [
  `create table client (
    id uuid primary key,
    organization_id text not null references organization,
    name text not null,
    type text not null,
    industry text not null,
    sector text not null,
    contact jsonb not null,
    government_level text,
    security_clearance text,
    status text not null,
    onboarded_at timestamptz(3) not null,
    created_by text not null,
    compliance jsonb not null,
    attributes jsonb not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index client_by_creation on client (organization_id, created_at, id)',
  'create index client_by_name on client (organization_id, name, id)',
  'create index client_by_sector on client (organization_id, sector)',
  ...tenantTable('client', { tenant: [...READ_WRITE] }),
]

const CAMPAIGN = [
  `create table campaign (
    id uuid primary key,
    organization_id text not null references organization,
    name text not null,
    client_id uuid references client on delete set null,
    type text not null,
    status text not null,
    description text,
    channels text[] not null,
    budget_cents bigint,
    starts_at timestamptz(3),
    ends_at timestamptz(3),
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index campaign_by_creation on campaign (organization_id, created_at, id)',
  'create index campaign_by_name on campaign (organization_id, name, id)',
  'create index campaign_by_client on campaign (client_id, created_at, id)',
  'create index campaign_by_status on campaign (organization_id, status, created_at, id)',
  `create index campaign_due on campaign (starts_at) where status = 'SCHEDULED'`,
  ...tenantTable('campaign', { tenant: [...READ_WRITE], system: ['select', 'update'] }),
]

const CONTENT = [
  `create table content_item (
    id uuid primary key,
    organization_id text not null references organization,
    campaign_id uuid references campaign on delete set null,
    title text not null,
    type text not null,
    body text not null,
    status text not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index content_item_by_campaign on content_item (campaign_id)',
  'create index content_item_by_creation on content_item (organization_id, created_at, id)',
  ...tenantTable('content_item', { tenant: [...READ_WRITE] }),
]

const ANALYTICS = [
  `create table analytics_record (
    id uuid primary key,
    organization_id text not null references organization,
    campaign_id uuid not null references campaign on delete cascade,
    content_id uuid references content_item on delete set null,
    channel text,
    day date not null,
    impressions bigint not null,
    clicks bigint not null,
    conversions bigint not null,
    spend_cents bigint not null,
    revenue_cents bigint not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index analytics_record_by_campaign on analytics_record (campaign_id, day)',
  ...tenantTable('analytics_record', { tenant: [...READ_WRITE] }),
]

const AUDIT = [
  `create table audit_head (
    organization_id text primary key,
    sequence bigint not null,
    hash text not null
  ) with (fillfactor = 50)`,
  ...tenantTable('audit_head', { tenant: ['select', 'insert', 'update'], system: ['select', 'insert', 'update'] }),
  `create table audit_record (
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
  )`,
  'create index audit_record_by_resource on audit_record (organization_id, resource_id, sequence)',
  'create index audit_record_by_action on audit_record (organization_id, action, sequence)',
  'create index audit_record_by_resource_type on audit_record (organization_id, resource_type, sequence)',
  'create index audit_record_by_user on audit_record (organization_id, user_id, sequence)',
  ...tenantTable('audit_record', { tenant: ['select', 'insert'], system: ['select', 'insert'] }),
  `create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger append_only before update or delete on audit_record for each row execute function refuse_change()`,
  `create trigger no_truncate before truncate on audit_record for each statement execute function refuse_change()`,
  // The head's row lock orders the writers of one organization; organizations are taken in order, so that two batches
  // never wait for each other.
  `create function audit_append(records jsonb) returns void language plpgsql as $$
  declare
    item jsonb;
    organization text;
    place bigint;
    link text;
  begin
    for item in
      select value from jsonb_array_elements(records) with ordinality
      order by value->>'organizationId', ordinality
    loop
      if organization is distinct from item->>'organizationId' then
        update audit_head set sequence = place, hash = link where organization_id = organization;
        organization := item->>'organizationId';
        select sequence, hash into place, link from audit_head where organization_id = organization for update;
        if not found then
          insert into audit_head values (organization, 0, repeat('0', 64)) on conflict do nothing;
          select sequence, hash into place, link from audit_head where organization_id = organization for update;
        end if;
      end if;
      place := place + 1;
      link := encode(sha256(convert_to(link || E'\\n' || place || E'\\n' || (item->>'canonical'), 'UTF8')), 'hex');
      insert into audit_record values (
        organization, place, (item->>'id')::uuid, item->>'action', item->>'userId', item->>'resourceType',
        item->>'resourceId', (item->>'timestamp')::timestamptz, item->'metadata'->>'ipAddress',
        item->'metadata'->>'userAgent', link
      );
    end loop;
    update audit_head set sequence = place, hash = link where organization_id = organization;
  end $$`,
]

const IDEMPOTENCY = [
  `create table idempotency_key (
    organization_id text not null,
    user_id text not null,
    route text not null,
    key_hash text not null,
    body_hash text not null,
    response text not null,
    created_at timestamptz(3) not null default now(),
    primary key (organization_id, user_id, route, key_hash)
  )`,
  'create index idempotency_key_by_age on idempotency_key (created_at)',
  ...tenantTable('idempotency_key', { tenant: ['select', 'insert', 'delete'], system: ['select', 'delete'] }),
]
