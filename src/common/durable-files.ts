import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What of Emscripten's file system a sync needs. */
interface Files {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
}

interface Stream {
  /** The descriptor; directories are opened without one. */
  nfd?: number
  node: unknown
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The files of a folder, of which PostgreSQL's syncs reach the disk: Emscripten's own end before they begin. */
class DurableFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given)
    const attach = ({ NODEFS }: { NODEFS: Files }) => {
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) syncFolder(NODEFS.realPath(node))
        else fdatasyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), attach] } }
  }
}

/**
 * How PGlite opens a folder so that what it has committed survives a power cut too. By default it runs without `fsync`,
 * and of the methods that the log of PostgreSQL could be synced by, `fdatasync` does nothing in WebAssembly.
 */
export const durableIn = (folder: string) => ({
  fs: new DurableFiles(folder),
  startParams: [...PGlite.defaultStartParams.filter((flag) => flag !== '-F'), '-c', 'wal_sync_method=fsync'],
})
