import { sql } from 'kysely'
import type { OrganizationWork, WorkTools } from '../../background/work.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService } from '../../engine/write/as-service.ts'
import { changeRow } from '../../engine/write/rows.ts'
import { SignOff, SignOffStatus } from './sign-off.entity.ts'
import { canMail, renewLink, waitingReviewers } from './sign-off.links.ts'
import { isReachable, mailRequester } from './sign-off.mail.ts'
import { note } from './sign-off.trail.ts'
import type { SignOffReviewer } from './sign-off-reviewer.entity.ts'

/*
 * Sends reminders to reviewers at half of the time to `dueAt` and a day before `dueAt`, and a notice to the requester
 * when `dueAt` passes without a decision. The sign-off stores the time of its next notice. It is locked, so that only
 * one of several replicas sends each notice.
 */

const DAY = 24 * 3600 * 1000

/** The time of the next notice after `time`. Notices that were missed in the meantime are left out. */
export function noticeAfter(time: Date, { createdAt, dueAt }: Pick<SignOff, 'createdAt' | 'dueAt'>): Date | null {
  if (!dueAt) return null
  const [from, to] = [createdAt.getTime(), dueAt.getTime()]
  const later = [Math.floor((from + to) / 2), to - DAY, to].filter((at) => at > time.getTime())
  return later.length > 0 ? new Date(Math.min(...later)) : null
}

/** A reminder renews the link, which would end the session of a reviewer who reads or enters a code now. */
const isBusy = ({ sessionUntil, codeUntil }: SignOffReviewer, now: Date): boolean =>
  [sessionUntil, codeUntil].some((until) => until !== null && until > now)

async function remind(ctx: Context, signOff: SignOff, waiting: readonly SignOffReviewer[]): Promise<void> {
  const organization = await ctx.db.selectFrom('organization').select('remindsReviewers').executeTakeFirst()
  if (organization?.remindsReviewers === false || !canMail(ctx)) return
  const reminded = waiting.filter((reviewer) => isReachable(reviewer) && !isBusy(reviewer, ctx.now))
  for (const reviewer of reminded) await renewLink(ctx, signOff, reviewer, 'reminder')
  if (reminded.length > 0) note(ctx, 'REMINDED', signOff.id)
}

/** Sends the notice that is due, and stores the time of the next one. */
async function giveNotice(ctx: Context, signOff: SignOff): Promise<void> {
  const { dueAt } = signOff
  const waiting = await waitingReviewers(ctx, signOff.id)
  if (dueAt && dueAt <= ctx.now) {
    note(ctx, 'OVERDUE', signOff.id, { payload: { waiting: waiting.length } })
    await mailRequester(ctx, { ...signOff, dueAt }, waiting.length)
  } else await remind(ctx, signOff, waiting)
  changeRow(ctx, SignOff, signOff, { noticeAt: noticeAfter(ctx.now, signOff) })
}

const nextDue = ({ db, now }: Context): Promise<SignOff | undefined> =>
  db
    .selectFrom('signOff')
    .selectAll()
    .where('status', '=', SignOffStatus.REQUESTED)
    .where('noticeAt', '<=', now)
    .orderBy('noticeAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Sends the notice of one sign-off. Returns whether one was due. */
const sendOne = (tools: WorkTools, organizationId: string): Promise<boolean> =>
  asService(tools, organizationId, 'scheduler', async (ctx) => {
    const signOff = await nextDue(ctx)
    if (signOff) await giveNotice(ctx, signOff)
    return signOff !== undefined
  })

/** Sends the reminders and overdue notices of sign-offs at their times. */
export const sendNotices: OrganizationWork = {
  kind: 'sign_offs',
  async perform(tools, organizationId) {
    while (!tools.signal.aborted && (await sendOne(tools, organizationId)));
  },
  next: (organizationId) => sql`select min(notice_at) as at from sign_off
    where organization_id = ${organizationId} and notice_at is not null and status = 'REQUESTED'`,
}
