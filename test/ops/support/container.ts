import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  lchownSync,
  mkdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { BUILT, IMAGES, type Image } from './images.ts'

/** What of a service in the compose file decides what its process may read and write. */
export interface Service {
  /** None where the service is built. */
  image?: string
  user?: string
  group_add?: string[]
  cap_drop?: string[]
  cap_add?: string[]
  read_only?: boolean
  volumes?: string[]
  tmpfs?: string[]
  secrets?: string[]
  command?: string[]
  environment?: Record<string, string> | undefined
  healthcheck?: { test: string[] }
  stop_grace_period?: string
}

/** The owner of the checkout: ids that no image has, so that nothing is allowed by chance. */
export const OWNER = { OPS_UID: '4321', OPS_GID: '4322' }

/** Files of the host with owner and mode: the logs as Ubuntu has them, where they belong to syslog:adm. */
const HOST: Record<string, { path: string; uid: number; gid: number; mode: number }[]> = {
  '/var/log': [
    { path: 'auth.log', uid: 104, gid: 4, mode: 0o640 },
    { path: 'syslog', uid: 104, gid: 4, mode: 0o640 },
    { path: 'journal/id/system.journal', uid: 0, gid: 999, mode: 0o640 },
  ],
  '/var/run/docker.sock': [{ path: '', uid: 0, gid: 998, mode: 0o660 }],
}

/** A file or folder that a container finds at a place of its own. */
export interface Mount {
  source: string
  target: string
  writable: boolean
}

const asOwner = (text: string): string =>
  text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: keyof typeof OWNER) => OWNER[name] ?? '')

/** User and groups of the process, after Compose and the entry point had their say. */
const identity = ({ user, group_add = [] }: Service, image: Image) => {
  const [uid = image.user.uid, gid = image.user.gid] = user ? asOwner(user).split(':').map(Number) : []
  if (uid === 0 && image.stepsDownTo) return { ...image.stepsDownTo, groups: [] }
  return { uid, gid, groups: group_add.map(asOwner) }
}

const makeFolder = (path: string, { uid, gid, mode } = { uid: 0, gid: 0, mode: 0o755 }): string => {
  mkdirSync(path, { recursive: true })
  chownSync(path, uid, gid)
  chmodSync(path, mode)
  return path
}

/** A named volume: what it holds, and whose it is, stays from one container to the next. */
const makeVolume = (path: string, as?: Parameters<typeof makeFolder>[1]): string =>
  existsSync(path) ? path : makeFolder(path, as)

const makeHostFiles = (work: string, source: string): string | undefined => {
  const files = HOST[source]
  if (!files) return undefined
  const folder = join(work, 'host', source)
  for (const { path, uid, gid, mode } of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
    chownSync(file, uid, gid)
    chmodSync(file, mode)
  }
  return folder
}

/** The mounts of a service: volumes as the image makes them, the checkout's own files, the host's by the table above. */
const mountsOf = (service: Service, image: Image, checkout: string, work: string): Mount[] => [
  ...(service.volumes ?? []).flatMap((volume): Mount[] => {
    const [source = '', target = '', access] = volume.split(':')
    const writable = access !== 'ro'
    if (source.startsWith('.')) return [{ source: join(checkout, source === '..' ? '.' : source), target, writable }]
    if (!source.startsWith('/'))
      return [{ source: makeVolume(join(work, 'volumes', source), image.folders?.[target]), target, writable }]
    const host = makeHostFiles(work, source)
    return host ? [{ source: host, target, writable }] : []
  }),
  ...(service.secrets ?? []).map((name) => ({
    source: join(checkout, 'secrets', name),
    target: `/run/secrets/${name}`,
    writable: false,
  })),
  ...(service.tmpfs ?? []).map((target) => ({
    source: makeFolder(join(work, 'tmpfs', target), { uid: 0, gid: 0, mode: 0o1777 }),
    target,
    writable: true,
  })),
]

/** A root file system with the image's folders and a place for each mount. */
const makeRoot = (work: string, image: Image, mounts: Mount[]): string => {
  const root = join(work, 'root')
  rmSync(root, { recursive: true, force: true })
  makeFolder(root)
  for (const path of ['usr', 'proc', 'dev']) makeFolder(join(root, path))
  for (const [path, folder] of Object.entries(image.folders ?? {})) makeFolder(join(root, path), folder)
  for (const { source, target } of mounts) {
    const place = join(root, target)
    if (globSync(place).length > 0) continue
    mkdirSync(dirname(place), { recursive: true })
    cpSync(source, place, { recursive: true, filter: (path) => path === source })
  }
  return root
}

/** Says what cannot be written and what cannot be read; run as the service's process would be. */
const PROBE = `
for folder in $WRITES; do
  if [ -d "$folder" ]; then touch "$folder/.probe" && rm "$folder/.probe"; else true >>"$folder"; fi 2>/dev/null ||
    echo "cannot write $folder"
done
for place in $READS; do
  find "$place" -type d ! -executable -o -type f ! -readable 2>&1 | sed 's/^/cannot read /'
done
if touch /.probe 2>/dev/null; then echo "can write its root"; fi
`

/**
 * What runs a command as the process of a service would run, and what it would find mounted; `more` is mounted beside
 * what the compose file names.
 */
export const container = (
  service: Service,
  checkout: string,
  work: string,
  more: Mount[] = [],
): { args: string[]; mounts: Mount[] } => {
  const image = IMAGES[service.image ?? BUILT]
  if (!image) throw new Error(`nothing is known about the image ${service.image}`)
  const { uid, gid, groups } = identity(service, image)
  const mounts = [...mountsOf(service, image, checkout, work), ...more].sort(
    (a, b) => a.target.length - b.target.length,
  )
  const root = makeRoot(work, image, mounts)
  const added = (service.cap_add ?? []).map((name) => `+${name.toLowerCase()}`)
  const dropped = service.cap_drop?.includes('ALL') ? [`--bounding-set=${['-all', ...added].join(',')}`] : []
  const links = ['bin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`])
  const args = [
    ...['--bind', root, '/', '--ro-bind', '/usr', '/usr', ...links, '--proc', '/proc', '--dev', '/dev'],
    ...mounts.flatMap(({ source, target, writable }) => [writable ? '--bind' : '--ro-bind', source, target]),
    ...(service.read_only ? ['--remount-ro', '/'] : []),
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--inh-caps=-all', '--no-new-privs', ...dropped],
    groups.length > 0 ? `--groups=${groups.join(',')}` : '--clear-groups',
  ]
  return { args, mounts }
}

/** What a service cannot do that it has to, when started from these files as its container would be. */
export const problemsOf = (service: Service, checkout: string, work: string): string[] => {
  const image = IMAGES[service.image ?? BUILT]
  if (!image) return [`nothing is known about the image ${service.image}`]
  const { args, mounts } = container(service, checkout, work)
  const probe = execFileSync('bwrap', [...args, 'sh', '-c', PROBE], {
    encoding: 'utf8',
    env: {
      PATH: '/usr/bin',
      WRITES: mounts.flatMap(({ target, writable }) => (writable ? [target] : [])).join(' '),
      READS: mounts.map(({ target }) => target).join(' '),
    },
  })
  const isDropped = service.cap_drop?.includes('ALL') ?? false
  const missing = (image.carries ?? []).filter((name) => isDropped && !service.cap_add?.includes(name))
  return [...missing.map((name) => `cannot start without ${name}`), ...probe.split('\n').filter(Boolean)]
}

/** Gives a checkout to its owner, who is not root. */
export const giveToOwner = (checkout: string): void => {
  for (const path of ['.', ...globSync('**/{*,.*}', { cwd: checkout })])
    lchownSync(join(checkout, path), Number(OWNER.OPS_UID), Number(OWNER.OPS_GID))
}
