import { randomUUID } from 'node:crypto'
import { BACKUP_ROLE } from './acting-roles.ts'
import { type Manifest, readManifest, writeBackup } from './backup.manifest.ts'
import { countsApart, rowsOf, verifyRestored } from './backup.verify.ts'
import { refuseDifferences } from './catalogue.ts'
import { makeSpread, spreadOf } from './citus.nodes.ts'
import { restoreSpread } from './citus.restore.ts'
import { isCitus } from './citus.ts'
import { urlOf } from './database-url.ts'
import { installationOf } from './init.logins.ts'
import { dropInstallation, initialize } from './init.ts'
import { type Ask, databasePlace, layoutOf, type Progress, refuseOtherTables } from './migrations.ts'
import { overOneConnection } from './one-connection.ts'
import { dump, restoreDump, rowsInDump } from './postgres-tools.ts'

const serverOf = (url: string) => ({ url, variable: 'DATABASE_OWNER_URL' }) as const

const BEGIN = `begin isolation level repeatable read; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** A reader of every row, in one snapshot for as long as it takes. */
const READ_ALL = `${BEGIN}; set transaction read only; set local role ${BACKUP_ROLE}`

/** The same where each server has a snapshot of its own: nothing is written to any of them meanwhile. */
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
 * Backs a database up into a file. Row-level security would hide rows from a dump without a word: it is made as the role
 * that sees all of them, and its rows are counted against those of the database, in the same snapshot.
 * @throws Error that says what is missing
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
      if (missing.length > 0) throw new Error(`The dump does not hold every row:\n  ${missing.join('\n  ')}`)
      return { kind: 'postgresql', rows, migrations }
    })
  })

const migrationsOf = async (ask: Ask): Promise<string[]> =>
  (await ask<{ name: string }>('select name from schema_migration order by name', [])).rows.map(({ name }) => name)

/**
 * Restores a backup into an empty database that `db init` has made, and checks rows and audit chains. What fails leaves
 * a database that no gateway serves.
 */
export async function restoreServer(ownerUrl: string, file: string, log: Progress): Promise<Manifest> {
  const manifest = await readManifest(file)
  if (manifest.kind !== 'postgresql') throw new Error(`${file} is a backup of an embedded database: give DATA_DIR.`)
  const isSpread = await overOneConnection(serverOf(ownerUrl), { log }, async (ask) => {
    const { rows } = await ask<{ name: string }>('select current_database() as name', [])
    const place = databasePlace(rows[0]?.name ?? '')
    const layout = await layoutOf(ask)
    refuseOtherTables(layout, place)
    if (layout.isBegun) throw new Error(`${place.name} has tables already. Restore into an empty one: ${place.another}`)
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

/** Restores a backup of the owner's database into one of its own, which is gone afterwards, and spread as that one is. */
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
