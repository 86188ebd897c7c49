import { transitions } from '../../../common/transitions.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow, lockRow } from '../../../engine/write/rows.ts'
import { isDirect } from './consent.coverage.ts'
import { Consent, ConsentStatus } from './consent.entity.ts'

/** A withdrawn consent is final: a person who agrees again gives a new consent. */
export const consentTransitions = transitions<ConsentStatus>('Consent', {
  [ConsentStatus.GRANTED]: [ConsentStatus.WITHDRAWN],
  [ConsentStatus.WITHDRAWN]: [],
})

/** Withdraws a consent. Its record stays as evidence. */
export async function withdrawConsent(ctx: Context, id: string, reason: string | null): Promise<Consent> {
  const consent = await lockRow(ctx, Consent, id, 'Consent')
  consentTransitions.check(consent.status, ConsentStatus.WITHDRAWN)
  // A campaign may have depended on this consent.
  if (isDirect(consent.channel)) ctx.makeDue('campaigns')
  return changeRow(ctx, Consent, consent, {
    status: ConsentStatus.WITHDRAWN,
    withdrawnAt: ctx.now,
    withdrawalReason: reason,
  })
}
