import { migrations } from '../../../schema/migrations/index.ts'
import type { Ask } from './ask.ts'
import { refuseDifferences } from './catalogue.ts'
import { refuseBypasses } from './login.ts'
import {
  databasePlace,
  demandVersion,
  layoutOf,
  MIGRATE,
  missingFrom,
  refuseCharacters,
  refuseOtherTables,
  type Stored,
  unknownOf,
} from './migrations.ts'

/**
 * Checks that a database can be served with this login: the schema fits this version, and the login cannot bypass
 * row-level security.
 * @throws Error with the next step
 */
export async function demandServable(ask: Ask, databaseName: string): Promise<void> {
  const place = databasePlace(databaseName)
  const layout = await layoutOf(ask)
  demandVersion(layout, 'The server')
  refuseCharacters(layout, place)
  refuseOtherTables(layout, place)
  if (!layout.isMigrated) throw new Error(`${place.name} has no tables yet. Create them: ${MIGRATE}`)
  await refuseBypasses(ask)
  const applied = await appliedTo(ask)
  const [missing] = missingFrom(applied, migrations, place)
  if (missing) throw new Error(`${place.name} lacks the migration ${missing.name}. Apply it: ${MIGRATE}`)
  await refuseDifferences(ask, place.name, unknownOf(applied, migrations))
}

/** Reads as an acting role, because the login itself may read no table. */
async function appliedTo(ask: Ask): Promise<Stored[]> {
  await ask('begin read only; set local role gateway_system', [])
  const { rows } = await ask<Stored>('select name, checksum from schema_migration order by name', [])
  await ask('commit', [])
  return rows
}
