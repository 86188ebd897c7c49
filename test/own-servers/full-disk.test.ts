import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { fill, mountVolume } from '../support/full-disk.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const canRun = hasPostgres() && process.getuid?.() === 0

;(canRun ? test : test.skip)(
  'a gateway whose database has no room on its disk is not ready, until it has',
  async () => {
    await using opened = new AsyncDisposableStack()
    const volume = await mountVolume(opened)
    const cluster = opened.use(await startCluster(['max_wal_size=32MB', 'min_wal_size=32MB'], volume))
    const server = opened.use(await startServer({ DATABASE_URL: cluster.url }, () => openOn(cluster.url)))
    expect((await server.fetch('/readyz')).status).toBe(200)
    const filler = join(volume, 'filler')
    await fill(filler)
    await until('a check that finds no room', async () => (await server.fetch('/readyz')).status === 503)
    await rm(filler)
    await until('a check that finds room', async () => (await server.fetch('/readyz')).status === 200)
  },
)
