import { LRUCache } from 'lru-cache'
import { AuditOutcome } from './chain.ts'
import type { AuditEntry } from './writer.ts'

/** Maximum number of refusals of one caller that a process records in a minute. Further refusals are only counted. */
export const MOST_PER_MINUTE = 60
const MOST_CALLERS = 10_000
const MINUTE_MS = 60_000

interface Minute {
  since: number
  recorded: number
  omitted: number
}

/**
 * Prevents a caller from filling a trail with refusals. The next recorded refusal includes the number of omitted ones.
 */
export class RefusalLimit {
  readonly #callers = new LRUCache<string, Minute>({ max: MOST_CALLERS })
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The entries to record. */
  admit(caller: string, entries: readonly AuditEntry[]): AuditEntry[] {
    const minute = this.#minuteOf(caller)
    return entries.flatMap((entry) => {
      if (minute.recorded >= MOST_PER_MINUTE) {
        minute.omitted++
        return []
      }
      minute.recorded++
      const { omitted } = minute
      minute.omitted = 0
      const details = { outcome: AuditOutcome.REFUSED, ...entry.details }
      return omitted > 0 ? { ...entry, details: { ...details, omitted } } : entry
    })
  }

  #minuteOf(caller: string): Minute {
    const now = this.#now()
    const known = this.#callers.get(caller)
    if (known && now - known.since < MINUTE_MS) return known
    const minute = { since: now, recorded: 0, omitted: known?.omitted ?? 0 }
    this.#callers.set(caller, minute)
    return minute
  }
}
