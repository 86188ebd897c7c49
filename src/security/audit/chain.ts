import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type Cause, causeText } from '../../common/texts.ts'

/** The facts in a link of the chain: an audit record as clients see it, without its position in the chain. */
export interface AuditFacts {
  id: string
  organizationId: string
  action: string
  userId: string
  resourceType: string
  resourceId: string | null
  /** ISO 8601, milliseconds, UTC. */
  timestamp: string
  metadata: { ipAddress: string; userAgent: string; details?: AuditDetails | null }
}

/** The outcome of an operation. */
export enum AuditOutcome {
  DONE = 'DONE',
  REFUSED = 'REFUSED',
  FAILED = 'FAILED',
  REHEARSED = 'REHEARSED',
  REPLAYED = 'REPLAYED',
}

/** The details of an operation: names, numbers and opaque ids, never values. Records of version 0.2.0 have none. */
export interface AuditDetails {
  /** The requested action, if the operation was not done. */
  attempted?: string | undefined
  /** The error code that the caller received, if the operation was not done. */
  code?: string
  /** The number of rows that were read, changed or deleted. Absent if the number is 1. */
  count?: number | undefined
  /** The changed fields. */
  fields?: string[] | undefined
  /**
   * The ids of the rows, if the rows have no audit records of their own. For a sign-off: the reviewer, and the digest
   * of the statement.
   */
  ids?: string[]
  /** Other resources that were read together with the record's resource. */
  includes?: string[] | undefined
  /** Number of earlier refusals of the caller that have no record, because there were too many in a minute. */
  omitted?: number
  outcome: AuditOutcome
}

/** Details as they are stored and hashed: members in the order of RFC 8785, without absent members. */
export const detailsText = ({
  attempted,
  code,
  count,
  fields,
  ids,
  includes,
  omitted,
  outcome,
}: AuditDetails): string => JSON.stringify({ attempted, code, count, fields, ids, includes, omitted, outcome })

/** The previous hash of an organization's first record: 64 zeros. */
export const GENESIS = '0'.repeat(64)

/** Records without details keep the format of version 0.2.0. */
const metadataOf = ({ metadata: { ipAddress, userAgent, details } }: AuditFacts) => ({
  ...(details && { details: JSON.parse(detailsText(details)) }),
  ipAddress,
  userAgent,
})

/** The facts as canonical JSON (RFC 8785), so that anyone who recomputes them gets the same bytes. */
export const canonicalFacts = (facts: AuditFacts): string =>
  canonicalize({
    action: facts.action,
    id: facts.id,
    metadata: metadataOf(facts),
    organizationId: facts.organizationId,
    resourceId: facts.resourceId,
    resourceType: facts.resourceType,
    timestamp: facts.timestamp,
    userId: facts.userId,
  }) ?? ''

/**
 * The hash of a link: SHA-256, hexadecimal, over the previous hash, the sequence number and the canonical facts, joined
 * by line feeds. The database function `link_audit_record` computes the same.
 */
export const linkHash = (previousHash: string, sequence: number, facts: AuditFacts): string =>
  createHash('sha256')
    .update(`${previousHash}\n${sequence}\n${canonicalFacts(facts)}`)
    .digest('hex')

/** A record in an export: its facts and its position in the chain. */
export interface ChainedRecord extends AuditFacts {
  sequence: number
  previousHash: string
  hash: string
}

/** The position and reason of a break in a chain. */
export interface ChainBreak {
  sequence: number
  /** The English text of the cause. */
  reason: string
  cause: Cause
}

export const breakAt = (sequence: number, cause: Cause): ChainBreak => ({ sequence, reason: causeText(cause), cause })

/**
 * Checks that `records`, in order, continue the chain from `after`. Needs only the records, so that anybody can verify
 * an export.
 */
export function firstBreak(
  records: Iterable<ChainedRecord>,
  after: { sequence: number; hash: string } = { sequence: 0, hash: GENESIS },
): ChainBreak | undefined {
  let { sequence, hash } = after
  for (const record of records) {
    const broken = (cause: Cause) => breakAt(record.sequence, cause)
    if (record.sequence !== sequence + 1) return broken({ code: 'TRAIL_OUT_OF_ORDER', expected: sequence + 1 })
    if (record.previousHash !== hash) return broken({ code: 'TRAIL_MISPLACED' })
    if (record.hash !== linkHash(hash, record.sequence, record)) return broken({ code: 'TRAIL_RECORD_CHANGED' })
    sequence = record.sequence
    hash = record.hash
  }
  return undefined
}
