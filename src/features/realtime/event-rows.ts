import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../data/transaction.ts'
import { isolated } from '../../engine/stream/isolated.ts'
import type { Event } from '../../events/events.ts'
import type { Streams } from '../../events/streams.ts'

/** The row of an event. Throws the error of its read. */
type Row<R> = () => R | undefined

export type EventRows<R> = (streams: Streams, events: readonly Event[]) => Promise<readonly Row<R>[]>

/** The distinct row ids of events. */
export const idsOf = (events: readonly Event[]): string[] => [
  ...new Set(events.flatMap(({ resourceId }) => (resourceId !== null && isUuid(resourceId) ? resourceId : []))),
]

/**
 * Reads the row of each event once for all streams. All streams of the process receive the same events, page by page,
 * and a row is dropped with its event. The missing rows of a page are read in one query.
 */
export function rowsFor<R extends { id: string }>(
  read: (unit: Transaction, events: readonly Event[]) => Promise<R[]>,
): EventRows<R> {
  const known = new WeakMap<Event, Promise<Row<R>>>()
  const load = (streams: Streams, events: readonly Event[]) => {
    const [{ organizationId }] = events as [Event]
    return isolated<Event, Row<R>>(
      events,
      async (some) => {
        const rows =
          idsOf(some).length > 0 ? await streams.database.read(organizationId, (unit) => read(unit, some)) : []
        const byId = new Map(rows.map((row) => [row.id, row]))
        return some.map(
          ({ resourceId }) =>
            () =>
              byId.get(resourceId ?? ''),
        )
      },
      (error) => () => {
        throw error
      },
    )
  }
  return (streams, events) => {
    const unknown = events.filter((event) => !known.has(event))
    if (unknown.length > 0) {
      const loading = load(streams, unknown)
      for (const [index, event] of unknown.entries()) {
        const row = loading.then((rows) => rows[index] as Row<R>)
        // A failed read is not cached, so a later reader tries again.
        row.catch(() => known.delete(event))
        known.set(event, row)
      }
    }
    return Promise.all(events.map((event) => known.get(event) as Promise<Row<R>>))
  }
}
