import { clerkPermissions } from './clerk.ts'
import type { Path } from './paths.ts'

/** Where to find a claim, or how to compute it where one path is not enough. */
export type Source = Path | ((claims: unknown) => unknown)

/** Ordered sources for each thing a token says: the first that gives something usable decides. */
export interface Profile {
  readonly user: readonly Source[]
  readonly organization: readonly Source[]
  readonly role: readonly Source[]
  readonly permissions: readonly Source[]
  readonly email: readonly Source[]
  /** Whether the address was verified. */
  readonly emailVerified: readonly Source[]
}

/** The claims of OpenID Connect, which providers put into access tokens by these names where they are told to. */
const ADDRESS = { email: ['email'], emailVerified: ['email_verified'] }

/** Session tokens of version 2, else of version 1. */
const clerk: Profile = {
  user: ['sub'],
  organization: ['o.id', 'org_id'],
  role: ['o.rol', 'org_role'],
  permissions: [clerkPermissions, 'org_permissions'],
  ...ADDRESS,
}

const auth0: Profile = {
  user: ['sub'],
  organization: ['org_id'],
  role: ['role'],
  permissions: ['permissions'],
  ...ADDRESS,
}

const workos: Profile = auth0

const keycloak: Profile = {
  user: ['sub'],
  organization: ['organization'],
  role: ['realm_access.roles'],
  permissions: ['permissions'],
  ...ADDRESS,
}

const FIELDS = ['user', 'organization', 'role', 'permissions', 'email', 'emailVerified'] as const

/** A profile made field by field. */
const profile = (sources: (field: keyof Profile) => readonly Source[]): Profile => ({
  user: sources('user'),
  organization: sources('organization'),
  role: sources('role'),
  permissions: sources('permissions'),
  email: sources('email'),
  emailVerified: sources('emailVerified'),
})

/** The built-in profiles; `generic` tries the sources of all the others in order. */
export const PROFILES = {
  clerk,
  auth0,
  workos,
  keycloak,
  generic: profile((field) => [...new Set([clerk, auth0, workos, keycloak].flatMap((each) => each[field]))]),
} as const

const EXPECTED =
  `AUTH_PROFILE must be one of ${Object.keys(PROFILES).join(', ')}, ` +
  'or a JSON object of claim paths such as {"organization":["tenant.id"]}'

const isPaths = (value: unknown): value is Path[] =>
  Array.isArray(value) && value.every((path) => typeof path === 'string' && path !== '')

function parse(setting: string): unknown {
  try {
    return JSON.parse(setting)
  } catch {
    throw new Error(EXPECTED)
  }
}

/** An own mapping: any of the fields, the rest as in `generic`. */
function custom(given: unknown): Profile {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error(EXPECTED)
  const fields = new Map<string, unknown>(Object.entries(given))
  for (const [field, paths] of fields) {
    if (!FIELDS.some((known) => known === field))
      throw new Error(`AUTH_PROFILE: "${field}" is none of ${FIELDS.join(', ')}`)
    if (!isPaths(paths)) throw new Error(`AUTH_PROFILE: "${field}" is not a list of claim paths`)
  }
  return profile((field) => {
    const paths = fields.get(field)
    return isPaths(paths) ? paths : PROFILES.generic[field]
  })
}

/** The profile that the setting AUTH_PROFILE names or spells out; throws an error that says what is wrong with it. */
export function profileOf(setting: string): Profile {
  const builtIn = Object.entries(PROFILES).find(([name]) => name === setting)
  return builtIn ? builtIn[1] : custom(parse(setting))
}
