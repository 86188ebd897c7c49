import { moduleBeside, type ThreadShare } from '../../src/common/threads.ts'
import type { StreamWriter } from '../route.ts'

/** A package of the largest size, 32 MiB, takes some seconds to make, so a worker thread makes it. */
const ZIPPING = {
  module: moduleBeside(import.meta.url, './package-zip.worker'),
  name: 'zipPackage' satisfies keyof typeof import('./package-zip.worker.ts'),
}

// As text: stored JSON can be nested too deeply to be copied.
const zipped = async (data: object, threads: ThreadShare): Promise<Uint8Array> =>
  Buffer.from(await threads.run<string>({ ...ZIPPING, args: [JSON.stringify(data)] }), 'base64')

/** An access package: a zip of JSON and CSV files, or the JSON alone. */
export const accessPackage: StreamWriter = {
  formats: { zip: 'application/zip', json: 'application/json' },
  write: ({ columns: _, ...data }, format, _first, threads) =>
    format === 'json' ? JSON.stringify({ success: true, data }) : zipped(data, threads),
  headers: ({ requestId }, format) => ({
    'Content-Disposition': `attachment; filename="access-package-${requestId}.${format}"`,
  }),
  next: () => null,
}
