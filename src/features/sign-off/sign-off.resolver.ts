import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { takeBackMail } from '../../background/mail.ts'
import { invalidFields, refusal } from '../../common/errors.ts'
import { checkPermission } from '../../engine/access/permits.ts'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../graphql/arguments.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { demandOpen } from '../campaigns/campaign.rules.ts'
import { RecipientImportStatus } from '../campaigns/recipient-import.entity.ts'
import { ContentItem, ContentStatus, Language } from '../content/content-item.entity.ts'
import { certificateOf, SignOffCertificate } from './sign-off.certificate.ts'
import { SignOff, SignOffStatus } from './sign-off.entity.ts'
import { SignOffFigures, SignOffFiguresArgs, signOffFigures } from './sign-off.figures.ts'
import { SignOffInput, SignOffRevocation } from './sign-off.inputs.ts'
import { addReviewer, demandRequested, lockReviewers, renewLink, waitingReviewers } from './sign-off.links.ts'
import { isReachable, mailReviewers } from './sign-off.mail.ts'
import { noticeAfter } from './sign-off.notices.ts'
import { signOffs, signOffsOf } from './sign-off.queries.ts'
import { digestOf, snapshotOfCampaign, snapshotOfContent } from './sign-off.snapshot.ts'

/** A request mails up to 20 reviewers. */
const MAILING = statements(30)

const OF_CAMPAIGN = 'For a campaign, the caller needs the permission org:campaigns:write too.'

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

async function lockSignOff(ctx: Context, id: string): Promise<SignOff> {
  const signOff = await lockRow(ctx, SignOff, id, 'Sign-off')
  if (signOff.campaignId) checkPermission(ctx.caller, 'org:campaigns:write')
  return signOff
}

/** Sign-offs for members of the team. Reviewers use the links that are mailed to them. */
@Resolver(() => SignOff)
export class SignOffResolver {
  @ListRoot(signOffs, 'SIGN_OFF', 'Sign-offs of the organization. Default order: newest first.')
  declare readonly signOffs: RootField

  @RowRoot(SignOff, 'SIGN_OFF', 'Sign-off')
  declare readonly signOff: RootField

  @Query(() => SignOffFigures, {
    description:
      'Sign-offs that were requested in a period of South African days, their outcomes, and the time to their decisions, ' +
      'in total and by client. Default: the last 30 days.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(500)
  signOffFigures(
    @Args(() => SignOffFiguresArgs) args: SignOffFiguresArgs,
    @Ctx() ctx: Context,
  ): Promise<SignOffFigures> {
    return signOffFigures(ctx, args)
  }

  @Query(() => SignOffCertificate, {
    description:
      'Certificate of the decisions of a sign-off, as PDF. INVALID_STATE_TRANSITION before the first decision. CONFLICT if ' +
      'the audit trail no longer holds a decision.',
  })
  @Permit('org:content:read')
  @Audit('SIGN_OFF', 'EXPORTED')
  @Cost(3_000)
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT')
  signOffCertificate(@IdArg('sign-off') id: string, @Ctx() ctx: Context): Promise<SignOffCertificate> {
    return certificateOf(ctx, id)
  }

  @Mutation(() => SignOff, {
    description:
      'Asks people outside of the team to approve a campaign with its content, or one content item. Each gets a mail with a ' +
      'link. Every later edit voids the sign-off. CONFLICT while a sign-off of the same campaign or content is REQUESTED, and ' +
      'while recipients are being imported into the campaign. ' +
      'INVALID_STATE_TRANSITION for a COMPLETED, CANCELLED or ARCHIVED campaign, for ARCHIVED content, and for more than ' +
      `1 MiB of content. ${OF_CAMPAIGN}`,
  })
  @Permit('org:content:write')
  @Audit('SIGN_OFF', 'REQUESTED')
  @Cost(MAILING)
  @Fails('NOT_FOUND', 'CONFLICT', 'INVALID_STATE_TRANSITION')
  async requestSignOff(
    @InputArg(SignOffInput, 'The sign-off to request.') input: SignOffInput,
    @Ctx() ctx: Context,
  ): Promise<SignOff> {
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

  @Mutation(() => SignOff, {
    description:
      'Mails a new link to each reviewer who has not decided. The former links are void. INVALID_STATE_TRANSITION unless the ' +
      `sign-off is REQUESTED and its links have not expired. ${OF_CAMPAIGN}`,
  })
  @Permit('org:content:write')
  @Audit('SIGN_OFF', 'REMINDED')
  @Cost(MAILING)
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION')
  async remindSignOff(@IdArg('sign-off') id: string, @Ctx() ctx: Context): Promise<SignOff> {
    const signOff = await lockSignOff(ctx, id)
    demandRequested(ctx.now, signOff)
    const waiting = (await waitingReviewers(ctx, id)).filter(isReachable)
    for (const reviewer of waiting) await renewLink(ctx, signOff, reviewer, 'reminder')
    return changeRow(ctx, SignOff, signOff, { updatedAt: ctx.now })
  }

  @Mutation(() => SignOff, {
    description:
      'Withdraws a REQUESTED or APPROVED sign-off, and mails that to the reviewers. Every link is void at once. INVALID_STATE_TRANSITION for another status. ' +
      OF_CAMPAIGN,
  })
  @Permit('org:content:write')
  @Audit('SIGN_OFF', 'REVOKED')
  @Cost(MAILING)
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION')
  async revokeSignOff(
    @IdArg('sign-off') id: string,
    @InputArg(SignOffRevocation, 'The reason.', { nullable: true })
    input: SignOffRevocation | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<SignOff> {
    const signOff = await lockSignOff(ctx, id)
    const { REQUESTED, APPROVED, REVOKED } = SignOffStatus
    if (signOff.status !== REQUESTED && signOff.status !== APPROVED)
      throw refusal('INVALID_STATE_TRANSITION', 'SIGN_OFF_CLOSED', { status: signOff.status })
    for (const { id: reviewerId } of await lockReviewers(ctx, id)) await takeBackMail(ctx, { reviewerId })
    const revoked = changeRow(ctx, SignOff, signOff, {
      status: REVOKED,
      endedAt: ctx.now,
      endReason: input?.reason ?? null,
    })
    await mailReviewers(ctx, revoked, 'revoked')
    return revoked
  }
}
