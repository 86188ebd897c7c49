import { Migration } from '@mikro-orm/migrations'
import { tenantTable } from '../../src/kernel/rls.ts'

/** Languages, channels, templates and versions of content. */
export class Migration20261121000500_content extends Migration {
  override up(): void {
    for (const statement of [
      `alter table content_item
        add column language text not null default 'en',
        add column channel text,
        add column is_template boolean not null default false,
        add column variables text[] not null default '{}',
        add column version integer not null default 1,
        add column edited_by text`,
      'update content_item set edited_by = created_by',
      'alter table content_item alter column edited_by set not null',
      'create index content_item_by_title on content_item (organization_id, title, id)',
      'create index content_item_by_status on content_item (organization_id, status, created_at, id)',
      // Content and its version are written together, in an order that is the entity manager's affair.
      `create table content_version (
        id uuid primary key,
        organization_id text not null references organization,
        content_id uuid not null references content_item on delete cascade deferrable initially deferred,
        version integer not null,
        title text not null,
        body text not null,
        language text not null,
        channel text,
        variables text[] not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (organization_id, content_id, version)
      )`,
      ...tenantTable('content_version', { tenant: ['select', 'insert', 'update', 'delete'] }),
    ]) {
      this.addSql(statement)
    }
  }
}
