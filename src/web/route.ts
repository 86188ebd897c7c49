import { computed, signal } from '@preact/signals'
import { addressOf } from './api/base-path.ts'
import { isScreen, type Screen } from './screens.ts'

/**
 * The current screen, its path (for example `['<id>']`) and its parameters. The parameters are in the fragment of the
 * address (`/campaigns/<id>#edit=<id>`). All survive a reload and can be shared. No server sees a parameter, which may
 * be the name of a person.
 */
export interface Route {
  screen: Screen
  path: readonly string[]
  parameters: URLSearchParams
}

type Parameters = Record<string, string | undefined>

const base = globalThis.document ? addressOf('') : ''

export function parseRoute(address: string): Route {
  const [place = '', query = ''] = address.replace(/^\//, '').split('#')
  const [first = '', ...path] = place.split('/').map(decoded)
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
  // `/audit` is the page for people without an account.
  const parts = screen === 'audit' && path.length === 0 ? ['records'] : path
  return `${base}/${[screen, ...parts].map(encodeURIComponent).join('/')}${query && `#${query}`}`
}

const withoutBase = ({ pathname, hash }: { pathname: string; hash: string }) => pathname.slice(base.length) + hash

const address = signal('')
export const route = computed(() => parseRoute(address.value))

/** Reads the address of the page. */
function follow(): void {
  // Earlier versions had the path in the fragment too: `/#/campaigns?search=water`.
  if (location.hash.startsWith('#/')) {
    const { screen, path, parameters } = parseRoute(location.hash.slice(1).replace('?', '#'))
    history.replaceState(null, '', hrefOf(screen, path, Object.fromEntries(parameters)))
  }
  address.value = withoutBase(location)
}

function visit(href: string): void {
  if (href !== location.pathname + location.hash) history.pushState(null, '', href)
  follow()
}

/** Opens a link to a screen without loading the page again. */
function openLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a')
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!link || !isPlain || event.defaultPrevented || link.target || link.origin !== location.origin) return
  const { screen, path } = parseRoute(withoutBase(link))
  if (hrefOf(screen, path) !== link.pathname) return
  event.preventDefault()
  visit(link.pathname + link.hash)
}

if (globalThis.document) {
  follow()
  addEventListener('popstate', follow)
  addEventListener('hashchange', follow)
  document.addEventListener('click', openLink)
}

export function goTo(screen: Screen, path?: readonly string[], parameters?: Parameters): void {
  visit(hrefOf(screen, path, parameters))
}

/** Changes the parameters of the current page. `isPage`: the browser's back button undoes the change. */
export function setParameters(changes: Parameters, { isPage = false } = {}): void {
  const { screen, path, parameters } = route.peek()
  const href = hrefOf(screen, path, { ...Object.fromEntries(parameters), ...changes })
  if (!isPage) history.replaceState(null, '', href)
  visit(href)
}
