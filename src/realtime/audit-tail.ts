import type { AuditRecord } from '../audit/audit-record.entity.ts'
import type { Caller } from '../kernel/auth/caller.ts'
import { inTurn, type Stream } from '../kernel/stream.ts'
import type { Streams } from '../kernel/streams.ts'
import type { Unit } from '../kernel/transaction.ts'
import { behind, RESET, type Told } from './changes.ts'

const PACE_MS = 500
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
  #timer: NodeJS.Timeout | undefined

  constructor(streams: Streams) {
    this.#streams = streams
  }

  /** Follows the chain of the caller's organization behind `since`, the id of an event. */
  async follow(caller: Caller, since: string | undefined): Promise<AsyncIterable<Told<AuditRecord>>> {
    const { organizationId } = caller
    const stream = this.#streams.open<Told<AuditRecord>>(caller, 'audit', () => this.#leave(organizationId, stream))
    const { head, from } = await stream.begin(() => this.#read(organizationId, (unit) => startOf(unit, since)))
    const tail = this.#tails.get(organizationId) ?? { last: head, followers: new Map() }
    if (!stream.isEnded) {
      this.#tails.set(organizationId, tail)
      tail.followers.set(stream, from ?? head)
      this.#timer ??= setTimeout(() => this.#lookUp(), PACE_MS).unref()
    }
    const isLost = from === undefined || tail.last - from > MOST_REPLAYED
    return isLost
      ? behind<Told<AuditRecord>>(RESET, stream)
      : inTurn(this.#replay(organizationId, from, tail.last), stream)
  }

  async *#replay(organizationId: string, from: number, until: number): AsyncGenerator<Told<AuditRecord>> {
    for (let last = from; last < until; ) {
      const records = await this.#read(organizationId, (unit) => recordsBehind(unit, last))
      yield* records.filter(({ sequence }) => sequence <= until).map(told)
      last = records.at(-1)?.sequence ?? until
    }
  }

  #leave(organizationId: string, stream: Stream<Told<AuditRecord>>): void {
    const tail = this.#tails.get(organizationId)
    tail?.followers.delete(stream)
    if (tail?.followers.size === 0) this.#tails.delete(organizationId)
  }

  async #lookUp(): Promise<void> {
    for (const [organizationId, tail] of this.#tails) {
      try {
        const records = await this.#read(organizationId, (unit) => recordsBehind(unit, tail.last))
        tail.last = records.at(-1)?.sequence ?? tail.last
        for (const record of records) tellAll(tail, record)
      } catch (error) {
        this.#streams.log.warn({ err: error }, 'an audit chain could not be read; it will be read again')
      }
    }
    this.#timer = this.#tails.size > 0 ? setTimeout(() => this.#lookUp(), PACE_MS).unref() : undefined
  }

  #read<T>(organizationId: string, work: (unit: Unit) => Promise<T>): Promise<T> {
    return this.#streams.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, work)
  }
}

/** The id of a record's event holds a part of its hash, so that a number of another chain is not taken for one's own. */
const idOf = ({ sequence, hash }: Pick<AuditRecord, 'sequence' | 'hash'>) => `${sequence}-${hash.slice(0, 16)}`

const told = (record: AuditRecord): Told<AuditRecord> => ({ id: idOf(record), event: 'record', data: record })

/** A tail may lag behind what a follower was told elsewhere, or what was there when he came. */
function tellAll({ followers }: Tail, record: AuditRecord): void {
  const event = told(record)
  for (const [follower, from] of followers) if (record.sequence > from) follower.push(event)
}

/** The end of the chain, and the place behind which to start: undefined when `since` names none of it. */
async function startOf(unit: Unit, since: string | undefined): Promise<{ head: number; from: number | undefined }> {
  const head = await headOf(unit)
  return { head, from: since === undefined ? head : await placeOf(unit, since) }
}

async function headOf({ db }: Unit): Promise<number> {
  const head = await db.selectFrom('auditHead').select('sequence').executeTakeFirst()
  return head?.sequence ?? 0
}

async function placeOf({ db }: Unit, id: string): Promise<number | undefined> {
  const sequence = Number(/^(\d{1,15})-[0-9a-f]{16}$/.exec(id)?.[1])
  if (!sequence) return undefined
  const record = await db
    .selectFrom('auditRecord')
    .select(['sequence', 'hash'])
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return record && idOf(record) === id ? sequence : undefined
}

const recordsBehind = ({ db }: Unit, sequence: number): Promise<AuditRecord[]> =>
  db.selectFrom('auditRecord').selectAll().where('sequence', '>', sequence).orderBy('sequence').limit(AT_ONCE).execute()
