import { asService, type ServiceTools } from '../../../engine/write/as-service.ts'
import { pauseCampaign } from '../launch/campaign.pause.ts'
import { MessageStatus } from '../messages/message.entity.ts'
import { noteBounce } from '../reports/report.changes.ts'
import { guardReputation } from '../reports/report.reputation.ts'
import type { Queued } from './sending.queue.ts'
import type { Settled } from './sending.settle.ts'

const AGENT = 'delivery'

/** Pauses campaigns with a recipient who lacks a variable, before their message is queued. */
export async function pauseLacking(tools: ServiceTools, organizationId: string, { lacking }: Queued): Promise<void> {
  for (const { id, name } of lacking)
    await pauseCampaign(tools, organizationId, id, { code: 'VARIABLE_MISSING', variable: name })
}

/** Applies the consequences of a batch's results. */
export async function afterBatch(
  tools: ServiceTools,
  organizationId: string,
  settled: readonly Settled[],
): Promise<void> {
  const bounced = settled.filter(({ outcome }) => outcome.status === MessageStatus.BOUNCED)
  for (const { claim } of bounced) await asService(tools, organizationId, AGENT, (ctx) => noteBounce(ctx, claim))
  await guardReputation(tools, organizationId, new Set(bounced.map(({ claim }) => claim.campaignId)))
}
