import type { Login } from './init.logins.ts'

/** A server among several. */
export interface Node {
  host: string
  port: number
}

/** The address of a database on the same server, or on another node, for the same login or another. */
export function urlOf(
  url: string,
  { database, login, node }: { database: string; login?: Login; node?: Node | undefined },
): string {
  const next = Object.assign(new URL(url), { pathname: `/${database}` })
  if (node) Object.assign(next, { hostname: node.host, port: String(node.port) })
  if (!login) return next.href
  if (next.hostname) return Object.assign(next, { username: login.name, password: login.password }).href
  // A socket's address has no place for them before the host.
  next.searchParams.set('user', login.name)
  next.searchParams.set('password', login.password)
  return next.href
}
