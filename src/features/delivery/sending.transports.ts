import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { SecretBox } from '../../security/secrets.ts'
import { type DeliverySettings, isAllowedHost } from './delivery.settings.ts'
import type { Sender } from './sender.entity.ts'
import { aboutPassword } from './sender.keys.ts'

/** Maximum number of connections of one sender in this process, and therefore of its messages in progress. */
export const CONNECTIONS = 10
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

/** The progress of an attempt. */
export interface Handover {
  /** The connection was open, so the failure is about the message. */
  isConnected: boolean
  /** The server accepted the DATA command, and a part of the message was sent. */
  isBegun: boolean
  /** The server accepted the DATA command, and nothing was sent because `isAllowed` answered false. */
  isRecalled: boolean
  /** Whether the message may still be sent. Called when the server has accepted the DATA command. */
  isAllowed(): Promise<boolean>
}

export const handoverOf = (isAllowed: Handover['isAllowed']): Handover => ({
  isConnected: false,
  isBegun: false,
  isRecalled: false,
  isAllowed,
})

interface Handed extends SendMailOptions {
  handover: Handover
}

/**
 * Resolves and checks the address of a tenant's mail server. The connection uses this address, so a later change of the
 * DNS name has no effect.
 */
async function addressOf(host: string, settings: DeliverySettings): Promise<string> {
  const addresses = isIP(host) ? [{ address: host }] : await lookup(host, { all: true })
  const [first] = addresses
  if (!first || !addresses.every(({ address }) => isAllowedHost(address, settings)))
    throw Object.assign(new Error('The mail server is not on the public internet'), { code: 'EDNS' })
  return first.address
}

/**
 * Records the progress of an attempt. Nodemailer opens the message on a connection, and reads it when the server
 * accepts the DATA command. A message that fails then closes the connection, so the server gets nothing of it.
 */
function noteHandover(mail: { data: unknown; message: { createReadStream(): Readable } }, done: () => void): void {
  const { handover } = mail.data as Handed
  const create = mail.message.createReadStream.bind(mail.message)
  mail.message.createReadStream = () => {
    handover.isConnected = true
    return Readable.from(
      (async function* () {
        handover.isRecalled = !(await handover.isAllowed())
        if (handover.isRecalled) throw new Error('The message may not be sent any more')
        handover.isBegun = true
        yield* create()
      })(),
      { objectMode: false },
    )
  }
  done()
}

/** Connection pools, one for each sender. */
export class Transports {
  readonly #settings: DeliverySettings
  readonly #secrets: SecretBox
  readonly #pools = new LRUCache<string, Promise<Transporter>>({
    max: MOST_POOLS,
    ttl: KEPT_MS,
    dispose: (pool) => void pool.then((each) => each.close()).catch(() => {}),
  })

  constructor(settings: DeliverySettings, secrets: SecretBox) {
    this.#settings = settings
    this.#secrets = secrets
  }

  /** Sends a message. @throws SmtpFailure; `handover` then shows whether the server may have the message */
  async send(sender: Sender, mail: SendMailOptions, handover: Handover, signal: AbortSignal): Promise<void> {
    const pool = await this.#poolOf(sender)
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
    await pool.sendMail({ ...mail, handover, signal: limited } as SendMailOptions)
  }

  close(): void {
    this.#pools.clear()
  }

  #poolOf(sender: Sender): Promise<Transporter> {
    const key = `${sender.organizationId} ${sender.id} ${sender.updatedAt.getTime()}`
    const known = this.#pools.get(key)
    if (known) return known
    const opened = this.#open(sender)
    this.#pools.set(key, opened)
    // A failed look-up is not cached: the next attempt repeats it.
    opened.catch(() => this.#pools.delete(key))
    return opened
  }

  async #open(sender: Sender): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    const pool = createTransport(await this.#optionsOf(sender))
    pool.use('stream', noteHandover as never)
    // The messages that wait for a connection report its errors.
    pool.on('error', () => {})
    return pool
  }

  async #optionsOf({ id, transport, sealedPassword }: Sender): Promise<object> {
    const { smtpUrl } = this.#settings
    if (!transport) {
      if (!smtpUrl) throw Object.assign(new Error('The sender has no mail server'), { code: 'ECONNECTION' })
      return { ...POOL, url: smtpUrl }
    }
    const { host, port, secure, user } = transport
    const password = sealedPassword ? this.#secrets.open(sealedPassword, aboutPassword(id)) : undefined
    if (user && password === undefined)
      throw Object.assign(new Error('The password cannot be decrypted'), { code: 'EAUTH' })
    return {
      ...POOL,
      host: await addressOf(host, this.#settings),
      port,
      secure,
      // A password is never sent in plain text, even if an attacker removed STARTTLS from the server's response.
      requireTLS: user !== null,
      tls: isIP(host) ? {} : { servername: host },
      ...(user && { auth: { user, pass: password } }),
    }
  }
}
