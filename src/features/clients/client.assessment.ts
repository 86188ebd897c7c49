import type { Context } from '../../engine/execute/context.ts'
import { changeRow, lockRow } from '../../engine/write/rows.ts'
import { Client } from './client.entity.ts'
import type { ClientAssessmentInput } from './client.inputs.ts'

/** Records the findings of an assessment. They replace the default or earlier findings. */
export async function assessClient(
  ctx: Context,
  id: string,
  { popiaCompliant, securityClearance, dataClassification, note = null }: ClientAssessmentInput,
): Promise<Client> {
  const client = await lockRow(ctx, Client, id, 'Client')
  const findings = { popiaCompliant, securityClearance, dataClassification, note }
  const assessed = { assessedBy: ctx.caller.userId, assessedAt: ctx.now.toISOString() }
  return changeRow(ctx, Client, client, { compliance: { ...findings, ...assessed } })
}
