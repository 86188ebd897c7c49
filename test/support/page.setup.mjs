import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const SOURCES = join(import.meta.dirname, '../../src/web')
const BUILT = join(import.meta.dirname, '../../dist/web/index.html')

const changedAt = async (file) => (await stat(file).catch(() => ({ mtimeMs: 0 }))).mtimeMs

/** Builds the page once per run if its sources are newer than the last build. */
export default async function buildPage() {
  const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true })
  const times = entries.map((entry) => changedAt(join(entry.parentPath, entry.name)))
  if (Math.max(...(await Promise.all(times))) <= (await changedAt(BUILT))) return
  await build({ root: SOURCES, logLevel: 'warn' })
}
