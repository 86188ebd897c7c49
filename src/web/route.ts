import { computed, signal } from '@preact/signals'

export const VIEWS = { overview: 'Overview', clients: 'Clients', campaigns: 'Campaigns' } as const
export type View = keyof typeof VIEWS

/** Where the person is: a view, and what it shows of its list. It stands behind the `#`, so it survives a reload. */
export interface Route {
  view: View
  parameters: URLSearchParams
}

const isView = (name: string): name is View => Object.hasOwn(VIEWS, name)

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?')
  return { view: isView(path) ? path : 'overview', parameters: new URLSearchParams(query) }
}

export function hrefOf(view: View, parameters: Record<string, string | undefined> = {}): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(given).toString()
  return `#/${view}${query && `?${query}`}`
}

const hash = signal(globalThis.location?.hash ?? '')
globalThis.addEventListener?.('hashchange', () => {
  hash.value = location.hash
})

export const route = computed(() => parseRoute(hash.value))

/** Another page of the same list is no place to come back to by the back button. */
export function replaceRoute(view: View, parameters: Record<string, string | undefined>): void {
  history.replaceState(null, '', hrefOf(view, parameters))
  hash.value = location.hash
}
