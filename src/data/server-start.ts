import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, faultOf } from './database-faults.ts'
import { Deadline } from './deadline.ts'
import { parseAddress } from './server-address.ts'
import { INIT, type Progress } from './store/migrations.ts'

const RETRY_MS = 1_000

/** What is behind the codes of the operating system. */
const HINTS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: PostgreSQL is not started, or has another port',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'nothing answers there: a firewall, or another address',
  EHOSTUNREACH: 'there is no way to that host',
}

/** A database as it was configured: its address, and where that is set. */
export interface Server {
  url: string
  variable: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | '--url'
}

interface Address {
  address: string
  user: string
  database: string
}

/**
 * Runs `attempt` until it succeeds, for so many seconds while the database is away, or lost during the attempt. What
 * does not pass by itself, as a wrong password, fails at once.
 * @throws Error that names the server, the reason and the next step; the password is in none of it
 */
export async function startOnServer<T>(
  { url, variable }: Server,
  { log, seconds }: { log: Progress; seconds: number },
  attempt: () => Promise<T>,
): Promise<T> {
  const server = addressOf(url)
  let patience: Deadline | undefined
  for (;;) {
    try {
      const result = await attempt()
      if (patience) log.info(`the database at ${server.address} answers`)
      return result
    } catch (error) {
      refuseForGood(error, server, variable)
      const reason = reasonOf(error)
      const hint = HINTS[codeOf(rootOf(error))]
      const why = hint ? `${reason} (${hint})` : reason
      if (!patience) log.warn(`waiting for the database at ${server.address}, ${seconds} seconds at most: ${why}`)
      patience ??= new Deadline(seconds)
      if (patience.left === 0)
        throw new Error(
          `The database at ${server.address} could not be used for ${seconds} s: ${why}.\n` +
            `See that it runs and that ${variable} names it, and start again.`,
        )
    }
    await pause(Math.min(RETRY_MS, patience.left))
  }
}

/** As the driver understands the address, with the defaults of its environment. */
function addressOf(url: string): Address {
  const clients = parseAddress(url).urls.map((connectionString) => new pg.Client({ connectionString }))
  const [{ user = '', database = '' } = {}] = clients
  return { address: clients.map(({ host, port }) => `${host}:${port}`).join(' or '), user, database }
}

/** What is at the bottom of an error: a fault of the connection wraps what the driver said. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

/** An error of several addresses has no message of its own, and its code says it. */
function reasonOf(error: unknown): string {
  const root = rootOf(error)
  return (root instanceof Error && root.message) || codeOf(root)
}

/** Where the server asks for a password and there is none, the driver refuses by itself, without an SQLSTATE. */
const isLoginRefused = (root: unknown) =>
  codeOf(root).startsWith('28') || (root instanceof Error && root.message.startsWith('SASL:'))

/** @throws what will not pass by itself */
function refuseForGood(error: unknown, { address, user, database }: Address, variable: Server['variable']): void {
  const root = rootOf(error)
  const code = codeOf(root)
  const next =
    variable === '--url' ? 'Correct --url.' : `Correct ${variable}, or make a database and its logins: ${INIT}`
  if (isLoginRefused(root))
    throw new Error(
      `The database at ${address} refuses the login of "${user}": ${reasonOf(error)}.\n` +
        `Correct the user and the password in ${variable}, or let the role log in from here (pg_hba.conf).`,
    )
  if (code === '3D000') throw new Error(`There is no database "${database}" at ${address}.\n${next}`)
  if (code === '42501')
    throw new Error(`The database at ${address} does not let "${user}" use it: ${reasonOf(error)}.\n${next}`)
  // A connection that fails without a code may succeed later; one that is refused for a certificate will not.
  if (!faultOf(code === '' ? error : root)) throw error
}
