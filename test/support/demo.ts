import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedDemo } from '../../src/main/demo.ts'
import { openFilled } from './database.ts'
import { startServer, type TestServer } from './server.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What the demo has encrypted or marked, the next gateway reads with the same key. */
const SECRETS_KEY = Buffer.alloc(32, 'demo').toString('base64')

/** The demo tells of the days before today, and changes with the code that makes it. */
function versionOfDemo(): string {
  const hash = createHash('sha256')
  for (const file of globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/web/**'] }).sort())
    hash.update(readFileSync(join(ROOT, file)))
  return `${hash.digest('hex').slice(0, 16)}-${new Date().toISOString().slice(0, 10)}`
}

/** Starts a gateway whose database holds the demo organizations: seeding takes 7 s of processor time, a copy 1 s. */
export const startDemoServer = (environment: Record<string, string> = {}): Promise<TestServer> =>
  startServer({ SECRETS_KEY, ...environment }, () =>
    openFilled('demo', versionOfDemo(), async (connection) => {
      await using server = await startServer({ SECRETS_KEY }, async () => ({ ...connection, close: async () => {} }))
      await seedDemo(server.app)
    }),
  )
