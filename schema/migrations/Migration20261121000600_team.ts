import { Migration } from '@mikro-orm/migrations'
import { tenantTable } from '../../src/kernel/rls.ts'

/** Team members and invitations. */
export class Migration20261121000600_team extends Migration {
  override up(): void {
    for (const statement of [...TEAM_MEMBER, ...INVITATION]) this.addSql(statement)
  }
}

const TEAM_MEMBER = [
  `create table team_member (
    id uuid primary key,
    organization_id text not null references organization,
    user_id text not null,
    name text not null,
    email text,
    role text not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create unique index team_member_by_user on team_member (organization_id, user_id)',
  'create index team_member_by_name on team_member (organization_id, name, id)',
  'create index team_member_by_creation on team_member (organization_id, created_at, id)',
  ...tenantTable('team_member', { tenant: ['select', 'insert', 'update', 'delete'] }),
]

const INVITATION = [
  `create table invitation (
    id uuid primary key,
    organization_id text not null references organization,
    email text not null,
    role text not null,
    message text,
    status text not null,
    token_hash text not null unique,
    valid_days integer not null,
    expires_at timestamptz(3) not null,
    is_demo boolean not null,
    created_by text not null,
    answered_by text,
    answered_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  // One that has expired still reads PENDING here: it is told by the clock, and set aside when its address is invited again.
  `create unique index invitation_pending on invitation (organization_id, email) where status = 'PENDING'`,
  'create index invitation_by_creation on invitation (organization_id, created_at, id)',
  // The system role finds the invitation of a token before the organization is known.
  ...tenantTable('invitation', { tenant: ['select', 'insert', 'update', 'delete'], system: ['select'] }),
  'grant insert on idempotency_key to gateway_system',
]
