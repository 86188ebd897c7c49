import { ALTERING, altering } from './citus.alter.ts'
import { distribute } from './citus.ts'
import type { Progress } from './migrations.ts'
import { overOneConnection } from './one-connection.ts'
import { restoreSection, type Section } from './postgres-tools.ts'

/**
 * Restores a dump into an empty database of Citus. Rows go to the servers that keep them as they are read, so the
 * coordinator needs no room for them; row-level security, under which it would take none, comes after them.
 * @throws Error that says what to do with what is half restored
 */
export async function restoreSpread(ownerUrl: string, file: string, log: Progress): Promise<void> {
  const restore = (section: Section) => restoreSection(ownerUrl, file, { section, settings: ALTERING })
  try {
    await restore('pre-data')
    await overOneConnection({ url: ownerUrl, variable: 'DATABASE_OWNER_URL' }, { log }, async (ask) =>
      distribute(await altering(ask, log), log),
    )
    await restore('data')
    await restore('post-data')
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error}\n` +
        'The database is half restored: drop it on every node, make it anew, and restore again.',
    )
  }
}
