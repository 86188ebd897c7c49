import { validate as isUuid } from 'uuid'
import type { Unit } from '../../data/transaction.ts'
import { isolated } from '../../engine/isolated.ts'
import type { Event } from '../../events/events.ts'
import type { Streams } from '../../events/streams.ts'

/** A row that an event is about; throws what it could not be read by. */
type Row<R> = () => R | undefined

/** The rows that events are about. */
export type EventRows<R> = (streams: Streams, events: readonly Event[]) => Promise<readonly Row<R>[]>

/** The ids of rows that events name, each once. */
export const idsOf = (events: readonly Event[]): string[] => [
  ...new Set(events.flatMap(({ resourceId }) => (resourceId !== null && isUuid(resourceId) ? resourceId : []))),
]

/**
 * Rows that are read for events once, however many streams follow: all streams of the process are handed the same
 * events, page by page, and a row is forgotten with its event. What is not known of a page yet is read together.
 */
export function rowsFor<R extends { id: string }>(
  read: (unit: Unit, events: readonly Event[]) => Promise<R[]>,
): EventRows<R> {
  const known = new WeakMap<Event, Promise<Row<R>>>()
  const load = (streams: Streams, events: readonly Event[]) => {
    const [{ organizationId }] = events as [Event]
    const session = { role: 'gateway_tenant', organizationId, readOnly: true } as const
    return isolated<Event, Row<R>>(
      events,
      async (some) => {
        const rows =
          idsOf(some).length > 0 ? await streams.database.transaction(session, (unit) => read(unit, some)) : []
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
        // Whoever asks later, when the database is back, has it read again.
        row.catch(() => known.delete(event))
        known.set(event, row)
      }
    }
    return Promise.all(events.map((event) => known.get(event) as Promise<Row<R>>))
  }
}
