import type { OpenDatabase } from '../../src/data/open-database.ts'
import { asAdministrator } from './database.ts'

const GUARDED = ['audit_record', 'organization_head', 'event']
const guards = (trigger: 'enable' | 'disable', force: 'force' | 'no force') =>
  GUARDED.flatMap((table) => [
    `alter table ${table} ${trigger} trigger user`,
    `alter table ${table} ${force} row level security`,
  ])

/** Changes the audit trail as the owner of the tables could, with triggers and row-level security disabled. */
export async function tamper(connection: OpenDatabase, statement: string): Promise<void> {
  await asAdministrator(connection, ...guards('disable', 'no force'))
  try {
    await asAdministrator(connection, statement)
  } finally {
    await asAdministrator(connection, ...guards('enable', 'force'))
  }
}
