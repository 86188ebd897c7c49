import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const MIB = 2 ** 20

/** A small separate file system, which only root can mount. */
async function mountVolume(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-volume-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0777', 'tmpfs', folder])
  opened.defer(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Writes until the disk is full. */
async function fill(file: string): Promise<void> {
  for (const size of [MIB, MIB / 64, 1024])
    for (let isFull = false; !isFull; )
      await writeFile(file, Buffer.alloc(size, 1), { flag: 'a' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
        isFull = true
      })
}

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
