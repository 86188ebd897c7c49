import type { Progress } from './ask.ts'
import { ALTERING, altering } from './citus.alter.ts'
import { distribute } from './citus.ts'
import { overOneConnection } from './one-connection.ts'
import { restoreSection, type Section } from './postgres-tools.ts'

/**
 * Restores a dump into an empty database on Citus. The tables are distributed first, so each row goes directly to its
 * server, and the coordinator needs no space for the rows. Row-level security is restored after the rows, because it
 * would refuse them.
 * @throws Error with the next step for a partly restored database
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
        'The database is partly restored: drop it on every node, create it again, and restore again.',
    )
  }
}
