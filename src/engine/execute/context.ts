import type { EntityClass, MetadataStorage } from '@mikro-orm/core'
import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import type { Services } from '../../common/services.ts'
import type { ThreadShare } from '../../common/threads.ts'
import type { WorkKind } from '../../data/due-times.ts'
import type { RowChanges } from '../../data/row-counts.ts'
import type { Tables, Transaction } from '../../data/transaction.ts'
import { opaqueIds } from '../../security/audit/pseudonyms.ts'
import type { AuditEntry } from '../../security/audit/writer.ts'
import { type Caller, OUTSIDE, personOf } from '../../security/auth/caller.ts'
import type { RequestInfo } from '../../security/request.ts'
import { AnswerRoom } from './answer-room.ts'

/** The context of a resolver: the caller, the transaction of the operation, and its audit records. */
export class Context {
  readonly request: RequestInfo
  /** Services of the process other than the database, as far as they are configured. */
  readonly services: Partial<Services>
  /** Audit records of completed work, committed with the operation. */
  readonly trail: AuditEntry[] = []
  /** Audit records of refusals, written even if the operation is rolled back. */
  readonly refusals: AuditEntry[] = []
  /** Secrets that the response shows once and a replay does not show. */
  readonly shownOnce: string[] = []
  isDiscarded = false
  /** The bytes that the response may have. */
  readonly room: AnswerRoom
  #refunded = 0
  #announced: Record<string, unknown> = {}
  readonly #changed = new Set<string>()
  #caller: Caller
  readonly #unit: Transaction
  readonly #precondition: (() => Promise<void>) | undefined
  readonly #loaders = new Map<object, Map<string, DataLoader<string, unknown>>>()

  constructor(
    caller: Caller,
    request: RequestInfo,
    unit: Transaction,
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

  get metadata(): MetadataStorage {
    return this.#unit.metadata
  }

  /** Sends new rows. Later reads of the transaction find them. */
  insert<E extends object>(entity: EntityClass<E>, rows: readonly E[]): void {
    this.#unit.insert(entity, rows)
  }

  /** Sends changes of a row. Later reads of the transaction see them. */
  update<E extends object>(entity: EntityClass<E>, row: E, changes: Partial<E>): void {
    this.#unit.update(entity, row, changes)
  }

  /** The changes of the operation to row counts. */
  get rowChanges(): RowChanges {
    return this.#unit.rowChanges
  }

  /** The number of sent statements that write. */
  get writes(): number {
    return this.#unit.writes
  }

  /** Whether a statement after the first `writes` ones changed something, or may have. */
  changedSince(writes: number): boolean {
    return this.#unit.changedSince(writes)
  }

  /** Waits until the database has accepted all sent statements. @throws its error, such as a conflict */
  settle(): Promise<void> {
    return this.#unit.settled()
  }

  /** Schedules work of a kind for the organization, at `at` or now. */
  makeDue(kind: WorkKind, at?: Date | null): void {
    this.#unit.makeDue(kind, at)
  }

  /** Extends the deadline of the operation. */
  extend(seconds: number): Promise<void> {
    return this.#unit.extend(seconds)
  }

  /** The rows of a compiled statement. */
  rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]> {
    return this.#unit.rows(statement, parameters)
  }

  /** The query builder, for reads of plain rows. */
  get db(): Kysely<Tables> {
    return this.#unit.db
  }

  /**
   * Enters an organization, in an operation that started without one. From then on, row-level security applies for that
   * organization. A row in the organization must prove the caller's right, or the operation must fail. A caller who is
   * already in another organization stays there, because the caller's permissions are for that organization. Returns
   * whether the caller is in this organization now.
   */
  async enter(organizationId: string): Promise<boolean> {
    if (this.organizationId === OUTSIDE) {
      await this.#unit.become({ role: 'gateway_tenant', organizationId })
      this.#caller = { ...this.#caller, organizationId }
    }
    return this.organizationId === organizationId
  }

  /** The time of the database. */
  get now(): Date {
    return this.#unit.now
  }

  get organizationId(): string {
    return this.caller.organizationId
  }

  /**
   * Adds facts to the event of the change for its subscribers: only opaque ids and states, never personal data. Set
   * `id` to the changed row if the result and the arguments do not name it, or name another row.
   */
  announce(facts: Record<string, unknown>): void {
    this.#announced = { ...this.#announced, ...facts }
  }

  /** Returns the announced facts and clears them. */
  takeAnnounced(): Record<string, unknown> {
    const announced = this.#announced
    this.#announced = {}
    return announced
  }

  /** Adds names of changed fields of a row for its audit record. */
  noteChanged(fields: readonly string[]): void {
    for (const field of fields) this.#changed.add(field)
  }

  /** Returns the sorted names of changed fields and clears them; undefined if there are none. */
  takeChanged(): string[] | undefined {
    const changed = [...this.#changed].sort()
    this.#changed.clear()
    return changed.length > 0 ? changed : undefined
  }

  /** The forms that the id of the person behind the caller has in the audit trail. */
  auditIds(): readonly string[] {
    return opaqueIds(this.service('secrets'), this.organizationId, personOf(this.caller))
  }

  /** Worker threads, with the share of the caller's organization. */
  get threads(): ThreadShare {
    return this.service('threads').of(this.organizationId)
  }

  /** A service of the process. @throws Error if it is not configured */
  service<N extends keyof Services>(name: N): Services[N] {
    const service = this.services[name]
    if (!service) throw new Error(`The service ${name} was not provided`)
    return service
  }

  /** Adds an audit record in addition to the declared one, for each further row that the operation touched. */
  record(resourceType: string, verb: string, resourceId: string, payload?: AuditEntry['payload']): void {
    const details = { fields: this.takeChanged() }
    this.trail.push({ action: `${resourceType}_${verb}`, resourceType, resourceId, payload, details })
  }

  /** Makes the operation a rehearsal: it returns its normal result, and its changes are rolled back. */
  discardChanges(): void {
    this.isDiscarded = true
  }

  /** Refunds points of the declared cost, if the operation did less than its arguments allowed. */
  refund(points: number): void {
    this.#refunded += points
  }

  get refunded(): number {
    return this.#refunded
  }

  /** Marks a secret that the response shows once. A replay has null instead. */
  showOnce(secret: string): string {
    this.shownOnce.push(secret)
    return secret
  }

  /** Checks the caller's `If-Match`. Call it with the row locked. @throws PRECONDITION_FAILED */
  async checkPrecondition(): Promise<void> {
    await this.#precondition?.()
  }

  /** The loader of a batch read: one per operation and `key`. */
  loader<T>(read: object, key: string, load: DataLoader.BatchLoadFn<string, T>): DataLoader<string, T> {
    const byKey = this.#loaders.get(read) ?? new Map<string, DataLoader<string, unknown>>()
    this.#loaders.set(read, byKey)
    const loader = byKey.get(key) ?? new DataLoader<string, T>(load)
    byKey.set(key, loader)
    return loader as DataLoader<string, T>
  }
}

/**
 * Defines a batch read: one query reads all ids that an operation requests with the same arguments. `read` returns a
 * map. Ids that are not in the map resolve to `absent`.
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

/** Defines a read that one operation does once for all of its fields, and again after the operation has written. */
export function oncePerOperation<T>(read: (ctx: Context) => Promise<T>): (ctx: Context) => Promise<T> {
  return (ctx) => ctx.loader<T>(read, String(ctx.writes), async () => [await read(ctx)]).load('')
}
