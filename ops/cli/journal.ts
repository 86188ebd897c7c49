import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** A change to one file. */
export interface Change {
  path: string
  action: 'create' | 'update' | 'remove'
  before: string
  after: string
  secret: boolean
}

/** Where a run prepares the files that it will rename. */
const STAGING = '.staging'
/** The changes of a run that has started to rename files. While this file exists, they can be rolled back. */
const JOURNAL = 'journal.json'

type Entry = Pick<Change, 'path' | 'action'>

const staged = (root: string, name: string): string => join(root, STAGING, name)

/** Whether a run was killed during its renames, so that some files are old and some are new. */
export const isHalfWritten = (root: string): boolean => existsSync(staged(root, JOURNAL))

/** Containers with other user ids read these folders. They read folders with secrets only as members of the group. */
const makeFolder = (root: string, path: string): void => {
  if (path === '.' || existsSync(join(root, path))) return
  makeFolder(root, dirname(path))
  mkdirSync(join(root, path))
  // Sets the mode separately, because a umask reduces the mode that mkdir receives.
  chmodSync(join(root, path), path.startsWith('secrets') ? 0o750 : 0o755)
}

const removeIfEmpty = (folder: string) => {
  try {
    rmdirSync(folder)
  } catch {
    // The folder is not empty.
  }
}

const restore = (root: string, { path, action }: Entry, index: number): void => {
  const target = join(root, path)
  if (action === 'create') {
    if (existsSync(target)) rmSync(target)
    removeIfEmpty(dirname(target))
    return
  }
  const before = staged(root, `${index}.before`)
  if (!existsSync(before)) return
  makeFolder(root, dirname(path))
  renameSync(before, target)
}

/** Rolls back an unfinished run, if there is one. */
export const rollBack = (root: string): void => {
  if (isHalfWritten(root)) {
    const entries = JSON.parse(readFileSync(staged(root, JOURNAL), 'utf8')) as Entry[]
    entries.forEach((entry, index) => void restore(root, entry, index))
    rmSync(staged(root, JOURNAL))
  }
  rmSync(join(root, STAGING), { recursive: true, force: true })
}

/** Copies the existing files and writes the new ones, so that the remaining step only renames files. */
const stage = (root: string, changes: Change[]): void => {
  mkdirSync(join(root, STAGING), { mode: 0o700 })
  changes.forEach(({ path, action, after, secret }, index) => {
    if (action !== 'create') copyFileSync(join(root, path), staged(root, `${index}.before`))
    if (action === 'remove') return
    writeFileSync(staged(root, `${index}.after`), after)
    chmodSync(staged(root, `${index}.after`), secret ? 0o640 : 0o644)
  })
  const entries = changes.map(({ path, action }): Entry => ({ path, action }))
  writeFileSync(staged(root, 'prepared'), JSON.stringify(entries))
  renameSync(staged(root, 'prepared'), staged(root, JOURNAL))
}

const put = (root: string, { path, action }: Change, index: number): void => {
  const target = join(root, path)
  if (action === 'remove') {
    rmSync(target)
    removeIfEmpty(dirname(target))
    return
  }
  makeFolder(root, dirname(path))
  renameSync(staged(root, `${index}.after`), target)
}

/** Writes all changes or none, even if a rename fails or the process is killed. The caller must hold the lock. */
export const write = (root: string, changes: Change[]): void => {
  try {
    stage(root, changes)
    changes.forEach((change, index) => void put(root, change, index))
    rmSync(staged(root, JOURNAL))
  } finally {
    rollBack(root)
  }
}
