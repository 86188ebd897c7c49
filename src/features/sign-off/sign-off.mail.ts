import { sql } from 'kysely'
import { EmailStatus, queueMail } from '../../background/mail.ts'
import type { RecordOutcome } from '../../background/mail.work.ts'
import type { Transaction } from '../../data/transaction.ts'
import type { Context } from '../../engine/execute/context.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { HOME, todayIn } from '../analytics/analytics.days.ts'
import type { SignOff } from './sign-off.entity.ts'
import { type MailKind, overdueMail, wordsIn } from './sign-off.words.ts'
import { ReviewerStatus, type SignOffReviewer } from './sign-off-reviewer.entity.ts'

type Reviewer = Pick<SignOffReviewer, 'id' | 'name' | 'email' | 'language'>

/** Whether a reviewer can still be reached: an erasure replaces the address by a pseudonym in this domain. */
export const isReachable = ({ email }: Pick<SignOffReviewer, 'email'>): boolean => !email.endsWith('@erased.invalid')

/** The name of the organization in texts for reviewers. */
export async function organizationName({ db }: Pick<Context, 'db'>): Promise<string> {
  const organization = await db.selectFrom('organization').select('name').executeTakeFirst()
  return organization?.name ?? 'The organization'
}

/** Mails a reviewer a text in the reviewer's language, with further paragraphs. */
async function send(
  ctx: Context,
  { id, name, email, language }: Reviewer,
  { title }: SignOff,
  { kind, further, goodUntil }: { kind: MailKind; further: readonly (string | null)[]; goodUntil?: Date },
): Promise<void> {
  const { subject, text } = wordsIn(language)[kind]
  const facts = { name, title, organization: await organizationName(ctx) }
  const paragraphs = [text(facts), ...further].filter(Boolean).join('\n\n')
  await queueMail(ctx, { reviewerId: id }, { to: email, subject: subject(facts), text: paragraphs }, goodUntil)
}

/** Mails a reviewer the link. The token is in the fragment, which browsers send to no server. */
export function mailLink(
  ctx: Context,
  signOff: SignOff,
  reviewer: Reviewer,
  { token, kind }: { token: string; kind: 'request' | 'reminder' },
): Promise<void> {
  const { message, dueAt, expiresAt } = signOff
  const { open, due } = wordsIn(reviewer.language)
  const link = `${ctx.services.publicUrl ?? ''}/sign-off#${token}`
  const further = [message, open(link), dueAt && due(todayIn(HOME, dueAt))]
  return send(ctx, reviewer, signOff, { kind, further, goodUntil: expiresAt })
}

/** Mails a reviewer the code that proves the address. */
export function mailCode(
  ctx: Context,
  signOff: SignOff,
  reviewer: Reviewer,
  { code, until }: { code: string; until: Date },
): Promise<void> {
  const further = [wordsIn(reviewer.language).code.code(code)]
  return send(ctx, reviewer, signOff, { kind: 'code', further, goodUntil: until })
}

/**
 * Informs the reviewers who were asked, or who approved, that their links and approvals are no longer valid. The mail
 * of a withdrawal contains its reason. The reason of a change is for the team only.
 */
export async function mailReviewers(ctx: Context, signOff: SignOff, kind: 'voided' | 'revoked'): Promise<void> {
  if (!ctx.services.mailer) return
  const reviewers = await ctx.db
    .selectFrom('signOffReviewer')
    .select(['id', 'name', 'email', 'language'])
    .where('signOffId', '=', signOff.id)
    .where('status', '<>', ReviewerStatus.HANDED_OVER)
    .execute()
  const further = kind === 'revoked' ? [signOff.endReason] : []
  for (const reviewer of reviewers.filter(isReachable)) await send(ctx, reviewer, signOff, { kind, further })
}

/** Informs the requester, if the team has an address of theirs, that the decision is overdue. */
export async function mailRequester(ctx: Context, signOff: SignOff & { dueAt: Date }, waiting: number): Promise<void> {
  if (!ctx.services.mailer) return
  const member = await ctx.db
    .selectFrom('teamMember')
    .select(['id', 'name', 'email'])
    .where('userId', '=', signOff.createdBy)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  if (!member?.email || !isReachable({ email: member.email })) return
  const { subject, text } = overdueMail({ ...signOff, name: member.name, waiting })
  await queueMail(ctx, { signOffId: signOff.id, memberId: member.id }, { to: member.email, subject, text })
}

/** A failure is an event, which notifies people. */
async function recordFailure(unit: Transaction, organizationId: string, resourceId: string): Promise<void> {
  const entry = { action: 'SIGN_OFF_EMAIL_FAILED', resourceType: 'SIGN_OFF', resourceId }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'mailer' }
  await appendChanges(unit, [auditFacts(entry, source)])
}

/** Records the failure of a mail to a requester. */
export const recordRequesterMail: RecordOutcome = async (unit, { organizationId, id, status }) => {
  if (status === EmailStatus.FAILED) await recordFailure(unit, organizationId, id)
}

export const recordReviewerMail: RecordOutcome = async (unit, { organizationId, id, status, error }) => {
  const { rows } = await sql<{ signOffId: string }>`update sign_off_reviewer
    set email_status = ${status}, email_error = ${error}, updated_at = now()
    where organization_id = ${organizationId} and id = ${id} returning sign_off_id`.execute(unit.db)
  const [reviewer] = rows
  if (reviewer && status === EmailStatus.FAILED) await recordFailure(unit, organizationId, reviewer.signOffId)
}
