import { type RawBuilder, sql } from 'kysely'
import { appendChanges, auditFacts } from '../kernel/audit/writer.ts'
import { eachApart, inBatches } from '../kernel/batches.ts'
import type { Job, JobTools } from '../kernel/jobs.ts'
import { isCampaignCovered } from '../privacy/consents/consent.coverage.ts'
import { CampaignStatus } from './campaign.entity.ts'

const AT_ONCE = 500
const SYSTEM = { role: 'gateway_system' } as const
const { SCHEDULED, ACTIVE, PAUSED, COMPLETED, FAILED } = CampaignStatus

/** What the clock does to campaigns; the clock is the database's. */
interface Step {
  to: CampaignStatus
  /** A condition on `campaign`. The states in it are literals, so that it fits the partial indexes. */
  isDue: RawBuilder<boolean>
  failureReason: RawBuilder<string | null>
}

const isIn = (...statuses: CampaignStatus[]) => sql<boolean>`campaign.status in (${sql.join(statuses.map(sql.lit))})`
const hasEnded = sql<boolean>`campaign.ends_at <= now()`
const NO_REASON = sql<null>`null`

/** A campaign waits for its time, and then for consent for each direct channel; at its end it waits no longer. */
const STEPS: readonly Step[] = [
  { to: COMPLETED, isDue: sql`${isIn(ACTIVE, PAUSED)} and ${hasEnded}`, failureReason: NO_REASON },
  {
    to: FAILED,
    isDue: sql`${isIn(SCHEDULED)} and ${hasEnded}`,
    failureReason: sql`case when ${isCampaignCovered} then 'It had not started when it was to end'
      else 'No consent for marketing was held for one of its channels before it was to end' end`,
  },
  {
    to: ACTIVE,
    isDue: sql`${isIn(SCHEDULED)} and campaign.starts_at <= now()
      and (campaign.ends_at is null or campaign.ends_at > now()) and ${isCampaignCovered}`,
    failureReason: NO_REASON,
  },
]

/** Takes a step with some campaigns of an organization: rows that someone else holds are left for the next run. */
const take = ({ database }: JobTools, { to, isDue, failureReason }: Step, organizationId: string): Promise<number> =>
  database.transaction(SYSTEM, async (unit) => {
    const { rows } = await sql<{ id: string; failureReason: string | null }>`
      update campaign set status = ${to}, failure_reason = ${failureReason}, updated_at = now()
      where id = any(array(
        select id from campaign where organization_id = ${organizationId} and ${isDue}
        limit ${AT_ONCE} for update skip locked
      ))
      returning id, failure_reason`.execute(unit.db)
    const facts = rows.map(({ id, failureReason: reason }) => {
      const payload = { status: to, ...(reason && { reason }) }
      const entry = { action: 'CAMPAIGN_STATUS_CHANGED', resourceType: 'CAMPAIGN', resourceId: id, payload }
      return auditFacts(entry, { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'scheduler' })
    })
    await appendChanges(unit, facts)
    return rows.length
  })

/** Organizations are taken one by one: what holds one of them up, or fails there, is no affair of the others. */
async function takeAll(tools: JobTools, step: Step): Promise<void> {
  const { rows } = await tools.database.transaction({ ...SYSTEM, readOnly: true }, ({ db }) =>
    sql<{ organizationId: string }>`select distinct organization_id from campaign where ${step.isDue}`.execute(db),
  )
  await eachApart(tools, rows, ({ organizationId }) =>
    inBatches(tools, AT_ONCE, () => take(tools, step, organizationId)),
  )
}

/** Starts the campaigns whose time has come, and ends those whose time is over. */
export const moveDueCampaigns: Job = {
  name: 'moveDueCampaigns',
  everySeconds: 15,
  async run(tools) {
    for (const step of STEPS) await takeAll(tools, step)
  },
}
