import type { Expression } from 'kysely'
import { fields } from '../common/class-fields.ts'
import { Column, Entity, Key } from '../data/columns.ts'
import type { Perishable } from '../data/perishable.ts'
import type { Transaction } from '../data/transaction.ts'

/** A committed change. Only the database function `append` writes events. */
@Entity()
export class Event extends fields({
  organizationId: Key('text'),
  /** The number of the event in its organization, from 1, without gaps, in commit order. */
  number: Key('bigint'),
  /** The audit action, for example CLIENT_CREATED. */
  type: Column('text'),
  resourceType: Column('text'),
  resourceId: Column('text', { nullable: true }),
  userId: Column('text'),
  /** Time of the database. It is never earlier than the time of the preceding event. */
  occurredAt: Column('timestamptz(3)'),
  /** Facts about the change, such as the new status, so that readers need not read the row. Never personal data. */
  payload: Column<Record<string, unknown>>('jsonb'),
}) {}

/** Whether an event may change the permissions of a user: it concerns a team member, or an accepted invitation. */
export const isOfTeam = (type: string): boolean => type.startsWith('TEAM_MEMBER_') || type === 'INVITATION_ACCEPTED'

/**
 * Retention of events, days. A stream can always resume after the organization's last event, even if that event was
 * deleted.
 */
const KEPT_DAYS = 7

export const oldEvents: Perishable = { table: 'event', since: 'occurred_at', hours: KEPT_DAYS * 24 }

/** The event number in the id of a server-sent event; undefined for any other id. */
export const numberOf = (id: string): number | undefined => (/^\d{1,15}$/.test(id) ? Number(id) : undefined)

/** A malformed payload must not stop the reading of later events, so it is replaced by an empty one. */
const isObject = (payload: unknown) => typeof payload === 'object' && payload !== null && !Array.isArray(payload)

/**
 * Reads the organization's events after a number, oldest first. A reader that reads all events up to a number misses
 * none, because `append` assigns numbers under a lock that it holds until the commit.
 */
export async function readEvents(
  db: Transaction['db'],
  after: number | Expression<number>,
  limit: number,
): Promise<Event[]> {
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
export async function lastNumber(db: Transaction['db']): Promise<number> {
  const head = await db.selectFrom('organizationHead').select('eventNumber').executeTakeFirst()
  return head?.eventNumber ?? 0
}

/** Whether a stream can resume after `number`: no later event was deleted, and there are at most `most` of them. */
export async function canResume(db: Transaction['db'], number: number, most: number): Promise<boolean> {
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
