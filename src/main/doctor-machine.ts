import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, readdir, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { ask } from '../common/outgoing.ts'
import type { Config } from './config.ts'

/** The result of a check, with the next step if something is missing or wrong. */
export interface Finding {
  name: string
  said: string
  next?: string
}

export type Check = (config: Config) => Promise<Finding[]>

const ROOT = resolve(import.meta.dirname, '../..')
const SOURCES = ['src', 'rest-compat', 'schema/migrations']
/** The file that the build writes last. */
const BUILT = 'dist/web/index.html'
const LEAST_FREE = 1024 ** 3

export const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error && String(error.code)) || error.message : String(error)

const changedAt = async (path: string) => (await stat(join(ROOT, path))).mtimeMs

/** Folders are included, because a file may have been deleted. */
async function newestSource(): Promise<number> {
  const files = await Promise.all(
    SOURCES.map(async (folder) => {
      const names = await readdir(join(ROOT, folder), { recursive: true })
      return [folder, ...names.map((name) => join(folder, name))]
    }),
  )
  return Math.max(...(await Promise.all(files.flat().map(changedAt))))
}

const build: Check = async () => {
  const name = 'Build'
  const next = 'npm run build, which npm start does too'
  const builtAt = await changedAt(BUILT).catch(() => undefined)
  if (builtAt === undefined) return [{ name, said: 'is missing', next }]
  if (builtAt < (await newestSource())) return [{ name, said: 'is older than the sources', next }]
  return [{ name, said: 'matches the sources' }]
}

/** Whether the program that uses the port is the gateway itself. */
const isGateway = async (host: string, port: number): Promise<boolean> => {
  const signal = AbortSignal.timeout(3000)
  const answer = await ask(`http://${host}:${port}/healthz`, { signal }).catch(() => undefined)
  return answer?.ok === true && answer.headers.has('x-request-id')
}

const port: Check = async ({ HOST, PORT }) => {
  const name = 'Port'
  const server = createServer()
  try {
    server.listen(PORT, HOST)
    await once(server, 'listening')
    server.close()
    return [{ name, said: `${PORT} on ${HOST} is free` }]
  } catch (error) {
    if (await isGateway(HOST, PORT)) return [{ name, said: `${PORT} on ${HOST}: a gateway already runs there` }]
    const next = 'stop the program that uses the port, or choose another port: PORT=4001'
    return [{ name, said: `${PORT} on ${HOST} cannot be used (${codeOf(error)})`, next }]
  }
}

/** The folder, or its nearest existing parent. */
async function nearest(folder: string): Promise<string> {
  const isThere = await stat(folder).catch(() => undefined)
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

const dataFolder: Check = async ({ DATA_DIR }) => {
  const name = 'Data folder'
  const folder = resolve(DATA_DIR)
  const there = await nearest(folder)
  const next = `give this user write access, or choose another folder: DATA_DIR=...`
  if (!(await stat(there)).isDirectory()) return [{ name, said: `${there} is a file`, next }]
  try {
    await access(there, constants.W_OK | constants.X_OK)
    return [{ name, said: there === folder ? `${folder} can be written` : `${folder} can be created` }]
  } catch (error) {
    return [{ name, said: `${there} cannot be written (${codeOf(error)})`, next }]
  }
}

const disk: Check = async ({ DATA_DIR }) => {
  const { bavail, bsize } = await statfs(await nearest(resolve(DATA_DIR)))
  const free = bavail * bsize
  const said = `${(free / LEAST_FREE).toFixed(1)} GiB are free below ${resolve(DATA_DIR)}`
  return [{ name: 'Disk', said, ...(free < LEAST_FREE && { next: 'free disk space: at least 1 GiB is needed' }) }]
}

const chromium: Check = async () => {
  const name = 'Chromium'
  for (const program of ['chromium-headless-shell', 'chromium']) {
    const { error, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
    if (!error) return [{ name, said: `${stdout.trim()}, for the tests of pages` }]
  }
  return [
    {
      name,
      said: 'is missing; the tests of pages need it, the gateway does not',
      next: 'apt-get install chromium-headless-shell',
    },
  ]
}

export const machineChecks: readonly Check[] = [build, port, dataFolder, disk, chromium]
