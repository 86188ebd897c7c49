import { ROLES, type Role } from './caller.ts'

const RWD = ['read', 'write', 'delete'] as const

/** Everything there is to be allowed: per feature its actions. */
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

/** A permission as a token may carry it: `org:<feature>:<action>`. */
export type Permission = { [F in Feature]: `org:${F}:${Action<F>}` }[Feature]

/** The table of api.md section 5. */
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

/** Every permission there is. */
export const PERMISSIONS: readonly Permission[] = Object.freeze(names(ACTIONS))

/** Whether a name is one of the permissions. */
export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name)

/** Per role its permissions, frozen: a set handed out is always a copy, so nothing can widen a role while serving. */
const OF_ROLE = Object.freeze(
  Object.fromEntries(ROLES.map((role) => [role, Object.freeze(names(GRANTS[role]))])),
) as Readonly<Record<Role, readonly Permission[]>>

/** What a role may do, and what the token adds to it; names that the service does not know grant nothing. */
export const permissionsOf = (role: Role, explicit: readonly string[]): ReadonlySet<Permission> =>
  new Set([...OF_ROLE[role], ...explicit.filter(isPermission)])
