import type { GraphQLResolveInfo } from 'graphql'
import type { StreamContext } from '../../engine/stream/stream-context.ts'
import type { Event } from '../../events/events.ts'
import { inTurn, mapped, type Pages } from '../../events/stream.ts'
import { selectedIn } from '../../graphql/selection.ts'
import type { EventRows } from './event-rows.ts'

/** An event with the id to resume from. If the data cannot be shown, it is the error. */
export interface StreamEvent<T> {
  id: string
  event: string
  data: T | Error | null
}

/** The start of a subscription. */
export interface Start {
  args: { since?: string }
  context: StreamContext
  info: GraphQLResolveInfo
}

/** How to publish events of one kind. */
export interface StreamSpec<T, R> {
  kind: string
  /** The name of the event. */
  event: string
  isWanted(event: Event): boolean
  /** The fields that come from the event itself. */
  own(event: Event): Partial<T>
  /** The fields that need the row of the event. The functions below read the row and show it. */
  fields: readonly (keyof T & string)[]
  rows: EventRows<R>
  show(event: Event, row: R | undefined): Partial<T>
}

/** Follows the matching events. Rows are read only if the subscriber selects their fields. */
export async function publish<T, R>(
  begin: Start,
  { kind, event, isWanted, own, fields, rows, show }: StreamSpec<T, R>,
): Promise<Pages<StreamEvent<Partial<T>>>> {
  const { args, context, info } = begin
  const { streams, caller } = context
  const selected = selectedIn(info, 'data')
  const readsRows = fields.some((field) => selected.has(field))
  const { start, events } = await streams.follow(caller, kind, args.since, isWanted)
  const published = mapped(events, async (page): Promise<StreamEvent<Partial<T>>[]> => {
    const found = readsRows ? await rows(streams, page) : []
    return page.map((each, index) => ({
      id: String(each.number),
      event,
      data: shown(each, () => ({ ...own(each), ...(readsRows && show(each, found[index]?.())) })),
    }))
  })
  const id = String(start.position)
  return start.kind === 'reset' ? first({ id, event: 'reset', data: null }, published) : ready(begin, id, published)
}

/** Data that cannot be shown is left out of this stream only. Other streams and later events continue. */
function shown<T>(event: Event, show: () => T): T | Error {
  try {
    return show()
  } catch (cause) {
    return new Error(`the event ${event.number} of ${event.organizationId} cannot be shown`, { cause })
  }
}

/**
 * Sends the start position first, then the other events, so that a client that disconnects early can resume. Skipped
 * for a client that does not select ids.
 */
export const ready = <T>({ info }: Start, id: string, others: Pages<StreamEvent<T>>): Pages<StreamEvent<T>> =>
  selectedIn(info).has('id') ? first({ id, event: 'ready', data: null }, others) : others

/** A page with one item, followed by the other pages. */
export const first = <T>(item: T, others: Pages<T>): Pages<T> => inTurn(alone(item), others)

async function* alone<T>(item: T) {
  yield [item]
}
