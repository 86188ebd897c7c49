import { organizationRequired, ServiceError, unauthorized } from '../../common/errors.ts'
import { type Caller, isAbove, isRole, type Membership, type Role, type SignedIn } from './caller.ts'
import { permissionsOf } from './permissions.ts'

/** `Bearer`, in any case, and one token of the alphabet of RFC 6750. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i

/** The token of an Authorization header; anything else than exactly one bearer token is a 401. */
export function bearer(header: string | undefined): string {
  const token = header && BEARER.exec(header)?.[1]
  if (token) return token
  throw unauthorized(/^bearer\b/i.test(header ?? '') ? 'The Authorization header holds no single token' : undefined)
}

/** A role that the service does not know acts as the least of them. */
const known = (name: string): Role => (isRole(name) ? name : 'viewer')

/** @throws MEMBERSHIP_ENDED for whoever was removed from the team */
export function demandMember(membership: Membership | null): void {
  if (membership?.removedAt)
    throw new ServiceError('MEMBERSHIP_ENDED', 'The membership in this organization has ended', {
      endedAt: membership.removedAt.toISOString(),
    })
}

/**
 * The caller that an identity is, once it names an organization. Where the organization has the user in its team, no token
 * does more than that role, and one without a role has it; where it has not, a token without a role has the default.
 * @param membership of the user, of an API key that of its maker; null for who is not in the team
 * @throws ORGANIZATION_REQUIRED, MEMBERSHIP_ENDED
 */
export function callerOf(identity: SignedIn, defaultRole: Role, membership: Membership | null = null): Caller {
  const { userId, organizationId, scopes, permissions: explicit, role: name, organizationSlug: _, ...rest } = identity
  if (organizationId === undefined) throw organizationRequired()
  demandMember(membership)
  const own = name === undefined ? (membership?.role ?? defaultRole) : known(name)
  const role = membership && isAbove(own, membership.role) ? membership.role : own
  // Of two roles neither of which holds the other, what both may do.
  const limits = [scopes, membership && [...permissionsOf(membership.role, [])]].flatMap((each) =>
    each ? new Set<string>(each) : [],
  )
  const granted = [...permissionsOf(own, explicit)].filter((permission) => limits.every((each) => each.has(permission)))
  return { ...rest, userId, organizationId, role, permissions: new Set(granted) }
}
