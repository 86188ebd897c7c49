import type { EntityClass, MetadataStorage } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import type { WorkKind } from './due-times.ts'
import type { RowChanges } from './row-counts.ts'
import type { Session } from './session.ts'

/** An organization with new events, and the types of these events. */
export interface Wake {
  organizationId: string
  types: readonly string[]
}

/**
 * The tables for Kysely, by declaration merging: `main/features.ts` adds those of all entities, a feature adds a table
 * without an entity.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}

export interface Transaction {
  readonly db: Kysely<Tables>
  /** The rows of a compiled statement. `TENANT` in its parameters is the organization of the session. */
  rows<R>(statement: string, parameters: readonly unknown[]): Promise<R[]>
  /** The metadata of the entities. */
  readonly metadata: MetadataStorage
  /** Changes the session: the role and the organization. Earlier values of `db` must not be used again. */
  become(session: Session): Promise<void>
  /*
   * Writes send a statement and do not wait. The database runs statements in order, so later statements see the write.
   * If a write fails, the transaction fails.
   */
  /** Inserts rows, which must all have the same fields. */
  insert<E extends object>(entity: EntityClass<E>, rows: readonly E[]): void
  /** Updates fields of the row with the key of `row`. */
  update<E extends object>(entity: EntityClass<E>, row: E, changes: Partial<E>): void
  /** Waits for all sent writes. @throws the error of the first failed one */
  settled(): Promise<void>
  /**
   * Records that the organization has work of a kind from `at` on; by default from now on. The record is part of the
   * transaction, so no work is lost. `background/due-work` reads it.
   */
  makeDue(kind: WorkKind, at?: Date | null): void
  /** Changes of row counts. Inserts, updates and removals add theirs; raw statements do not. */
  readonly rowChanges: RowChanges
  /** Sends the commit together with the last statement. If the statement fails, the transaction fails. */
  finishWith(last: Promise<unknown>): void
  /** Extends the deadline to `seconds` from now, for work that may take longer than a request. */
  extend(seconds: number): Promise<void>
  /** Notifies the streams and consumers of the organization after the commit. */
  wakeReaders(organizationId: string, types: readonly string[]): void
  /** The time of the database. */
  readonly now: Date
  /** The number of writing statements sent so far. Earlier reads are still valid while it does not change. */
  readonly writes: number
  /**
   * Whether a writing statement after the first `writes` ones changed rows, or may have. An unanswered statement
   * counts.
   */
  changedSince(writes: number): boolean
}

/** Thrown by `work` to roll the transaction back and still return a result. */
export class Rollback<T> {
  constructor(readonly result: T) {}
}
