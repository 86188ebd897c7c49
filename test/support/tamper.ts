import type { OpenDatabase } from '../../src/data/open-database.ts'
import { asAdministrator } from './database.ts'

/**
 * Changes the audit trail as an administrator of the server could. No trigger runs in this transaction; those of other
 * transactions run, because the gateway may write records at the same time. The first setting is for Citus, which then
 * applies the second one on its workers.
 */
export async function tamper(connection: OpenDatabase, statement: string): Promise<void> {
  await asAdministrator(
    connection,
    'begin',
    "set local citus.propagate_set_commands = 'local'",
    'set local session_replication_role = replica',
    statement,
    'commit',
  )
}
