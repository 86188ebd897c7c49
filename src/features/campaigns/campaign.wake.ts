import type { Context } from '../../engine/execute/context.ts'

/**
 * Makes the work due that starts, pauses and sends campaigns. Call it after a change of what campaigns wait for: this work
 * looks at a campaign that waits no sooner than at its end.
 */
export function wakeCampaigns(ctx: Pick<Context, 'makeDue'>): void {
  ctx.makeDue('campaigns')
  ctx.makeDue('delivery')
}
