import { altering, statementsOf } from '../../src/data/store/citus.alter.ts'
import { type Spread, spreadOf } from '../../src/data/store/citus.nodes.ts'
import { distribute, isCitus } from '../../src/data/store/citus.ts'
import type { Ask, Progress } from '../../src/data/store/migrations.ts'

/** Few, since each test file makes all tables anew. */
const SHARDS = 4

/** Where the server's address names a coordinator of Citus, the databases of tests are spread over its nodes. */
export async function spreadForTests(ask: Ask, server: string): Promise<Spread | undefined> {
  const spread = await spreadOf(ask, server)
  return spread && { ...spread, shards: SHARDS }
}

/** Restores the text of a dump. On Citus the tables of that version are distributed before their rows come in. */
export async function restoreText(ask: Ask, dump: string, log: Progress): Promise<void> {
  const isSpread = await isCitus(ask)
  const [tables = '', ...rows] = isSpread ? dump.split(/^(?=INSERT)/m) : [dump]
  await ask(`${tables}; reset all`, [])
  if (isSpread) await distribute(await altering(ask, log), log)
  for (const statement of statementsOf(rows.join(''))) await ask(statement, [])
}
