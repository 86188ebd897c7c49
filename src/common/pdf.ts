import type { Content } from './pdf.worker.ts'
import { moduleBeside, type Threads } from './threads.ts'

/** The main thread never loads the drawing: it would block all requests, and loading it would slow down the start. */
const DRAWING = {
  module: moduleBeside(import.meta.url, './pdf.worker'),
  name: 'drawPdf' satisfies keyof typeof import('./pdf.worker.ts'),
}

/**
 * Creates a document that assistive technology can read (PDF/UA), as base64.
 * @throws NOT_READY if too many computations wait for a thread
 */
export const pdfOf = (threads: Threads, content: Content): Promise<string> =>
  threads.run({ ...DRAWING, args: [content] })
