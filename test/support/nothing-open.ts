import { expect } from '@jest/globals'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** Waits until no transaction is open; one that stays open while something outside is waited for is never seen to end. */
export async function nothingOpen({ actor, connection }: TestServer): Promise<void> {
  // PGlite has one session: behind an open transaction a request waits in vain.
  expect((await actor().rest('GET', '/api/clients')).status).toBe(200)
  await until('the end of every transaction', () => {
    const counts = connection.pool.counts?.()
    return !counts || counts.idle === counts.total
  })
}
