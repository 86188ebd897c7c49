import { computed, signal } from '@preact/signals'
import { isScreen, type Screen } from './screens.ts'

/**
 * The current screen, its path (for example `['<id>']`) and its parameters. They are in the fragment of the address
 * (`#`), so they survive a reload and can be shared.
 */
export interface Route {
  screen: Screen
  path: readonly string[]
  parameters: URLSearchParams
}

type Parameters = Record<string, string | undefined>

export function parseRoute(hash: string): Route {
  const [address = '', query = ''] = hash.replace(/^#?\/?/, '').split('?')
  const [first = '', ...path] = address.split('/').map(decoded)
  const parameters = new URLSearchParams(query)
  return isScreen(first) ? { screen: first, path, parameters } : { screen: 'overview', path: [], parameters }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address of a screen, with path and parameters. */
export function hrefOf(screen: Screen, path: readonly string[] = [], parameters: Parameters = {}): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const query = new URLSearchParams(given).toString()
  return `#/${[screen, ...path].map(encodeURIComponent).join('/')}${query && `?${query}`}`
}

const hash = signal(globalThis.location?.hash ?? '')
globalThis.addEventListener?.('hashchange', () => {
  hash.value = location.hash
})

export const route = computed(() => parseRoute(hash.value))

export function goTo(screen: Screen, path?: readonly string[], parameters?: Parameters): void {
  location.hash = hrefOf(screen, path, parameters)
  // Updated here, because the browser's event comes later. A parameter change before the event would restore the old
  // page.
  hash.value = location.hash
}

/** Changes the parameters of the current page. `isPage`: the browser's back button undoes the change. */
export function setParameters(changes: Parameters, { isPage = false } = {}): void {
  const { screen, path, parameters } = route.peek()
  const address = hrefOf(screen, path, { ...Object.fromEntries(parameters), ...changes })
  if (isPage && address !== location.hash) history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  hash.value = location.hash
}
