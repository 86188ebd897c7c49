/**
 * The screens, as the navigation has them: who may read what is named opens the screen, everybody where nothing is. The
 * folder of the same name has its `screen.tsx`.
 */
export const SCREENS = {
  overview: {},
  campaigns: { permission: 'org:campaigns:read' },
  clients: { permission: 'org:clients:read' },
  administration: { permission: 'org:team:read' },
} satisfies Record<string, { permission?: string }>

export type Screen = keyof typeof SCREENS

export const isScreen = (name: string): name is Screen => Object.hasOwn(SCREENS, name)

export function mayOpen(screen: Screen, may: (permission: string) => boolean): boolean {
  const { permission }: { permission?: string } = SCREENS[screen]
  return permission === undefined || may(permission)
}

/** The screens that whoever has these permissions may open. */
export const screensFor = (may: (permission: string) => boolean): Screen[] =>
  Object.keys(SCREENS)
    .filter(isScreen)
    .filter((screen) => mayOpen(screen, may))
