import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { stamp, stateOf } from './fingerprint.ts'

/** A file the command writes. */
export interface GeneratedFile {
  /** Relative to the ops folder. */
  path: string
  content: string
  /** `generated` carries a fingerprint; `record` is the client's own file; `value` is a bare value without room for one. */
  kind: 'generated' | 'record' | 'value'
  /** Readable by owner and group only. */
  secret?: boolean
}

/** One thing that would happen to one file. */
export interface Change {
  path: string
  action: 'create' | 'update' | 'remove'
  before: string
  after: string
  secret: boolean
}

/** Where generated files live; what carries a fingerprint there and is no longer wanted goes. */
const GENERATED = [
  'prometheus/targets/*/*.json',
  'prometheus/rules/*.yml',
  'loki/rules/*/*.yml',
  'grafana/dashboards/*.json',
  'grafana/provisioning/datasources/*.yml',
]

const STAGING = '.staging'

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Compares what should be with what is. A generated file that somebody edited is an error, all of them in one message. */
export const changesFor = (root: string, files: GeneratedFile[], alsoRemove: string[] = []): Change[] => {
  const edited: string[] = []
  const guard = (path: string, text: string) => {
    if (stateOf(text) !== 'intact') edited.push(path)
  }
  const writes = files.flatMap((file): Change[] => {
    const after = file.kind === 'generated' ? stamp(file.content) : file.content
    const before = read(join(root, file.path))
    if (before === after) return []
    if (before !== undefined && file.kind === 'generated') guard(file.path, before)
    const action = before === undefined ? 'create' : 'update'
    return [{ path: file.path, action, before: before ?? '', after, secret: Boolean(file.secret) }]
  })
  const wanted = new Set(files.map((file) => file.path))
  const removals = [...globSync(GENERATED, { cwd: root }), ...alsoRemove].sort().flatMap((path): Change[] => {
    const before = read(join(root, path))
    if (wanted.has(path) || before === undefined) return []
    const state = stateOf(before)
    if (state === 'foreign' && !alsoRemove.includes(path)) return []
    if (state === 'edited') edited.push(path)
    return [{ path, action: 'remove', before, after: '', secret: false }]
  })
  if (edited.length > 0)
    throw new Error(
      `edited by hand since it was generated, so not overwritten:\n${edited.map((path) => `  ${path}`).join('\n')}\n` +
        'Take the change into the client record or the generator, delete the file, and run again.',
    )
  return [...writes, ...removals]
}

const put = (root: string, staging: string, change: Change, index: number) => {
  const target = join(root, change.path)
  if (change.action !== 'create') copyFileSync(target, join(staging, `${index}.before`))
  if (change.action === 'remove') {
    rmSync(target)
    return
  }
  renameSync(join(staging, `${index}.after`), target)
}

const undo = (root: string, staging: string, change: Change, index: number) => {
  const target = join(root, change.path)
  if (change.action === 'create') rmSync(target, { force: true })
  else if (existsSync(join(staging, `${index}.before`))) renameSync(join(staging, `${index}.before`), target)
}

const removeIfEmpty = (folder: string) => {
  try {
    rmdirSync(folder)
  } catch {
    // Something else lives there.
  }
}

/**
 * All changes or none: everything is written beside the targets first and then renamed; when a rename fails the earlier
 * ones are taken back. The staging folder is the lock: two runs at once would mix their files.
 */
export const apply = (root: string, changes: Change[]): void => {
  if (changes.length === 0) return
  const staging = join(root, STAGING)
  try {
    mkdirSync(staging, { mode: 0o700 })
  } catch {
    throw new Error(`${staging} exists: another run is at work, or one died; if none runs, remove that folder`)
  }
  let done = 0
  try {
    for (const { path, before } of changes)
      if ((read(join(root, path)) ?? '') !== before) throw new Error(`${path} changed in the meantime: run again`)
    changes.forEach((change, index) => {
      if (change.action === 'remove') return
      const path = join(staging, `${index}.after`)
      writeFileSync(path, change.after)
      chmodSync(path, change.secret ? 0o640 : 0o644)
      mkdirSync(dirname(join(root, change.path)), { recursive: true })
    })
    for (const change of changes) {
      put(root, staging, change, done)
      done += 1
    }
  } catch (error) {
    // The change that failed has not happened, so only those before it are taken back, the latest first.
    for (let index = done - 1; index >= 0; index -= 1) {
      const change = changes[index]
      if (change) undo(root, staging, change, index)
    }
    throw error
  } finally {
    rmSync(staging, { recursive: true, force: true })
    for (const change of changes)
      if (!existsSync(join(root, change.path))) removeIfEmpty(dirname(join(root, change.path)))
  }
}
