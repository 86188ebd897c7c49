import { Migration } from '@mikro-orm/migrations'
import { tenantTable } from '../../src/kernel/rls.ts'

/** Data-subject requests, consents, breaches, retention, and what was said to compliance alerts. */
export class Migration20261121000300_privacy extends Migration {
  override up(): void {
    for (const statement of [...ORGANIZATION, ...REQUEST, ...NOTICE, ...CONSENT, ...BREACH, ...RETENTION, ...ALERT]) {
      this.addSql(statement)
    }
  }
}

const ORGANIZATION = [
  `alter table organization
    add column if not exists information_officer_name text,
    add column if not exists information_officer_email text,
    add column if not exists information_officer_phone text`,
  // Retention is enforced tenant by tenant: the job must know which there are, and no more.
  'create policy privacy_listing on organization for select to gateway_system using (true)',
  'grant select (id) on organization to gateway_system',
]

const REQUEST = [
  `create table data_subject_request (
    id uuid primary key,
    organization_id text not null references organization,
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
    duplicate_of_id uuid references data_subject_request on delete set null,
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
    updated_at timestamptz(3) not null
  )`,
  'create index data_subject_request_by_creation on data_subject_request (organization_id, created_at, id)',
  'create index data_subject_request_by_status on data_subject_request (organization_id, status, received_at)',
  ...tenantTable('data_subject_request', { tenant: ['select', 'insert', 'update', 'delete'] }),
]

const NOTICE = [
  // Private to the service: the address is there even after an erasure, sealed, until the notice is on its way.
  `create table notice_mail (
    id uuid primary key,
    organization_id text not null references organization,
    request_id uuid not null references data_subject_request on delete cascade,
    sealed_mail text not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz(3) not null default now()
  )`,
  'create index notice_mail_by_attempt on notice_mail (next_attempt_at)',
  'create index notice_mail_by_request on notice_mail (request_id)',
  ...tenantTable('notice_mail', { tenant: ['select', 'insert', 'delete'], system: ['select', 'update'] }),
]

const CONSENT = [
  `create table consent (
    id uuid primary key,
    organization_id text not null references organization,
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
    updated_at timestamptz(3) not null
  )`,
  'create index consent_by_creation on consent (organization_id, created_at, id)',
  'create index consent_by_channel on consent (organization_id, channel, status, expires_at)',
  // Evidence: nobody may delete it.
  ...tenantTable('consent', { tenant: ['select', 'insert', 'update'], system: ['select'] }),
]

const BREACH = [
  `create table breach (
    id uuid primary key,
    organization_id text not null references organization,
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
    updated_at timestamptz(3) not null
  )`,
  'create index breach_by_creation on breach (organization_id, created_at, id)',
  'create index breach_by_status on breach (organization_id, status, discovered_at)',
  ...tenantTable('breach', { tenant: ['select', 'insert', 'update', 'delete'] }),
]

const RETENTION = [
  `create table retention_setting (
    id uuid primary key,
    organization_id text not null references organization,
    resource text not null,
    days integer,
    deleted_count bigint not null,
    enforced_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    unique (organization_id, resource)
  )`,
  ...tenantTable('retention_setting', { tenant: ['select', 'insert', 'update'] }),
]

const ALERT = [
  `create table alert_mark (
    id uuid primary key,
    organization_id text not null references organization,
    status text not null,
    note text,
    changed_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index alert_mark_by_organization on alert_mark (organization_id)',
  ...tenantTable('alert_mark', { tenant: ['select', 'insert', 'update'] }),
]
