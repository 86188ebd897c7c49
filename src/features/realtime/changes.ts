import type { GraphQLResolveInfo } from 'graphql'
import type { StreamContext } from '../../engine/stream-context.ts'
import type { Event } from '../../events/events.ts'
import { inTurn, mapped, type Pages } from '../../events/stream.ts'
import { selectedIn } from '../../graphql/selection.ts'
import type { EventRows } from './event-rows.ts'

/** What a subscriber is told: an event with the id to resume from. Data that cannot be shown is the reason why. */
export interface Told<T> {
  id: string
  event: string
  data: T | Error | null
}

/** What a subscription starts with. */
export interface Start {
  args: { since?: string }
  context: StreamContext
  info: GraphQLResolveInfo
}

/** How events of one kind are told. */
export interface Telling<T, R> {
  kind: string
  /** The name of the event. */
  event: string
  isWanted(event: Event): boolean
  /** What an event says by itself. */
  own(event: Event): Partial<T>
  /** What takes the row that it is about: the fields, and how they are read and shown. */
  fields: readonly (keyof T & string)[]
  rows: EventRows<R>
  show(event: Event, row: R | undefined): Partial<T>
}

/** Follows the events that are wanted. Rows are read where the subscriber selects something of them. */
export async function tell<T, R>(
  begin: Start,
  { kind, event, isWanted, own, fields, rows, show }: Telling<T, R>,
): Promise<Pages<Told<Partial<T>>>> {
  const { args, context, info } = begin
  const { streams, caller } = context
  const selected = selectedIn(info, 'data')
  const readsRows = fields.some((field) => selected.has(field))
  const { start, events } = await streams.follow(caller, kind, args.since, isWanted)
  const told = mapped(events, async (page): Promise<Told<Partial<T>>[]> => {
    const found = readsRows ? await rows(streams, page) : []
    return page.map((each, index) => ({
      id: String(each.number),
      event,
      data: shown(each, () => ({ ...own(each), ...(readsRows && show(each, found[index]?.())) })),
    }))
  })
  const id = String(start.position)
  return start.kind === 'reset' ? first({ id, event: 'reset', data: null }, told) : ready(begin, id, told)
}

/** What cannot be shown, and is left out of its stream: not of the others, nor those behind it. */
function shown<T>(event: Event, show: () => T): T | Error {
  try {
    return show()
  } catch (cause) {
    return new Error(`the event ${event.number} of ${event.organizationId} cannot be shown`, { cause })
  }
}

/**
 * Says where the stream begins, and then tells the others: whoever is cut off before anything happens can resume. Who
 * does not select ids could make nothing of it.
 */
export const ready = <T>({ info }: Start, id: string, others: Pages<Told<T>>): Pages<Told<T>> =>
  selectedIn(info).has('id') ? first({ id, event: 'ready', data: null }, others) : others

/** One item, and then the others. */
export const first = <T>(item: T, others: Pages<T>): Pages<T> => inTurn(alone(item), others)

async function* alone<T>(item: T) {
  yield [item]
}
