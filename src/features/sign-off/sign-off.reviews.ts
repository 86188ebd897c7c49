import { notFound, ServiceError } from '../../common/errors.ts'
import { Context } from '../../engine/execute/context.ts'
import type { ServiceTools } from '../../engine/write/as-service.ts'
import { changeRow, lockRow } from '../../engine/write/rows.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { organizationOf } from '../../security/organization-token.ts'
import type { TimedRequest } from '../../security/request.ts'
import { isEqualSecret } from '../../security/secrets.ts'
import { SignOff, SignOffStatus } from './sign-off.entity.ts'
import { demandRequested, hashOf, isCode, newCode, newSession, tagOf } from './sign-off.links.ts'
import { isReachable, mailCode, organizationName } from './sign-off.mail.ts'
import { note } from './sign-off.trail.ts'
import { ReviewerStatus, SignOffReviewer } from './sign-off-reviewer.entity.ts'

/*
 * The requests of a reviewer, who has a link and no account. The token of the link identifies the reviewer. A code that
 * is mailed to the reviewer opens a session. Only a session reads and decides.
 */

/** A reviewer's request, in its transaction. Both rows are locked, the sign-off first. */
export interface Review {
  ctx: Context
  signOff: SignOff
  reviewer: SignOffReviewer
}

/** A refusal that is returned, not thrown: its transaction commits, so that a wrong code is counted. */
type Refusable<T> = T | ServiceError

const CODE_MINUTES = 10
const CODE_TRIES = 5
/** Maximum number of codes of a link. With five tries each, a guess succeeds with a probability of 1 in 20,000. */
const MOST_CODES = 10
const SESSION_MINUTES = 60

const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

async function findReview(ctx: Context, token: string): Promise<Review> {
  const tokenHash = hashOf(token)
  const found = await ctx.db
    .selectFrom('signOffReviewer')
    .select(['id', 'signOffId'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (!found) throw notFound('Sign-off')
  const signOff = await lockRow(ctx, SignOff, found.signOffId, 'Sign-off')
  const reviewer = await lockRow(ctx, SignOffReviewer, found.id, 'Sign-off')
  // A new link, a handover or an erasure may have come first.
  if (reviewer.tokenHash !== tokenHash || !isReachable(reviewer)) throw notFound('Sign-off')
  return { ctx, signOff, reviewer }
}

/**
 * Runs the request of a reviewer in one transaction, with its audit records and events.
 * @throws NOT_FOUND for a token that is not valid
 */
export async function asReviewer<T>(
  { database, services }: ServiceTools,
  request: TimedRequest,
  token: string,
  work: (review: Review) => Promise<Refusable<T>>,
): Promise<T> {
  const organizationId = organizationOf(token)
  if (!organizationId) throw notFound('Sign-off')
  const session = { role: 'gateway_tenant', organizationId, deadline: request.deadline } as const
  const result = await database.transaction(session, async (unit) => {
    const caller = { userId: 'reviewer', organizationId, role: 'viewer', permissions: new Set<string>() } as const
    const ctx = new Context(caller, request, unit, { services })
    const review = await findReview(ctx, token)
    const answer = await work(review)
    await ctx.settle()
    const { ipAddress, userAgent } = request
    const source = { organizationId, userId: `reviewer:${review.reviewer.id}`, ipAddress, userAgent }
    await appendChanges(
      unit,
      ctx.trail.map((entry) => auditFacts(entry, source)),
    )
    return answer
  })
  if (result instanceof ServiceError) throw result
  return result
}

const masked = (email: string) => email.replace(/^(.).*@/, '$1•••@')

/** The facts that the holder of a link sees before the address is proven. They do not include the content to sign. */
export async function openLink({ ctx, signOff, reviewer }: Review) {
  if (!reviewer.openedAt) changeRow(ctx, SignOffReviewer, reviewer, { openedAt: ctx.now })
  note(ctx, 'VIEWED', signOff.id, { isRead: true })
  const isExpired = signOff.status === SignOffStatus.REQUESTED && signOff.expiresAt <= ctx.now
  return {
    organizationName: await organizationName(ctx),
    language: reviewer.language,
    email: masked(reviewer.email),
    status: isExpired ? 'EXPIRED' : signOff.status,
    expiresAt: signOff.expiresAt,
  }
}

/** Mails a code to the reviewer. The former code is void. */
export async function sendCode({ ctx, signOff, reviewer }: Review) {
  demandRequested(ctx.now, signOff)
  if (!ctx.services.mailer) throw new ServiceError('NOT_READY', 'The service cannot send mails')
  if (reviewer.codesSent >= MOST_CODES) {
    const message = 'Too many codes were requested with this link. Ask the sender for a new link'
    throw new ServiceError('RATE_LIMIT_EXCEEDED', message, { most: MOST_CODES })
  }
  const code = newCode()
  const codeUntil = inMinutes(ctx.now, CODE_MINUTES)
  const codeTag = tagOf(ctx, reviewer, code)
  changeRow(ctx, SignOffReviewer, reviewer, { codeTag, codeUntil, codeTries: 0, codesSent: reviewer.codesSent + 1 })
  await mailCode(ctx, signOff, reviewer, { code, until: codeUntil })
  return { validUntil: codeUntil, triesLeft: CODE_TRIES }
}

/** Opens a session with the mailed code, which is void afterwards. A wrong code is counted. */
export async function verifyCode({ ctx, signOff, reviewer }: Review, code: string) {
  demandRequested(ctx.now, signOff)
  const isUsable = reviewer.codeTag && reviewer.codeUntil && reviewer.codeUntil > ctx.now
  if (!isUsable) throw new ServiceError('FORBIDDEN', 'The code is no longer valid. Request another code', {})
  const codeTries = reviewer.codeTries + 1
  if (!isCode(ctx, reviewer, code)) {
    const isSpent = codeTries >= CODE_TRIES
    changeRow(ctx, SignOffReviewer, reviewer, { codeTries, ...(isSpent && { codeTag: null, codeUntil: null }) })
    note(ctx, 'CODE_REFUSED', signOff.id, { isRead: true })
    const details = { code: 'is wrong', triesLeft: CODE_TRIES - codeTries }
    return new ServiceError('VALIDATION_ERROR', 'The code is wrong', details)
  }
  const session = newSession()
  const sessionUntil = inMinutes(ctx.now, SESSION_MINUTES)
  changeRow(ctx, SignOffReviewer, reviewer, {
    codeTag: null,
    codeUntil: null,
    sessionHash: hashOf(session),
    sessionUntil,
    verifiedAt: ctx.now,
  })
  note(ctx, 'VERIFIED', signOff.id, { isRead: true })
  return { session, validUntil: sessionUntil }
}

/** @throws FORBIDDEN without a valid session of this link */
export function demandSession({ ctx, reviewer }: Review, session: string): void {
  const { sessionHash, sessionUntil } = reviewer
  const isValid = sessionHash && sessionUntil && sessionUntil > ctx.now && isEqualSecret(hashOf(session), sessionHash)
  if (!isValid) throw new ServiceError('FORBIDDEN', 'Enter the code that is mailed to you', {})
}

/** @throws INVALID_STATE_TRANSITION for a sign-off that was withdrawn or voided, or has expired */
export function demandReadable({ ctx, signOff }: Review): void {
  const { APPROVED, CHANGES_REQUESTED } = SignOffStatus
  if (signOff.status !== APPROVED && signOff.status !== CHANGES_REQUESTED) demandRequested(ctx.now, signOff)
}

/** @throws INVALID_STATE_TRANSITION unless the reviewer can still decide */
export function demandWaiting({ ctx, signOff, reviewer }: Review): void {
  demandRequested(ctx.now, signOff)
  const { status } = reviewer
  if (status !== ReviewerStatus.WAITING)
    throw new ServiceError('INVALID_STATE_TRANSITION', `You have already decided: ${status}`, { status })
}
