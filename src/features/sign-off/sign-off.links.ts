import { hash, randomBytes, randomInt } from 'node:crypto'
import { EmailStatus, takeBackMail } from '../../background/mail.ts'
import { refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow } from '../../engine/write/rows.ts'
import { newToken } from '../../security/organization-token.ts'
import { isEqualSecret } from '../../security/secrets.ts'
import type { Language } from '../content/content-item.entity.ts'
import { type SignOff, SignOffStatus } from './sign-off.entity.ts'
import type { SignOffReviewerInput } from './sign-off.inputs.ts'
import { mailLink } from './sign-off.mail.ts'
import { ReviewerStatus, SignOffReviewer } from './sign-off-reviewer.entity.ts'

/** SHA-256, in hexadecimal: the stored form of a random secret, and the proof of a text. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex')

export const newSession = (): string => randomBytes(32).toString('base64url')

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The stored form of a code. Six digits need a key: their plain hash could be inverted. */
export const tagOf = (ctx: Context, reviewer: SignOffReviewer, code: string): string => tagsOf(ctx, reviewer, code)[0]

const tagsOf = (ctx: Context, { id }: SignOffReviewer, code: string) =>
  ctx.service('secrets').tags(code, `sign-off code ${id}`)

export const isCode = (ctx: Context, reviewer: SignOffReviewer, code: string): boolean =>
  tagsOf(ctx, reviewer, code).some((tag) => isEqualSecret(tag, reviewer.codeTag ?? ''))

/** The values that a new link resets: the codes and the session of the former link. */
const UNUSED = { codeTag: null, codeUntil: null, codeTries: 0, codesSent: 0, sessionHash: null, sessionUntil: null }

/** Whether the service can mail links that work. */
export const canMail = ({ services }: Context) => Boolean(services.mailer && services.publicUrl)

/** The status of a mail that is queued now. */
const mailState = (ctx: Context) =>
  canMail(ctx)
    ? { emailStatus: EmailStatus.QUEUED, emailError: null }
    : { emailStatus: EmailStatus.FAILED, emailError: 'The service has no mail server (SMTP_URL) or no PUBLIC_URL' }

/** Adds a reviewer, and mails the link. */
export async function addReviewer(
  ctx: Context,
  signOff: SignOff,
  { name, email, language }: SignOffReviewerInput,
  usual: Language,
): Promise<SignOffReviewer> {
  const token = newToken(ctx.organizationId)
  const reviewer = addRow(ctx, SignOffReviewer, {
    ...UNUSED,
    ...mailState(ctx),
    signOffId: signOff.id,
    name,
    email: email.toLowerCase(),
    language: language ?? usual,
    status: ReviewerStatus.WAITING,
    tokenHash: hashOf(token),
  })
  if (canMail(ctx)) await mailLink(ctx, signOff, reviewer, { token, kind: 'request' })
  return reviewer
}

/** Replaces the link of a reviewer and mails the new link. The former link and its session are void. */
export async function renewLink(
  ctx: Context,
  signOff: SignOff,
  reviewer: SignOffReviewer,
  kind: 'request' | 'reminder',
): Promise<void> {
  const token = newToken(ctx.organizationId)
  await takeBackMail(ctx, { reviewerId: reviewer.id })
  changeRow(ctx, SignOffReviewer, reviewer, { ...UNUSED, ...mailState(ctx), tokenHash: hashOf(token) })
  if (canMail(ctx)) await mailLink(ctx, signOff, reviewer, { token, kind })
}

/** Locks and returns the reviewers of a sign-off. */
export const lockReviewers = ({ db }: Context, id: string): Promise<SignOffReviewer[]> =>
  db.selectFrom('signOffReviewer').selectAll().where('signOffId', '=', id).orderBy('id').forUpdate().execute()

/** Locks the reviewers of a sign-off, and returns those who have not decided. */
export const waitingReviewers = async (ctx: Context, id: string): Promise<SignOffReviewer[]> =>
  (await lockReviewers(ctx, id)).filter(({ status }) => status === ReviewerStatus.WAITING)

/** @throws INVALID_STATE_TRANSITION unless the reviewers can still decide */
export function demandRequested(now: Date, { status, expiresAt }: Pick<SignOff, 'status' | 'expiresAt'>): void {
  if (status !== SignOffStatus.REQUESTED) throw refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_CLOSED', { status })
  if (expiresAt <= now) throw refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_EXPIRED', { expiresAt })
}
