import { sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../background/work.ts'
import { textsIn } from '../../common/texts.ts'
import type { Transaction } from '../../data/transaction.ts'
import { mayRead } from '../../engine/access/permits.ts'
import { Context } from '../../engine/execute/context.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import type { TeamMember } from '../team/team-member.entity.ts'
import { mailMember } from './member.mail.ts'
import type { Notification } from './notification.entity.ts'
import { namesOf } from './notification.names.ts'
import { factsOf, sentence } from './notification.texts.ts'

/*
 * Mails each member who wants it what they have not read of the day before, at seven in the morning in South Africa. The
 * member stores the time of the next mail. The row is locked, so that only one of several replicas sends each mail.
 */

/** Maximum number of notifications, and of mentions, in one mail. */
const MOST = 50
const DAY_MS = 24 * 3600 * 1000

type Unread = Pick<Notification, 'type' | 'resourceType' | 'resourceId' | 'userId' | 'payload'>
type Reader = TeamMember & { digestDueAt: Date }

/** The time of the next digest. */
export async function nextDigest({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select (date_trunc('day',
      ${now}::timestamptz at time zone 'Africa/Johannesburg' - interval '7 hours') + interval '31 hours'
    ) at time zone 'Africa/Johannesburg' as at`.execute(db)
  const [next] = rows
  if (!next) throw new Error('A select without a table has one row')
  return next.at
}

const unreadNotifications = ({ db, organizationId }: Context, userId: string, since: Date) =>
  sql<Unread>`select type, resource_type, resource_id, user_id, payload from notification
    where organization_id = ${organizationId} and created_at >= ${since} and not exists (
      select 1 from notification_read as mark where mark.organization_id = ${organizationId}
        and mark.notification_id = notification.id and mark.user_id = ${userId}
    ) order by created_at, id limit ${sql.lit(MOST)}`.execute(db)

const unreadMentions = ({ db, organizationId }: Context, userId: string, since: Date) =>
  sql<Unread>`select 'MENTIONED' as type, 'CONTENT' as resource_type, mention.content_id as resource_id,
      comment.created_by as user_id, '{}'::jsonb as payload
    from content_mention as mention join content_comment as comment
      on comment.organization_id = ${organizationId} and comment.id = mention.comment_id
    where mention.organization_id = ${organizationId} and mention.user_id = ${userId} and mention.seen_at is null
      and mention.created_at >= ${since} order by mention.created_at, mention.id limit ${sql.lit(MOST)}`.execute(db)

/** What the member has not read of the day before, and may read. */
async function unreadOf(ctx: Context, { userId, digestDueAt }: Reader): Promise<Unread[]> {
  const since = new Date(digestDueAt.getTime() - DAY_MS)
  const mentions = await unreadMentions(ctx, userId, since)
  if (!mayRead(ctx.caller, 'notification')) return mentions.rows
  return [...mentions.rows, ...(await unreadNotifications(ctx, userId, since)).rows]
}

async function sendDigest(ctx: Context, member: Reader): Promise<void> {
  const unread = await unreadOf(ctx, member)
  if (unread.length === 0) return
  const { mailLanguage } = member
  const texts = await Promise.all(
    unread.map(async (each) => sentence(each, { ...factsOf(each), ...(await namesOf(ctx, each)) }, mailLanguage)),
  )
  const subject = textsIn(mailLanguage, 'mails')('mail.unread', { count: unread.length })
  await mailMember(ctx, member, { subject, text: texts.map((text) => `- ${text}`).join('\n'), path: 'overview' })
}

/** The context of a member who reads what their role permits. */
function readerContext(unit: Transaction, { services }: WorkTools, { organizationId, userId, role }: Reader): Context {
  const caller = { userId, organizationId, role, permissions: permissionsOf(role, []) }
  const request = { id: 'digest', address: 'unknown', ipAddress: 'unknown', userAgent: 'scheduler' }
  return new Context(caller, request, unit, { services })
}

const nextReader = async ({ db, now }: Transaction): Promise<Reader | undefined> =>
  (await db
    .selectFrom('teamMember')
    .selectAll()
    .where('digestDueAt', '<=', now)
    .where('removedAt', 'is', null)
    .orderBy('digestDueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as Reader | undefined

/** Sends the digest of one member. Returns whether one was due. */
const sendOne = (tools: WorkTools, organizationId: string): Promise<boolean> =>
  tools.database.change(organizationId, async (unit) => {
    const reader = await nextReader(unit)
    if (!reader) return false
    await sendDigest(readerContext(unit, tools, reader), reader)
    const digestDueAt = await nextDigest(unit)
    await unit.db.updateTable('teamMember').set({ digestDueAt }).where('id', '=', reader.id).execute()
    return true
  })

/** Sends the daily digests. */
export const sendDigests: OrganizationWork = {
  kind: 'digests',
  needs: 'mailer',
  async perform(tools, organizationId) {
    while (!tools.signal.aborted && (await sendOne(tools, organizationId)));
  },
  next: (organizationId) =>
    sql`select min(digest_due_at) as at from team_member where organization_id = ${organizationId}
    and removed_at is null`,
}
