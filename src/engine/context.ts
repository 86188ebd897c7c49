import type { EntityClass, MetadataStorage } from '@mikro-orm/core'
import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import type { Services } from '../common/services.ts'
import type { WorkKind } from '../data/due-times.ts'
import type { RowChanges } from '../data/row-counts.ts'
import type { Tables, Unit } from '../data/transaction.ts'
import type { AuditEntry } from '../security/audit/writer.ts'
import { type Caller, OUTSIDE } from '../security/auth/caller.ts'
import type { RequestInfo } from '../security/request.ts'
import { AnswerRoom } from './answer-room.ts'
import { OfCaller } from './statement.ts'

/** What a resolver is given: the caller, the transaction of the operation, and the trail it leaves. */
export class Context {
  readonly request: RequestInfo
  /** What the process offers beside the database, where it is configured. */
  readonly services: Partial<Services>
  /** Records of what was done, written with the operation. */
  readonly trail: AuditEntry[] = []
  /** Records of what was refused, written even though the operation is rolled back. */
  readonly refusals: AuditEntry[] = []
  /** Secrets that the answer shows, and no repetition of it. */
  readonly shownOnce: string[] = []
  isDiscarded = false
  /** The bytes that the answer may have. */
  readonly room: AnswerRoom
  #refunded = 0
  #announced: Record<string, unknown> = {}
  readonly #changed = new Set<string>()
  #caller: Caller
  readonly #unit: Unit
  readonly #precondition: (() => Promise<void>) | undefined
  readonly #loaders = new Map<object, Map<string, DataLoader<string, unknown>>>()

  constructor(
    caller: Caller,
    request: RequestInfo,
    unit: Unit,
    {
      precondition,
      services = {},
      room = new AnswerRoom(),
    }: {
      precondition?: (() => Promise<void>) | undefined
      services?: Partial<Services>
      room?: AnswerRoom
    } = {},
  ) {
    this.room = room
    this.#caller = caller
    this.request = request
    this.services = services
    this.#unit = unit
    this.#precondition = precondition
  }

  get caller(): Caller {
    return this.#caller
  }

  /** What the entities declare. */
  get metadata(): MetadataStorage {
    return this.#unit.metadata
  }

  /** Sends new rows: what is read from here on finds them. */
  insert<E extends object>(entity: EntityClass<E>, rows: readonly E[]): void {
    this.#unit.insert(entity, rows)
  }

  /** Sends changes of a row: what is read from here on finds them. */
  update<E extends object>(entity: EntityClass<E>, row: E, changes: Partial<E>): void {
    this.#unit.update(entity, row, changes)
  }

  /** What the operation changes in the number of rows. */
  get rowChanges(): RowChanges {
    return this.#unit.rowChanges
  }

  /** How many statements that write were sent so far. */
  get writes(): number {
    return this.#unit.writes
  }

  /** Whether a statement after so many changed something, or may have. */
  changedSince(writes: number): boolean {
    return this.#unit.changedSince(writes)
  }

  /** Waits until the database has taken what was sent. @throws its refusal, such as a conflict */
  settle(): Promise<void> {
    return this.#unit.settled()
  }

  /** Says that the organization has work of a kind, from a time on; from now on where none is given. */
  makeDue(kind: WorkKind, at?: Date | null): void {
    this.#unit.makeDue(kind, at)
  }

  /** Gives the operation more time than a request has. */
  extend(seconds: number): Promise<void> {
    return this.#unit.extend(seconds)
  }

  /** The rows of a statement that is written already; what is of the caller among its parameters is this one's. */
  rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]> {
    const { caller } = this
    const bound = parameters.map((value) => (value instanceof OfCaller ? value.valueFor(caller) : value))
    return this.#unit.rows(statement, bound)
  }

  /** Plain rows, for reads. */
  get db(): Kysely<Tables> {
    return this.#unit.db
  }

  /**
   * Goes on in an organization, for operations that begin without one: from here row-level security holds for it. A row
   * in there must prove the caller's right to it, or the operation must fail. Who is in another one already stays there:
   * the caller's permissions are for that one. Returns whether it is the organization now.
   */
  async enter(organizationId: string): Promise<boolean> {
    if (this.organizationId === OUTSIDE) {
      await this.#unit.become({ role: 'gateway_tenant', organizationId })
      this.#caller = { ...this.#caller, organizationId }
    }
    return this.organizationId === organizationId
  }

  /** The time by the database's clock. */
  get now(): Date {
    return this.#unit.now
  }

  get organizationId(): string {
    return this.caller.organizationId
  }

  /**
   * Says more of the change in its event, for those who follow: opaque ids and states, never personal data. `id` is the
   * row that it is about, where the result and the arguments do not say so, or name another one.
   */
  announce(facts: Record<string, unknown>): void {
    this.#announced = { ...this.#announced, ...facts }
  }

  /** What was announced since the last call. */
  takeAnnounced(): Record<string, unknown> {
    const announced = this.#announced
    this.#announced = {}
    return announced
  }

  /** Says which fields of a row were changed, for its record. */
  noteChanged(fields: readonly string[]): void {
    for (const field of fields) this.#changed.add(field)
  }

  /** The fields that were changed since the last call, by name; undefined when there are none. */
  takeChanged(): string[] | undefined {
    const changed = [...this.#changed].sort()
    this.#changed.clear()
    return changed.length > 0 ? changed : undefined
  }

  /** Something that the process offers beside the database. */
  service<N extends keyof Services>(name: N): Services[N] {
    const service = this.services[name]
    if (!service) throw new Error(`The service ${name} was not provided`)
    return service
  }

  /** Adds an audit record beside the one that the operation declares, for each further row that it touched. */
  record(resourceType: string, verb: string, resourceId: string, payload?: AuditEntry['payload']): void {
    const details = { fields: this.takeChanged() }
    this.trail.push({ action: `${resourceType}_${verb}`, resourceType, resourceId, payload, details })
  }

  /** Makes the operation a rehearsal: it answers as if it had been done, and is rolled back. */
  discardChanges(): void {
    this.isDiscarded = true
  }

  /** Refunds points of the declared cost: the operation did less than its arguments allowed. */
  refund(points: number): void {
    this.#refunded += points
  }

  get refunded(): number {
    return this.#refunded
  }

  /** Shows a secret in the answer: a replay has null in its place. */
  showOnce(secret: string): string {
    this.shownOnce.push(secret)
    return secret
  }

  /** Throws PRECONDITION_FAILED when the caller's `If-Match` no longer holds. Call it with the row locked. */
  async checkPrecondition(): Promise<void> {
    await this.#precondition?.()
  }

  /** The loader of a batch read, one per operation and `key`. */
  loader<T>(read: object, key: string, load: DataLoader.BatchLoadFn<string, T>): DataLoader<string, T> {
    const byKey = this.#loaders.get(read) ?? new Map<string, DataLoader<string, unknown>>()
    this.#loaders.set(read, byKey)
    const loader = byKey.get(key) ?? new DataLoader<string, T>(load)
    byKey.set(key, loader)
    return loader as DataLoader<string, T>
  }
}

/**
 * Defines a batch read: all ids that one operation asks for, with the same arguments, become one query.
 * `read` returns a map; ids that it leaves out resolve to `absent`.
 */
export function batched<T, A = undefined>(
  absent: T,
  read: (ctx: Context, ids: readonly string[], args: A) => Promise<Map<string, T>>,
): (ctx: Context, id: string, ...args: A extends undefined ? [] : [A]) => Promise<T> {
  return (ctx, id, ...args) =>
    ctx
      .loader<T>(read, JSON.stringify(args), async (ids) => {
        const found = await read(ctx, ids, args[0] as A)
        return ids.map((each) => found.get(each) ?? absent)
      })
      .load(id)
}

/** Defines a read that one operation makes once, however many of its fields need it, and anew after it changed something. */
export function once<T>(read: (ctx: Context) => Promise<T>): (ctx: Context) => Promise<T> {
  return (ctx) => ctx.loader<T>(read, String(ctx.writes), async () => [await read(ctx)]).load('')
}
