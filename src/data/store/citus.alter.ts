import type { Ask, Progress } from './ask.ts'
import { distribute, isCitus } from './citus.ts'

/**
 * Settings of a session that changes many distributed tables in one transaction. The triggers are safe, because they
 * only access rows of the same organization, which are on the same server. Without Citus these settings have no effect.
 */
export const ALTERING = { 'citus.enable_unsafe_triggers': 'on', 'citus.multi_shard_modify_mode': 'sequential' }

/** Matches one statement. Semicolons in strings, comments and function bodies do not end a statement. */
const STATEMENT = /(?:\$(\w*)\$.*?\$\1\$|'[^']*'|--[^\n]*|[^;'$-]+|[^;])+/gs

/** Splits a text into its statements. */
export const statementsOf = (sql: string): string[] =>
  (sql.match(STATEMENT) ?? []).map((statement) => statement.trim()).filter((statement) => statement !== '')

const MAKES_TABLE = /^(--.*\n|\s)*create table\b/

/**
 * Prepares a connection that changes the schema. With distributed tables, Citus takes one statement at a time. A new
 * table is distributed at once, because Citus allows references to distributed tables only.
 */
export async function altering(ask: Ask, log: Progress): Promise<Ask> {
  for (const [name, value] of Object.entries({ ...ALTERING, client_min_messages: 'warning' }))
    await ask(`set ${name} = '${value}'`, [])
  return (await isDistributed(ask)) ? oneByOne(ask, log) : ask
}

async function isDistributed(ask: Ask): Promise<boolean> {
  if (!(await isCitus(ask))) return false
  const { rows } = await ask(
    "select 1 from pg_dist_partition where logicalrelid = to_regclass('public.organization')",
    [],
  )
  return rows.length > 0
}

const oneByOne =
  (ask: Ask, log: Progress): Ask =>
  async <R>(sql: string, parameters: readonly unknown[]) => {
    let answer: { rows: R[] } = { rows: [] }
    for (const statement of statementsOf(sql)) {
      answer = await ask<R>(statement, parameters)
      if (MAKES_TABLE.test(statement)) await distribute(ask, log)
    }
    return answer
  }
