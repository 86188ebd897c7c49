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
  metadata: { ipAddress: string; userAgent: string }
}

/** The hash before the first record of an organization: 64 zeros. */
export const GENESIS = '0'.repeat(64)

/** The facts as canonical JSON (RFC 8785): the same bytes for whoever recomputes them. */
export const canonicalFacts = (facts: AuditFacts): string =>
  canonicalize({
    action: facts.action,
    id: facts.id,
    metadata: { ipAddress: facts.metadata.ipAddress, userAgent: facts.metadata.userAgent },
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
