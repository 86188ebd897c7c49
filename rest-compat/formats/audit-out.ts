import { type StreamWriter } from '../route.ts'
import { csvOrNdjson, ndjsonLines } from './rows-out.ts'

interface Checkpoint {
  sequence: number
  hash: string
  verifier: string
}

/** The audit trail as CSV or NDJSON. The checkpoint is in a header, and in the last line of NDJSON. */
export const auditExport: StreamWriter = {
  ...csvOrNdjson,
  headers(batch, format) {
    const { sequence, hash, verifier } = batch.checkpoint as Checkpoint
    const own = { 'X-Audit-Checkpoint': `${sequence}:${hash}`, Link: `<${verifier}>; rel="describedby"` }
    return { ...csvOrNdjson.headers?.(batch, format), ...own }
  },
  headerDescriptions: {
    ...csvOrNdjson.headerDescriptions,
    Link: 'Links to the program that verifies the export (relation `describedby`).',
    'X-Audit-Checkpoint':
      'The end of the exported chain: the sequence number of the last record, a colon, and its hash.',
  },
  footer: 'checkpoint',
  end: ({ checkpoint }, format) => (format === 'ndjson' ? ndjsonLines([{ checkpoint }]) : ''),
  next({ next, checkpoint }) {
    return next === null ? null : { after: next, upTo: (checkpoint as { sequence: number }).sequence }
  },
}
