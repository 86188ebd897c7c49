import { Entity } from '@mikro-orm/decorators/legacy'
import type { Expression } from 'kysely'
import { Column, Key } from '../data/columns.ts'
import type { Unit } from '../data/transaction.ts'
import type { Perishable } from './batches.ts'

/** A change that was committed. Only the database function `append` writes it. */
@Entity()
export class Event {
  @Key('text')
  readonly organizationId!: string

  /** Its place among the events of its organization, from 1: without gaps, in the order of the commits. */
  @Key('bigint')
  readonly number!: number

  /** The audit action, for example CLIENT_CREATED. */
  @Column('text')
  readonly type!: string

  @Column('text')
  readonly resourceType!: string

  @Column('text', { nullable: true })
  readonly resourceId!: string | null

  @Column('text')
  readonly userId!: string

  /** By the database's clock; never before the event that precedes it. */
  @Column('timestamptz(3)')
  readonly occurredAt!: Date

  /** A few facts that spare readers a look, such as the state that a row went to. Never personal data. */
  @Column('jsonb')
  readonly payload!: Record<string, unknown>
}

declare module '../data/transaction.ts' {
  interface Tables {
    event: Event
  }
}

/** Whether an event may change what a user may do: any of the team, and whoever accepts an invitation is in it. */
export const isOfTeam = (type: string): boolean => type.startsWith('TEAM_MEMBER_') || type === 'INVITATION_ACCEPTED'

/** How long events are kept. Whoever resumes behind the last one of an organization needs none of them. */
const KEPT_DAYS = 7

export const oldEvents: Perishable = { table: 'event', since: 'occurred_at', hours: KEPT_DAYS * 24 }

/** The number that the id of a server-sent event stands for; undefined when it is none. */
export const numberOf = (id: string): number | undefined => (/^\d{1,15}$/.test(id) ? Number(id) : undefined)

/** No payload may keep a reader from those behind it. */
const isObject = (payload: unknown) => typeof payload === 'object' && payload !== null && !Array.isArray(payload)

/**
 * The events of the organization after one of them, oldest first. Whoever has read up to a number has missed none before
 * it: numbers are given under a lock that is held to the commit.
 */
export async function readEvents(db: Unit['db'], after: number | Expression<number>, limit: number): Promise<Event[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map((row) => (isObject(row.payload) ? row : { ...row, payload: {} }))
}

/** The number of the organization's last event; 0 when it has none. */
export async function lastNumber(db: Unit['db']): Promise<number> {
  const head = await db.selectFrom('organizationHead').select('eventNumber').executeTakeFirst()
  return head?.eventNumber ?? 0
}

/** Whether the events after `number` can all be told again: none was pruned, and there are at most `most`. */
export async function canResume(db: Unit['db'], number: number, most: number): Promise<boolean> {
  const last = await lastNumber(db)
  if (number > last || last - number > most) return false
  if (number === last) return true
  const next = await db
    .selectFrom('event')
    .select('number')
    .where('number', '=', number + 1)
    .executeTakeFirst()
  return next !== undefined
}
