import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { migrations } from '../../schema/migrations/index.ts'
import { urlOf } from '../../src/data/store/database-url.ts'
import { installationOf } from '../../src/data/store/init.logins.ts'
import { initialize } from '../../src/data/store/init.ts'
import { migrateServer } from '../../src/data/store/migrate-server.ts'
import { migrate } from '../../src/data/store/migrations.ts'
import { backupServer, restoreServer } from '../../src/main/backup/server.ts'
import { createLog } from '../../src/main/log.ts'
import { startCluster } from '../support/cluster.ts'
import { alterBehind, emptyDatabase, openOn } from '../support/database.ts'
import { aClient } from '../support/samples.ts'
import { startServer } from '../support/server.ts'
import { coordinator } from './coordinator.ts'

const log = createLog('silent')
const folder = () => mkdtempDisposable(join(tmpdir(), 'gateway-citus-'))

/** How many servers have rows of clients. */
const serversOf = (url: string) =>
  alterBehind(urlOf(coordinator(), { database: new URL(url).pathname.slice(1) }), async (ask) => {
    const { rows } = await ask<{ servers: number }>(
      `select count(distinct nodename || ':' || nodeport)::int as servers from pg_dist_shard_placement
        join pg_dist_shard using (shardid) where logicalrelid = 'client'::regclass`,
      [],
    )
    return rows[0]?.servers
  })

test('a backup of one server is restored on several, and theirs on one', async () => {
  await using files = await folder()
  await using one = await startCluster()
  const server = await startServer({}, () => openOn(one.url))
  const actor = server.actor()
  const { organizationId, userId } = actor
  const { id } = await aClient(actor)
  await server.close()
  await backupServer(one.ownerUrl, join(files.path, 'one'), log)

  await using several = await emptyDatabase(coordinator())
  await restoreServer(several.ownerUrl, join(files.path, 'one'), log)
  expect(await serversOf(several.url)).toBe(2)
  const restored = await startServer({}, () => openOn(several.url))
  const again = restored.actor({ organizationId, userId })
  const list = await again.rest('GET', '/api/clients')
  expect(list.body.data.map((client: { id: string }) => client.id)).toEqual([id])
  await aClient(again)
  expect((await again.rest('GET', '/api/audit/verify')).body.data.valid).toBe(true)
  await restored.close()
  const made = await backupServer(several.ownerUrl, join(files.path, 'several'), log)
  expect(made.rows).toMatchObject({ client: 2 })

  const back = installationOf('back')
  await initialize(one.administratorUrl, back, { log, renew: false })
  const backUrl = urlOf(one.administratorUrl, { database: 'back', login: back.owner })
  expect(await restoreServer(backUrl, join(files.path, 'several'), log)).toEqual(made)
})

test('a backup is of one moment, also while others write', async () => {
  await using files = await folder()
  await using source = await emptyDatabase(coordinator())
  const server = await startServer({}, () => openOn(source.url, 5, source))
  let isDone = false
  const write = async () => {
    for (const actor = server.actor(); !isDone; ) await aClient(actor)
  }
  const writing = Promise.all([write(), write(), write()])
  try {
    await backupServer(source.ownerUrl, join(files.path, 'busy'), log)
  } finally {
    isDone = true
    await writing
    await server.close()
  }
  await using target = await emptyDatabase(coordinator())
  // Rows are counted, and every audit chain is read to its head.
  const { rows } = await restoreServer(target.ownerUrl, join(files.path, 'busy'), log)
  expect(rows.client).toBeGreaterThan(0)
})

test('a restore that fails says that the database is partly restored, and no gateway serves it', async () => {
  await using files = await folder()
  await using source = await emptyDatabase(coordinator())
  await migrateServer(source.ownerUrl, { log })
  await backupServer(source.ownerUrl, join(files.path, 'whole'), log)
  await using target = await emptyDatabase(coordinator())
  // The last part makes it, too.
  await alterBehind(target.ownerUrl, (ask) => ask('create sequence client_by_name', []))
  await expect(restoreServer(target.ownerUrl, join(files.path, 'whole'), log)).rejects.toThrow(
    /"client_by_name" already exists[\s\S]*\nThe database is partly restored: drop it on every node/,
  )
  await expect(openOn(target.url)).rejects.toThrow(/has another schema than/)
})

test('tables that have rows are not distributed where they are, and it is said what to do', async () => {
  await using database = await emptyDatabase(coordinator())
  await alterBehind(database.ownerUrl, async (ask) => {
    await migrate(ask, migrations, { place: { name: 'x', another: '' }, log })
    await ask('alter table organization no force row level security', [])
    await ask("insert into organization (organization_id) values ('org_before')", [])
  })
  await expect(migrateServer(database.ownerUrl, { log })).rejects.toThrow(
    /^The table organization has rows already.*\nBack the database up, and restore it/,
  )
})
