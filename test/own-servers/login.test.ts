import { describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { installationOf } from '../../src/data/store/init.logins.ts'
import { initialize } from '../../src/data/store/init.ts'
import { createLog } from '../../src/main/log.ts'
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { setUp } from '../support/set-up.ts'

const suite = hasPostgres() ? describe : describe.skip

const log = createLog('silent')

let cluster: Cluster
setUp(async (opened) => {
  if (hasPostgres()) cluster = opened.use(await startCluster())
})

/** Opens a connection with the login of the gateway. */
async function asRuntime<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const message = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  )

suite('the login of the gateway', () => {
  test.each([
    ['reads a table', 'select * from client'],
    ['counts a table', 'select count(*) from organization'],
    ['reads the migrations', 'select * from schema_migration'],
    ['copies a table', 'copy client to stdout'],
    ['adds a row', "insert into organization (organization_id) values ('x')"],
    ['empties a table', 'truncate audit_record cascade'],
    ['switches row-level security off', 'alter table client disable row level security'],
    ['no longer forces it', 'alter table client no force row level security'],
    ['switches the trigger off', 'alter table audit_record disable trigger append_only'],
    ['drops the trigger', 'drop trigger append_only on audit_record'],
    ['opens a table to all', 'grant select on client to public'],
    ['makes a policy', 'create policy mine on client using (true)'],
    ['drops a policy', 'drop policy tenant on client'],
    [
      'replaces the function of a trigger',
      `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$`,
    ],
    ['makes a table', 'create table mine (id text)'],
    ['makes a table that hides another', 'create temporary table client (id text)'],
    ['makes a schema', 'create schema mine'],
    ['makes a function', 'create function pg_temp.mine() returns int language sql as $$ select 1 $$'],
    ['makes a large object', 'select lo_create(0)'],
    ['makes a large object of a value', "select lo_from_bytea(0, 'x')"],
    ['makes a role', 'create role mine'],
    ['makes a database', 'create database mine'],
    ['becomes the owner', 'set role gateway_owner'],
    ['becomes a superuser', 'set role postgres'],
    ['becomes a reader of everything', 'set role pg_read_all_data'],
    ['gives itself another role', 'grant pg_read_all_data to gateway'],
    ['gives its roles to others', 'grant gateway_system to gateway_owner'],
    ['inherits', 'alter role gateway inherit'],
    ['bypasses row-level security', 'alter role gateway bypassrls'],
    ['lets an acting role bypass it', 'alter role gateway_tenant bypassrls'],
    ['switches triggers off', 'set session_replication_role = replica'],
    ['reads a file', "select pg_read_file('/etc/passwd')"],
    ['runs a program', "copy (select 1) to program 'true'"],
    ['ends others', 'select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user'],
  ])('%s in vain', async (_, statement) => {
    const refusal = await asRuntime((client) => message(client.query(statement)))
    expect(refusal).toMatch(/permission denied|must (be|have)/)
  })

  test.each(['gateway_tenant', 'gateway_system'])('and acts as %s owns and makes nothing either', async (role) => {
    await asRuntime(async (client) => {
      await client.query(`set role ${role}`)
      for (const statement of [
        'create table mine (id text)',
        'create temporary table client (id text)',
        'create schema mine',
        'alter table client disable row level security',
        'truncate audit_record',
        'delete from audit_record',
        "update audit_record set action = 'NOTHING'",
        'delete from organization_head',
        'delete from schema_migration',
      ])
        expect(await message(client.query(statement))).toMatch(/permission denied|must be owner/)
    })
  })

  test('sees no row without an organization, and none of another organization', async () => {
    await cluster.admin("insert into organization (organization_id) values ('seen') on conflict do nothing")
    await asRuntime(async (client) => {
      await client.query('set role gateway_tenant')
      expect((await client.query('select * from organization')).rows).toEqual([])
      await client.query("set app.organization_id = 'other'")
      expect((await client.query('select * from organization')).rows).toEqual([])
      await client.query("set app.organization_id = 'seen'")
      expect((await client.query('select organization_id from organization')).rows).toEqual([
        { organization_id: 'seen' },
      ])
    })
  })

  test('cannot connect to the database of another gateway on the server', async () => {
    const other = installationOf('other')
    const { DATABASE_URL = '' } = await initialize(cluster.administratorUrl, other, { log, renew: false })
    const elsewhere = (url: string, database: string) => Object.assign(new URL(url), { pathname: database }).href
    for (const url of [elsewhere(cluster.url, 'other'), elsewhere(DATABASE_URL, 'gateway')])
      expect(await message(openOn(url))).toMatch(/permission denied for database/)
  })
})

/**
 * For each way to bypass row-level security: the statement that opens it, the message of the start, and further
 * statements that close it.
 */
const WAYS: Record<string, { open: string; says: string; close?: string }> = {
  'is a superuser': {
    open: 'alter role gateway superuser',
    says: '"gateway" is a superuser\n    use another login',
    close: 'alter role gateway nosuperuser',
  },
  'bypasses row-level security': {
    open: 'alter role gateway bypassrls',
    says: '"gateway" bypasses row-level security',
  },
  'can copy the server': { open: 'alter role gateway replication', says: '"gateway" can copy the whole server' },
  'makes roles': { open: 'alter role gateway createrole', says: '"gateway" can create roles' },
  'makes databases': { open: 'alter role gateway createdb', says: '"gateway" can create databases' },
  'inherits what its roles may do': {
    open: 'alter role gateway inherit; revoke gateway_tenant from gateway; grant gateway_tenant to gateway',
    says: '"gateway" has the rights of gateway_tenant without acting as it',
  },
  'can read everything': {
    open: 'grant pg_read_all_data to gateway',
    says: '"gateway" is a member of pg_read_all_data',
  },
  'can become the owner': { open: 'grant gateway_owner to gateway', says: '"gateway" is a member of gateway_owner' },
  'can become the owner by way of its role': {
    open: 'grant gateway_owner to gateway_system',
    says: '"gateway_system" is a member of gateway_owner',
  },
  'can give its roles to others': {
    open: 'grant gateway_system to gateway with admin option',
    says: '"gateway" can add members to gateway_system',
  },
  'cannot act as a role that it needs': {
    open: 'revoke gateway_system from gateway',
    says: '"gateway" cannot act as gateway_system\n    grant gateway_system to gateway',
  },
  'acts as one who bypasses row-level security': {
    open: 'alter role gateway_tenant bypassrls',
    says: '"gateway_tenant" bypasses row-level security',
  },
  'acts as a superuser': { open: 'alter role gateway_system superuser', says: '"gateway_system" is a superuser' },
  'acts as one who can log in': { open: 'alter role gateway_tenant login', says: '"gateway_tenant" can log in' },
  'owns a table': {
    open: 'alter table client owner to gateway',
    says: '"gateway" owns table client\n',
    close: 'alter table client owner to gateway_owner',
  },
  'owns the database': {
    open: 'alter database gateway owner to gateway',
    says: '"gateway" owns database gateway\n',
    close: 'alter database gateway owner to gateway_owner; grant connect on database gateway to gateway',
  },
  'acts as one who owns a function': {
    open: 'alter function append(text, jsonb, boolean) owner to gateway_tenant',
    says: '"gateway_tenant" owns function append(text,jsonb,boolean)\n',
    close: 'alter function append(text, jsonb, boolean) owner to gateway_owner',
  },
  'left a large object': {
    open: 'select lo_create(92); alter large object 92 owner to gateway',
    says: '"gateway" owns large object 92',
    close: 'select lo_unlink(92)',
  },
  'makes tables': {
    open: 'grant create on schema public to public',
    says: '"gateway" can create tables in the schema public',
  },
  'acts as one who makes tables': {
    open: 'grant create on schema public to gateway_tenant',
    says: '"gateway_tenant" can create tables in the schema public',
  },
  'makes schemas': {
    open: 'grant create on database gateway to gateway',
    says: '"gateway" can create schemas in the database',
  },
  'makes temporary tables': {
    open: 'grant temporary on database gateway to public',
    says: '"gateway" can create temporary tables, which hide the real ones',
  },
  'reads a table itself': {
    open: 'grant select on consent to gateway',
    says: '"gateway" can use consent without acting as another role',
  },
  'reads a column itself': {
    open: 'grant select (name) on client to gateway',
    says: '"gateway" can use client without acting as another role',
    close: 'revoke select (name) on client from gateway',
  },
  'switches triggers off': {
    open: 'grant set on parameter session_replication_role to gateway_tenant',
    says: '"gateway_tenant" can switch triggers off',
  },
  'finds triggers switched off': {
    open: 'alter role gateway set session_replication_role = replica',
    says: '"gateway" begins with triggers switched off',
  },
  'may call what runs as another': {
    open: `create function everything() returns setof client language sql security definer as 'select * from client'`,
    says: '"gateway" can call everything(), which runs with the rights of its owner',
  },
  'begins as another role': {
    open: 'alter role gateway set role = gateway_system',
    says: '"gateway" begins as gateway_system',
  },
  'looks for tables elsewhere first': {
    open: 'create schema trap; grant usage on schema trap to public; alter role gateway set search_path = trap, public',
    says: '"gateway" looks for tables in trap first',
  },
}

suite('a start reports that its login', () => {
  test.each(Object.entries(WAYS))('%s, and the statement that ends this', async (_, { open, says, close }) => {
    await cluster.admin(...open.split('; '))
    const refusal = await message(openOn(cluster.url))
    const remedies = [...refusal.matchAll(/^ {4}(.*)$/gm)].map(([, remedy = '']) => remedy)
    await cluster.admin(...(close?.split('; ') ?? remedies))
    expect(refusal).toMatch(/^The login "gateway" of DATABASE_URL could bypass the isolation of organizations/)
    expect(refusal).toContain(says)
    await (await openOn(cluster.url)).close()
  })

  test('has several ways to bypass it, each by name', async () => {
    await cluster.admin('alter role gateway bypassrls createdb')
    const refusal = await message(openOn(cluster.url))
    await cluster.admin('alter role gateway nobypassrls nocreatedb')
    expect(refusal).toMatch(/bypasses row-level security[\s\S]*can create databases/)
  })

  test('has the owner’s rights, because the two addresses were swapped', async () => {
    const refusal = await message(openOn(cluster.ownerUrl))
    expect(refusal).toContain('The login "gateway_owner" of DATABASE_URL could bypass')
    expect(refusal).toMatch(/"gateway_owner" owns .* and \d+ more/)
    expect(await message(openOn(cluster.ownerUrl, 5, { ownerUrl: cluster.url }))).toMatch(
      /does not let "gateway" use it: permission denied .*\nCorrect DATABASE_OWNER_URL/,
    )
  })
})
