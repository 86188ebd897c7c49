import { type StreamWriter } from '../route.ts'
import { csvOrNdjson, ndjsonLines } from './rows-out.ts'

/** The audit trail: what `csvOrNdjson` writes, and the checkpoint, in a header and as the last line of NDJSON. */
export const auditExport: StreamWriter = {
  ...csvOrNdjson,
  headers({ checkpoint }) {
    const { sequence, hash } = checkpoint as { sequence: number; hash: string }
    return { 'X-Audit-Checkpoint': `${sequence}:${hash}` }
  },
  headerDescriptions: {
    'X-Audit-Checkpoint': 'The end of the chain: the sequence number of the last record, a colon, its hash.',
  },
  footer: 'checkpoint',
  end: ({ checkpoint }, format) => (format === 'ndjson' ? ndjsonLines([{ checkpoint }]) : ''),
  next({ next, checkpoint }) {
    return next === null ? null : { after: next, upTo: (checkpoint as { sequence: number }).sequence }
  },
}
