import { organizationRequired, ServiceError, unauthorized } from '../../common/errors.ts'
import { isWithin } from '../../common/ip-addresses.ts'
import { type Caller, isAbove, isRole, type Membership, type Role, type SignedIn } from './caller.ts'
import { permissionsOf } from './permissions.ts'

/** `Bearer`, case-insensitive, and one token in the alphabet of RFC 6750. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i

/** The token of an Authorization header. @throws UNAUTHORIZED unless the header contains exactly one bearer token */
export function bearer(header: string | undefined): string {
  const token = header && BEARER.exec(header)?.[1]
  if (token) return token
  throw unauthorized(
    /^bearer\b/i.test(header ?? '') ? 'The Authorization header must contain exactly one bearer token' : undefined,
  )
}

/** A role that the service does not know acts as viewer, the lowest role. */
const known = (name: string): Role => (isRole(name) ? name : 'viewer')

/**
 * The identity in the organization that a request names. The token must name that organization too.
 * @throws FORBIDDEN for any other organization
 */
export function inOrganization(identity: SignedIn, chosen: string | undefined): SignedIn {
  const { organizationId, organizations = [organizationId] } = identity
  if (chosen === undefined || chosen === organizationId) return identity
  if (organizations.includes(chosen)) return { ...identity, organizationId: chosen }
  throw new ServiceError('FORBIDDEN', 'The token does not name the organization of X-Organization', {})
}

/** @throws MEMBERSHIP_ENDED for a user who was removed from the team */
export function demandMember(membership: Membership | null): void {
  if (membership?.removedAt)
    throw new ServiceError('MEMBERSHIP_ENDED', 'The membership in this organization has ended', {
      endedAt: membership.removedAt.toISOString(),
    })
}

/**
 * Refuses sign-ins from before the time at which the sessions of the user were ended. A token without the time of the
 * sign-in counts from its issue. An API key is not a session.
 * @throws UNAUTHORIZED
 */
export function demandSession({ signedInAt, issuedAt, isKey }: SignedIn, membership: Membership | null): void {
  const end = membership?.sessionsEndedAt
  if (!end || isKey) return
  const began = signedInAt ?? issuedAt
  if (began === undefined || began * 1000 < end.getTime())
    throw unauthorized('The session was ended by an administrator or the user')
}

/** @throws NETWORK_NOT_ALLOWED for an API key outside of its networks. The error does not name the networks. */
export function demandNetwork({ networks }: SignedIn, address: string): void {
  if (networks && !isWithin(address, networks))
    throw new ServiceError('NETWORK_NOT_ALLOWED', 'The API key is not accepted from this network', {})
}

/**
 * The caller of an identity. For a member of the team, the lower of the token's role and the team's role applies; a
 * token without a role has the team's role. For any other user, a token without a role has the default role.
 * @param membership of the user, or of the creator of an API key; null for a user who is not in the team
 * @throws ORGANIZATION_REQUIRED, MEMBERSHIP_ENDED, UNAUTHORIZED for an ended session
 */
export function callerOf(identity: SignedIn, defaultRole: Role, membership: Membership | null = null): Caller {
  const {
    userId,
    organizationId,
    scopes,
    permissions: explicit,
    role: name,
    organizationSlug: _,
    networks: __,
    ...rest
  } = identity
  if (organizationId === undefined) throw organizationRequired()
  demandMember(membership)
  demandSession(identity, membership)
  const own = name === undefined ? (membership?.role ?? defaultRole) : known(name)
  const role = membership && isAbove(own, membership.role) ? membership.role : own
  // If neither of two roles includes the other, the caller has the permissions that both have.
  const limits = [scopes, membership && [...permissionsOf(membership.role, [])]].flatMap((each) =>
    each ? new Set<string>(each) : [],
  )
  const granted = [...permissionsOf(own, explicit)].filter((permission) => limits.every((each) => each.has(permission)))
  return { ...rest, userId, organizationId, role, permissions: new Set(granted) }
}
