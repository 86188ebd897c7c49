import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's file system that a sync needs. */
interface Files {
  stream_ops: { fsync?: (stream: Stream) => number }
  realPath(node: unknown): string
}

interface Stream {
  /** The file descriptor. Directories are opened without one. */
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

/**
 * The files of a folder, with syncs that reach the disk. In Emscripten's own file system PostgreSQL's syncs do nothing.
 */
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
 * Opens a folder for PGlite so that committed data survives a power cut. By default PGlite runs without `fsync`, and
 * its `fdatasync` does nothing in WebAssembly.
 */
export const durableIn = (folder: string, startParams: readonly string[]) => ({
  fs: new DurableFiles(folder),
  startParams: [...startParams.filter((flag) => flag !== '-F'), '-c', 'wal_sync_method=fsync'],
})
