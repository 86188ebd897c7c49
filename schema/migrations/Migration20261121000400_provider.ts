import { Migration } from '@mikro-orm/migrations'
import { tenantTable } from '../../src/kernel/rls.ts'

const READ_WRITE = ['select', 'insert', 'update', 'delete'] as const

/** The service provider's details and settings, its notifications, webhooks and API keys. */
export class Migration20261121000400_provider extends Migration {
  override up(): void {
    for (const statement of [...ORGANIZATION, ...NOTIFICATION, ...WEBHOOK, ...DELIVERY, ...API_KEY]) {
      this.addSql(statement)
    }
  }
}

const ORGANIZATION = [
  `alter table organization
    add column if not exists contact jsonb,
    add column if not exists address jsonb,
    add column if not exists information_officer_name text,
    add column if not exists information_officer_email text,
    add column if not exists information_officer_phone text,
    add column if not exists information_officer_registration text,
    add column if not exists popia_registration text,
    add column if not exists plan text,
    add column if not exists security jsonb`,
  // The gateway reads the security settings of whoever knocks, before it acts for that organization.
  'create policy system on organization for select to gateway_system using (true)',
  'grant select (id, security) on organization to gateway_system',
]

const NOTIFICATION = [
  `create table notification (
    id uuid primary key,
    organization_id text not null,
    type text not null,
    message text not null,
    resource_type text not null,
    resource_id text,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index notification_by_creation on notification (organization_id, created_at, id)',
  'create index notification_by_age on notification (created_at)',
  ...tenantTable('notification', { tenant: ['select'], system: ['select', 'insert', 'delete'] }),
  `create table notification_read (
    organization_id text not null,
    user_id text not null,
    notification_id uuid not null references notification on delete cascade,
    read_at timestamptz(3) not null default now(),
    primary key (organization_id, user_id, notification_id)
  )`,
  'create index notification_read_by_notification on notification_read (notification_id)',
  ...tenantTable('notification_read', { tenant: ['select', 'insert'] }),
]

const WEBHOOK = [
  `create table webhook (
    id uuid primary key,
    organization_id text not null references organization,
    url text not null,
    events text[] not null,
    description text,
    status text not null,
    sealed_secret text not null,
    sealed_old_secret text,
    old_secret_until timestamptz(3),
    failing_since timestamptz(3),
    disabled_reason text,
    lease uuid,
    leased_until timestamptz(3),
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index webhook_by_creation on webhook (organization_id, created_at, id)',
  ...tenantTable('webhook', { tenant: [...READ_WRITE], system: ['select', 'update'] }),
]

const DELIVERY = [
  // One consumer queues deliveries, in the order of the events, so the sequence has that order too.
  `create table webhook_delivery (
    id uuid primary key,
    sequence bigint generated always as identity,
    organization_id text not null,
    webhook_id uuid not null references webhook on delete cascade,
    message_id text not null,
    type text not null,
    payload jsonb not null,
    status text not null,
    attempts jsonb not null,
    next_attempt_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  `create index webhook_delivery_waiting on webhook_delivery (webhook_id, sequence) where status = 'PENDING'`,
  'create index webhook_delivery_by_creation on webhook_delivery (webhook_id, created_at, id)',
  'create index webhook_delivery_by_age on webhook_delivery (created_at)',
  ...tenantTable('webhook_delivery', { tenant: ['select', 'insert', 'delete'], system: [...READ_WRITE] }),
]

const API_KEY = [
  `create table api_key (
    id uuid primary key,
    organization_id text not null references organization,
    name text not null,
    hash bytea not null unique,
    hint text not null,
    role text not null,
    scopes text[],
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index api_key_by_creation on api_key (organization_id, created_at, id)',
  ...tenantTable('api_key', { tenant: [...READ_WRITE], system: ['select', 'update'] }),
]
