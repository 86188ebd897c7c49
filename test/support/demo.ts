import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedDemo } from '../../src/demo/demo.ts'
import { HOME, todayIn } from '../../src/features/analytics/analytics.days.ts'
import { openFilled } from './database.ts'
import { startServer, type TestServer } from './server.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A fixed key, because all gateways that use the demo image must decrypt its secrets. */
const SECRETS_KEY = Buffer.alloc(32, 'demo').toString('base64')

/** The version of the demo image: the demo data depends on the current day and on the code. */
function versionOfDemo(): string {
  const hash = createHash('sha256')
  for (const file of globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/web/**'] }).sort())
    hash.update(readFileSync(join(ROOT, file)))
  return `${hash.digest('hex').slice(0, 16)}-${todayIn(HOME)}`
}

/**
 * Starts a gateway on a database with the demo data. Seeding takes 7 s of processor time; copying an image takes 1 s.
 */
export const startDemoServer = (environment: Record<string, string> = {}): Promise<TestServer> =>
  startServer({ SECRETS_KEY, ...environment }, () =>
    openFilled('demo', versionOfDemo(), async (connection) => {
      await using server = await startServer({ SECRETS_KEY }, async () => ({ ...connection, close: async () => {} }))
      await seedDemo(server.app)
    }),
  )
