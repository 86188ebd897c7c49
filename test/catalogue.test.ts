import { describe, expect, test } from '@jest/globals'
import { ormOptions } from '../mikro-orm.config.ts'
import { type OpenDatabase, openPool } from '../src/data/open-database.ts'
import { differencesOf, refuseDifferences } from '../src/data/store/catalogue.ts'
import { demandServable } from '../src/data/store/demand.ts'
import { migrateEmbedded } from '../src/data/store/migrate-embedded.ts'
import { behindGateway, openTestDatabase, SERVER } from './support/database.ts'
import { setUp } from './support/set-up.ts'

let connection: OpenDatabase
setUp(async (opened) => {
  connection = await openTestDatabase()
  opened.defer(() => connection.close())
})

/** The differences after a change, which is then rolled back. */
const differencesAfter = (change: string) =>
  behindGateway(connection, async (ask) => {
    await ask(`begin; ${change}`, [])
    try {
      return await differencesOf(ask)
    } finally {
      await ask('rollback', [])
    }
  })

describe('the schema of a database', () => {
  test('is the result of its migrations, on PGlite and on a server', async () => {
    expect(await differencesAfter('select 1')).toEqual([])
  })

  test.each<[string, string, RegExp]>([
    ['table', 'drop table announced_alert', /^table announced_alert is missing$/],
    ['table that loses what it holds', 'alter table mail set unlogged', /^table mail is "table, unlogged,/],
    [
      'view instead of a table',
      'drop table mail; create view mail as select 1 as id',
      /^table mail is "view" instead of "table,/,
    ],
    ['column', 'alter table client drop column sector cascade', /^column client.sector is missing$/],
    ['name of a column', 'alter table client rename column name to title', /^column client.name is missing$/],
    [
      'type',
      'alter table client alter column name type varchar(10)',
      /^column client.name is "character varying\(10\) not null" instead of "text not null"$/,
    ],
    [
      'not null',
      'alter table client alter column name drop not null',
      /^column client.name is "text" instead of "text not null"$/,
    ],
    [
      'default',
      "alter table content_item alter column language set default 'af'",
      /^column content_item.language is .*'af'::text" instead of .*'en'::text"$/,
    ],
    [
      'primary key',
      'alter table alert_mark drop constraint alert_mark_pkey',
      /^constraint alert_mark.alert_mark_pkey is missing$/,
    ],
    [
      'unique key',
      'alter table retention_setting drop constraint retention_setting_organization_id_resource_key',
      /^constraint retention_setting.\w+ is missing$/,
    ],
    [
      'foreign key',
      'alter table campaign drop constraint campaign_organization_id_client_id_fkey',
      /^constraint campaign.\w+ is missing$/,
    ],
    [
      'foreign key that is not checked',
      'alter table campaign disable trigger all',
      /^constraint campaign.\w+ is "FOREIGN KEY .* switched off"/,
    ],
    ['check', 'alter table mail drop constraint mail_check', /^constraint mail.mail_check is missing$/],
    ['index', 'drop index client_by_name', /^index client.client_by_name is missing$/],
    [
      'index of other columns',
      'drop index client_by_name; create index client_by_name on client (name)',
      /^index client.client_by_name is ".*\(name\)" instead of/,
    ],
    [
      'condition of a unique index',
      'drop index invitation_pending; create unique index invitation_pending on invitation (organization_id, email)',
      /^index invitation.invitation_pending is/,
    ],
    ['trigger', 'drop trigger append_only on audit_record', /^trigger audit_record.append_only is missing$/],
    [
      'trigger that is switched off',
      'alter table audit_record disable trigger append_only',
      /^trigger audit_record.append_only is ".* switched off" instead of/,
    ],
    ['function', 'drop function append(text, jsonb, boolean)', /^function append\(text,jsonb,boolean\) is missing$/],
    [
      'source of a function',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
      /^function refuse_change\(\) is "trigger plpgsql \w+" instead of/,
    ],
    [
      'rights of a function',
      'alter function refuse_change() security definer',
      /^function refuse_change\(\) is "trigger plpgsql security definer/,
    ],
    [
      'settings of a function',
      'alter function refuse_change() set search_path = x',
      /^function refuse_change\(\) is .*search_path=x/,
    ],
    [
      'row-level security',
      'alter table client disable row level security',
      /^table client is "table, forced" instead of "table, row-level security, forced"$/,
    ],
    [
      'force of it',
      'alter table client no force row level security',
      /^table client is "table, row-level security" instead of/,
    ],
    ['policy', 'drop policy tenant on client', /^policy client.tenant is missing$/],
    ['condition of a policy', 'alter policy tenant on client using (true)', /^policy client.tenant is ".*using true/],
    ['roles of a policy', 'alter policy tenant on client to public', /^policy client.tenant is ".* to public using/],
    [
      'grant',
      'revoke insert on audit_record from gateway_system',
      /^grant audit_record to gateway_system is "select" instead of "insert, select"$/,
    ],
  ])('without its %s, is refused by name', async (_, change, sentence) => {
    const differences = await differencesAfter(change)
    expect(differences.find((difference) => sentence.test(difference)) ?? differences).toMatch(sentence)
  })

  test.each<[string, string, RegExp]>([
    ['policy', 'create policy all_of_them on client using (true)', /^policy client.all_of_them was added/],
    [
      'grant',
      'grant truncate on audit_record to gateway_tenant',
      /^grant audit_record to gateway_tenant is "insert, select, truncate"/,
    ],
    [
      'grant to a role that had none',
      'grant select on client to gateway_system',
      /^grant client to gateway_system was added: select$/,
    ],
    ['grant to everybody', 'grant select on client to public', /^grant client to public was added: select$/],
    [
      'grant of a column',
      'grant update (hash) on audit_record to gateway_tenant',
      /^grant audit_record hash to gateway_tenant was added: update$/,
    ],
    [
      'trigger',
      'create trigger also before insert on client for each row execute function refuse_change()',
      /^trigger client.also was added/,
    ],
    ['rule', 'create rule nothing as on delete to client do instead nothing', /^rule client.nothing was added/],
    ['check', "alter table client add check (name <> 'x')", /^constraint client.client_\w*check was added/],
    [
      'unique key',
      'create unique index one_name on client (organization_id, name)',
      /^index client.one_name was added/,
    ],
    [
      'foreign key',
      'alter table notification add foreign key (organization_id) references organization',
      /^constraint notification.\w+ was added/,
    ],
    [
      'column that must be given',
      'alter table client add column code text not null',
      /^column client.code was added: text not null$/,
    ],
    [
      'table of tenants in the open',
      'create table client_note (organization_id text)',
      /^table client_note was added: table$/,
    ],
    [
      'view for an acting role',
      'create view all_clients as select * from client; grant select on all_clients to gateway_tenant',
      /^grant all_clients to gateway_tenant was added/,
    ],
  ])('with another %s, is refused by name', async (_, change, sentence) => {
    const differences = await differencesAfter(change)
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatch(sentence)
  })

  test.each([
    [
      'tables',
      'create table folder (id uuid primary key); grant select on folder to gateway_tenant; create index folder_by_id on folder (id)',
    ],
    [
      'tables of tenants behind row-level security',
      `create table folder (organization_id text, id uuid, primary key (organization_id, id));
       alter table folder enable row level security; alter table folder force row level security;
       create policy tenant on folder to gateway_tenant using (organization_id = current_setting('app.organization_id', true));
       grant select, insert on folder to gateway_tenant`,
    ],
    ['columns that may be empty', 'alter table client add column note text'],
    ['columns with a default', "alter table client add column kind text not null default 'x'"],
    ['indexes', 'create index client_by_status on client (organization_id, status)'],
    [
      'keys of a column that this version leaves empty',
      `create table folder (organization_id text, id uuid, primary key (organization_id, id));
       alter table folder enable row level security; alter table folder force row level security;
       alter table client add column folder_id uuid;
       alter table client add foreign key (organization_id, folder_id) references folder;
       create unique index client_in_folder on client (organization_id, folder_id)`,
    ],
    ['functions', 'create function count_of(text) returns int language sql as $$ select 1 $$'],
    ['views that nobody acting may read', 'create view report as select count(*) from client'],
  ])('may have gained %s by a newer version', async (_, change) => {
    expect(await differencesAfter(change)).toEqual([])
  })

  test('with many differences is reported in ten lines, with the newer version if there is one', async () => {
    await behindGateway(connection, async (ask) => {
      await ask('begin; drop table mail, client cascade', [])
      const refusal = (newer: string[]) =>
        refuseDifferences(ask, 'The database "x"', newer).then(
          () => '',
          (error: Error) => error.message,
        )
      expect((await refusal([])).split('\n')).toHaveLength(13)
      expect(await refusal([])).toMatch(
        /^The database "x" has another schema than .*\n( {2}\w+ .*\n){10} {2}and \d+ more\nSomething other than/,
      )
      expect(await refusal(['0009_less'])).toContain(
        'A newer version has migrated it (0009_less): serve it with that version.',
      )
      await ask('rollback', [])
    })
  })
})

test('a start refuses a schema that differs', async () => {
  const own = await openTestDatabase()
  try {
    await behindGateway(own, (ask) => ask('alter table campaign no force row level security', []))
    // The pool belongs to `own`, which closes it.
    const pool = { size: 1, options: {}, connect: () => own.pool.connect(), end: async () => {}, interrupt() {} }
    const start = openPool(
      pool,
      ormOptions,
      SERVER ? demandServable : (ask) => migrateEmbedded(ask, { name: 'PGlite', another: '' }),
    )
    await expect(start).rejects.toThrow(
      / has another schema than .*\n {2}table campaign is "table, row-level security" instead of/,
    )
  } finally {
    await own.close()
  }
})
