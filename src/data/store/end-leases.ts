import type { Ask } from './ask.ts'

const LEASED_TABLES = `select c.oid::regclass::text as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and 2 = (
    select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('organization_id', 'leased_until'))`

/** Makes work due now if it would become due by the end of a lease of the same organization. */
const makeDue = (table: string) => `update due_work set due_at = now() from ${table} as leased
  where leased.organization_id = due_work.organization_id and leased.leased_until > now()
    and due_work.due_at > now() and due_work.due_at <= leased.leased_until`

/**
 * Ends all leases now, so that the next process continues the work of a crashed one at once. Only for a database that no
 * other process can use: its leases belong to processes that have ended.
 */
export async function endLeases(ask: Ask): Promise<void> {
  const { rows: tables } = await ask<{ name: string }>(LEASED_TABLES, [])
  // Due times are compared with the ends of the leases, so they are changed first.
  for (const { name } of tables) await ask(makeDue(name), [])
  for (const name of [...tables.map((table) => table.name), 'job'])
    await ask(`update ${name} set leased_until = now() where leased_until > now()`, [])
}
