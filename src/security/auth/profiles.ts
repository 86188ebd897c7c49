import { clerkPermissions } from './clerk.ts'
import type { Path } from './paths.ts'

/** The path of a claim, or a function that computes the value if one path is not enough. */
export type Source = Path | ((claims: unknown) => unknown)

/** The sources of each value of an identity, in order: the first usable value counts. */
export interface Profile {
  readonly user: readonly Source[]
  readonly organization: readonly Source[]
  readonly role: readonly Source[]
  readonly permissions: readonly Source[]
  readonly email: readonly Source[]
  /** Whether the e-mail address was verified. */
  readonly emailVerified: readonly Source[]
}

/** The standard claims of OpenID Connect, which providers add to access tokens if configured to. */
const ADDRESS = { email: ['email'], emailVerified: ['email_verified'] }

/** Session tokens of version 2, or else version 1. */
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

/** Builds a profile field by field. */
const profile = (sources: (field: keyof Profile) => readonly Source[]): Profile => ({
  user: sources('user'),
  organization: sources('organization'),
  role: sources('role'),
  permissions: sources('permissions'),
  email: sources('email'),
  emailVerified: sources('emailVerified'),
})

/** The built-in profiles. `generic` tries the sources of all others in order. */
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

/** A custom mapping of any fields. The other fields are those of `generic`. */
function custom(given: unknown): Profile {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error(EXPECTED)
  const fields = new Map<string, unknown>(Object.entries(given))
  for (const [field, paths] of fields) {
    if (!FIELDS.some((known) => known === field))
      throw new Error(`AUTH_PROFILE: "${field}" is not one of ${FIELDS.join(', ')}`)
    if (!isPaths(paths)) throw new Error(`AUTH_PROFILE: "${field}" must be a list of claim paths`)
  }
  return profile((field) => {
    const paths = fields.get(field)
    return isPaths(paths) ? paths : PROFILES.generic[field]
  })
}

/** The profile that the setting AUTH_PROFILE names or defines. @throws Error that names the fault */
export function profileOf(setting: string): Profile {
  const builtIn = Object.entries(PROFILES).find(([name]) => name === setting)
  return builtIn ? builtIn[1] : custom(parse(setting))
}
