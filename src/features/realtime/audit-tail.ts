import type { Transaction } from '../../data/transaction.ts'
import { Pacer } from '../../events/pacer.ts'
import { inTurn, type Pages, type Stream } from '../../events/stream.ts'
import type { Streams } from '../../events/streams.ts'
import { GENESIS } from '../../security/audit/chain.ts'
import { checkpoint } from '../audit/audit.queries.ts'
import type { AuditRecord } from '../audit/audit-record.entity.ts'
import { first, ready, type Start, type StreamEvent } from './changes.ts'

const PACE_MS = 500
const NOT_READ = 'an audit chain could not be read; the read will be retried'
const AT_ONCE = 500
const MOST_REPLAYED = 5_000

/** Followers of an organization's audit chain, with the last record sent to each. */
interface Tail {
  last: number
  followers: Map<Stream<StreamEvent<AuditRecord>>, number>
}

/**
 * Reads the audit chains that subscribers follow. A chain numbers its records without gaps in commit order, so the
 * number is the cursor. Reads leave audit records but no events, so the end of each chain is polled.
 */
export class AuditTail {
  readonly #streams: Streams
  readonly #tails = new Map<string, Tail>()
  readonly #pacer: Pacer

  constructor(streams: Streams) {
    this.#streams = streams
    this.#pacer = new Pacer({ name: 'audit tails', failure: NOT_READ, gapMs: PACE_MS }, streams, () => this.#lookUp())
  }

  /** Follows the chain of the caller's organization after `since`, the id of an event. */
  async follow(start: Start): Promise<Pages<StreamEvent<AuditRecord>>> {
    const { caller } = start.context
    const { organizationId } = caller
    const stream = await this.#streams.open<StreamEvent<AuditRecord>>(caller, 'audit', (ended) =>
      this.#leave(organizationId, ended),
    )
    const { isReset, from, head } = await stream.begin(() =>
      this.#streams.database.read(organizationId, (unit) => startOf(unit, start.args.since)),
    )
    const tail = this.#tails.get(organizationId) ?? { last: head.sequence, followers: new Map() }
    if (!stream.isEnded) {
      this.#tails.set(organizationId, tail)
      tail.followers.set(stream, from.sequence)
      this.#pacer.wake()
    }
    const records = inTurn(this.#replay(organizationId, from.sequence, tail.last, stream), stream)
    const id = idOf(from)
    return isReset ? first({ id, event: 'reset', data: null }, records) : ready(start, id, records)
  }

  /** The missed records. Stops when the caller of the live stream loses access. */
  async *#replay(
    organizationId: string,
    from: number,
    until: number,
    live: Stream<StreamEvent<AuditRecord>>,
  ): AsyncGenerator<StreamEvent<AuditRecord>[]> {
    for (let last = from; last < until; ) {
      const records = await this.#streams.database.read(organizationId, (unit) => recordsAfter(unit, last))
      if (live.isCut) return
      yield records.filter(({ sequence }) => sequence <= until).map(toEvent)
      last = records.at(-1)?.sequence ?? until
    }
  }

  #leave(organizationId: string, stream: Stream<StreamEvent<AuditRecord>>): void {
    const tail = this.#tails.get(organizationId)
    tail?.followers.delete(stream)
    if (tail?.followers.size === 0) this.#tails.delete(organizationId)
  }

  /**
   * Returns 0 while there are chains to read again. A failure for one organization is logged and does not affect the
   * others.
   */
  async #lookUp(): Promise<number | undefined> {
    for (const [organizationId, tail] of this.#tails) {
      try {
        const records = await this.#streams.database.read(organizationId, (unit) => recordsAfter(unit, tail.last))
        tail.last = records.at(-1)?.sequence ?? tail.last
        sendAll(tail, records)
      } catch (error) {
        this.#streams.log.error({ err: error, organizationId }, NOT_READ)
      }
    }
    return this.#tails.size > 0 ? 0 : undefined
  }
}

/** The event id of a record contains a part of its hash, so that a number from another chain does not match. */
const idOf = ({ sequence, hash }: Place) => `${sequence}-${hash.slice(0, 16)}`

const toEvent = (record: AuditRecord): StreamEvent<AuditRecord> => ({ id: idOf(record), event: 'record', data: record })

/** Sends each follower the records after the position where it started. The tail may be older than that position. */
function sendAll({ followers }: Tail, records: readonly AuditRecord[]): void {
  const events = records.map(toEvent)
  for (const [follower, from] of followers) {
    follower.push(events.filter((_, index) => (records[index]?.sequence ?? 0) > from))
  }
}

/** A position in a chain: after a record. */
type Place = Pick<AuditRecord, 'sequence' | 'hash'>

/** The start position: after the record that `since` names, or else the end of the chain. */
async function startOf(unit: Transaction, since: string | undefined) {
  const head = await checkpoint(unit)
  if (since === undefined) return { isReset: false, from: head, head }
  const place = await placeOf(unit, since)
  const canResume = place && head.sequence - place.sequence <= MOST_REPLAYED
  return canResume ? { isReset: false, from: place, head } : { isReset: true, from: head, head }
}

/** The position before the first record. The first record is chained to this hash. */
const ORIGIN: Place = { sequence: 0, hash: GENESIS }

async function placeOf({ db }: Transaction, id: string): Promise<Place | undefined> {
  if (id === idOf(ORIGIN)) return ORIGIN
  const sequence = Number(/^(\d{1,15})-[0-9a-f]{16}$/.exec(id)?.[1])
  if (!sequence) return undefined
  const record = await db
    .selectFrom('auditRecord')
    .select(['sequence', 'hash'])
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return record && idOf(record) === id ? record : undefined
}

const recordsAfter = ({ db }: Transaction, sequence: number): Promise<AuditRecord[]> =>
  db.selectFrom('auditRecord').selectAll().where('sequence', '>', sequence).orderBy('sequence').limit(AT_ONCE).execute()
