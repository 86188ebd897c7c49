import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../../data/database.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import { type MessageName, organizationCode, readReturnPath } from '../messages/message.tokens.ts'

/** Shortest interval between two reads of all organizations, milliseconds. */
const REREAD_MS = 1_000
const CODE = /^b-[0-9a-f]{32}-([0-9a-f]{10})-/

/**
 * Finds the message of a return path. The address has only a short code of the organization, because an organization's id
 * may be longer than a mailbox name.
 */
export class ReturnPaths {
  readonly #database: Database
  readonly #secrets: SecretBox
  #byCode: ReadonlyMap<string, readonly string[]> = new Map()
  #reading: Promise<ReadonlyMap<string, readonly string[]>> | undefined
  #readAt = Number.NEGATIVE_INFINITY

  constructor(database: Database, secrets: SecretBox) {
    this.#database = database
    this.#secrets = secrets
  }

  /** The message of a return path. Undefined for an address that the service did not create. */
  async find(address: string): Promise<MessageName | undefined> {
    const [, code = ''] = CODE.exec(address.toLowerCase()) ?? []
    if (!code) return undefined
    for (const organizationId of await this.#organizationsOf(code)) {
      const messageId = readReturnPath(this.#secrets, organizationId, address)
      if (messageId) return { organizationId, messageId }
    }
    return undefined
  }

  async #organizationsOf(code: string): Promise<readonly string[]> {
    const known = this.#byCode.get(code)
    if (known) return known
    this.#reading ??= this.#readAgain().finally(() => {
      this.#reading = undefined
    })
    return (await this.#reading).get(code) ?? []
  }

  /** Reads all organizations. Callers with unknown codes wait, so that they cannot cause many reads. */
  async #readAgain(): Promise<ReadonlyMap<string, readonly string[]>> {
    await setTimeout(Math.max(0, this.#readAt + REREAD_MS - performance.now()))
    this.#readAt = performance.now()
    this.#byCode = await this.#read()
    return this.#byCode
  }

  #read(): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#database.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
      const rows = await db.selectFrom('organizationHead').select('organizationId').execute()
      return Map.groupBy(
        rows.map(({ organizationId }) => organizationId),
        organizationCode,
      )
    })
  }
}
