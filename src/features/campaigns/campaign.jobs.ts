import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../../background/batches.ts'
import type { OrganizationWork, WorkTools } from '../../background/work.ts'
import type { Transaction } from '../../data/transaction.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { isReadyToSend, lackOfAudience } from '../delivery/delivery.readiness.ts'
import { DIRECT, isCampaignCovered, lackOfCoverage, usesDirectChannel } from '../privacy/consents/consent.coverage.ts'
import { ConsentStatus } from '../privacy/consents/consent.entity.ts'
import { freezeSegment } from '../segments/segment.members.ts'
import { hasLostSignOff, isSignedOff } from '../sign-off/sign-off.demand.ts'
import { CampaignStatus } from './campaign.entity.ts'

const AT_ONCE = 500
type Facts = ReturnType<typeof auditFacts>
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
  failureReason: RawBuilder<string | null>
}

const isIn = (...statuses: CampaignStatus[]) => sql<boolean>`campaign.status in (${sql.join(statuses.map(sql.lit))})`
const hasEnded = sql<boolean>`campaign.ends_at <= now()`
const hasLostCoverage = (organizationId: string) =>
  sql<boolean>`${isIn(ACTIVE)} and ${usesDirectChannel} and not ${isCampaignCovered(organizationId)}`
const mustBeSignedAgain = (organizationId: string) =>
  sql<boolean>`${isIn(ACTIVE)} and ${hasLostSignOff(organizationId)}`
const NO_REASON = sql<null>`null`

/**
 * A campaign starts at its start time, if each direct channel has consent coverage and a required sign-off exists. A
 * campaign that has not started by its end time fails. A running campaign that loses its coverage or its sign-off
 * pauses, because a person must check it before it continues.
 */
const stepsOf = (organizationId: string): readonly Step[] => [
  { to: COMPLETED, isDue: sql`${isIn(ACTIVE, PAUSED)} and ${hasEnded}`, failureReason: NO_REASON },
  {
    to: FAILED,
    isDue: sql`${isIn(PENDING_APPROVAL)} and ${hasEnded}`,
    failureReason: sql`'It was not approved before it was to end'`,
  },
  {
    to: FAILED,
    isDue: sql`${isIn(SCHEDULED)} and ${hasEnded}`,
    failureReason: sql`case when not ${isSignedOff(organizationId)} then 'The client had not signed it off before it was to end'
      when not ${isReadyToSend(organizationId)} then 'Its sender, content or audience was not ready before it was to end'
      when ${isCampaignCovered(organizationId)} then 'It had not started when it was to end'
      else 'No consent for marketing was held for one of its channels before it was to end' end`,
  },
  {
    to: PAUSED,
    isDue: hasLostCoverage(organizationId),
    failureReason: lackOfCoverage(organizationId),
  },
  {
    to: PAUSED,
    isDue: mustBeSignedAgain(organizationId),
    failureReason: sql`'It was edited after the client had signed it off'`,
  },
  {
    to: ACTIVE,
    isDue: sql`${isIn(SCHEDULED)} and campaign.starts_at <= now()
      and (campaign.ends_at is null or campaign.ends_at > now()) and ${isCampaignCovered(organizationId)}
      and ${isReadyToSend(organizationId)} and ${isSignedOff(organizationId)}`,
    failureReason: NO_REASON,
  },
]

/** Changes the status of some campaigns. Rows that another transaction has locked are left for the next run. */
async function change({ db, rowChanges }: Transaction, { to, isDue, failureReason }: Step, organizationId: string) {
  const { rows } = await sql<{ id: string; before: string; failureReason: string | null }>`
    with due as materialized (
      select id, status as before, (${failureReason})::text as reason from campaign
      where organization_id = ${organizationId} and ${isDue}
      limit ${sql.lit(AT_ONCE)} for update skip locked
    )
    update campaign set status = ${to}, failure_reason = due.reason, updated_at = now()
    from due where organization_id = ${organizationId} and campaign.id = due.id
    returning campaign.id, before, failure_reason`.execute(db)
  return rows.map(({ id, before, failureReason: reason }) => {
    rowChanges.move('campaign', id, before, to)
    const payload = { status: to, ...(reason && { reason }) }
    const entry = { action: 'CAMPAIGN_STATUS_CHANGED', resourceType: 'CAMPAIGN', resourceId: id, payload }
    return auditFacts(entry, { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'scheduler' })
  })
}

/** The sentence that says why the current row of `campaign` cannot start with the people of its segment. */
const lackOfPeople = (organizationId: string) =>
  sql<string>`coalesce(${lackOfAudience(organizationId)}, ${lackOfCoverage(organizationId)}, 'It was not ready when it was to start')`

/**
 * Adds the people of a segment to the audience of a campaign that is about to start. If the campaign cannot start with
 * them, returns the reason and leaves the audience unchanged.
 */
async function freeze(unit: Transaction, organizationId: string, campaign: Frozen, isDue: RawBuilder<boolean>) {
  await sql`savepoint audience`.execute(unit.db)
  await freezeSegment(unit, organizationId, campaign)
  const { rows } = await sql<{ reason: string }>`select ${lackOfPeople(organizationId)} as reason from campaign
    where organization_id = ${organizationId} and id = ${campaign.id} and not (${isDue})`.execute(unit.db)
  if (rows[0]) await sql`rollback to savepoint audience`.execute(unit.db)
  await sql`release savepoint audience`.execute(unit.db)
  return rows[0]?.reason
}

/**
 * Adds the people of segments to the audiences of campaigns that are about to start. A campaign that cannot start with
 * them fails, because a person must change its segment or its content.
 */
async function freezeSegments(unit: Transaction, organizationId: string, isDue: RawBuilder<boolean>): Promise<Facts[]> {
  const { rows } = await sql<Frozen>`select id, segment_id from campaign
    where organization_id = ${organizationId} and segment_id is not null and segment_frozen_at is null and ${isDue}
    limit ${sql.lit(AT_ONCE)} for update skip locked`.execute(unit.db)
  const failed: Facts[] = []
  for (const campaign of rows) {
    const reason = await freeze(unit, organizationId, campaign, isDue)
    if (!reason) continue
    const isThis = sql<boolean>`campaign.id = ${campaign.id}`
    failed.push(...(await change(unit, { to: FAILED, isDue: isThis, failureReason: sql`${reason}` }, organizationId)))
  }
  return failed
}

/** Applies a step to a batch of campaigns. Before a start, adds the people of their segments. */
async function take(
  unit: Transaction,
  step: Step,
  organizationId: string,
): Promise<{ moved: Facts[]; failed: Facts[] }> {
  const failed = step.to === ACTIVE ? await freezeSegments(unit, organizationId, step.isDue) : []
  return { moved: await change(unit, step, organizationId), failed }
}

/**
 * Applies every step to a batch of campaigns of an organization. Returns the largest number of campaigns that one step
 * changed.
 */
const takeSteps = ({ database }: WorkTools, organizationId: string): Promise<number> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    let most = 0
    for (const step of stepsOf(organizationId)) {
      const { moved, failed } = await take(unit, step, organizationId)
      await appendChanges(unit, [...failed, ...moved])
      if (step.to === ACTIVE && moved.length > 0) unit.makeDue('delivery')
      most = Math.max(most, moved.length + failed.length)
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
 * A campaign that lacks only consent or its sign-off is not due before its end: recording the missing one makes it due.
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
