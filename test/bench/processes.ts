import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A server that runs in a process of its own. */
export interface Running {
  name: string
  pid: number
  url: string
  /** From the start of the process to the first good answer, in milliseconds. */
  startMs: number
  /** Bytes that the heap of the process has allocated since its start. */
  allocated(): Promise<number>
  stop(): Promise<void>
}

export const ROOT = join(import.meta.dirname, '../..')

/** For a machine that is busy with something else. */
const PATIENCE_MS = 180_000

/** Starts a server on `port`, and waits until `isReady`, asked every few milliseconds, says yes. */
export async function startServer(
  name: string,
  port: number,
  command: string[],
  env: Record<string, string>,
  isReady: (url: string) => Promise<boolean>,
): Promise<Running> {
  const started = performance.now()
  const counting = join(import.meta.dirname, 'allocations.mjs')
  const child = spawn(process.execPath, ['--import', counting, ...command], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url).catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${name} stopped with exit code ${child.exitCode}`)
    if (performance.now() - started > PATIENCE_MS) {
      child.kill('SIGKILL')
      throw new Error(`${name} did not answer within ${PATIENCE_MS / 60_000} minutes`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const startMs = performance.now() - started
  return { name, url, pid: child.pid ?? 0, startMs, allocated: () => allocatedBy(child), stop: () => stop(child) }
}

async function allocatedBy(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message')
  child.send('allocated')
  const [bytes] = await answer
  return bytes
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const stopped = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await stopped
}

const TICK_MS = 10

/** CPU time that a process has used, in milliseconds; its ended children included when `withChildren`. */
function cpuOf(pid: number, withChildren: boolean): number {
  const fields = statOf(pid)
  return fields.slice(11, withChildren ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS
}

/** The fields of /proc/<pid>/stat behind the name, which may hold blanks: state, parent, ... */
const statOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []

/** CPU time of a server process, in milliseconds. */
export const serverCpu = (pid: number): number => cpuOf(pid, false)

/** CPU time of PostgreSQL with all its sessions, in milliseconds. */
export function postgresCpu(postmaster: number): number {
  const sessions = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === postmaster)
  return sessions.reduce((sum, pid) => sum + sessionCpu(Number(pid)), cpuOf(postmaster, true))
}

/** A session that ends during the measurement counts as an ended child of the postmaster. */
function sessionCpu(pid: number): number {
  try {
    return cpuOf(pid, false)
  } catch {
    return 0
  }
}

/** The parent of a process; undefined once it is gone. */
export function parentOf(pid: number): number | undefined {
  try {
    return Number(statOf(pid)[1])
  } catch {
    return undefined
  }
}

const status = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Resident memory now, in MiB. */
export const memory = (pid: number): number => status(pid, 'VmRSS')

/** The most resident memory since `forgetPeak`, in MiB. */
export const peakMemory = (pid: number): number => status(pid, 'VmHWM')

/** Starts a new measurement of the peak. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
