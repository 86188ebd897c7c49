/** Conditions on a server, by the value of libpq's `target_session_attrs`, in SQL. */
const CHECKS = {
  any: undefined,
  'read-write': "not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off'",
  'read-only': "pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on'",
  primary: 'not pg_is_in_recovery()',
  standby: 'pg_is_in_recovery()',
} as const
const PARAMETER = 'target_session_attrs'

type SessionAttributes = keyof typeof CHECKS
const isKnown = (text: string): text is SessionAttributes => Object.hasOwn(CHECKS, text)

/** The parts of an address. It may name several servers, as in libpq; `URL` accepts one host only. */
interface Parts {
  scheme: string
  /** User and password, with the `@` after them. */
  login: string
  hosts: string[]
  /** The rest, which starts with the name of the database. */
  rest: string
}

function partsOf(address: string): Parts {
  const [named = '', scheme = '', authority = ''] = /^([a-z]+:\/\/)([^/?#]*)/.exec(address) ?? []
  const rest = address.slice(named.length)
  const end = authority.lastIndexOf('@') + 1
  return { scheme, login: authority.slice(0, end), hosts: authority.slice(end).split(','), rest }
}

/** An address of one server or several: `postgres://user:password@a:5432,b:5433/name?target_session_attrs=read-write`. */
export interface ServerAddress {
  /** One address per server. */
  urls: string[]
  attributes: SessionAttributes
  /** The SQL condition that a server must meet. */
  check: string | undefined
}

/** @throws Error with the expected form of an address */
export function parseAddress(address: string): ServerAddress {
  const { scheme, login, hosts, rest } = partsOf(address)
  if (!/^postgres(ql)?:\/\/$/.test(scheme))
    throw new Error('must be the address of a PostgreSQL server, such as postgres://user:password@host:5432/database')
  const urls = hosts.map((host) => `${scheme}${login}${host}${rest}`)
  if (!urls.every((url) => URL.canParse(url)))
    throw new Error(
      'must be an address such as postgres://user:password@host:5432/database; several servers are a:5432,b:5432; ' +
        'write characters such as @ and / in a password as %40 and %2F',
    )
  const attributes = new URL(urls[0] ?? '').searchParams.get(PARAMETER) ?? 'any'
  if (!isKnown(attributes)) throw new Error(`${PARAMETER} must be one of ${Object.keys(CHECKS).join(', ')}`)
  return { urls, attributes, check: CHECKS[attributes] }
}

/** Separates the password from an address. Other users of the machine can read the arguments of a program. */
export function withoutPassword(url: string): { address: string; password: string } {
  const { scheme, login, hosts, rest } = partsOf(url)
  const [user = '', password = ''] = login.slice(0, -1).split(/:(.*)/s)
  return { address: `${scheme}${user && `${user}@`}${hosts.join(',')}${rest}`, password: decodeURIComponent(password) }
}
