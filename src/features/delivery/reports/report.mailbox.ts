import { randomUUID } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { inSeconds, LEASE_SECONDS } from '../../../background/due-work.ts'
import { backoff } from '../../../common/backoff.ts'
import { Pacer } from '../../../events/pacer.ts'
import { openMailbox, withoutSecrets } from './report.imap.ts'
import { type IntakeTools, takeReportMail } from './report.intake.ts'
import { MOST_MAIL_BYTES } from './report.ts'

/*
 * Reads report mails from a mailbox. One process reads at a time, under a lease in the table `job`. A mail that was read
 * is moved, so the folder has only mails that are still to be read. A mail that cannot be processed now stays.
 */

const NAME = 'report_mailbox'
const READ_MS = 60_000
/** The longest delay after failures: mail servers block a user after many attempts with a wrong password. */
const LONGEST_REST_SECONDS = 900
/** Maximum number of mails that one command requests. The lease is renewed before each of these commands. */
const AT_ONCE = 20
/** Number of mails that cannot be processed after which a round ends, because the cause is then not a mail. */
const MOST_FAILURES = 10
/** The folder of the mails that were read. */
const READ_FOLDER = 'Processed'
/**
 * Maximum number of applied mails that this process remembers. A mail that was applied but could not be moved is not
 * applied again.
 */
const MOST_REMEMBERED = 10_000

export class ReportMailbox {
  readonly #tools: IntakeTools
  readonly #address: string
  readonly #lease = randomUUID()
  readonly #applied = new LRUCache<string, true>({ max: MOST_REMEMBERED })
  readonly #pacer: Pacer
  #client: ImapFlow | undefined
  #failures = 0
  #isClosed = false

  constructor(tools: IntakeTools, address: string) {
    this.#tools = tools
    this.#address = address
    const failure = 'the mailbox for reports cannot be read; the next round tries again'
    this.#pacer = new Pacer({ name: NAME, failure }, tools, () => this.#round())
  }

  /** Reads the mailbox now, and then once a minute. */
  start(): void {
    this.#pacer.wake()
  }

  /** Closes the connection, and gives the lease to the next process. Without a database, the lease expires. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#client?.close()
    await this.#pacer.stop()
    const { database, log } = this.#tools
    await database
      .transaction({ role: 'gateway_system' }, ({ db }) =>
        sql`update job set lease = null, leased_until = null where name = ${NAME} and lease = ${this.#lease}`.execute(
          db,
        ),
      )
      .catch((err) => log.warn({ err }, 'the lease of the mailbox for reports could not be given back'))
  }

  /** Reads all mails, unless another process does. @throws Error without secrets */
  async read(): Promise<void> {
    if (!(await this.#takeLease())) return
    const client = await openMailbox(this.#address)
    this.#client = client
    try {
      if (this.#isClosed) return
      await client.mailboxCreate(READ_FOLDER)
      await this.#readAll(client)
      await client.logout()
    } catch (error) {
      throw withoutSecrets(error)
    } finally {
      this.#client = undefined
      client.close()
    }
  }

  async #round(): Promise<number> {
    const { log, metrics } = this.#tools
    try {
      await this.read()
      if (this.#failures > 0) log.info('the mailbox for reports can be read again')
      this.#failures = 0
      return READ_MS
    } catch (error) {
      this.#failures += 1
      const seconds = backoff(this.#failures, LONGEST_REST_SECONDS)
      if (this.#isClosed) return seconds * 1000
      log.error({ err: error, seconds: Math.round(seconds) }, 'the mailbox for reports cannot be read now')
      metrics.backgroundFailed(NAME)
      return seconds * 1000
    }
  }

  /** Takes the lease, or renews it. Returns false while another process has it. */
  #takeLease(): Promise<boolean> {
    return this.#tools.database.transaction({ role: 'gateway_system' }, async ({ db }) => {
      await sql`insert into job (name, due_at) values (${NAME}, now()) on conflict do nothing`.execute(db)
      const { rows } = await sql`update job set lease = ${this.#lease}, leased_until = ${inSeconds(LEASE_SECONDS)}
        where name = ${NAME} and (lease = ${this.#lease} or leased_until is null or leased_until <= now())
        returning name`.execute(db)
      return rows.length > 0
    })
  }

  /** Mails that arrive during the round wait for the next one. @throws the first failure, after the other mails */
  async #readAll(client: ImapFlow): Promise<void> {
    const failures: unknown[] = []
    let left = existing(client)
    while (left > 0 && failures.length < MOST_FAILURES && (await this.#takeLease())) {
      // Mails that failed stay at the start of the folder.
      const first = failures.length + 1
      const last = Math.min(existing(client), first + Math.min(AT_ONCE, left) - 1)
      if (last < first) break
      const found = await client.fetchAll(`${first}:${last}`, { uid: true, size: true })
      left -= last - first + 1
      for (const { uid, size } of found) {
        try {
          await this.#readOne(client, uid, size)
        } catch (error) {
          if (!client.usable) throw error
          failures.push(error)
        }
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  /** Applies a mail and moves it. If the move failed before, it only moves it. */
  async #readOne(client: ImapFlow, uid: number, size: number | undefined): Promise<void> {
    const { mailbox } = client
    const key = `${mailbox ? mailbox.uidValidity : ''} ${uid}`
    if (!this.#applied.has(key)) {
      const raw = await download(client, uid, size)
      if (raw) await takeReportMail(this.#tools, raw, [])
      else this.#tools.log.warn({ uid, size }, 'a mail in the mailbox for reports is too large, and was not read')
      this.#applied.set(key, true)
    }
    const isMoved = await client.messageMove(String(uid), READ_FOLDER, { uid: true })
    if (!isMoved) throw new Error(`A mail that was read could not be moved to the folder ${READ_FOLDER}`)
  }
}

const existing = ({ mailbox }: ImapFlow): number => (mailbox ? mailbox.exists : 0)

/** The mail; undefined if it is larger than the maximum. Its size is checked before and after the download. */
async function download(client: ImapFlow, uid: number, size = 0): Promise<Buffer | undefined> {
  if (size > MOST_MAIL_BYTES) return undefined
  const mail = await client.fetchOne(
    String(uid),
    { source: { start: 0, maxLength: MOST_MAIL_BYTES + 1 } },
    { uid: true },
  )
  const source = mail ? mail.source : undefined
  if (!source) throw new Error('The mail server did not send a mail')
  return source.length > MOST_MAIL_BYTES ? undefined : source
}
