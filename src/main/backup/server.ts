import { randomUUID } from 'node:crypto'
import { BACKUP_ROLE } from '../../data/store/acting-roles.ts'
import type { Ask, Progress } from '../../data/store/ask.ts'
import { refuseDifferences } from '../../data/store/catalogue.ts'
import { makeSpread, spreadOf } from '../../data/store/citus.nodes.ts'
import { restoreSpread } from '../../data/store/citus.restore.ts'
import { isCitus } from '../../data/store/citus.ts'
import { urlOf } from '../../data/store/database-url.ts'
import { installationOf } from '../../data/store/init.logins.ts'
import { dropInstallation, initialize } from '../../data/store/init.ts'
import { databasePlace, layoutOf, refuseOtherTables } from '../../data/store/migrations.ts'
import { overOneConnection } from '../../data/store/one-connection.ts'
import { dump, restoreDump, rowsInDump } from '../../data/store/postgres-tools.ts'
import { type Manifest, readManifest, writeBackup } from './manifest.ts'
import { countsApart, rowsOf, verifyRestored } from './verify.ts'

const serverOf = (url: string) => ({ url, variable: 'DATABASE_OWNER_URL' }) as const

const BEGIN = `begin isolation level repeatable read; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** Begins a transaction that reads every row in one snapshot, without time limits. */
const READ_ALL = `${BEGIN}; set transaction read only; set local role ${BACKUP_ROLE}`

/** Begins the same transaction on Citus. Each server has its own snapshot, so all tables are locked against writes. */
async function readAllSpread(ask: Ask): Promise<void> {
  const { rows } = await ask<{ names: string }>(
    `select string_agg(logicalrelid::regclass::text, ', ') as names from pg_dist_partition
      join pg_class on oid = logicalrelid and relnamespace = 'public'::regnamespace`,
    [],
  )
  await ask(BEGIN, [])
  await ask(`lock table ${rows[0]?.names} in share mode`, [])
  await ask(`set local role ${BACKUP_ROLE}`, [])
}

/**
 * Writes a backup of a database to a file. Row-level security would silently hide rows from a dump, so the dump uses a
 * role that sees all rows. The row counts of the dump and of the database are compared in the same snapshot.
 * @throws Error that names the missing rows
 */
export const backupServer = (ownerUrl: string, file: string, log: Progress): Promise<Manifest> =>
  overOneConnection(serverOf(ownerUrl), { log }, async (ask) => {
    const { rows: names } = await ask<{ name: string }>('select current_database() as name', [])
    await refuseDifferences(ask, databasePlace(names[0]?.name ?? '').name, [])
    return writeBackup(file, async (path) => {
      await ((await isCitus(ask)) ? readAllSpread(ask) : ask(READ_ALL, []))
      const { rows: snapshots } = await ask<{ id: string }>('select pg_export_snapshot() as id', [])
      const rows = await rowsOf(ask)
      const migrations = await migrationsOf(ask)
      await dump(ownerUrl, path, { role: BACKUP_ROLE, snapshot: snapshots[0]?.id ?? '' })
      await ask('commit', [])
      const missing = countsApart(await rowsInDump(path), rows)
      if (missing.length > 0) throw new Error(`The dump does not contain every row:\n  ${missing.join('\n  ')}`)
      return { kind: 'postgresql', rows, migrations }
    })
  })

const migrationsOf = async (ask: Ask): Promise<string[]> =>
  (await ask<{ name: string }>('select name from schema_migration order by name', [])).rows.map(({ name }) => name)

/**
 * Restores a backup into an empty database that `db init` created, and checks its rows and audit chains. After a failed
 * check, no gateway starts on the database.
 */
export async function restoreServer(ownerUrl: string, file: string, log: Progress): Promise<Manifest> {
  const manifest = await readManifest(file)
  if (manifest.kind !== 'postgresql') throw new Error(`${file} is a backup of an embedded database: give DATA_DIR.`)
  const isSpread = await overOneConnection(serverOf(ownerUrl), { log }, async (ask) => {
    const { rows } = await ask<{ name: string }>('select current_database() as name', [])
    const place = databasePlace(rows[0]?.name ?? '')
    const layout = await layoutOf(ask)
    refuseOtherTables(layout, place)
    if (layout.isMigrated)
      throw new Error(`${place.name} has tables already. Restore into an empty one: ${place.another}`)
    return isCitus(ask)
  })
  await (isSpread ? restoreSpread(ownerUrl, file, log) : restoreDump(ownerUrl, file))
  log.info('restored; checking rows and audit chains')
  await overOneConnection(serverOf(ownerUrl), { log }, async (ask) => {
    try {
      await ask(READ_ALL, [])
      await verifyRestored(ask, manifest, log)
      for (const statement of ['commit', 'analyze']) await ask(statement, [])
    } catch (error) {
      for (const statement of ['rollback', 'alter table schema_migration rename to restore_failed'])
        await ask(statement, [])
      throw error
    }
  })
  return manifest
}

/**
 * Restores a backup into a temporary database, with the same distribution as the owner's database, and drops it
 * afterwards.
 */
export async function drillServer(
  administratorUrl: string,
  { ownerUrl, file }: { ownerUrl: string; file: string },
  log: Progress,
): Promise<Manifest> {
  const spread = await overOneConnection(serverOf(ownerUrl), { log }, (ask) => spreadOf(ask, ownerUrl))
  const installation = installationOf(`gateway_drill_${randomUUID().slice(0, 8)}`)
  const { database, owner } = installation
  try {
    if (spread) await makeSpread(administratorUrl, database, spread, log)
    await initialize(administratorUrl, installation, { log, renew: false })
    return await restoreServer(urlOf(administratorUrl, { database, login: owner }), file, log)
  } finally {
    await dropInstallation(administratorUrl, installation, { log, spread })
  }
}
