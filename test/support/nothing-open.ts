import { expect } from '@jest/globals'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** Waits until no transaction is open. Fails if a transaction stays open during a call to another service. */
export async function nothingOpen({ actor, connection }: TestServer): Promise<void> {
  // On PGlite, which has one session, a request waits for an open transaction.
  expect((await actor().rest('GET', '/api/clients')).status).toBe(200)
  await until('the end of every transaction', () => {
    const counts = connection.pool.counts?.()
    return !counts || counts.idle === counts.total
  })
}
