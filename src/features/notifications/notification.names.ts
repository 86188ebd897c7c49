import { sql } from 'kysely'
import { anyOf } from '../../data/any-of.ts'
import type { Tables } from '../../data/transaction.ts'
import { mayRead } from '../../engine/access/permits.ts'
import { batched, type Context } from '../../engine/execute/context.ts'
import { redact } from '../../security/audit/redact.ts'
import type { Notification } from './notification.entity.ts'

/*
 * Names of resources and people in notifications. They are read with the notification and never stored in it, so
 * that they are current, an erasure removes them, and a reader sees only names of rows that they may read.
 */

/** How to name a resource, from a column of its row. */
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
  SENDER: { noun: 'Sender', table: 'sender', column: 'name', show: quoted },
  SIGN_OFF: { noun: 'Sign-off', table: 'signOff', column: 'title', show: quoted },
  WEBHOOK: {
    noun: 'Webhook',
    table: 'webhook',
    column: 'url',
    // Shows only the host, because a path or query may contain a secret of the receiver.
    show: (url, noun) => `${noun} to ${new URL(url).host}`,
  },
}

/** Resources without a row of their own. */
const SETTINGS: Readonly<Record<string, string>> = { SECURITY_SETTINGS: 'The security settings' }

const valuesOf = batched<string | undefined, Kind>(undefined, async (ctx, ids, { table, column }) => {
  // The cast is safe: every one of these tables has an id and the name column.
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

/** The name of the notification's resource. Its id if the row no longer exists or the caller may not read it. */
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

/**
 * The name of the acting user: an API key, a member of the team, or a user outside the team. Undefined if the service
 * acted.
 */
export async function authorOf(ctx: Context, { userId }: Notification): Promise<string | undefined> {
  if (userId === null || userId === 'system') return undefined
  const [, keyId] = /^key:(.+)$/.exec(userId) ?? []
  if (keyId && KINDS.API_KEY) return nameOf(ctx, KINDS.API_KEY, keyId)
  const name = mayRead(ctx.caller, 'teamMember') ? await membersOf(ctx, userId) : undefined
  return name === undefined ? userId : redact(name)
}
