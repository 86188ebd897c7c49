import type { Login } from './init.logins.ts'

/** One of several servers. */
export interface Node {
  host: string
  port: number
}

/** Changes an address to another database, and optionally to another node and login. */
export function urlOf(
  url: string,
  { database, login, node }: { database: string; login?: Login; node?: Node | undefined },
): string {
  const next = Object.assign(new URL(url), { pathname: `/${database}` })
  if (node) Object.assign(next, { hostname: node.host, port: String(node.port) })
  if (!login) return next.href
  if (next.hostname) return Object.assign(next, { username: login.name, password: login.password }).href
  // The address of a socket has no host, so user and password are parameters.
  next.searchParams.set('user', login.name)
  next.searchParams.set('password', login.password)
  return next.href
}
