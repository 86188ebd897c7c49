import { organizationRequired, unauthorized } from '../../common/errors.ts'
import { type Caller, isRole, type Role, type SignedIn } from './caller.ts'
import { permissionsOf } from './permissions.ts'

/** `Bearer`, in any case, and one token of the alphabet of RFC 6750. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i

/** The token of an Authorization header; anything else than exactly one bearer token is a 401. */
export function bearer(header: string | undefined): string {
  const token = header && BEARER.exec(header)?.[1]
  if (token) return token
  throw unauthorized(/^bearer\b/i.test(header ?? '') ? 'The Authorization header holds no single token' : undefined)
}

/** A role that the service does not know acts as the least of them; no role claim at all, as the operator decided. */
function roleOf(name: string | undefined, defaultRole: Role): Role {
  if (name === undefined) return defaultRole
  return isRole(name) ? name : 'viewer'
}

/** The caller that an identity is, once it names an organization; 400 otherwise. */
export function callerOf(identity: SignedIn, defaultRole: Role): Caller {
  const { userId, organizationId, email, userName, expiresAt, issuedAt, tokenId, isKey, scopes } = identity
  if (organizationId === undefined) throw organizationRequired()
  const role = roleOf(identity.role, defaultRole)
  const granted = permissionsOf(role, identity.permissions)
  const permissions = scopes ? new Set([...granted].filter((name) => scopes.includes(name))) : granted
  return { userId, organizationId, role, permissions, email, userName, expiresAt, issuedAt, tokenId, isKey }
}
