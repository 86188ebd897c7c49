import type { Event } from '../kernel/events.ts'
import { formatCursor } from '../kernel/events.ts'
import { mapped } from '../kernel/stream.ts'
import type { StreamContext } from '../kernel/stream-context.ts'
import type { Unit } from '../kernel/transaction.ts'

/** What a subscriber is told: an event with the id to resume from, or that the gap before it cannot be closed. */
export interface Told<T> {
  id: string | null
  event: string
  data: T | null
}

/** What is told first when `since` cannot be resumed from. */
export const RESET = { id: null, event: 'reset', data: null }

/**
 * Something that is loaded for an event once, however many follow it: all streams of the process are handed the same
 * event, and it is forgotten with the event.
 */
export function perEvent<T>(
  load: (unit: Unit, event: Event) => Promise<T>,
): (ctx: StreamContext, event: Event) => Promise<T> {
  const loaded = new WeakMap<Event, Promise<T>>()
  return ({ streams }, event) => {
    const known = loaded.get(event)
    if (known) return known
    const session = { role: 'gateway_tenant', organizationId: event.organizationId, readOnly: true } as const
    const loading = streams.database.transaction(session, (unit) => load(unit, event))
    loaded.set(event, loading)
    return loading
  }
}

/**
 * Follows the events that are wanted from `since` on. A `since` that cannot be resumed from is answered by one `reset`,
 * and then by what comes.
 */
export async function tell<T>(
  ctx: StreamContext,
  kind: string,
  since: string | undefined,
  isWanted: (event: Event) => boolean,
  show: (event: Event) => Promise<Omit<Told<T>, 'id'> | null>,
): Promise<AsyncIterable<Told<T>>> {
  const start = await ctx.streams.startOf(ctx.caller.organizationId, since)
  const events = await ctx.streams.follow(ctx.caller, kind, start, isWanted)
  const told = mapped(events, async (event): Promise<Told<T> | undefined> => {
    const shown = await show(event)
    return shown ? { id: formatCursor(event), ...shown } : undefined
  })
  return start.kind === 'reset' ? behind(RESET, told) : told
}

/** One item, and then the others. */
export function behind<T>(item: T, others: AsyncIterableIterator<T>): AsyncIterableIterator<T> {
  let isFirst = true
  return {
    async next() {
      if (!isFirst) return others.next()
      isFirst = false
      return { value: item, done: false }
    },
    return: () => others.return?.() ?? Promise.resolve({ value: undefined, done: true }),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
