import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'

/** A step of the schema. Released ones never change. */
export interface Migration {
  name: string
  sql: string
}

/** The roles that statements run as. They are shared by all databases of a server. */
const ROLES = ['gateway_tenant', 'gateway_system']

const role = (name: string) => `do $$ begin create role ${name} nologin;
  exception when duplicate_object or unique_violation then null; end $$`
const membership = (name: string) => `do $$ begin execute format('grant ${name} to %I', current_user);
  exception when unique_violation then null; end $$`

const checksum = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex')

/** Applies the migrations that the database does not have yet, each in a transaction. */
export async function migrate({ query }: PostgresPoolClient, migrations: readonly Migration[]): Promise<void> {
  for (const name of ROLES) await query(`${role(name)}; ${membership(name)}`, [])
  await query(
    `create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    ); grant select on schema_migration to gateway_system`,
    [],
  )
  const { rows } = await query<{ name: string; checksum: string }>('select name, checksum from schema_migration', [])
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  for (const migration of migrations) {
    const known = applied.get(migration.name)
    if (known === undefined) {
      await query(
        `begin; set local lock_timeout = '10s'; ${migration.sql};
        insert into schema_migration values ('${migration.name}', '${checksum(migration)}'); commit`,
        [],
      )
    } else if (known !== checksum(migration)) {
      throw new Error(`The migration ${migration.name} is another one than the database was made with`)
    }
  }
}
