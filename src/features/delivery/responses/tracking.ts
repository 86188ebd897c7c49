import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../data/database.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import type { Templates } from '../messages/message.templates.ts'
import { type MessageName, readToken } from '../messages/message.tokens.ts'
import { clickOf, OPEN } from '../messages/message.tracking.ts'

/*
 * Records openings and clicks. A token identifies a message, and for a click also a link in the message. It is signed
 * and contains no personal data. The target of a click comes from the content of the message, never from the request.
 */

/** The facts of a request that show whether a person or a machine sent it. */
export interface Visitor {
  userAgent: string
  /** The value of a header with which browsers mark a prefetch. */
  purpose: string
}

/** Scanners, crawlers and programs; and the exact name with which Apple loads the images of all messages in advance. */
const MACHINE =
  /bot\b|crawl|spider|scan|preview|headless|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|barracuda|mimecast|proofpoint|safelinks|^mozilla\/5\.0$|^$/i
/** A person does not click this early after the message was sent, milliseconds. Scanners of mail servers do. */
const SCAN_MS = 3_000
/** Clicks on two links of a message within this time come from a scanner, milliseconds. */
const TWO_LINKS_MS = 1_000

const isMachine = ({ userAgent, purpose }: Visitor, sentAt: Date | null, now: Date) =>
  MACHINE.test(userAgent.trim()) ||
  /prefetch|preview/i.test(purpose) ||
  sentAt === null ||
  now.getTime() - sentAt.getTime() < SCAN_MS

interface Visited extends MessageName {
  sentAt: Date | null
  contentId: string | null
  contentVersion: number
}

/** Records openings and clicks. Each process has one instance. */
export class Tracking {
  readonly #database: Database
  readonly #secrets: SecretBox
  readonly #templates: Templates

  constructor(database: Database, secrets: SecretBox, templates: Templates) {
    this.#database = database
    this.#secrets = secrets
    this.#templates = templates
  }

  /** Records that a message was opened, unless a machine sent the request. Any other token has no effect. */
  async open(token: string, visitor: Visitor): Promise<void> {
    const name = readToken(this.#secrets, OPEN, token)
    const message = name && (await this.#visited(name))
    if (!message || isMachine(visitor, message.sentAt, this.#database.clock.now)) return
    await this.#note(message, sql`opened_at = ${this.#database.clock.now}`, sql`opened_at is null`)
  }

  /**
   * Records a click, unless a machine sent the request.
   * @returns the target of the link; undefined if the service did not sign the token, or the content was deleted
   */
  async click(token: string, visitor: Visitor): Promise<string | undefined> {
    const [, signed = '', code = ''] = /^(.+)\.([0-9a-f]{12})$/.exec(token) ?? []
    const name = readToken(this.#secrets, clickOf(code), signed)
    const message = name && (await this.#visited(name))
    const target = message && (await this.#templates.of(message))?.links[code]
    if (message && target && !isMachine(visitor, message.sentAt, this.#database.clock.now))
      await this.#noteClick(message, code)
    return target
  }

  /**
   * Records the first click. A second link within a second shows that a scanner follows all links: then none of its
   * clicks counts. The row keeps the state, because the clicks can reach several processes.
   */
  async #noteClick(message: Visited, code: string): Promise<void> {
    const { now } = this.#database.clock
    // Computed here: Citus accepts no arithmetic of times in the condition of an update.
    const since = new Date(now.getTime() - TWO_LINKS_MS)
    const isScanned = sql`coalesce(scanned_at > ${since}, false)`
    const isSecondLink = sql`clicked_link <> ${code} and clicked_at > ${since}`
    const isFirst = await this.#note(
      message,
      sql`clicked_at = ${now}, clicked_link = ${code}, opened_at = coalesce(opened_at, ${now})`,
      sql`clicked_at is null and not ${isScanned}`,
    )
    if (isFirst) return
    await this.#note(
      message,
      sql`clicked_at = null, clicked_link = null, opened_at = nullif(opened_at, clicked_at), scanned_at = ${now}`,
      sql`(${isScanned} or ${isSecondLink})`,
    )
  }

  #visited({ organizationId, messageId }: MessageName): Promise<Visited | undefined> {
    return this.#database.read(organizationId, async ({ db }) => {
      const { rows } = await sql<Omit<Visited, keyof MessageName>>`select sent_at, content_id, content_version
        from message where organization_id = ${organizationId} and id = ${messageId}`.execute(db)
      return rows[0] && { ...rows[0], organizationId, messageId }
    })
  }

  /** Changes the message if it meets the condition. Returns whether it did. */
  #note({ organizationId, messageId }: Visited, change: RawBuilder<unknown>, condition: RawBuilder<unknown>) {
    return this.#database.change(organizationId, async ({ db }) => {
      const { numAffectedRows } = await sql`update message set ${change}, updated_at = now()
        where organization_id = ${organizationId} and id = ${messageId} and ${condition}`.execute(db)
      return numAffectedRows === 1n
    })
  }
}
