import { expect, test } from '@jest/globals'
import pg from 'pg'
import { SETTINGS } from '../../src/data/settings.ts'
import { demandSettings } from '../../src/data/store/citus.ts'
import { emptyDatabase } from '../support/database.ts'
import { coordinator } from './coordinator.ts'

test('a database that an earlier version prepared is not migrated before its roles have the settings', async () => {
  await using database = await emptyDatabase(coordinator())
  const { pathname } = new URL(database.url)
  const client = new pg.Client({ connectionString: Object.assign(new URL(coordinator()), { pathname }).href })
  await client.connect()
  const ask = async <R>(sql: string, parameters: readonly unknown[]) => ({
    rows: (await client.query(sql, [...parameters])).rows as R[],
  })
  try {
    await demandSettings(ask)
    // All databases of the server share the roles, so the change is rolled back.
    await client.query('begin; set local citus.enable_ddl_propagation = off')
    for (const setting of SETTINGS) {
      const name = setting.split(' ')[0] ?? ''
      await client.query(`savepoint one; alter role gateway_tenant reset ${name}`)
      await expect(demandSettings(ask)).rejects.toThrow(`(gateway_tenant: ${name})`)
      await client.query('rollback to one')
    }
  } finally {
    await client.end()
  }
})
