import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import type { Give } from '../../../common/threads.ts'
import { CONNECTIONS, isAllowedHost } from '../senders/sender.settings.ts'

/* Connections to mail servers. Runs in a worker thread; see `threads.ts`. */

const MOST_POOLS = 100
/** How long the resolved address of a mail server is cached, milliseconds. */
const KEPT_MS = 300_000
/** Time limit of a message, even if the server answers slowly, milliseconds. It is much shorter than a lease. */
const LONGEST_MS = 30_000
const WAITS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

const POOL = {
  pool: true,
  maxConnections: CONNECTIONS,
  maxMessages: 1000,
  // nodemailer must not requeue: only the status of a message decides whether it is sent again.
  maxRequeues: 0,
  disableFileAccess: true,
  disableUrlAccess: true,
  ...WAITS,
}

/** The mail server of a tenant. */
interface TenantServer {
  host: string
  port: number
  secure: boolean
  auth: { user: string; pass: string | undefined } | null
  /** Whether it may be on a private network. */
  allowPrivate: boolean
}

/** The mail server of a sender: the service's own, by its URL, or one of a tenant. */
export type MailServer = { url: string } | TenantServer

/** The failure of an attempt, as nodemailer reports it. */
export interface SmtpFailure {
  message?: string
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

/** The end of an attempt. */
export interface SmtpAttempt {
  /** The connection was open, so a failure is about the message. */
  isConnected: boolean
  /** Null when the server accepted the message. */
  failure: SmtpFailure | null
}

interface Handed extends SendMailOptions {
  opened(): void
  give: Give
}

/** Rejects after a time: the name servers of a tenant may never answer. */
async function noName(): Promise<never> {
  await setTimeout(WAITS.dnsTimeout)
  throw Object.assign(new Error('The name of the mail server has no answer'), { code: 'EDNS' })
}

/**
 * Resolves and checks the address of a tenant's mail server. The connection uses this address, so a later change of the
 * DNS name has no effect.
 */
async function addressOf({ host, ...settings }: TenantServer): Promise<string> {
  const addresses = isIP(host) ? [{ address: host }] : await Promise.race([lookup(host, { all: true }), noName()])
  const [first] = addresses
  if (!first || !addresses.every(({ address }) => isAllowedHost(address, settings)))
    throw Object.assign(new Error('The mail server is not on the public internet'), { code: 'EDNS' })
  return first.address
}

async function optionsOf(server: MailServer): Promise<object> {
  if ('url' in server) return { ...POOL, ...server }
  const { host, port, secure, auth } = server
  return {
    ...POOL,
    host: await addressOf(server),
    port,
    secure,
    // A password is never sent in plain text, even if an attacker removed STARTTLS from the server's response.
    requireTLS: auth !== null,
    tls: isIP(host) ? {} : { servername: host },
    ...(auth && { auth }),
  }
}

/**
 * Asks for permission when the server has accepted the DATA command. Nodemailer opens the message on a connection, and reads
 * it then. A message that fails then closes the connection, so the server gets nothing of it.
 */
function askAtData(mail: { data: unknown; message: { createReadStream(): Readable } }, done: () => void): void {
  const { opened, give } = mail.data as Handed
  const create = mail.message.createReadStream.bind(mail.message)
  mail.message.createReadStream = () => {
    opened()
    return Readable.from(
      (async function* () {
        if (!(await give(null))) throw new Error('The message may not be sent any more')
        yield* create()
      })(),
      { objectMode: false },
    )
  }
  done()
}

async function open(server: MailServer): Promise<Transporter> {
  const pool = createTransport(await optionsOf(server))
  pool.use('stream', askAtData as never)
  // The messages that wait for a connection report its errors.
  pool.on('error', () => {})
  return pool
}

/** Connection pools, one for each version of a sender. */
const pools = new LRUCache<string, Promise<Transporter>>({
  max: MOST_POOLS,
  ttl: KEPT_MS,
  dispose: (pool) => void pool.then((each) => each.close()).catch(() => {}),
})

function poolOf(key: string, server: MailServer): Promise<Transporter> {
  const known = pools.get(key)
  if (known) return known
  const opened = open(server)
  pools.set(key, opened)
  // A failed look-up is not cached: the next attempt repeats it.
  opened.catch(() => pools.delete(key))
  return opened
}

/**
 * Sends a message. When the server has accepted the DATA command, `give` asks whether the message may still be sent.
 * @param key the pool of connections
 */
export async function sendMail(
  key: string,
  server: MailServer,
  mail: SendMailOptions,
  give: Give,
): Promise<SmtpAttempt> {
  let isConnected = false
  const opened = () => {
    isConnected = true
  }
  try {
    const pool = await poolOf(key, server)
    await pool.sendMail({ ...mail, opened, give, signal: AbortSignal.timeout(LONGEST_MS) } as SendMailOptions)
    return { isConnected, failure: null }
  } catch (error) {
    const { message, code, command, responseCode, response } = error as SmtpFailure
    return { isConnected, failure: { message, code, command, responseCode, response } as SmtpFailure }
  }
}
