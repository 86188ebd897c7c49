import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../../background/batches.ts'
import type { OrganizationWork, WorkTools } from '../../background/work.ts'
import { type Cause, causeText } from '../../common/texts.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService } from '../../engine/write/as-service.ts'
import { isReadyToSend, lackOfAudience } from '../delivery/launch/launch-check.ts'
import { DIRECT, isCampaignCovered, lackOfCoverage, usesDirectChannel } from '../privacy/consents/consent.coverage.ts'
import { ConsentStatus } from '../privacy/consents/consent.entity.ts'
import { freezeSegment } from '../segments/segment.members.ts'
import { hasLostSignOff, isSignedOff } from '../sign-off/sign-off.demand.ts'
import { CampaignStatus } from './campaign.entity.ts'

const AT_ONCE = 500
/** A campaign whose audience is taken from a segment. */
interface Frozen {
  id: string
  segmentId: string
}
const { PENDING_APPROVAL, SCHEDULED, ACTIVE, PAUSED, COMPLETED, FAILED } = CampaignStatus

/** A status change that happens at a time, by the clock of the database. */
interface Step {
  to: CampaignStatus
  /** A condition on `campaign`. Its statuses are literals, so that the partial indexes match. */
  isDue: RawBuilder<boolean>
  /** The cause of a failure or pause, as JSON. */
  cause: RawBuilder<Cause | null>
}

const isIn = (...statuses: CampaignStatus[]) => sql<boolean>`campaign.status in (${sql.join(statuses.map(sql.lit))})`
const hasEnded = sql<boolean>`campaign.ends_at <= now()`
const hasLostCoverage = (organizationId: string) =>
  sql<boolean>`${isIn(ACTIVE)} and ${usesDirectChannel} and not ${isCampaignCovered(organizationId)}`
const mustBeSignedAgain = (organizationId: string) =>
  sql<boolean>`${isIn(ACTIVE)} and ${hasLostSignOff(organizationId)}`
const NO_CAUSE = sql<null>`null::jsonb`
const causeOf = (code: Cause['code']) => sql<Cause>`${sql.lit(JSON.stringify({ code }))}::jsonb`

/**
 * A campaign starts at its start time, if each direct channel has consent coverage and a required sign-off exists. A
 * campaign that has not started by its end time fails. A running campaign that loses its coverage or its sign-off
 * pauses, because a person must check it before it continues.
 */
const stepsOf = (organizationId: string): readonly Step[] => [
  { to: COMPLETED, isDue: sql`${isIn(ACTIVE, PAUSED)} and ${hasEnded}`, cause: NO_CAUSE },
  { to: FAILED, isDue: sql`${isIn(PENDING_APPROVAL)} and ${hasEnded}`, cause: causeOf('NOT_APPROVED') },
  {
    to: FAILED,
    isDue: sql`${isIn(SCHEDULED)} and ${hasEnded}`,
    cause: sql`case when not ${isSignedOff(organizationId)} then ${causeOf('NOT_SIGNED_OFF')}
      when not ${isReadyToSend(organizationId)} then ${causeOf('NOT_READY')}
      when ${isCampaignCovered(organizationId)} then ${causeOf('NOT_STARTED')}
      else ${causeOf('NO_CONSENT')} end`,
  },
  { to: PAUSED, isDue: hasLostCoverage(organizationId), cause: lackOfCoverage(organizationId) },
  { to: PAUSED, isDue: mustBeSignedAgain(organizationId), cause: causeOf('EDITED_AFTER_SIGN_OFF') },
  {
    to: ACTIVE,
    isDue: sql`${isIn(SCHEDULED)} and campaign.starts_at <= now()
      and (campaign.ends_at is null or campaign.ends_at > now()) and ${isCampaignCovered(organizationId)}
      and ${isReadyToSend(organizationId)} and ${isSignedOff(organizationId)}`,
    cause: NO_CAUSE,
  },
]

/**
 * Changes the status of some campaigns, and returns their number. Rows that another transaction has locked are left for
 * the next run.
 */
async function change(ctx: Context, { to, isDue, cause: causeOfRow }: Step): Promise<number> {
  const { db, organizationId } = ctx
  const { rows } = await sql<{ id: string; before: string; cause: Cause | null }>`
    select id, status as before, ${causeOfRow} as cause from campaign
    where organization_id = ${organizationId} and ${isDue}
    limit ${sql.lit(AT_ONCE)} for update skip locked`.execute(db)
  if (rows.length === 0) return 0
  const due = rows.map((row) => ({ ...row, reason: row.cause && causeText(row.cause) }))
  await sql`
    update campaign set status = ${to}, failure_reason = due.reason, failure_cause = due.cause, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as due(id uuid, reason text, cause jsonb)
    where organization_id = ${organizationId} and campaign.id = due.id`.execute(db)
  for (const { id, before, reason, cause } of due) {
    ctx.rowChanges.move('campaign', id, before, to)
    ctx.record('CAMPAIGN', 'STATUS_CHANGED', id, { status: to, ...(cause && { reason, cause }) })
  }
  return due.length
}

/** The cause for which the current row of `campaign` cannot start with the people of its segment. */
const lackOfPeople = (organizationId: string) =>
  sql<Cause>`coalesce(${lackOfAudience(organizationId)}, ${lackOfCoverage(organizationId)}, ${causeOf('NOT_READY_AT_START')})`

/**
 * Adds the people of a segment to the audience of a campaign that is about to start. If the campaign cannot start with
 * them, returns the cause and leaves the audience unchanged.
 */
async function freeze(ctx: Context, campaign: Frozen, isDue: RawBuilder<boolean>): Promise<Cause | undefined> {
  const { db, organizationId } = ctx
  await sql`savepoint audience`.execute(db)
  await freezeSegment(ctx, organizationId, campaign)
  const { rows } = await sql<{ cause: Cause }>`select ${lackOfPeople(organizationId)} as cause from campaign
    where organization_id = ${organizationId} and id = ${campaign.id} and not (${isDue})`.execute(db)
  if (rows[0]) await sql`rollback to savepoint audience`.execute(db)
  await sql`release savepoint audience`.execute(db)
  return rows[0]?.cause
}

/**
 * Adds the people of segments to the audiences of campaigns that are about to start. A campaign that cannot start with
 * them fails, because a person must change its segment or its content. Returns the number of those campaigns.
 */
async function freezeSegments(ctx: Context, isDue: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<Frozen>`select id, segment_id from campaign
    where organization_id = ${ctx.organizationId} and segment_id is not null and segment_frozen_at is null and ${isDue}
    limit ${sql.lit(AT_ONCE)} for update skip locked`.execute(ctx.db)
  let failed = 0
  for (const campaign of rows) {
    const cause = await freeze(ctx, campaign, isDue)
    if (!cause) continue
    const isThis = sql<boolean>`campaign.id = ${campaign.id}`
    failed += await change(ctx, { to: FAILED, isDue: isThis, cause: sql<Cause>`${JSON.stringify(cause)}::jsonb` })
  }
  return failed
}

/**
 * Applies every step to a batch of campaigns of an organization. Returns the largest number of campaigns that one step
 * changed.
 */
const takeSteps = (tools: WorkTools, organizationId: string): Promise<number> =>
  asService(tools, organizationId, 'scheduler', async (ctx) => {
    let most = 0
    for (const step of stepsOf(organizationId)) {
      const failed = step.to === ACTIVE ? await freezeSegments(ctx, step.isDue) : 0
      const moved = await change(ctx, step)
      if (step.to === ACTIVE && moved > 0) ctx.makeDue('delivery')
      most = Math.max(most, moved + failed)
    }
    return most
  })

/** The next expiry of a consent that a running campaign may depend on. */
const nextExpiry = (organizationId: string) => sql`
  select min(consent.expires_at) from consent where organization_id = ${organizationId} and channel = any(${[...DIRECT]}::text[])
    and status = ${ConsentStatus.GRANTED} and expires_at > now() and exists (
      select 1 from campaign where campaign.organization_id = ${organizationId} and ${isIn(ACTIVE)} and ${usesDirectChannel}
    )`

/**
 * A campaign that waits for what it lacks is not due before its end: `wakeCampaigns` makes it due when that arrives.
 * A campaign that should have paused, but was locked by another transaction, is due at once.
 */
const next = (organizationId: string): RawBuilder<{ at: Date | null }> => sql`
  select min(at) as at from (
    select min(campaign.ends_at) as at from campaign
    where organization_id = ${organizationId} and ${isIn(SCHEDULED, ACTIVE, PAUSED)}
    union all select min(campaign.ends_at) from campaign
    where organization_id = ${organizationId} and ${isIn(PENDING_APPROVAL)}
    union all select min(campaign.starts_at) from campaign
    where organization_id = ${organizationId} and ${isIn(SCHEDULED)}
      and (campaign.starts_at > now() or (${isCampaignCovered(organizationId)} and ${isReadyToSend(organizationId)}
        and ${isSignedOff(organizationId)}))
    union all ${nextExpiry(organizationId)}
    union all select now() where exists (
      select 1 from campaign where campaign.organization_id = ${organizationId}
        and (${hasLostCoverage(organizationId)} or ${mustBeSignedAgain(organizationId)})
    )
  ) as times`

/**
 * Starts campaigns at their start time, pauses those that lost their coverage, and ends campaigns at their end time.
 */
export const moveDueCampaigns: OrganizationWork = {
  kind: 'campaigns',
  perform: (tools, organizationId) => inBatches(tools, AT_ONCE, () => takeSteps(tools, organizationId)),
  next,
}
