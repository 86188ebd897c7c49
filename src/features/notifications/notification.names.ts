import { sql } from 'kysely'
import { anyOf } from '../../data/any-of.ts'
import type { Tables } from '../../data/transaction.ts'
import { mayRead } from '../../engine/access/permits.ts'
import { batched, type Context } from '../../engine/execute/context.ts'
import { redact } from '../../security/audit/redact.ts'
import type { Notification } from './notification.entity.ts'
import type { Names } from './notification.texts.ts'

/*
 * Names of resources and people in notifications. They are read with the notification and never stored in it, so
 * that they are current, an erasure removes them, and a reader sees only names of rows that they may read.
 */

/** The column with the name of a resource. */
interface Kind {
  table: keyof Tables
  column: string
  show?(value: string): string
}

const KINDS: Readonly<Record<string, Kind>> = {
  API_KEY: { table: 'apiKey', column: 'name' },
  BREACH: { table: 'breach', column: 'title' },
  CAMPAIGN: { table: 'campaign', column: 'name' },
  CONTENT: { table: 'contentItem', column: 'title' },
  DATA_SUBJECT_REQUEST: { table: 'dataSubjectRequest', column: 'type' },
  INVITATION: { table: 'invitation', column: 'role' },
  SECURITY_ALERT: { table: 'securityAlert', column: 'name' },
  SENDER: { table: 'sender', column: 'name' },
  SIGN_OFF: { table: 'signOff', column: 'title' },
  // Shows only the host, because a path or query may contain a secret of the receiver.
  WEBHOOK: { table: 'webhook', column: 'url', show: (url) => new URL(url).host },
}

const valuesOf = batched<string | undefined, Kind>(undefined, async (ctx, ids, { table, column }) => {
  // The cast is safe: every one of these tables has an id and the name column.
  const rows = await ctx.db
    .selectFrom(table as 'campaign')
    .select(['id', sql<string>`${sql.ref(column)}`.as('value')])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, value }) => [id, value]))
})

/** The name of a resource. Undefined if it has no row, or if the caller may not read the row. */
async function nameOf(ctx: Context, type: string, id: string | null): Promise<string | undefined> {
  const kind = KINDS[type]
  const value = kind && id && mayRead(ctx.caller, kind.table) ? await valuesOf(ctx, id, kind) : undefined
  return kind && value && redact(kind.show?.(value) ?? value)
}

const membersOf = batched<string | undefined>(undefined, async (ctx, userIds) => {
  const members = await ctx.db
    .selectFrom('teamMember')
    .select(['userId', 'name'])
    .where('userId', 'in', [...userIds])
    .where('removedAt', 'is', null)
    .execute()
  return new Map(members.map(({ userId, name }) => [userId, name]))
})

/** The acting user: an API key or a member of the team. Empty for a user outside of the team, and for the service. */
async function authorOf(ctx: Context, userId: string | null): Promise<Names> {
  const [, keyId] = /^key:(.+)$/.exec(userId ?? '') ?? []
  if (keyId) return { apiKey: await nameOf(ctx, 'API_KEY', keyId) }
  const person = userId && mayRead(ctx.caller, 'teamMember') ? await membersOf(ctx, userId) : undefined
  return { person: person && redact(person) }
}

/** The names in a notification's text. */
export async function namesOf(
  ctx: Context,
  { resourceType, resourceId, userId }: Pick<Notification, 'resourceType' | 'resourceId' | 'userId'>,
): Promise<Names> {
  const [name, author] = await Promise.all([nameOf(ctx, resourceType, resourceId), authorOf(ctx, userId)])
  return { name, ...author }
}
