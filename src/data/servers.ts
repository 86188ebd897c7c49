import type pg from 'pg'
import { ConnectionFault } from './database-faults.ts'
import { parseAddress, type ServerAddress } from './server-address.ts'

/** The servers of one address, and the current one, which new connections use. */
export class Servers {
  readonly #address: ServerAddress
  #current = 0

  constructor(address: string) {
    this.#address = parseAddress(address)
  }

  get size(): number {
    return this.#address.urls.length
  }

  get urls(): readonly string[] {
    return this.#address.urls
  }

  /** The address of the current server. */
  get url(): string {
    return this.#address.urls[this.#current] ?? ''
  }

  /** Moves to the next server, unless another attempt has already left `url`. */
  leave(url: string): void {
    if (this.url === url) this.#current = (this.#current + 1) % this.size
  }

  /** @throws ConnectionFault when the server does not meet `target_session_attrs` */
  async demandKind(client: pg.ClientBase): Promise<void> {
    const { check, attributes } = this.#address
    if (check === undefined) return
    const { rows } = await client.query<{ fits: boolean }>(`select ${check} as fits`)
    if (!rows[0]?.fits)
      throw new ConnectionFault('08001', `The server is not ${attributes}, which target_session_attrs requires`)
  }
}
