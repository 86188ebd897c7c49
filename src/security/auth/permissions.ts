import { ROLES, type Role } from './caller.ts'

const RWD = ['read', 'write', 'delete'] as const

/** All actions, by feature. */
const ACTIONS = {
  clients: RWD,
  campaigns: [...RWD, 'start'],
  content: [...RWD, 'approve'],
  analytics: RWD,
  team: RWD,
  invitations: RWD,
  privacy: ['create', 'read', 'write', 'decide'],
  audit: ['read', 'export', 'verify'],
  provider: RWD,
} as const

type Feature = keyof typeof ACTIONS
type Action<F extends Feature> = (typeof ACTIONS)[F][number]
type Grants = { readonly [F in Feature]?: readonly Action<F>[] }

/** A permission in the format of tokens: `org:<feature>:<action>`. */
export type Permission = { [F in Feature]: `org:${F}:${Action<F>}` }[Feature]

/** The permissions of each role. */
const GRANTS: Readonly<Record<Role, Grants>> = {
  admin: ACTIONS,
  manager: {
    clients: RWD,
    campaigns: ACTIONS.campaigns,
    content: ACTIONS.content,
    analytics: RWD,
    team: ['read'],
    invitations: ['read', 'write'],
    privacy: ['create', 'read'],
    provider: ['read'],
  },
  member: {
    clients: ['read', 'write'],
    campaigns: ['read', 'write'],
    content: ['read', 'write'],
    analytics: ['read', 'write'],
    team: ['read'],
    invitations: ['read'],
    privacy: ['create', 'read'],
  },
  compliance: {
    clients: ['read'],
    campaigns: ['read'],
    content: ['read'],
    analytics: ['read'],
    team: ['read'],
    invitations: ['read'],
    privacy: ACTIONS.privacy,
    audit: ACTIONS.audit,
    provider: ['read'],
  },
  viewer: {
    clients: ['read'],
    campaigns: ['read'],
    content: ['read'],
    analytics: ['read'],
    team: ['read'],
    invitations: ['read'],
  },
}

const names = (grants: Grants) =>
  Object.entries(grants).flatMap(([feature, actions]) =>
    actions.map((action) => `org:${feature}:${action}` as Permission),
  )

export const PERMISSIONS: readonly Permission[] = Object.freeze(names(ACTIONS))

export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name)

/** The permissions of each role, frozen. Callers receive copies, so that no code can extend a role at run time. */
const OF_ROLE = Object.freeze(
  Object.fromEntries(ROLES.map((role) => [role, Object.freeze(names(GRANTS[role]))])),
) as Readonly<Record<Role, readonly Permission[]>>

/** The permissions of a role plus those of the token. Unknown names grant nothing. */
export const permissionsOf = (role: Role, explicit: readonly string[]): ReadonlySet<Permission> =>
  new Set([...OF_ROLE[role], ...explicit.filter(isPermission)])
