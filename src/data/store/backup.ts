import { randomUUID } from 'node:crypto'
import { BACKUP_ROLE } from './acting-roles.ts'
import { type Manifest, readManifest, writeBackup } from './backup.manifest.ts'
import { countsApart, rowsOf, verifyRestored } from './backup.verify.ts'
import { refuseDifferences } from './catalogue.ts'
import { installationOf } from './init.logins.ts'
import { dropInstallation, initialize, urlOf } from './init.ts'
import { type Ask, databasePlace, layoutOf, type Progress, refuseOtherTables } from './migrations.ts'
import { overOneConnection } from './one-connection.ts'
import { dump, restoreDump, rowsInDump } from './postgres-tools.ts'

const serverOf = (url: string) => ({ url, variable: 'DATABASE_OWNER_URL' }) as const

/** A reader of every row, in one snapshot for as long as it takes. */
const READ_ALL = `begin isolation level repeatable read read only; set local role ${BACKUP_ROLE};
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

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
      await ask(READ_ALL, [])
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
  await overOneConnection(serverOf(ownerUrl), { log }, async (ask) => {
    const { rows } = await ask<{ name: string }>('select current_database() as name', [])
    const place = databasePlace(rows[0]?.name ?? '')
    const layout = await layoutOf(ask)
    refuseOtherTables(layout, place)
    if (layout.isBegun) throw new Error(`${place.name} has tables already. Restore into an empty one: ${place.another}`)
  })
  await restoreDump(ownerUrl, file)
  log.info('restored; checking rows and audit chains')
  await overOneConnection(serverOf(ownerUrl), { log }, async (ask) => {
    try {
      await ask(READ_ALL, [])
      await verifyRestored(ask, manifest)
      await ask('commit; analyze', [])
    } catch (error) {
      await ask('rollback; alter table schema_migration rename to restore_failed', [])
      throw error
    }
  })
  return manifest
}

/** Restores a backup into a database of its own, which is gone afterwards. */
export async function drillServer(administratorUrl: string, file: string, log: Progress): Promise<Manifest> {
  const installation = installationOf(`gateway_drill_${randomUUID().slice(0, 8)}`)
  try {
    await initialize(administratorUrl, installation, { log, renew: false })
    const { database, owner } = installation
    return await restoreServer(urlOf(administratorUrl, { database, login: owner }), file, log)
  } finally {
    await dropInstallation(administratorUrl, installation, { log })
  }
}
