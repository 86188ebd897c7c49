import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { takeBackMail } from '../../background/mail.ts'
import { invalidFields, notFound, refusal, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { atMost } from '../../engine/write/row-limits.ts'
import { addRow, changeRow } from '../../engine/write/rows.ts'
import { AuditOutcome } from '../../security/audit/chain.ts'
import { textParts } from '../delivery/messages/message.compile.ts'
import { SignOff, SignOffStatus } from './sign-off.entity.ts'
import { addReviewer, hashOf } from './sign-off.links.ts'
import { organizationName } from './sign-off.mail.ts'
import { messageTextsOf } from './sign-off.message.ts'
import { signOffsOf } from './sign-off.queries.ts'
import { demandReadable, demandSession, demandWaiting, type Review } from './sign-off.reviews.ts'
import { digestOf, type Snapshot, snapshotOfCampaign, snapshotOfContent } from './sign-off.snapshot.ts'
import { note } from './sign-off.trail.ts'
import { voidSignOffs } from './sign-off.voiding.ts'
import { agreementsOf, wordsIn } from './sign-off.words.ts'
import { SignOffComment } from './sign-off-comment.entity.ts'
import { ReviewerStatus, SignOffReviewer } from './sign-off-reviewer.entity.ts'

/** The snapshot of the last approved sign-off of the same campaign or content, to compare with. */
async function approvedBefore(ctx: Context, signOff: SignOff): Promise<Snapshot | null> {
  const last = await signOffsOf(ctx, signOff)
    .select('snapshot')
    .where('approvedAt', 'is not', null)
    .where('id', '<>', signOff.id)
    .orderBy('approvedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.snapshot ?? null
}

const commentsOf = ({ db }: Context, reviewerId: string) =>
  db
    .selectFrom('signOffComment')
    .select(['id', 'commentedContentId', 'passage', 'text', 'createdAt'])
    .where('reviewerId', '=', reviewerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Everything that the reviewer needs to make the decision. */
export async function readSignOff(review: Review, session: string) {
  demandSession(review, session)
  demandReadable(review)
  const { ctx, signOff, reviewer } = review
  note(ctx, 'VIEWED', signOff.id, { isRead: true })
  const organization = await organizationName(ctx)
  const { title, message, dueAt, expiresAt, status, contentHash, snapshot, quorum, mayHandOver, endReason } = signOff
  const before = await approvedBefore(ctx, signOff)
  const threads = ctx.service('threads')
  return {
    organizationName: organization,
    reviewer: { name: reviewer.name, status: reviewer.status, decidedAt: reviewer.decidedAt, reason: reviewer.reason },
    ...{ title, message, dueAt, expiresAt, status, endReason, contentHash, quorum, mayHandOver },
    ...snapshot,
    messages: await messageTextsOf(threads, snapshot),
    approvedBefore: before && { ...before, messages: await messageTextsOf(threads, before) },
    comments: await commentsOf(ctx, reviewer.id),
    agreements: agreementsOf({ organization, title }),
  }
}

const demandRoom = atMost(200, SignOffComment, 'TOO_MANY_COMMENTS', {
  error: 'RATE_LIMIT_EXCEEDED',
  owner: [SignOffReviewer, 'reviewer_id'],
})

/** Comments on all of the sign-off, or on a passage of one content item. */
export async function comment(
  review: Review,
  session: string,
  { text, passage, contentId }: { text: string; passage: string | null; contentId: string | null },
) {
  demandSession(review, session)
  demandWaiting(review)
  const { ctx, signOff, reviewer } = review
  const commented = signOff.snapshot.contents.find(({ id }) => id === contentId)
  if (contentId && !commented) throw notFound('Content')
  const { title = '', body = '' } = commented ?? {}
  if (passage && ![title, body, ...(await textParts(ctx.service('threads'), [body]))].join('\n').includes(passage))
    throw invalidFields({ passage: 'NOT_PASSAGE' })
  await demandRoom(ctx, reviewer.id)
  const { id } = addRow(ctx, SignOffComment, {
    ...{ signOffId: signOff.id, reviewerId: reviewer.id, commentedContentId: contentId, passage, text },
  })
  note(ctx, 'COMMENTED', signOff.id, { payload: { reviewerId: reviewer.id, commentId: id } })
  return { id }
}

/** The hash of the current campaign or content of the sign-off. Null if it no longer exists. */
async function currentHash(ctx: Context, { campaignId, contentId, sharesBudget }: SignOff): Promise<string | null> {
  if (campaignId) {
    const campaign = await ctx.db.selectFrom('campaign').selectAll().where('id', '=', campaignId).executeTakeFirst()
    return campaign ? digestOf(await snapshotOfCampaign(ctx, campaign, sharesBudget)) : null
  }
  const item = await ctx.db.selectFrom('contentItem').selectAll().where('id', '=', contentId).executeTakeFirst()
  return item ? digestOf(snapshotOfContent(item)) : null
}

export interface Decision {
  approves: boolean
  /** The hash of what the reviewer saw. */
  contentHash: string
  reason: string | null
  language: 'en' | 'af' | 'zu'
}

/**
 * The statement that a decision signs. It contains name, address and reason as hashes only, so that the proof stays
 * valid after an erasure of the reviewer.
 */
async function evidenceOf({ ctx, signOff, reviewer }: Review, decision: Decision) {
  const salt = randomBytes(16).toString('base64url')
  const { name, email } = reviewer
  const agreement = wordsIn(decision.language).agreement({
    organization: await organizationName(ctx),
    title: signOff.title,
  })
  const evidence = {
    format: 'sign-off/1',
    signOffId: signOff.id,
    campaignId: signOff.campaignId,
    contentId: signOff.contentId,
    version: signOff.version,
    contentHash: signOff.contentHash,
    decision: decision.approves ? ReviewerStatus.APPROVED : ReviewerStatus.CHANGES_REQUESTED,
    decidedAt: ctx.now.toISOString(),
    reviewerId: reviewer.id,
    reviewerHash: digestOf({ email, name, salt }),
    verifiedAt: reviewer.verifiedAt?.toISOString() ?? null,
    networkAddress: ctx.request.ipAddress,
    agreementHash: decision.approves ? hashOf(agreement) : null,
    reasonHash: decision.reason === null ? null : digestOf({ reason: decision.reason, salt }),
  }
  return { evidence, salt }
}

/** The number of approvals. The locked sign-off makes concurrent decisions wait for each other. */
async function approvalsOf({ db }: Context, signOffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('signOffReviewer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('signOffId', '=', signOffId)
    .where('status', '=', ReviewerStatus.APPROVED)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function settleSignOff({ ctx, signOff }: Review, { approves, reason }: Decision): Promise<SignOffStatus> {
  const { APPROVED, CHANGES_REQUESTED, REQUESTED } = SignOffStatus
  const endedAt = ctx.now
  if (!approves) changeRow(ctx, SignOff, signOff, { status: CHANGES_REQUESTED, endedAt, endReason: reason })
  if (!approves) return CHANGES_REQUESTED
  if ((await approvalsOf(ctx, signOff.id)) < signOff.quorum) return REQUESTED
  changeRow(ctx, SignOff, signOff, { status: APPROVED, approvedAt: endedAt, endedAt })
  // A scheduled campaign may have waited for its sign-off.
  if (signOff.campaignId) ctx.makeDue('campaigns')
  return APPROVED
}

/**
 * Records the decision of a reviewer. The decision is refused if the campaign or content has changed since the reviewer
 * saw it.
 */
export async function decide(review: Review, session: string, decision: Decision) {
  demandSession(review, session)
  demandWaiting(review)
  const { ctx, signOff, reviewer } = review
  if (!decision.approves && !decision.reason) throw invalidFields({ reason: 'CHANGES_WITHOUT_REASON' })
  if (decision.contentHash !== signOff.contentHash)
    throw new ServiceError('CONFLICT', 'This is not what was shown to you. Load it again', {})
  if ((await currentHash(ctx, signOff)) !== signOff.contentHash) {
    // Something other than an edit has changed the content, for example an erasure.
    await voidSignOffs(ctx, { signOffId: signOff.id }, 'SNAPSHOT_CHANGED')
    return refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_CLOSED', { status: SignOffStatus.VOIDED })
  }
  const { evidence, salt } = await evidenceOf(review, decision)
  const { decision: status } = evidence
  const statement = canonicalize(evidence) ?? ''
  const digest = hashOf(statement)
  const { reason } = decision
  changeRow(ctx, SignOffReviewer, reviewer, { status, reason, evidence: statement, salt, decidedAt: ctx.now })
  const signOffStatus = await settleSignOff(review, decision)
  note(ctx, 'DECIDED', signOff.id, {
    payload: { status: signOffStatus, decision: status, reviewerId: reviewer.id },
    details: { outcome: AuditOutcome.DONE, ids: [reviewer.id, `sha256:${digest}`] },
  })
  return { decision: status, status: signOffStatus, evidence: statement, digest }
}

/** Hands the decision over to a colleague, who gets a link. The reviewer's own link is void. */
export async function handOver(review: Review, session: string, colleague: { name: string; email: string }) {
  demandSession(review, session)
  demandWaiting(review)
  const { ctx, signOff, reviewer } = review
  if (!signOff.mayHandOver) throw new ServiceError('FORBIDDEN', 'This decision cannot be handed over', {})
  const others = await ctx.db
    .selectFrom('signOffReviewer')
    .select('email')
    .where('signOffId', '=', signOff.id)
    .execute()
  if (others.some(({ email }) => email === colleague.email.toLowerCase()))
    throw new ServiceError('CONFLICT', 'This person is already a reviewer', {})
  const { id } = await addReviewer(ctx, signOff, colleague, reviewer.language)
  await takeBackMail(ctx, { reviewerId: reviewer.id })
  const status = ReviewerStatus.HANDED_OVER
  const ended = { tokenHash: null, sessionHash: null, sessionUntil: null, codeTag: null, codeUntil: null }
  changeRow(ctx, SignOffReviewer, reviewer, { ...ended, status, handedOverTo: id, decidedAt: ctx.now })
  note(ctx, 'HANDED_OVER', signOff.id, { payload: { reviewerId: reviewer.id, handedOverTo: id } })
  return { status }
}
