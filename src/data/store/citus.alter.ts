import { distribute, isCitus } from './citus.ts'
import type { Ask, Progress } from './migrations.ts'

/**
 * What a session needs that changes tables that are distributed, many in a transaction. Triggers read and write rows of
 * the row's own organization only, which lie on the same server. Without Citus these are settings that nobody reads.
 */
export const ALTERING = { 'citus.enable_unsafe_triggers': 'on', 'citus.multi_shard_modify_mode': 'sequential' }

/** Semicolons in strings, comments and bodies of functions end no statement. */
const STATEMENT = /(?:\$(\w*)\$.*?\$\1\$|'[^']*'|--[^\n]*|[^;'$-]+|[^;])+/gs

/** The statements of a text. */
export const statementsOf = (sql: string): string[] =>
  (sql.match(STATEMENT) ?? []).map((statement) => statement.trim()).filter((statement) => statement !== '')

const MAKES_TABLE = /^(--.*\n|\s)*create table\b/

/**
 * A connection that changes the schema. Where tables are distributed already, Citus takes one statement at a time, and a
 * reference only to a table that is distributed, too.
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
