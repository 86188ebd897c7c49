import type { RawBuilder } from 'kysely'
import type { Services } from '../common/services.ts'
import type { Database } from '../data/database.ts'
import type { WorkKind } from '../data/due-times.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Watch } from '../events/pacer.ts'

/*
 * Declarations of background work. Each kind is declared once, as work on rows or as work on an organization, and
 * registered in `main/features.ts`. `queue.ts` runs all of them.
 */

/** The dependencies of background work. */
export interface WorkTools extends Watch {
  database: Database
  services: Partial<Services>
  /** Aborted when the process stops, or when another process has taken the lease. */
  signal: AbortSignal
}

/** A query of one row with the time at which the next work is due; null when there is none. */
export type NextDue = RawBuilder<{ at: Date | null }>

interface CommonWork {
  kind: WorkKind
  /** A service that the work needs. Without it, the work waits. */
  needs?: keyof Services
}

/** Work on an organization as a whole. One process at a time has the organization's turn, under a lease. */
export interface OrganizationWork extends CommonWork {
  /** Maximum number of concurrent turns of this process; default 4. */
  atOnce?: number
  /** Interval, seconds, at which a schedule makes the kind due for every organization. */
  everySeconds?: number
  /**
   * Does the due work, in its own transactions. A failure is logged, counted and retried, with a growing delay.
   * @returns true when there is more work: the organization is due again, after the others. Other values have no effect
   */
  perform(tools: WorkTools, organizationId: string): Promise<unknown>
  /** The next due time. Absent when only `makeDue` or the schedule makes the kind due. */
  next?(organizationId: string): NextDue
}

/** A row under a lease of this process. */
export interface LeasedItem {
  organizationId: string
  id: string
  lease: string
  /** Time of the database. */
  leasedAt: Date
}

/** The owner of a group of items, such as the endpoint of deliveries. Each owner has its own slots. */
export interface ItemOwner {
  table: string
  /** The column that identifies the owner within its organization. */
  key: string
  /** The item's column with the key of its owner. */
  column: string
  /**
   * A condition on `owner`: whether its items are processed. Otherwise they wait. The operation that makes the
   * condition true must make this kind of work due.
   */
  isOpen: RawBuilder<boolean>
  /** Maximum number of concurrent items of one owner, over all replicas. Owners with more slots come first. */
  slots: RawBuilder<number>
  /** Time before which no item of the owner is leased. */
  restsUntil?: RawBuilder<Date | null>
}

/**
 * A table of items. Its primary key is (organization_id, id). It has the columns `next_attempt_at`, `lease` and
 * `leased_until`. If an organization has many rows, it needs two partial indexes that start with the organization and
 * the owner: an index of waiting rows by `next_attempt_at`, and an index of rows with a lease.
 */
export interface ItemTable {
  table: string
  /**
   * A condition on `item`: the row waits for an attempt. It must use literals, so that PostgreSQL uses the partial
   * index.
   */
  waits: RawBuilder<boolean>
  /** A select list of `item` and `owner`: the fields that `perform` needs in addition to those of `LeasedItem`. */
  columns: RawBuilder<unknown>
  /** A condition on `item`: at least one attempt was made. */
  isRetry: RawBuilder<boolean>
  /**
   * Whether leasing an item adds 1 to the column `attempts`. Then an item that crashes its process reaches the maximum
   * too.
   */
  countsAttempts?: boolean
  owner: ItemOwner
  /**
   * Maximum number of concurrent items of one organization, over all replicas. The first item of each owner may exceed
   * it.
   */
  mostPerOrganization: number
}

/** Items whose last attempt failed, and that can be revived. */
export interface DeadLetters {
  /** A condition on `item`: its last attempt failed. */
  isDead: RawBuilder<boolean>
  /** The assignments that make the item wait again. */
  revive: RawBuilder<unknown>
}

/**
 * Work on rows, outside of a transaction. A row is processed at least once: after a crash its lease expires, and it is
 * processed again.
 */
export interface ItemWork<Item extends LeasedItem, Result, Locked = unknown> extends CommonWork {
  /** Maximum number of concurrent items of this process. */
  atOnce: number
  items: ItemTable
  dead?: DeadLetters
  /** Does the work. An expected failure is a result. After an error the item waits until its lease expires. */
  perform(tools: WorkTools, item: Item): Promise<Result>
  /** Locks the owner rows before the item is locked. This is the order of deletions, which prevents deadlocks. */
  lockOwner?(unit: Transaction, item: Item): Promise<Locked>
  /**
   * Records the result, in a transaction that has locked the item and checked the lease.
   * @returns seconds until the next attempt; null when the item was deleted or no longer waits
   */
  settle(unit: Transaction, item: Item, result: Result, locked: Locked, tools: WorkTools): Promise<number | null>
}

// biome-ignore lint/suspicious/noExplicitAny: the queue passes items and results on, and never looks into them
export type AnyItemWork = ItemWork<any, any, any>

export type Work = OrganizationWork | AnyItemWork

export const isItemWork = (work: Work): work is AnyItemWork => 'items' in work

/**
 * Returns a service of the process.
 * @throws Error when the service is not configured; a work that needs it declares `needs`
 */
export function serviceOf<K extends keyof Services>({ services }: Pick<WorkTools, 'services'>, name: K): Services[K] {
  const service = services[name]
  if (service === undefined) throw new Error(`The service ${name} is not configured`)
  return service as Services[K]
}
