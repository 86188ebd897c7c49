import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** What a link of the chain attests: an audit record as clients see it, without its place in the chain. */
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

/** How an operation ended. */
export enum AuditOutcome {
  DONE = 'DONE',
  REFUSED = 'REFUSED',
  FAILED = 'FAILED',
  REHEARSED = 'REHEARSED',
  REPLAYED = 'REPLAYED',
}

/** What happened: names, numbers and opaque ids, never values. Records of version 0.2.0 have none. */
export interface AuditDetails {
  /** The action that was asked for, where it was not done. */
  attempted?: string | undefined
  /** Why it was not done, as callers are told. */
  code?: string
  /** How many rows were read, changed or deleted, where it is not one. */
  count?: number | undefined
  /** The fields that were changed. */
  fields?: string[] | undefined
  /** The rows, where they are not told one by one. */
  ids?: string[]
  /** Other resources that were read along with the one of the record. */
  includes?: string[] | undefined
  /** Refusals of the caller before this one that left no record: there were too many within a minute. */
  omitted?: number
  outcome: AuditOutcome
}

/** Details as they are stored and hashed: the members in the order of RFC 8785, those that are absent left out. */
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

/** The hash before the first record of an organization: 64 zeros. */
export const GENESIS = '0'.repeat(64)

/** Records without details have the form that all of them once had. */
const metadataOf = ({ metadata: { ipAddress, userAgent, details } }: AuditFacts) => ({
  ...(details && { details: JSON.parse(detailsText(details)) }),
  ipAddress,
  userAgent,
})

/** The facts as canonical JSON (RFC 8785): the same bytes for whoever recomputes them. */
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
 * The hash of a link: SHA-256, hexadecimal, over the previous hash, the sequence number and the canonical facts,
 * joined by line feeds. The database function `link_audit_record` computes the same.
 */
export const linkHash = (previousHash: string, sequence: number, facts: AuditFacts): string =>
  createHash('sha256')
    .update(`${previousHash}\n${sequence}\n${canonicalFacts(facts)}`)
    .digest('hex')

/** A record as it is exported: the facts and their place in the chain. */
export interface ChainedRecord extends AuditFacts {
  sequence: number
  previousHash: string
  hash: string
}

/** Where a chain breaks, and why. */
export interface ChainBreak {
  sequence: number
  reason: string
}

/**
 * Checks that `records`, in order, continue the chain from `after`.
 * Needs nothing but the records themselves: a stranger runs it on an export.
 */
export function firstBreak(
  records: Iterable<ChainedRecord>,
  after: { sequence: number; hash: string } = { sequence: 0, hash: GENESIS },
): ChainBreak | undefined {
  let { sequence, hash } = after
  for (const record of records) {
    const broken = (reason: string) => ({ sequence: record.sequence, reason })
    if (record.sequence !== sequence + 1) return broken(`expected sequence ${sequence + 1}`)
    if (record.previousHash !== hash) return broken('previousHash is not the hash of the record before')
    if (record.hash !== linkHash(hash, record.sequence, record)) return broken('hash does not match the content')
    sequence = record.sequence
    hash = record.hash
  }
  return undefined
}
