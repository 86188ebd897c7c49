import { queueMail } from '../../background/mail.ts'
import { textsIn } from '../../common/texts.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { TeamMember } from '../team/team-member.entity.ts'
import type { Notification } from './notification.entity.ts'
import { namesOf } from './notification.names.ts'
import { sentence } from './notification.texts.ts'

/*
 * E-mails of notifications to members of the team, in the language of each member. They have names and a link, and no
 * text of the record. Every role may read campaigns and content. The queued mails of a member who leaves the team, or
 * whose role changes, are deleted.
 */

type Notified = Pick<Notification, 'type' | 'resourceType'> & { resourceId: string }

/** The screens of the records that mails lead to. */
const SCREENS: Readonly<Record<string, string>> = { CAMPAIGN: 'campaigns', CONTENT: 'content' }

/** Queues a mail to a member. `path`: the page of the dashboard that the mail leads to. */
export async function mailMember(
  ctx: Context,
  { id, name, email, mailLanguage }: Pick<TeamMember, 'id' | 'name' | 'email' | 'mailLanguage'>,
  { subject, text, path }: { subject: string; text: string; path: string },
): Promise<void> {
  if (!email || email.endsWith('@erased.invalid')) return
  const t = textsIn(mailLanguage)
  const { publicUrl } = ctx.services
  const opening = publicUrl ? [t('mail.open', { link: `${publicUrl}/#/${path}` })] : []
  const parts = [t('mail.dear', { person: name }), text, ...opening, t('mail.settings')]
  await queueMail(ctx, { memberId: id }, { to: email, subject, text: parts.join('\n\n') })
}

/** The members among these users who want mails, without the caller. */
const recipientsOf = ({ db, caller }: Context, userIds: readonly string[]) =>
  db
    .selectFrom('teamMember')
    .select(['id', 'name', 'email', 'mailLanguage'])
    .where('userId', 'in', [...userIds])
    .where('userId', '<>', caller.userId)
    .where('mailsAtOnce', '=', true)
    .where('removedAt', 'is', null)
    .execute()

/** Mails the members among these users what concerns them. */
export async function mailMembers(ctx: Context, userIds: readonly string[], notified: Notified): Promise<void> {
  if (!ctx.services.mailer || userIds.length === 0) return
  const recipients = await recipientsOf(ctx, userIds)
  if (recipients.length === 0) return
  const names = await namesOf(ctx, { ...notified, userId: ctx.caller.userId })
  const path = `${SCREENS[notified.resourceType]}/${notified.resourceId}`
  for (const member of recipients) {
    const text = sentence(notified, { ...names }, member.mailLanguage)
    await mailMember(ctx, member, { subject: text, text, path })
  }
}

interface Decided {
  resourceType: 'CAMPAIGN' | 'CONTENT'
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
