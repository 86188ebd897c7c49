import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stamp, stateOf } from './fingerprint.ts'
import { type Change, write } from './journal.ts'
import { setModes } from './modes.ts'

/** A file that the command writes. */
export interface GeneratedFile {
  /** Relative to the ops folder. */
  path: string
  content: string
  /** `generated` has a fingerprint; `record` is the client's own file; `value` has no place for a fingerprint. */
  kind: 'generated' | 'record' | 'value'
  /** Readable for owner and group only. */
  secret?: boolean
}

/** Where generated files are. A file with a fingerprint is removed there when it is no longer generated. */
const GENERATED = [
  'prometheus/targets/*/*.json',
  'prometheus/rules/*.yml',
  'loki/rules/*/*.yml',
  'grafana/dashboards/*.json',
  'grafana/provisioning/datasources/*.yml',
]

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Compares wanted and existing files. @throws Error that names all generated files that a person edited */
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

/** Applies all changes or none. The caller must hold the lock since it read the inputs of the changes. */
export const apply = (root: string, changes: Change[]): void => {
  for (const { path, before } of changes)
    if ((read(join(root, path)) ?? '') !== before) throw new Error(`${path} changed during this run: run again`)
  if (changes.length > 0) write(root, changes)
  setModes(root)
}
