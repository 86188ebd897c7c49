import { refusal, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { isErasedId } from '../../security/audit/pseudonyms.ts'
import { demandMember } from '../../security/auth/authenticate.ts'
import { type Caller, isAbove } from '../../security/auth/caller.ts'
import { findMembership } from '../team/team.changes.ts'
import type { Invitation } from './invitation.entity.ts'
import { sentAtOf } from './invitation.rules.ts'

/**
 * @throws FORBIDDEN unless the caller is a person with the invited e-mail address, verified by the identity provider
 */
export function demandInvited({ isKey, email, emailVerified }: Caller, invitation: Pick<Invitation, 'email'>): void {
  if (isKey)
    throw new ServiceError('FORBIDDEN', 'An API key cannot answer an invitation. Sign in as the invited person')
  if (email === undefined || !emailVerified) throw refusal('FORBIDDEN', 'EMAIL_NOT_VERIFIED')
  if (email.toLowerCase() !== invitation.email) throw refusal('FORBIDDEN', 'INVITATION_OF_OTHER')
}

/**
 * The user who sent an invitation. If an API key sent it: the user who created the key. Undefined if the key is revoked
 * or the user was erased.
 */
async function senderOf(ctx: Context, { createdBy }: Invitation): Promise<string | undefined> {
  const [, keyId] = /^key:(.+)$/.exec(createdBy) ?? []
  const key = ctx.db.selectFrom('apiKey').select('createdBy')
  const sender = keyId ? (await key.where('id', '=', keyId).executeTakeFirst())?.createdBy : createdBy
  return sender === undefined || isErasedId(sender) ? undefined : sender
}

/**
 * Accepting an invitation gives a role only if its sender may still give that role. It fails for a user who was removed
 * after the invitation was sent.
 * @throws FORBIDDEN, MEMBERSHIP_ENDED
 */
export async function demandGiven(ctx: Context, invitation: Invitation): Promise<void> {
  const own = await findMembership(ctx, ctx.caller.userId)
  if (own?.removedAt && own.removedAt > sentAtOf(invitation)) demandMember(own)
  const sender = await senderOf(ctx, invitation)
  const membership = sender === undefined ? undefined : await findMembership(ctx, sender)
  const isGiven =
    sender !== undefined && !membership?.removedAt && !isAbove(invitation.role, membership?.role ?? 'admin')
  if (!isGiven) throw refusal('FORBIDDEN', 'ROLE_NOT_GIVEN', { role: invitation.role })
}
