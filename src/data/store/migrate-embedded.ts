import { migrations } from '../../../schema/migrations/index.ts'
import { makeActingRoles } from './acting-roles.ts'
import type { Ask, Place } from './ask.ts'
import { refuseDifferences } from './catalogue.ts'
import { migrate } from './migrations.ts'

/** No log: the migration of an embedded database is short, and waits for nobody. */
const SILENT = { info() {}, warn() {} }

/** Migrates PGlite as its superuser, and checks that its schema fits this version. @throws Error with the next step */
export async function migrateEmbedded(ask: Ask, place: Place): Promise<void> {
  await makeActingRoles(ask)
  const { newer } = await migrate(ask, migrations, { place, log: SILENT })
  await refuseDifferences(ask, place.name, newer)
}
