/**
 * The screens in the order of the navigation. A caller with one of the permissions may open the screen. Without
 * permissions, every caller may open it. The folder of the same name contains the file `screen.tsx`.
 */
export const SCREENS = {
  overview: {},
  campaigns: { permission: 'org:campaigns:read' },
  approvals: { permission: ['org:campaigns:start', 'org:content:approve'] },
  'sign-offs': { permission: 'org:content:read' },
  delivery: { permission: 'org:campaigns:read' },
  content: { permission: 'org:content:read' },
  clients: { permission: 'org:clients:read' },
  analytics: { permission: 'org:analytics:read' },
  privacy: { permission: 'org:privacy:read' },
  audit: { permission: 'org:audit:read' },
  administration: { permission: 'org:team:read' },
  trash: { permission: ['org:clients:delete', 'org:campaigns:delete', 'org:content:delete'] },
} satisfies Record<string, { permission?: string | readonly string[] }>

export type Screen = keyof typeof SCREENS

/** The screens with panels of another screen, whose texts they need too. */
export const TEXTS_OF: Partial<Record<Screen, Screen>> = {
  approvals: 'content',
  campaigns: 'sign-offs',
  content: 'sign-offs',
}

export const isScreen = (name: string): name is Screen => Object.hasOwn(SCREENS, name)

export function mayOpen(screen: Screen, may: (permission: string) => boolean): boolean {
  const { permission = [] }: { permission?: string | readonly string[] } = SCREENS[screen]
  const any = [permission].flat()
  return any.length === 0 || any.some(may)
}

/** The screens that a caller with these permissions may open. */
export const screensFor = (may: (permission: string) => boolean): Screen[] =>
  Object.keys(SCREENS)
    .filter(isScreen)
    .filter((screen) => mayOpen(screen, may))

/** The sections of a screen, each with the permission to read it. */
export const SECTIONS = {
  administration: {
    people: 'org:team:read',
    invitations: 'org:invitations:read',
    keys: 'org:provider:read',
    webhooks: 'org:provider:read',
    integrations: 'org:provider:read',
    work: 'org:provider:read',
    notifications: 'org:provider:read',
    organization: 'org:provider:read',
    billing: 'org:provider:read',
    roles: 'org:team:read',
  },
  privacy: {
    requests: 'org:privacy:read',
    consents: 'org:privacy:read',
    contacts: 'org:privacy:read',
    breaches: 'org:privacy:read',
    compliance: 'org:privacy:read',
    processing: 'org:privacy:read',
    operators: 'org:privacy:read',
    holds: 'org:privacy:read',
    retention: 'org:privacy:read',
    report: 'org:privacy:read',
  },
  delivery: {
    senders: 'org:campaigns:read',
    segments: 'org:campaigns:read',
    cleansing: 'org:privacy:read',
  },
  audit: {
    records: 'org:audit:read',
    // The browser recomputes the trail from an export.
    verification: 'org:audit:export',
    export: 'org:audit:export',
  },
  /** The levels of the breakdown of figures. */
  analytics: {
    sector: 'org:analytics:read',
    type: 'org:analytics:read',
    client: 'org:analytics:read',
    campaign: 'org:analytics:read',
  },
} as const satisfies Partial<Record<Screen, Record<string, string>>>

export type Sectioned = keyof typeof SECTIONS
export type SectionOf<S extends Sectioned> = keyof (typeof SECTIONS)[S] & string

/** The sections of a screen that a caller with these permissions may open. */
export const sectionsFor = <S extends Sectioned>(screen: S, may: (permission: string) => boolean): SectionOf<S>[] =>
  Object.entries<string>(SECTIONS[screen])
    .filter(([, permission]) => may(permission))
    .map(([name]) => name as SectionOf<S>)
