import { takeBackMail } from '../../background/mail.ts'
import { invalidFields, refusal } from '../../common/errors.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { demandOpen } from '../campaigns/campaign.rules.ts'
import { RecipientImportStatus } from '../campaigns/recipient-import.entity.ts'
import { ContentItem, ContentStatus, Language } from '../content/content-item.entity.ts'
import { SignOff, SignOffStatus } from './sign-off.entity.ts'
import type { SignOffInput } from './sign-off.inputs.ts'
import { addReviewer, lockReviewers, renewLink, waitingReviewers } from './sign-off.links.ts'
import { isReachable, mailReviewers } from './sign-off.mail.ts'
import { noticeAfter } from './sign-off.notices.ts'
import { signOffsOf } from './sign-off.queries.ts'
import { digestOf, snapshotOfCampaign, snapshotOfContent } from './sign-off.snapshot.ts'

const DAY = 24 * 3600 * 1000
/** Validity of the links in days, from the due time. Without a due time, from the request. */
const VALID_DAYS = 30
const GRACE_DAYS = 14
const LONGEST_DAYS = 365
const UNFINISHED = [RecipientImportStatus.QUEUED, RecipientImportStatus.RUNNING]

/** What is to be signed off, locked against changes until the commit. */
type Subject = Pick<SignOff, 'campaignId' | 'contentId' | 'title' | 'version' | 'snapshot'>

/**
 * @throws CONFLICT while people of an import join the audience. The last piece of an import voids earlier sign-offs. So no
 * sign-off is approved before all people of the import are in the audience.
 */
async function demandNoImport({ db }: Context, campaignId: string): Promise<void> {
  const imports = db.selectFrom('recipientImport').select('id').where('campaignId', '=', campaignId)
  const running = await imports.where('status', 'in', UNFINISHED).limit(1).executeTakeFirst()
  if (running) throw refusal('CONFLICT', 'IMPORT_RUNNING', { importId: running.id })
}

async function campaignSubject(ctx: Context, id: string, sharesBudget: boolean): Promise<Subject> {
  checkPermission(ctx.caller, 'org:campaigns:write')
  const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
  demandOpen(campaign)
  await demandNoImport(ctx, campaign.id)
  const snapshot = await snapshotOfCampaign(ctx, campaign, sharesBudget, { isLocked: true })
  return { campaignId: campaign.id, contentId: null, title: campaign.name, version: null, snapshot }
}

async function contentSubject(ctx: Context, id: string): Promise<Subject> {
  const item = await lockRow(ctx, ContentItem, id, 'Content')
  if (item.status === ContentStatus.ARCHIVED)
    throw refusal('INVALID_STATE_TRANSITION', 'ARCHIVED_NOT_SIGNED_OFF', { status: item.status })
  const { title, version } = item
  return { campaignId: null, contentId: item.id, title, version, snapshot: snapshotOfContent(item) }
}

function subjectOf(ctx: Context, { campaignId, contentId, sharesBudget }: SignOffInput): Promise<Subject> {
  if (Boolean(campaignId) === Boolean(contentId)) throw invalidFields({ campaignId: 'CAMPAIGN_OR_CONTENT' })
  return campaignId ? campaignSubject(ctx, campaignId, sharesBudget ?? false) : contentSubject(ctx, contentId ?? '')
}

function demandReviewers({ reviewers, quorum, dueAt }: SignOffInput, now: Date): void {
  const addresses = new Set(reviewers.map(({ email }) => email.toLowerCase()))
  if (addresses.size < reviewers.length) throw invalidFields({ reviewers: 'ADDRESS_TWICE' })
  if ((quorum ?? 1) > reviewers.length) throw invalidFields({ quorum: 'QUORUM_TOO_LARGE' })
  if (!dueAt) return
  if (dueAt <= now) throw invalidFields({ dueAt: 'NOT_FUTURE' })
  if (dueAt.getTime() > now.getTime() + LONGEST_DAYS * DAY) throw invalidFields({ dueAt: 'NOT_WITHIN_YEAR' })
}

/** @throws CONFLICT if a sign-off of the subject is open. The lock of the subject makes concurrent requests wait. */
async function demandNoOther(ctx: Context, subject: Subject): Promise<void> {
  const open = signOffsOf(ctx, subject).select('id').where('status', '=', SignOffStatus.REQUESTED)
  const other = await open.executeTakeFirst()
  if (other) throw refusal('CONFLICT', 'SIGN_OFF_REQUESTED', { signOffId: other.id })
}

/** Requests a sign-off, and mails each reviewer a link. */
export async function requestSignOff(ctx: Context, input: SignOffInput): Promise<SignOff> {
  demandReviewers(input, ctx.now)
  const subject = await subjectOf(ctx, input)
  await demandNoOther(ctx, subject)
  const dueAt = input.dueAt ?? null
  const validTo = dueAt ? dueAt.getTime() + GRACE_DAYS * DAY : ctx.now.getTime() + VALID_DAYS * DAY
  const noticeAt = noticeAfter(ctx.now, { createdAt: ctx.now, dueAt })
  const signOff = addRow(ctx, SignOff, {
    ...subject,
    contentHash: digestOf(subject.snapshot),
    sharesBudget: input.sharesBudget ?? false,
    mayHandOver: input.mayHandOver ?? false,
    quorum: input.quorum ?? input.reviewers.length,
    message: input.message ?? null,
    dueAt,
    noticeAt,
    expiresAt: new Date(validTo),
    status: SignOffStatus.REQUESTED,
    createdBy: ctx.caller.userId,
  })
  for (const reviewer of input.reviewers) await addReviewer(ctx, signOff, reviewer, Language.en)
  if (noticeAt) ctx.makeDue('sign_offs', noticeAt)
  return signOff
}

/** @throws INVALID_STATE_TRANSITION unless the reviewers can still decide */
export function demandRequested(now: Date, { status, expiresAt }: Pick<SignOff, 'status' | 'expiresAt'>): void {
  if (status !== SignOffStatus.REQUESTED) throw refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_CLOSED', { status })
  if (expiresAt <= now) throw refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_EXPIRED', { expiresAt })
}

async function lockSignOff(ctx: Context, id: string): Promise<SignOff> {
  const signOff = await lockRow(ctx, SignOff, id, 'Sign-off')
  if (signOff.campaignId) checkPermission(ctx.caller, 'org:campaigns:write')
  return signOff
}

/** Mails a new link to each reviewer who has not decided. The former links are void. */
export async function remindSignOff(ctx: Context, id: string): Promise<SignOff> {
  const signOff = await lockSignOff(ctx, id)
  demandRequested(ctx.now, signOff)
  const waiting = (await waitingReviewers(ctx, id)).filter(isReachable)
  for (const reviewer of waiting) await renewLink(ctx, signOff, reviewer, 'reminder')
  return changeRow(ctx, SignOff, signOff, { updatedAt: ctx.now })
}

/** Withdraws an open or approved sign-off: every link is void from the commit on. */
export async function revokeSignOff(ctx: Context, id: string, reason?: string | null): Promise<SignOff> {
  const signOff = await lockSignOff(ctx, id)
  const { REQUESTED, APPROVED, REVOKED } = SignOffStatus
  if (signOff.status !== REQUESTED && signOff.status !== APPROVED)
    throw refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_CLOSED', { status: signOff.status })
  for (const { id: reviewerId } of await lockReviewers(ctx, id)) await takeBackMail(ctx, { reviewerId })
  const revoked = changeRow(ctx, SignOff, signOff, {
    status: REVOKED,
    endedAt: ctx.now,
    endReason: reason ?? null,
  })
  await mailReviewers(ctx, revoked, 'revoked')
  return revoked
}
