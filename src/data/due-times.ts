import { CompiledQuery, sql } from 'kysely'
import { TENANT } from './tenant.ts'

/**
 * The time of the transaction with the precision of stored times. PostgreSQL rounds a time to milliseconds when it stores it. So the
 * time of an earlier transaction, as it is stored, can be later than `now()`.
 */
export const storedNow = sql<Date>`now()::timestamptz(3)`

/**
 * Kinds of work that the service does for an organization at a given time. The database function `append` makes
 * `events` due.
 */
export type WorkKind =
  | 'api_keys'
  | 'campaigns'
  | 'checkpoints'
  | 'client_imports'
  | 'compliance_alerts'
  | 'dead_rows'
  | 'delivery'
  | 'digests'
  | 'events'
  | 'mail'
  | 'message_figures'
  | 'message_spend'
  | 'monitoring'
  | 'prune'
  | 'publications'
  | 'recipient_imports'
  | 'reports'
  | 'requests'
  | 'retention'
  | 'sender_checks'
  | 'sign_offs'
  | 'test_messages'
  | 'webhooks'

/**
 * Locks the row even when it does not change. A worker that removes work locks the row too, so the next statement of
 * the worker sees all work that was made due before.
 */
const MAKE_DUE = `insert into due_work (organization_id, kind, due_at) values ($1, $2, coalesce($3::timestamptz, now()))
  on conflict (organization_id, kind) do update set due_at = excluded.due_at where excluded.due_at < due_work.due_at`

/** The work that a transaction makes due: the earliest time of each kind. */
export class DueTimes {
  /** Null means now, by the clock of the database. */
  readonly #times = new Map<WorkKind, Date | null>()
  /** The kinds that are due as soon as the transaction commits. */
  readonly dueNow = new Set<WorkKind>()

  add(kind: WorkKind, at: Date | null): void {
    if (at === null) this.dueNow.add(kind)
    const known = this.#times.get(kind)
    if (known === null) return
    this.#times.set(kind, at && known && known < at ? known : at)
  }

  /**
   * Returns the statements that store the due times, and clears them. All transactions use the same order, which
   * prevents deadlocks.
   */
  take(): CompiledQuery[] {
    const times = [...this.#times].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#times.clear()
    return times.map(([kind, at]) => CompiledQuery.raw(MAKE_DUE, [TENANT, kind, at]))
  }
}
