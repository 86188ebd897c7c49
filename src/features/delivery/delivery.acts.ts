import type { Metrics } from '../../common/metrics.ts'
import type { Services } from '../../common/services.ts'
import type { Database } from '../../data/database.ts'
import { Context } from '../../engine/execute/context.ts'
import { changeRow, lockRow } from '../../engine/write/rows.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import { Campaign, CampaignStatus } from '../campaigns/campaign.entity.ts'

/** Dependencies of changes that the service makes by itself. */
export interface ActTools {
  database: Database
  services: Partial<Services>
}

/** Dependencies of changes that reports about messages cause. */
export interface ReportTools extends ActTools {
  metrics: Metrics
}

/** Changes an organization without a caller, in one transaction, with the audit records and events of an operation. */
export const actAsSystem = <T>(
  { database, services }: ActTools,
  organizationId: string,
  agent: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const source = { ipAddress: 'unknown', userAgent: agent }
    const ctx = new Context(
      { userId: 'system', organizationId, role: 'viewer', permissions: new Set() },
      { id: agent, address: 'unknown', ...source },
      unit,
      { services },
    )
    const result = await work(ctx)
    await ctx.settle()
    const facts = { organizationId, userId: 'system', secrets: services.secrets, ...source }
    await appendChanges(
      unit,
      ctx.trail.map((entry) => auditFacts(entry, facts)),
    )
    return result
  })

const AGENT = 'delivery'

/** Pauses an active campaign and stores the reason. */
export const pauseCampaign = (tools: ActTools, organizationId: string, id: string, reason: string): Promise<void> =>
  actAsSystem(tools, organizationId, AGENT, async (ctx) => {
    const campaign = await lockRow(ctx, Campaign, id, 'Campaign')
    if (campaign.status !== CampaignStatus.ACTIVE) return
    changeRow(ctx, Campaign, campaign, { status: CampaignStatus.PAUSED, failureReason: reason })
    ctx.record('CAMPAIGN', 'STATUS_CHANGED', id, { status: CampaignStatus.PAUSED, reason })
  })
