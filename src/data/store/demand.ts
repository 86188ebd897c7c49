import { migrations } from '../../../schema/migrations/index.ts'
import { refuseDifferences } from './catalogue.ts'
import { refuseWaysRound } from './login.ts'
import {
  type Ask,
  databasePlace,
  demandVersion,
  layoutOf,
  MIGRATE,
  missingFrom,
  refuseOtherTables,
  type Stored,
  unknownOf,
} from './migrations.ts'

/**
 * Proves that a database can be served over connections of this login: that it has the schema that this version works
 * with, and that the login cannot get round row-level security.
 * @throws Error that says what to do
 */
export async function demandServable(ask: Ask, databaseName: string): Promise<void> {
  const place = databasePlace(databaseName)
  const layout = await layoutOf(ask)
  demandVersion(layout, 'The server')
  refuseOtherTables(layout, place)
  if (!layout.isBegun) throw new Error(`${place.name} has no tables yet. Make them: ${MIGRATE}`)
  await refuseWaysRound(ask)
  const applied = await appliedTo(ask)
  const [missing] = missingFrom(applied, migrations, place)
  if (missing) throw new Error(`${place.name} lacks the migration ${missing.name}. Apply it: ${MIGRATE}`)
  await refuseDifferences(ask, place.name, unknownOf(applied, migrations))
}

/** The login itself sees nothing. */
async function appliedTo(ask: Ask): Promise<Stored[]> {
  await ask('begin read only; set local role gateway_system', [])
  const { rows } = await ask<Stored>('select name, checksum from schema_migration order by name', [])
  await ask('commit', [])
  return rows
}
