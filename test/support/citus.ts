import type { Ask, Progress } from '../../src/data/store/ask.ts'
import { altering, statementsOf } from '../../src/data/store/citus.alter.ts'
import { type Spread, spreadOf } from '../../src/data/store/citus.nodes.ts'
import { distribute, isCitus } from '../../src/data/store/citus.ts'

/** Few shards, because each test file creates all tables again. */
const SHARDS = 4

/** If the server is a Citus coordinator, test databases are distributed over its nodes. */
export async function spreadForTests(ask: Ask, server: string): Promise<Spread | undefined> {
  const spread = await spreadOf(ask, server)
  return spread && { ...spread, shards: SHARDS }
}

/** Restores the text of a dump. On Citus the tables are distributed before the rows are inserted. */
export async function restoreText(ask: Ask, dump: string, log: Progress): Promise<void> {
  const isSpread = await isCitus(ask)
  const [tables = '', ...rows] = isSpread ? dump.split(/^(?=INSERT)/m) : [dump]
  await ask(`${tables}; reset all`, [])
  if (isSpread) await distribute(await altering(ask, log), log)
  for (const statement of statementsOf(rows.join(''))) await ask(statement, [])
}
