import { sql } from 'kysely'
import { EmailStatus, queueMail } from '../../background/mail.ts'
import type { TellOutcome } from '../../background/mail.work.ts'
import type { Mail } from '../../background/mailer.ts'
import type { Context } from '../../engine/execute/context.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import type { SignOff } from './sign-off.entity.ts'
import { type MailFacts, wordsIn } from './sign-off.words.ts'
import { ReviewerStatus, type SignOffReviewer } from './sign-off-reviewer.entity.ts'

type Reviewer = Pick<SignOffReviewer, 'id' | 'name' | 'email' | 'language'>
type Subject = Pick<SignOff, 'id' | 'title' | 'dueAt' | 'expiresAt' | 'message'>
type Ended = Pick<SignOff, 'id' | 'title' | 'endReason'>

/** Whether a reviewer can still be reached: an erasure replaces the address by a pseudonym in this domain. */
export const isReachable = ({ email }: Pick<SignOffReviewer, 'email'>): boolean => !email.endsWith('@erased.invalid')

/** The name of the organization in texts for reviewers. */
export async function organizationName({ db }: Pick<Context, 'db'>): Promise<string> {
  const organization = await db.selectFrom('organization').select('name').executeTakeFirst()
  return organization?.name ?? 'The organization'
}

const factsOf = async (ctx: Context, { name }: Reviewer, { title }: Pick<SignOff, 'title'>): Promise<MailFacts> => ({
  name,
  title,
  organization: await organizationName(ctx),
})

const send = (ctx: Context, { id }: Reviewer, mail: Mail, goodUntil?: Date) =>
  queueMail(ctx, { reviewerId: id }, mail, goodUntil)

/** Mails a reviewer the link. The token is in the fragment, which browsers send to no server. */
export async function mailLink(ctx: Context, signOff: Subject, reviewer: Reviewer, token: string): Promise<void> {
  const { request, open, due } = wordsIn(reviewer.language)
  const facts = await factsOf(ctx, reviewer, signOff)
  const link = `${ctx.services.publicUrl ?? ''}/sign-off#${token}`
  const text = [
    request.text(facts),
    ...(signOff.message ? [signOff.message] : []),
    open(link),
    ...(signOff.dueAt ? [due(signOff.dueAt.toISOString().slice(0, 10))] : []),
  ].join('\n\n')
  await send(ctx, reviewer, { to: reviewer.email, subject: request.subject(facts), text }, signOff.expiresAt)
}

/** Mails a reviewer the code that proves the address. */
export async function mailCode(
  ctx: Context,
  signOff: Subject,
  reviewer: Reviewer,
  { code, until }: { code: string; until: Date },
): Promise<void> {
  const words = wordsIn(reviewer.language).code
  const facts = await factsOf(ctx, reviewer, signOff)
  const text = `${words.text(facts)}\n\n${words.code(code)}`
  await send(ctx, reviewer, { to: reviewer.email, subject: words.subject(facts), text }, until)
}

/**
 * Informs the reviewers who were asked, or who approved, that their links and approvals are no longer valid. The reason of
 * a withdrawal is a text for them. The one of a change is not: it is for the team.
 */
export async function mailReviewers(ctx: Context, signOff: Ended, kind: 'voided' | 'revoked'): Promise<void> {
  if (!ctx.services.mailer) return
  const reviewers = await ctx.db
    .selectFrom('signOffReviewer')
    .select(['id', 'name', 'email', 'language'])
    .where('signOffId', '=', signOff.id)
    .where('status', '<>', ReviewerStatus.HANDED_OVER)
    .execute()
  for (const reviewer of reviewers.filter(isReachable)) {
    const words = wordsIn(reviewer.language)[kind]
    const facts = await factsOf(ctx, reviewer, signOff)
    const text = [words.text(facts), ...(kind === 'revoked' && signOff.endReason ? [signOff.endReason] : [])].join(
      '\n\n',
    )
    await send(ctx, reviewer, { to: reviewer.email, subject: words.subject(facts), text })
  }
}

/** Stores the result of a mail to a reviewer. A failure is an event, which notifies people. */
export const tellReviewer: TellOutcome = async (unit, { organizationId, id, status, error }) => {
  const { rows } = await sql<{ signOffId: string }>`update sign_off_reviewer
    set email_status = ${status}, email_error = ${error}, updated_at = now()
    where organization_id = ${organizationId} and id = ${id} returning sign_off_id`.execute(unit.db)
  const [reviewer] = rows
  if (!reviewer || status !== EmailStatus.FAILED) return
  const { signOffId: resourceId } = reviewer
  const entry = { action: 'SIGN_OFF_EMAIL_FAILED', resourceType: 'SIGN_OFF', resourceId }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'mailer' }
  await appendChanges(unit, [auditFacts(entry, source)])
}
