import {
  chmodSync,
  chownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { readVolumes } from '../../../ops/cli/backup.ts'
import { OPS } from './stack.ts'
import { Host } from './stand-in.ts'

/** The names of all volumes. */
export const ALL = readVolumes(OPS).map(({ name }) => name)

/** What a file system can hold that a careless copy loses. */
const fill = (folder: string): void => {
  const put = (name: string, content: string, uid: number, mode: number) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    chownSync(path, uid, uid)
    chmodSync(path, mode)
  }
  mkdirSync(join(folder, 'chunks/empty'), { recursive: true })
  put('chunks/a', 'a'.repeat(100_000), 10001, 0o600)
  put('.hidden', '', 10001, 0o640)
  put('a name\nof two lines', 'x', 65534, 0o444)
  put('set-group', 'x', 472, 0o2755)
  put('sparse', '', 472, 0o600)
  truncateSync(join(folder, 'sparse'), 5_000_000)
  linkSync(join(folder, 'chunks/a'), join(folder, 'hard'))
  symlinkSync('/nowhere/else', join(folder, 'soft'))
  chmodSync(join(folder, 'chunks/empty'), 0o1777)
  chownSync(folder, 10001, 10001)
  chmodSync(folder, 0o750)
  // Whole seconds, which is what an archive holds; folders after what is in them.
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted().toReversed()
  for (const path of [...paths, '']) lutimesSync(join(folder, path), 1_700_000_000, 1_700_000_000)
}

/** A host whose volumes hold such files. */
export const filled = (running: string[] = []): Host => {
  const host = new Host(running)
  for (const name of ALL) fill(host.volume(name))
  return host
}
