/** What a process keeps open between test files, by how to close it; run once, when the process has no more files. */
export const atEnd = new Set<() => Promise<void>>()

/** Jest's process runs files itself with `--runInBand`: it would wait for what is still open. */
export default async function closeAll(): Promise<void> {
  for (const close of atEnd) await close()
  atEnd.clear()
}
