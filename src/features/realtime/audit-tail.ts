import type { Unit } from '../../data/transaction.ts'
import { Pacer } from '../../events/pacer.ts'
import { inTurn, type Pages, type Stream } from '../../events/stream.ts'
import type { Streams } from '../../events/streams.ts'
import type { AuditRecord } from '../audit/audit-record.entity.ts'
import { first, ready, type Start, type Told } from './changes.ts'

const PACE_MS = 500
const NOT_READ = 'an audit chain could not be read; it will be read again'
const AT_ONCE = 500
const MOST_REPLAYED = 5_000

/** An organization whose chain someone follows: how far it was told, and to whom, behind which record each. */
interface Tail {
  last: number
  followers: Map<Stream<Told<AuditRecord>>, number>
}

/**
 * Follows the audit chains that someone reads. A chain numbers its records without gaps in the order of their commits,
 * so its numbers are the cursor; reads leave records too, but no event, so the end of each chain is looked up at a pace.
 */
export class AuditTail {
  readonly #streams: Streams
  readonly #tails = new Map<string, Tail>()
  readonly #pacer: Pacer

  constructor(streams: Streams) {
    this.#streams = streams
    this.#pacer = new Pacer({ name: 'audit tails', failure: NOT_READ, gapMs: PACE_MS }, streams, () => this.#lookUp())
  }

  /** Follows the chain of the caller's organization behind `since`, the id of an event. */
  async follow(start: Start): Promise<Pages<Told<AuditRecord>>> {
    const { caller } = start.context
    const { organizationId } = caller
    const stream = await this.#streams.open<Told<AuditRecord>>(caller, 'audit', () =>
      this.#leave(organizationId, stream),
    )
    const { isReset, from, head } = await stream.begin(() =>
      this.#read(organizationId, (unit) => startOf(unit, start.args.since)),
    )
    const tail = this.#tails.get(organizationId) ?? { last: head.sequence, followers: new Map() }
    if (!stream.isEnded) {
      this.#tails.set(organizationId, tail)
      tail.followers.set(stream, from.sequence)
      this.#pacer.wake()
    }
    const records = inTurn(this.#replay(organizationId, from.sequence, tail.last), stream)
    const id = idOf(from)
    return isReset ? first({ id, event: 'reset', data: null }, records) : ready(start, id, records)
  }

  async *#replay(organizationId: string, from: number, until: number): AsyncGenerator<Told<AuditRecord>[]> {
    for (let last = from; last < until; ) {
      const records = await this.#read(organizationId, (unit) => recordsBehind(unit, last))
      yield records.filter(({ sequence }) => sequence <= until).map(told)
      last = records.at(-1)?.sequence ?? until
    }
  }

  #leave(organizationId: string, stream: Stream<Told<AuditRecord>>): void {
    const tail = this.#tails.get(organizationId)
    tail?.followers.delete(stream)
    if (tail?.followers.size === 0) this.#tails.delete(organizationId)
  }

  /** Returns 0 while there are any to look up again. What fails for one organization is logged, and no other's affair. */
  async #lookUp(): Promise<number | undefined> {
    for (const [organizationId, tail] of this.#tails) {
      try {
        const records = await this.#read(organizationId, (unit) => recordsBehind(unit, tail.last))
        tail.last = records.at(-1)?.sequence ?? tail.last
        tellAll(tail, records)
      } catch (error) {
        this.#streams.log.error({ err: error, organizationId }, NOT_READ)
      }
    }
    return this.#tails.size > 0 ? 0 : undefined
  }

  #read<T>(organizationId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.#streams.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, work)
  }
}

/** The id of a record's event holds a part of its hash, so that a number of another chain is not taken for one's own. */
const idOf = ({ sequence, hash }: Place) => `${sequence}-${hash.slice(0, 16)}`

const told = (record: AuditRecord): Told<AuditRecord> => ({ id: idOf(record), event: 'record', data: record })

/** A tail may lag behind what a follower was told elsewhere, or what was there when he came. */
function tellAll({ followers }: Tail, records: readonly AuditRecord[]): void {
  const events = records.map(told)
  for (const [follower, from] of followers) {
    follower.push(events.filter((_, index) => (records[index]?.sequence ?? 0) > from))
  }
}

/** A place in a chain: behind a record. */
type Place = Pick<AuditRecord, 'sequence' | 'hash'>

/** Where to start: behind the record that `since` names, or else at the end. */
async function startOf(unit: Unit, since: string | undefined) {
  const head = await headOf(unit)
  if (since === undefined) return { isReset: false, from: head, head }
  const place = await placeOf(unit, since)
  const canResume = place && head.sequence - place.sequence <= MOST_REPLAYED
  return canResume ? { isReset: false, from: place, head } : { isReset: true, from: head, head }
}

/** The place before the first record, whose hash is chained to this one. */
const ORIGIN: Place = { sequence: 0, hash: '0'.repeat(64) }

async function headOf({ db }: Unit): Promise<Place> {
  const head = await db
    .selectFrom('organizationHead')
    .select(['auditSequence as sequence', 'auditHash as hash'])
    .executeTakeFirst()
  return head ?? ORIGIN
}

async function placeOf({ db }: Unit, id: string): Promise<Place | undefined> {
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

const recordsBehind = ({ db }: Unit, sequence: number): Promise<AuditRecord[]> =>
  db.selectFrom('auditRecord').selectAll().where('sequence', '>', sequence).orderBy('sequence').limit(AT_ONCE).execute()
