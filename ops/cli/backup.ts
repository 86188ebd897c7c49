import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Docker, VOLUMES_SERVICE } from './docker.ts'
import type { Receipt } from './verify.ts'

/** A volume of the compose file, the services that use it, and the image that writes it. */
export interface Volume {
  name: string
  services: string[]
  image: string
}

interface Compose {
  services: Record<string, { image?: string; volumes?: string[] }>
  volumes: Record<string, unknown>
}

/** Every volume of the stack. */
export const readVolumes = (root: string): Volume[] => {
  const { services, volumes } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
    merge: true,
  }) as Compose
  return Object.keys(volumes).map((name) => {
    const users = Object.entries(services).filter(
      ([service, { volumes: mounts = [] }]) =>
        service !== VOLUMES_SERVICE && mounts.some((mount) => mount.startsWith(`${name}:`)),
    )
    return { name, services: users.map(([service]) => service), image: users[0]?.[1].image ?? '' }
  })
}

const FILE = 'backup.json'

const manifest = z.strictObject({
  made: z.iso.datetime(),
  volumes: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z-]+$/),
      /** The image that wrote the volume: another release may not be able to read it. */
      image: z.string(),
      /** Size of the archive before compression. */
      bytes: z.number(),
      sha256: z.string().length(64),
    }),
  ),
})

/** The description in a backup folder. */
export type Manifest = z.output<typeof manifest>

export type Archived = Manifest['volumes'][number]

const archive = (folder: string, name: string): string => join(folder, `${name}.tar.zst`)

/** Counts and hashes the data in a stream. */
const measure = () => {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *through(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

// A fast compression level, because the service is stopped during the copy.
const compress = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })

/** Stops the services that use a volume during `use`. Afterwards it starts only services that were running before. */
const cold = async (
  docker: Docker,
  running: string[],
  { services }: Volume,
  use: () => Promise<void>,
): Promise<void> => {
  const users = services.filter((name) => running.includes(name))
  try {
    await docker.stop(users)
    await use()
  } finally {
    await docker.start(users)
  }
}

const size = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const timed = async (step: string, work: () => Promise<string>): Promise<Receipt> => {
  const started = performance.now()
  const detail = await work()
  return { step, ok: true, detail: `${detail} in ${((performance.now() - started) / 1000).toFixed(1)} s` }
}

/** Copies volumes into a new folder, one after the other. The folder gets its final name when it is complete. */
export const backup = async (
  docker: Docker,
  folder: string,
  volumes: Volume[],
  tell: (receipt: Receipt) => void,
): Promise<void> => {
  if (existsSync(folder)) throw new Error(`${folder} exists already: a backup is a new folder`)
  const running = await docker.running()
  const partial = `${folder}.partial`
  await mkdir(partial, { mode: 0o700 })
  try {
    const archived: Archived[] = []
    for (const volume of volumes) {
      const measured = measure()
      const copy = () =>
        docker.pack(volume.name, (stream) =>
          pipeline(
            stream,
            measured.through,
            compress(),
            createWriteStream(archive(partial, volume.name), { mode: 0o600 }),
          ),
        )
      tell(
        await timed(volume.name, async () => {
          await cold(docker, running, volume, copy)
          archived.push({ name: volume.name, image: volume.image, ...measured.result() })
          return size(archived.at(-1)?.bytes ?? 0)
        }),
      )
    }
    const written: Manifest = { made: new Date().toISOString(), volumes: archived }
    await writeFile(join(partial, FILE), `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600 })
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

export const readManifest = (folder: string): Manifest => {
  const path = join(folder, FILE)
  if (!existsSync(path)) throw new Error(`${folder} is not a backup: it has no ${FILE}`)
  return manifest.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** The named volumes of a backup, or all of them if none is named. */
export const chosenFrom = ({ volumes }: Manifest, names: string[]): Archived[] => {
  const missing = names.filter((name) => !volumes.some((volume) => volume.name === name))
  if (missing.length > 0)
    throw new Error(`not in this backup: ${missing.join(', ')}; it has ${volumes.map(({ name }) => name).join(', ')}`)
  return names.length > 0 ? volumes.filter(({ name }) => names.includes(name)) : volumes
}

const unpacked = (folder: string, name: string) =>
  [createReadStream(archive(folder, name)), createZstdDecompress()] as const

/** Reads a whole archive. @throws Error if its content differs from the manifest */
const verify = async (folder: string, { name, sha256 }: Archived): Promise<void> => {
  const measured = measure()
  await pipeline(...unpacked(folder, name), measured.through, nowhere()).catch((error: Error) => {
    throw new Error(`${archive(folder, name)} cannot be read: ${error.message}`, { cause: error })
  })
  if (measured.result().sha256 !== sha256)
    throw new Error(`${archive(folder, name)} was changed: its SHA-256 differs from ${FILE}`)
}

/** Verifies every archive before any volume is changed. */
const verifyAll = async (folder: string, archived: Archived[]): Promise<void> => {
  for (const each of archived) await verify(folder, each)
}

const putBack = (docker: Docker, folder: string, name: string): Promise<void> =>
  docker.unpack(name, (into) => pipeline(...unpacked(folder, name), into))

/** Restores volumes from a backup. */
export const restore = async (
  docker: Docker,
  folder: string,
  archived: Archived[],
  volumes: Volume[],
  tell: (receipt: Receipt) => void,
): Promise<void> => {
  const steps = archived.map((copy) => {
    const volume = volumes.find(({ name }) => name === copy.name)
    if (!volume) throw new Error(`${copy.name} is not a volume of the compose file`)
    return { ...copy, volume }
  })
  await verifyAll(folder, archived)
  const running = await docker.running()
  for (const { name, bytes, image, volume } of steps) {
    const other = image === volume.image ? '' : `, written by ${image}, to be read by ${volume.image}`
    tell(
      await timed(name, async () => {
        await cold(docker, running, volume, () => putBack(docker, folder, name))
        return `${size(bytes)}${other}`
      }),
    )
  }
}

/** Restores volumes into an empty project, reads them back, and removes the project. */
export const drill = async (
  docker: Docker,
  folder: string,
  archived: Archived[],
  tell: (receipt: Receipt) => void,
): Promise<void> => {
  await verifyAll(folder, archived)
  try {
    for (const { name, sha256, bytes } of archived) {
      const measured = measure()
      const receipt = await timed(name, async () => {
        await putBack(docker, folder, name)
        await docker.pack(name, (stream) => pipeline(stream, measured.through, nowhere()))
        return `${size(bytes)} restored and read back`
      })
      const same = measured.result().sha256 === sha256
      tell(same ? receipt : { ...receipt, ok: false, detail: 'the restored data differs from the backup' })
    }
  } finally {
    await docker.removeAll()
  }
}
