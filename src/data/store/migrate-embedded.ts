import { migrations } from '../../../schema/migrations/index.ts'
import { makeActingRoles } from './acting-roles.ts'
import { refuseDifferences } from './catalogue.ts'
import { type Ask, migrate, type Place } from './migrations.ts'

/** An embedded database has one user, and nobody else to wait for or to tell. */
const SILENT = { info() {}, warn() {} }

/**
 * Migrates PGlite as its superuser, and proves that its schema is the one that this version works with.
 * @throws Error that says what to do
 */
export async function migrateEmbedded(ask: Ask, place: Place): Promise<void> {
  await makeActingRoles(ask)
  const { newer } = await migrate(ask, migrations, { place, log: SILENT })
  await refuseDifferences(ask, place.name, newer)
}
