import { CompiledQuery } from 'kysely'
import { TENANT } from './tenant.ts'

/** Work that the service does for an organization when its time has come. That of events is made due by `append`. */
export type WorkKind =
  | 'campaigns'
  | 'checkpoints'
  | 'dead_rows'
  | 'events'
  | 'mail'
  | 'monitoring'
  | 'requests'
  | 'webhooks'

/**
 * The row is locked even where it stays as it is: whoever takes work away locks it too, and so sees in its next
 * statement all that was made due before.
 */
const MAKE_DUE = `insert into due_work (organization_id, kind, due_at) values ($1, $2, coalesce($3::timestamptz, now()))
  on conflict (organization_id, kind) do update set due_at = excluded.due_at where excluded.due_at < due_work.due_at`

/** What a transaction makes due, and when: the earliest time of each kind. */
export class DueTimes {
  /** Null is now, by the clock of the database. */
  readonly #times = new Map<WorkKind, Date | null>()

  add(kind: WorkKind, at: Date | null): void {
    const known = this.#times.get(kind)
    if (known === null) return
    this.#times.set(kind, at && known && known < at ? known : at)
  }

  /** The statements that make it known, in one order for all transactions; once. */
  take(): CompiledQuery[] {
    const times = [...this.#times].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#times.clear()
    return times.map(([kind, at]) => CompiledQuery.raw(MAKE_DUE, [TENANT, kind, at]))
  }
}
