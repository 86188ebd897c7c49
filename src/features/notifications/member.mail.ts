import { queueMail } from '../../background/mail.ts'
import { textsIn } from '../../common/texts.ts'
import type { Tables } from '../../data/transaction.ts'
import { mayRead } from '../../engine/access/permits.ts'
import type { Context } from '../../engine/execute/context.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import type { TeamMember } from '../team/team-member.entity.ts'
import type { Notification } from './notification.entity.ts'
import { namesOf } from './notification.names.ts'
import { sentence } from './notification.texts.ts'

/*
 * E-mails of notifications to members of the team, in the language of each member. They have names and a link, and no
 * text of the record. The queued mails of a member who leaves the team, or whose role changes, are deleted.
 */

/** The table and the screen of the records that mails lead to. */
const RECORDS = {
  CAMPAIGN: { table: 'campaign', screen: 'campaigns' },
  CONTENT: { table: 'contentItem', screen: 'content' },
} as const satisfies Record<string, { table: keyof Tables; screen: string }>

type MailedType = keyof typeof RECORDS
type Notified = Pick<Notification, 'type'> & { resourceType: MailedType; resourceId: string }

/** Queues a mail to a member. `path`: the page of the dashboard that the mail leads to. */
export async function mailMember(
  ctx: Context,
  { id, name, email, mailLanguage }: Pick<TeamMember, 'id' | 'name' | 'email' | 'mailLanguage'>,
  { subject, text, path }: { subject: string; text: string; path: string },
): Promise<void> {
  if (!email || email.endsWith('@erased.invalid')) return
  const t = textsIn(mailLanguage, 'mails')
  const { publicUrl } = ctx.services
  const opening = publicUrl ? [t('mail.open', { link: `${publicUrl}/${path}` })] : []
  const parts = [t('mail.dear', { person: name }), text, ...opening, t('mail.settings')]
  await queueMail(ctx, { memberId: id }, { to: email, subject, text: parts.join('\n\n') })
}

/** The members among these users who want mails and may read the records of this table, without the caller. */
async function recipientsOf({ db, caller }: Context, userIds: readonly string[], table: keyof Tables) {
  const members = await db
    .selectFrom('teamMember')
    .select(['id', 'name', 'email', 'mailLanguage', 'role'])
    .where('userId', 'in', [...userIds])
    .where('userId', '<>', caller.userId)
    .where('mailsAtOnce', '=', true)
    .where('removedAt', 'is', null)
    .execute()
  return members.filter(({ role }) => mayRead({ permissions: permissionsOf(role, []) }, table))
}

/** Mails the members among these users what concerns them. */
export async function mailMembers(ctx: Context, userIds: readonly string[], notified: Notified): Promise<void> {
  if (!ctx.services.mailer || userIds.length === 0) return
  const { table, screen } = RECORDS[notified.resourceType]
  const recipients = await recipientsOf(ctx, userIds, table)
  if (recipients.length === 0) return
  const names = await namesOf(ctx, { ...notified, userId: ctx.caller.userId })
  const path = `${screen}/${notified.resourceId}`
  for (const member of recipients) {
    const text = sentence(notified, { ...names }, member.mailLanguage)
    await mailMember(ctx, member, { subject: text, text, path })
  }
}

interface Decided {
  resourceType: MailedType
  id: string
  status: string
  authors: readonly string[]
}

/** Records a reviewer's decision on a record, and mails its authors. */
export async function announceDecision(
  ctx: Context,
  { resourceType, id, status, authors }: Decided,
  verb: 'APPROVED' | 'RETURNED',
): Promise<void> {
  ctx.record(resourceType, verb, id, { status })
  await mailMembers(ctx, authors, { type: `${resourceType}_${verb}`, resourceType, resourceId: id })
}
