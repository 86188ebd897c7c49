import { ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { demandMember } from '../../security/auth/authenticate.ts'
import { type Caller, isAbove } from '../../security/auth/caller.ts'
import { findMembership } from '../team/team.changes.ts'
import type { Invitation } from './invitation.entity.ts'
import { sentAtOf } from './invitation.rules.ts'

/** @throws FORBIDDEN unless a person answers, with the address that was invited, which the identity provider has verified */
export function demandInvited({ isKey, email, emailVerified }: Caller, invitation: Pick<Invitation, 'email'>): void {
  if (isKey) throw new ServiceError('FORBIDDEN', 'An invitation is answered by a person, not by an API key')
  if (email === undefined || !emailVerified) {
    const message =
      'The token must carry the e-mail address of its user (email), and that the identity provider has verified it (email_verified)'
    throw new ServiceError('FORBIDDEN', message)
  }
  if (email.toLowerCase() !== invitation.email)
    throw new ServiceError('FORBIDDEN', 'The invitation is for another e-mail address')
}

/** The person behind an invitation: of an API key whoever made it; undefined where the key is revoked. */
async function senderOf(ctx: Context, { createdBy }: Invitation): Promise<string | undefined> {
  const [, keyId] = /^key:(.+)$/.exec(createdBy) ?? []
  if (!keyId) return createdBy
  const key = await ctx.db.selectFrom('apiKey').select('createdBy').where('id', '=', keyId).executeTakeFirst()
  return key?.createdBy
}

/**
 * An invitation gives what whoever sent it could give now, and outlives no removal of whom it is for.
 * @throws FORBIDDEN, MEMBERSHIP_ENDED
 */
export async function demandGiven(ctx: Context, invitation: Invitation): Promise<void> {
  const own = await findMembership(ctx, ctx.caller.userId)
  if (own?.removedAt && own.removedAt > sentAtOf(invitation)) demandMember(own)
  const sender = await senderOf(ctx, invitation)
  const membership = sender === undefined ? undefined : await findMembership(ctx, sender)
  const isGiven =
    sender !== undefined && !membership?.removedAt && !isAbove(invitation.role, membership?.role ?? 'admin')
  if (!isGiven)
    throw new ServiceError('FORBIDDEN', `Whoever sent the invitation can no longer give the role ${invitation.role}`)
}
