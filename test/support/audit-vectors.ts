import { csvLines, ndjsonLines } from '../../rest-compat/formats/rows-out.ts'
import { combined, joined, leafHash, subtreesOf } from '../../src/features/audit/merkle.ts'
import { openAuditSigner } from '../../src/features/audit/signer.ts'
import { type AuditFacts, AuditOutcome, canonicalFacts, GENESIS, linkHash } from '../../src/security/audit/chain.ts'

/** The organization of the published test vectors. */
const ORGANIZATION = 'org/vectors 1'
const COLUMNS = [
  'sequence',
  'id',
  'action',
  'userId',
  'resourceType',
  'resourceId',
  'timestamp',
  'hash',
  'metadata',
  'previousHash',
  'organizationId',
]

const facts = (number: number, changes: Partial<AuditFacts>): AuditFacts => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  organizationId: ORGANIZATION,
  action: 'CLIENT_VIEWED',
  userId: 'user_1',
  resourceType: 'CLIENT',
  resourceId: null,
  timestamp: `2026-01-02T03:04:05.${String(number).padStart(3, '0')}Z`,
  metadata: { ipAddress: '203.0.113.0', userAgent: 'vectors/1' },
  ...changes,
})

/**
 * Records with difficult values: formulas, quotes, line ends, control characters, and characters outside of the basic
 * plane.
 */
const RECORDS: AuditFacts[] = [
  facts(1, {}),
  facts(2, { userId: "=cmd|' /C calc'!A0", resourceId: '-1' }),
  facts(3, { userId: "'quoted", resourceId: 'a "b", c' }),
  facts(4, { metadata: { ipAddress: '2001:db8:85a3::', userAgent: 'tab\t back\\slash "é" \u0001\u007f 🙂 \u2028' } }),
  facts(6, {
    action: 'REQUEST_REFUSED',
    metadata: {
      ipAddress: 'unknown',
      userAgent: 'vectors/2',
      details: { outcome: AuditOutcome.REFUSED, attempted: 'CLIENT_UPDATED', code: 'NOT_FOUND', omitted: 3 },
    },
  }),
  facts(7, {
    action: 'CLIENT_UPDATED',
    resourceId: '00000000-0000-7000-8000-0000000000aa',
    metadata: {
      ipAddress: 'unknown',
      userAgent: '',
      details: { outcome: AuditOutcome.DONE, fields: ['attributes', 'name'] },
    },
  }),
  facts(5, { userId: '＝full-width', action: 'CLIENT_CREATED', resourceId: 'line\nend\r\n' }),
]

/** Absent members are null in an export. */
const shown = ({ metadata: { details, ...metadata }, ...record }: AuditFacts) => ({
  ...record,
  metadata: {
    details: details
      ? {
          ...{ attempted: null, code: null, count: null, fields: null, ids: null, includes: null, omitted: null },
          ...details,
        }
      : null,
    ...metadata,
  },
})

/** The files of `docs/audit-vectors`, by name. */
export async function auditVectors(): Promise<Record<string, string>> {
  let previousHash = GENESIS
  const rows = RECORDS.map((record, index) => {
    const sequence = index + 1
    const row = { ...shown(record), sequence, previousHash, hash: linkHash(previousHash, sequence, record) }
    previousHash = row.hash
    return row
  })
  const leaves = rows.map(({ hash }) => leafHash(Buffer.from(hash, 'hex')))
  const rootOf = (size: number) =>
    joined(
      subtreesOf(0, size).map(({ height, index }) =>
        combined(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
      ),
    )
  const signer = await openAuditSigner([Buffer.alloc(32, 1)], '', 'https://vectors.example')
  const last = rows.at(-1)
  const footer = { checkpoint: { sequence: last?.sequence, hash: last?.hash } }
  return {
    'export.ndjson': ndjsonLines([...rows, footer]),
    'export.csv': csvLines(rows, COLUMNS, true),
    'hashed.txt': `${rows[3]?.previousHash}\n4\n${canonicalFacts(RECORDS[3] as AuditFacts)}`,
    'checkpoint.txt': signer.sign(ORGANIZATION, 5, rootOf(5)),
    'key.txt': `${signer.publicKey(ORGANIZATION)}\n`,
  }
}
