import { type StreamWriter } from '../route.ts'
import { csvOrNdjson, ndjsonLines } from './rows-out.ts'

interface Checkpoint {
  sequence: number
  hash: string
  verifier: string
}

/** The audit trail: what `csvOrNdjson` writes, and the checkpoint, in a header and as the last line of NDJSON. */
export const auditExport: StreamWriter = {
  ...csvOrNdjson,
  headers(batch, format) {
    const { sequence, hash, verifier } = batch.checkpoint as Checkpoint
    const own = { 'X-Audit-Checkpoint': `${sequence}:${hash}`, Link: `<${verifier}>; rel="describedby"` }
    return { ...csvOrNdjson.headers?.(batch, format), ...own }
  },
  headerDescriptions: {
    ...csvOrNdjson.headerDescriptions,
    Link: 'The program that verifies the export, as `describedby`.',
    'X-Audit-Checkpoint': 'The end of the chain: the sequence number of the last record, a colon, its hash.',
  },
  footer: 'checkpoint',
  end: ({ checkpoint }, format) => (format === 'ndjson' ? ndjsonLines([{ checkpoint }]) : ''),
  next({ next, checkpoint }) {
    return next === null ? null : { after: next, upTo: (checkpoint as { sequence: number }).sequence }
  },
}
