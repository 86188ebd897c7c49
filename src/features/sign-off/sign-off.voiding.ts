import { sql } from 'kysely'
import { type Cause, causeText } from '../../common/texts.ts'
import { anyOf } from '../../data/any-of.ts'
import type { Context } from '../../engine/execute/context.ts'
import { type SignOff, SignOffStatus } from './sign-off.entity.ts'
import { mailReviewers } from './sign-off.mail.ts'
import { note } from './sign-off.trail.ts'

/** The sign-offs that a change voids: the sign-offs of these campaigns and of this content, or one sign-off. */
interface Changed {
  campaignIds?: readonly (string | null | undefined)[]
  contentId?: string
  signOffId?: string
}

const { REQUESTED, APPROVED, VOIDED } = SignOffStatus

/**
 * Voids the open and approved sign-offs of the changed campaigns and content, and informs their reviewers. Call this
 * after the change in the same transaction. A concurrent decision then waits for the change, or is voided by it.
 */
export async function voidSignOffs(ctx: Context, changed: Changed, code: Cause['code']): Promise<void> {
  const cause = { code }
  const reason = causeText(cause)
  const campaignIds = [...new Set((changed.campaignIds ?? []).filter((id) => id != null))]
  const { rows } = await sql<SignOff>`update sign_off
    set status = ${VOIDED}, end_reason = ${reason}, end_cause = ${JSON.stringify(cause)}::jsonb, ended_at = ${ctx.now}, updated_at = ${ctx.now}
    where organization_id = ${ctx.organizationId} and status in (${REQUESTED}, ${APPROVED})
      and (campaign_id = ${anyOf(campaignIds)} or content_id = ${changed.contentId ?? null}::uuid
        or id = ${changed.signOffId ?? null}::uuid)
    returning *`.execute(ctx.db)
  for (const signOff of rows) {
    await mailReviewers(ctx, signOff, 'voided')
    note(ctx, 'VOIDED', signOff.id, { payload: { status: VOIDED, reason, cause } })
  }
  // A running campaign that lost its sign-off is paused.
  if (rows.some(({ approvedAt }) => approvedAt !== null)) ctx.makeDue('campaigns')
}
