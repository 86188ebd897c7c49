import { chmodSync, chownSync, existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readEnv } from './env.ts'

interface Compose {
  services: Record<string, { volumes?: string[] }>
  secrets: Record<string, { file: string }>
}

/** The paths of this folder that containers mount. */
const mounted = (root: string): string[] => {
  const { services, secrets } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
    merge: true,
  }) as Compose
  const folders = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  )
  const files = Object.values(secrets).map(({ file }) => file)
  return [...new Set([...folders, ...files])].filter((path) => path.startsWith('./')).map((path) => path.slice(2))
}

const below = (root: string, path: string): string[] => [
  path,
  ...globSync('**/{*,.*}', { cwd: join(root, path) }).map((name) => join(path, name)),
]

/** Paths with secrets: other users of the host must not read them, and containers read them through the group. */
const isSecret = (path: string): boolean => /^secrets\b|^prometheus\/targets\/metrics\/.*\.json$/.test(path)

interface Access {
  path: string
  mode: number
  wanted: number
  gid: number
  wantedGid: number
}

/** Containers run with user ids that do not exist on the host. */
const accesses = (root: string): Access[] => {
  // Without a .env nothing is deployed, and the group in the example was not chosen by anybody.
  const group = existsSync(join(root, '.env')) ? Number(readEnv(root).OPS_GID) : undefined
  return mounted(root)
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => below(root, path))
    .map((path) => {
      const { mode, gid, isFolder } = look(join(root, path))
      const read = isFolder ? 0o5 : 0o4
      const open = mode | (read << 3) | read
      const wanted = isSecret(path) ? (mode | (read << 3)) & ~0o7 : open
      return { path, mode, wanted, gid, wantedGid: isSecret(path) ? (group ?? gid) : gid }
    })
}

const look = (path: string) => {
  const stats = statSync(path)
  return { mode: stats.mode & 0o7777, gid: stats.gid, isFolder: stats.isDirectory() }
}

/** Files that a container cannot read, or that another user of the host can read. */
export const modeProblems = (root: string): string[] =>
  accesses(root).flatMap(({ path, mode, wanted, gid, wantedGid }) => [
    ...(mode === wanted
      ? []
      : [`${path}: has mode ${mode.toString(8)}, needs ${wanted.toString(8)}: npm run ops -- render`]),
    ...(gid === wantedGid
      ? []
      : [`${path}: belongs to group ${gid}, must to ${wantedGid} (OPS_GID): npm run ops -- render`]),
  ])

/** Does a change that only the owner of a file may make. `check` reports the files that stay unchanged. */
const whereOwner = (change: () => void): void => {
  try {
    change()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** Sets the modes of mounted files that containers need, independent of the umask. */
export const setModes = (root: string): void => {
  for (const { path, mode, wanted, gid, wantedGid } of accesses(root)) {
    if (gid !== wantedGid) whereOwner(() => chownSync(join(root, path), -1, wantedGid))
    if (mode !== wanted) whereOwner(() => chmodSync(join(root, path), wanted))
  }
}
