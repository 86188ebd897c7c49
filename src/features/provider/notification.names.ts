import { sql } from 'kysely'
import { anyOf } from '../../data/any-of.ts'
import type { Tables } from '../../data/transaction.ts'
import { batched, type Context } from '../../engine/context.ts'
import { mayRead } from '../../engine/permits.ts'
import { redact } from '../../security/audit/redact.ts'
import type { Notification } from './notification.entity.ts'

/*
 * What notifications call things and people. It is read with the notification and never stored in it: so it is what the
 * rows say now, an erasure reaches it, and who may not read a row does not learn its name here.
 */

/** How a thing is called, by a column of its row. */
interface Kind {
  noun: string
  table: keyof Tables
  column: string
  show(value: string, noun: string): string
}

const quoted = (name: string, noun: string) => `${noun} "${name}"`

const KINDS: Readonly<Record<string, Kind>> = {
  API_KEY: { noun: 'API key', table: 'apiKey', column: 'name', show: quoted },
  BREACH: { noun: 'Breach', table: 'breach', column: 'title', show: quoted },
  CAMPAIGN: { noun: 'Campaign', table: 'campaign', column: 'name', show: quoted },
  CONTENT: { noun: 'Content', table: 'contentItem', column: 'title', show: quoted },
  DATA_SUBJECT_REQUEST: {
    noun: 'Data-subject request',
    table: 'dataSubjectRequest',
    column: 'type',
    show: (type, noun) => `${noun} for ${type}`,
  },
  INVITATION: {
    noun: 'Invitation',
    table: 'invitation',
    column: 'role',
    show: (role, noun) => `${noun} as ${role}`,
  },
  SECURITY_ALERT: {
    noun: 'Security alert',
    table: 'securityAlert',
    column: 'name',
    show: quoted,
  },
  WEBHOOK: {
    noun: 'Webhook',
    table: 'webhook',
    column: 'url',
    // A path or a query may hold a secret of the receiver's.
    show: (url, noun) => `${noun} to ${new URL(url).host}`,
  },
}

/** What has no row of its own. */
const SETTINGS: Readonly<Record<string, string>> = { SECURITY_SETTINGS: 'The security settings' }

const valuesOf = batched<string | undefined, Kind>(undefined, async (ctx, ids, { table, column }) => {
  // Any one table stands for all here: each has an id, and the column of its kind.
  const rows = await ctx.db
    .selectFrom(table as 'campaign')
    .select(['id', sql<string>`${sql.ref(column)}`.as('value')])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, value }) => [id, value]))
})

async function nameOf(ctx: Context, kind: Kind, id: string | null): Promise<string> {
  const value = id && mayRead(ctx.caller, kind.table) ? await valuesOf(ctx, id, kind) : undefined
  if (value !== undefined) return redact(kind.show(value, kind.noun))
  return id ? `${kind.noun} ${id}` : kind.noun
}

/** What a notification is about; by its id where its row is gone, or the caller may not read it. */
export async function thingOf(ctx: Context, { resourceType, resourceId }: Notification): Promise<string> {
  const kind = KINDS[resourceType]
  return kind ? nameOf(ctx, kind, resourceId) : (SETTINGS[resourceType] ?? resourceType)
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

/** Who did it: an API key, someone of the team, or a user who is not on it; undefined for the service itself. */
export async function authorOf(ctx: Context, { userId }: Notification): Promise<string | undefined> {
  if (userId === null || userId === 'system') return undefined
  const [, keyId] = /^key:(.+)$/.exec(userId) ?? []
  if (keyId && KINDS.API_KEY) return nameOf(ctx, KINDS.API_KEY, keyId)
  const name = mayRead(ctx.caller, 'teamMember') ? await membersOf(ctx, userId) : undefined
  return name === undefined ? userId : redact(name)
}
