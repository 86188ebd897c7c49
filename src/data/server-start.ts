import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, faultOf } from './database-faults.ts'
import { Deadline } from './deadline.ts'
import { SharedSession } from './pooler.ts'
import { parseAddress } from './server-address.ts'
import type { Progress } from './store/ask.ts'
import { INIT } from './store/migrations.ts'

const RETRY_MS = 1_000

/** Explanations of operating system error codes. */
const HINTS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: PostgreSQL is not started, or has another port',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'nothing answers there: a firewall, or another address',
  EHOSTUNREACH: 'there is no route to that host',
}

/** The address of a database, and the setting that contains it. */
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
 * Runs `attempt` until it succeeds, for at most `seconds` while the database is unavailable or the connection is lost.
 * An error that does not pass by itself, such as a wrong password, is thrown at once.
 * @throws Error with the server, the reason and the next step, without the password
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

/** The address as the driver reads it, with the defaults of its environment variables. */
function addressOf(url: string): Address {
  const clients = parseAddress(url).urls.map((connectionString) => new pg.Client({ connectionString }))
  const [{ user = '', database = '' } = {}] = clients
  return { address: clients.map(({ host, port }) => `${host}:${port}`).join(' or '), user, database }
}

/** The innermost cause of an error: a ConnectionFault wraps the driver's error. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

/** The reason as text. An AggregateError of several addresses has no message, so its code is used. */
function reasonOf(error: unknown): string {
  const root = rootOf(error)
  return (root instanceof Error && root.message) || codeOf(root)
}

/** Whether the login was refused. If a required password is missing, the driver fails without an SQLSTATE. */
const isLoginRefused = (root: unknown) =>
  codeOf(root).startsWith('28') || (root instanceof Error && root.message.startsWith('SASL:'))

/** @throws Error for a failure that does not pass by itself */
function refuseForGood(error: unknown, { address, user, database }: Address, variable: Server['variable']): void {
  const root = rootOf(error)
  const code = codeOf(root)
  const next =
    variable === '--url' ? 'Correct --url.' : `Correct ${variable}, or create a database and its logins: ${INIT}`
  if (isLoginRefused(root))
    throw new Error(
      `The database at ${address} refuses the login of "${user}": ${reasonOf(error)}.\n` +
        `Correct the user and the password in ${variable}, or let the role log in from here (pg_hba.conf).`,
    )
  if (code === '3D000') throw new Error(`There is no database "${database}" at ${address}.\n${next}`)
  if (code === '42501')
    throw new Error(`The database at ${address} does not let "${user}" use it: ${reasonOf(error)}.\n${next}`)
  if (root instanceof SharedSession)
    throw new Error(
      `The gateway cannot use the address ${address}: ${root.message}.\n` +
        `Give ${variable} the address of PostgreSQL itself, or of a pooler in session mode.`,
    )
  // A connection that fails without a code may succeed later. A refused certificate has a code and will not.
  if (faultOf(code === '' ? error : root)) return
  if (root === error) throw error
  throw new Error(
    `The gateway cannot connect to the database at ${address}: ${reasonOf(error)}.\n` +
      `If an authority of your own signed the certificate of the server, add ?sslmode=verify-full&sslrootcert=<file> to ` +
      `${variable}, with the file of the authority's certificate.`,
  )
}
