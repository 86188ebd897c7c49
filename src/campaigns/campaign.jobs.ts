import { sql } from 'kysely'
import { appendChanges, auditFacts } from '../kernel/audit/writer.ts'
import type { Job } from '../kernel/jobs.ts'
import { isCampaignCovered } from '../privacy/consents/consent.coverage.ts'
import { CampaignStatus } from './campaign.entity.ts'

const MOST = 500

/**
 * Starts the campaigns whose time has come, unless the consent for a channel of theirs was lost since: these wait. Rows that another replica holds are its to start.
 */
export const startDueCampaigns: Job = {
  name: 'startDueCampaigns',
  everySeconds: 15,
  run: ({ database }) =>
    database.transaction({ role: 'gateway_system' }, async (unit) => {
      const due = unit.db
        .selectFrom('campaign')
        .select('id')
        .where('status', '=', CampaignStatus.SCHEDULED)
        .where('startsAt', '<=', sql<Date>`now()`)
        .where(isCampaignCovered)
        .limit(MOST)
        .forUpdate()
        .skipLocked()
      const started = await unit.db
        .updateTable('campaign')
        .set({ status: CampaignStatus.ACTIVE, updatedAt: new Date() })
        .where('id', 'in', due)
        .returning(['id', 'organizationId'])
        .execute()
      const facts = started.map(({ id, organizationId }) => {
        const payload = { status: CampaignStatus.ACTIVE }
        const entry = { action: 'CAMPAIGN_STATUS_CHANGED', resourceType: 'CAMPAIGN', resourceId: id, payload }
        return auditFacts(entry, { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'scheduler' })
      })
      await appendChanges(unit, facts)
    }),
}
