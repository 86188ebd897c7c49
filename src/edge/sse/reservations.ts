import { randomUUID } from 'node:crypto'
import type { Response } from 'express'
import { notFound, ServiceError } from '../../common/errors.ts'
import type { Streams } from '../../events/streams.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import { SseConnection } from './connection.ts'

/** How long a reservation waits for its client to connect, milliseconds. */
const RESERVED_MS = 60_000
/**
 * When a connection ends, its operations end too. They have this time to send the reason to the client, milliseconds.
 */
const FAREWELL_MS = 500

/** The connection that receives the events of an operation. Without a reserved token, it serves only this operation. */
export interface Via {
  token: string
  connection: SseConnection
  response: Response
  /** Whether the request starts several operations, which must be subscriptions. */
  isShared?: boolean
}

/** A connection that a user reserved for several operations. */
interface Reservation {
  readonly token: string
  readonly owner: string
  readonly connection: SseConnection
  open(response: Response): Promise<void>
  end(): void
}

/**
 * The connections of single connection mode. The server creates the token. Only the user who reserved the connection
 * may use it: no other holder of the token can read results or start operations. A reservation counts as a stream of
 * its user, and has the lifetime of a stream.
 */
export class Reservations {
  readonly #streams: Streams
  readonly #connect: (via: Via) => Promise<AsyncGenerator<string>>
  readonly #byToken = new Map<string, Reservation>()

  /** `connect` returns the output of graphql-sse for a connection, from its start. */
  constructor(streams: Streams, connect: (via: Via) => Promise<AsyncGenerator<string>>) {
    this.#streams = streams
    this.#connect = connect
  }

  /** The reservation of a token. @throws NOT_FOUND when there is none, or another user reserved it */
  find(token: string, identity: SignedIn): Reservation {
    const reservation = this.#byToken.get(token)
    if (reservation?.owner !== ownerOf(identity)) throw notFound('Stream')
    return reservation
  }

  /** Reserves a connection. @throws RATE_LIMIT_EXCEEDED when the user has too many */
  async make(identity: SignedIn, response: Response): Promise<Reservation> {
    const { organizationId = '' } = identity
    const token = randomUUID()
    const connection = new SseConnection()
    let texts: Promise<AsyncGenerator<string>> | undefined
    let unopened: NodeJS.Timeout | undefined
    let isOpen = false
    const endOperations = () => void texts?.then((each) => each.return(undefined)).catch(() => {})
    const held = await this.#streams.open({ ...identity, organizationId }, 'connection', () => {
      clearTimeout(unopened)
      this.#byToken.delete(token)
      connection.leave()
      if (isOpen) setTimeout(endOperations, FAREWELL_MS).unref()
      else endOperations()
    })
    const connecting = this.#connect({ token, connection, response })
    texts = connecting
    unopened = setTimeout(() => held.end(), RESERVED_MS).unref()
    const open = async (opened: Response) => {
      if (isOpen) throw new ServiceError('CONFLICT', 'Stream already open')
      isOpen = true
      clearTimeout(unopened)
      opened.once('close', () => held.end())
      await connection.write(opened, await connecting)
    }
    const reservation = { token, owner: ownerOf(identity), connection, open, end: () => held.end() }
    this.#byToken.set(token, reservation)
    await connecting
    return reservation
  }
}

const ownerOf = ({ organizationId, userId }: SignedIn) => JSON.stringify([organizationId, userId])
