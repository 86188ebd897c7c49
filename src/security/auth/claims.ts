import { type Identity, ROLES } from './caller.ts'
import { claimAt, own, textOf } from './paths.ts'
import type { Profile, Source } from './profiles.ts'

/** The first source that the reader can make something of. */
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

/** Only a sole one is the active one. */
function readOrganization(value: unknown): string | undefined {
  const [sole, ...others] = namesOf(value)
  return others.length === 0 ? sole : undefined
}

/** Several, from which a request may choose. */
function readOrganizations(value: unknown): string[] | undefined {
  const names = [...new Set(namesOf(value))].filter((name) => name !== undefined)
  return names.length > 1 ? names : undefined
}

const roleName = (value: unknown) => (textOf(value) ?? '').replace(/^org:/, '')

/**
 * One role: of a list (Keycloak's, which also holds roles of its own) the most powerful that the service knows.
 * A claim that is there but names no role, such as null, is an unknown role, not an absent one, which could mean administrator.
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
/** Some providers write truth values as text. */
const readBoolean = (value: unknown) =>
  typeof value === 'boolean' ? value : value === 'true' || value === 'false' ? value === 'true' : undefined

/** Clerk: a session with a task left to do, such as choosing an organization, counts as signed out. */
export const isPending = (claims: unknown): boolean => claimAt(claims, 'sts') === 'pending'

/** What the claims of a token say; a claim of an unusable form counts as absent. Never throws. */
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
