import { AuditOutcome } from '../../security/audit/chain.ts'
import type { AuditEntry } from '../../security/audit/writer.ts'

/**
 * The audit records of an export. An export of one batch has the record of its operation. An export of several batches
 * has two records. The first is written before the first byte, so that the export is recorded even if the process dies.
 * The second is written at the end, with the count of all rows.
 */
export class ExportRecords {
  readonly #isLast: (data: Record<string, unknown>) => boolean
  #count = 0
  #open: AuditEntry | undefined

  /** `isLast`: whether a batch ends the export. */
  constructor(isLast: (data: Record<string, unknown>) => boolean) {
    this.#isLast = isLast
  }

  readonly recordsFor = (trail: readonly AuditEntry[], data: Record<string, unknown>): readonly AuditEntry[] => {
    const isFirst = this.#open === undefined
    const isLast = this.#isLast(data)
    for (const { details } of trail) this.#count += details?.count ?? 0
    const [entry] = trail
    if (!entry || (isFirst && isLast)) return trail
    this.#open = isLast ? undefined : entry
    if (isLast) return [{ ...entry, details: { ...entry.details, count: this.#count } }]
    return isFirst ? [{ ...entry, details: { ...entry.details, count: undefined } }] : []
  }

  /** The record of an export that did not reach its last batch. */
  cut(): AuditEntry[] {
    if (!this.#open) return []
    return [{ ...this.#open, details: { ...this.#open.details, count: this.#count, outcome: AuditOutcome.FAILED } }]
  }
}
