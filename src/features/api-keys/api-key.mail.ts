import { queueMail } from '../../background/mail.ts'
import type { Context } from '../../engine/execute/context.ts'
import { TeamRole } from '../team/team-member.entity.ts'
import type { ApiKey } from './api-key.entity.ts'

/** Maximum number of administrators who get a mail. */
const MOST_MAILS = 20

/** Mails the administrators of the team what happened to a key or an OAuth client, and what to do. */
export async function mailAdministrators(
  ctx: Context,
  { id, name, oauthClientId }: Pick<ApiKey, 'id' | 'name' | 'oauthClientId'>,
  what: string,
  act: string,
): Promise<void> {
  if (!ctx.services.mailer) return
  const subject = `${oauthClientId ? 'OAuth client' : 'API key'} "${name}" ${what}`
  const members = await ctx.db
    .selectFrom('teamMember')
    .select(['id', 'name', 'email'])
    .where('role', '=', TeamRole.admin)
    .where('removedAt', 'is', null)
    .where('email', 'is not', null)
    .orderBy('id')
    .limit(MOST_MAILS)
    .execute()
  for (const { id: memberId, name: person, email } of members) {
    if (!email || email.endsWith('@erased.invalid')) continue
    const mail = { to: email, subject, text: `Dear ${person}\n\nThe ${subject}. ${act}` }
    await queueMail(ctx, { apiKeyId: id, memberId }, mail)
  }
}
