import { jest } from '@jest/globals'
import { sql } from 'kysely'
import { inOrganization } from './organization.ts'
import type { TestServer } from './server.ts'

export const MINUTE_MS = 60_000

const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'] as const
const REST = ['nextTick', 'queueMicrotask', 'performance', 'hrtime'] as const

/**
 * Moves the clock of this process by so many minutes, until the result is disposed. The clock of a server is not
 * changed.
 */
export function clockOff(minutes: number): Disposable {
  jest.useFakeTimers({ doNotFake: [...TIMERS, ...REST], now: Date.now() + minutes * MINUTE_MS })
  return { [Symbol.dispose]: () => void jest.useRealTimers() }
}

/** The time of the database. */
export async function databaseTime(server: TestServer): Promise<number> {
  const [row] = await inOrganization(server, server.actor(), sql<{ now: Date }>`select now()`)
  return row?.now.getTime() ?? Number.NaN
}
