import { type Identity, ROLES } from './caller.ts'
import { claimAt, own, textOf } from './paths.ts'
import type { Profile, Source } from './profiles.ts'

/** The value of the first source that the reader accepts. */
function first<T>(claims: unknown, sources: readonly Source[], read: (value: unknown) => T | undefined): T | undefined {
  for (const source of sources) {
    const found = read(typeof source === 'function' ? source(claims) : claimAt(claims, source))
    if (found !== undefined) return found
  }
  return undefined
}

/** Keycloak lists organizations, as aliases or as a map from alias to details. */
function namesOf(value: unknown): (string | undefined)[] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [textOf(value)]
  if (Array.isArray(value)) return value.map((name) => textOf(name))
  return Object.entries(value).map(([alias, details]) => textOf(own(details, 'id')) ?? textOf(alias))
}

/** The active organization: the only organization in the claim. */
function readOrganization(value: unknown): string | undefined {
  const [sole, ...others] = namesOf(value)
  return others.length === 0 ? sole : undefined
}

/** Several organizations, from which a request may choose. */
function readOrganizations(value: unknown): string[] | undefined {
  const names = [...new Set(namesOf(value))].filter((name) => name !== undefined)
  return names.length > 1 ? names : undefined
}

const roleName = (value: unknown) => (textOf(value) ?? '').replace(/^org:/, '')

/**
 * The role. From a list, the highest role that the service knows; Keycloak's list contains other roles too. A claim
 * that exists but names no role, such as null, counts as an unknown role. If it counted as absent, the caller could get
 * the default role, which may be admin.
 */
function readRole(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return roleName(value)
  const names = value.map(roleName)
  return ROLES.find((role) => names.includes(role)) ?? names[0] ?? ''
}

function readPermissions(value: unknown): string[] | undefined {
  const names = Array.isArray(value) ? value.filter((name): name is string => textOf(name) !== undefined) : []
  return names.length > 0 ? names : undefined
}

const readNumber = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined)
/** Some providers send booleans as text. */
const readBoolean = (value: unknown) =>
  typeof value === 'boolean' ? value : value === 'true' || value === 'false' ? value === 'true' : undefined

/** Clerk: a session with an unfinished task, such as choosing an organization, counts as signed out. */
export const isPending = (claims: unknown): boolean => claimAt(claims, 'sts') === 'pending'

/** The identity in the claims of a token. A claim of an unusable type counts as absent. Never throws. */
export function readIdentity(profile: Profile, claims: unknown): Identity {
  if (isPending(claims)) return { permissions: [] }
  const organizationId = first(claims, profile.organization, readOrganization)
  const several = organizationId === undefined ? first(claims, profile.organization, readOrganizations) : undefined
  return {
    userId: first(claims, profile.user, textOf),
    organizationId,
    organizations: several,
    organizationSlug: first(claims, ['o.slg', 'org_slug'], textOf),
    role: first(claims, profile.role, readRole),
    permissions: first(claims, profile.permissions, readPermissions) ?? [],
    email: first(claims, profile.email, textOf),
    emailVerified: first(claims, profile.emailVerified, readBoolean),
    userName: textOf(claimAt(claims, 'name')),
    expiresAt: readNumber(claimAt(claims, 'exp')),
    issuedAt: readNumber(claimAt(claims, 'iat')),
    signedInAt: readNumber(claimAt(claims, 'auth_time')),
    tokenId: textOf(claimAt(claims, 'jti')),
  }
}

/**
 * Whether a token was issued by the client-credentials grant, so that it is of a client and not of a user. Providers
 * mark it in different ways: RFC 9068 by the subject, Auth0 by `gty`, Entra ID by `idtyp`, Keycloak by the name of the
 * service account. Users of Keycloak may choose their names, but only the grant adds `client_id`. A token with
 * `auth_time` is of a user whose id equals that of a client.
 */
function isOfMachine(claims: unknown, clientId: string): boolean {
  const [sub, name, signedInAt] = ['sub', 'preferred_username', 'auth_time'].map((path) => claimAt(claims, path))
  return (
    claimAt(claims, 'gty') === 'client-credentials' ||
    claimAt(claims, 'idtyp') === 'app' ||
    (claimAt(claims, 'client_id') === clientId && name === `service-account-${clientId}`) ||
    (signedInAt === undefined && (sub === clientId || sub === `${clientId}@clients`))
  )
}

/** The services that a token is issued for, and its OAuth client. */
export function readParties(claims: unknown): Pick<Identity, 'audiences' | 'clientId' | 'isMachine'> {
  const clientId = first(claims, ['azp', 'client_id'], textOf)
  return {
    audiences: [claimAt(claims, 'aud')].flat().filter((each) => typeof each === 'string'),
    clientId,
    isMachine: clientId !== undefined && isOfMachine(claims, clientId),
  }
}
