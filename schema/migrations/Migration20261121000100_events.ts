import { Migration } from '@mikro-orm/migrations'
import { tenantTable } from '../../src/kernel/rls.ts'

/** The outbox that every change writes its events into, and how far each consumer has read it. */
export class Migration20261121000100_events extends Migration {
  override up(): void {
    for (const statement of [...OUTBOX, ...CURSOR]) this.addSql(statement)
  }
}

const OUTBOX = [
  // The transaction id stands first: readers follow (xid, id) and stop short of transactions that may still commit.
  `create table outbox (
    xid xid8 not null default pg_current_xact_id(),
    id bigint generated always as identity,
    organization_id text not null,
    type text not null,
    resource_type text not null,
    resource_id text,
    user_id text not null,
    occurred_at timestamptz(3) not null,
    payload jsonb not null,
    primary key (xid, id)
  )`,
  'create index outbox_by_organization on outbox (organization_id, xid, id)',
  'create index outbox_by_age on outbox (occurred_at)',
  ...tenantTable('outbox', { tenant: ['select', 'insert'], system: ['select', 'insert', 'update', 'delete'] }),
]

const CURSOR = [
  `create table outbox_cursor (
    consumer text primary key,
    xid xid8 not null,
    id bigint not null
  )`,
  'grant select, insert, update on outbox_cursor to gateway_system',
]
