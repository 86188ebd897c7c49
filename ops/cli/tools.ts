import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs that prove a configuration: what they may be called, and where Debian has them. */
export const TOOLS = {
  prometheus: { names: ['prometheus'], install: 'apt-get install prometheus' },
  promtool: { names: ['promtool'], install: 'apt-get install prometheus' },
  alertmanager: {
    names: ['alertmanager', 'prometheus-alertmanager'],
    install: 'apt-get install prometheus-alertmanager',
  },
  amtool: { names: ['amtool'], install: 'apt-get install prometheus-alertmanager' },
  blackbox: {
    names: ['blackbox_exporter', 'prometheus-blackbox-exporter'],
    install: 'apt-get install prometheus-blackbox-exporter',
  },
  postgres_exporter: {
    names: ['postgres_exporter', 'prometheus-postgres-exporter'],
    install: 'apt-get install prometheus-postgres-exporter',
  },
  loki: { names: ['loki'], install: 'test/ops/programs/build.sh FOLDER loki' },
  tempo: { names: ['tempo'], install: 'take the binary out of its image or release' },
  'prom-label-proxy': { names: ['prom-label-proxy'], install: 'test/ops/programs/build.sh FOLDER' },
  nginx: { names: ['nginx'], install: 'apt-get install nginx-light' },
  caddy: { names: ['caddy'], install: 'apt-get install caddy' },
} as const

/** A program of `TOOLS`. */
export type Tool = keyof typeof TOOLS

/** A tool that is not there; the message says how to get it. */
export class MissingTool extends Error {
  override name = 'MissingTool'
}

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a tool is, or undefined. Daemons live in sbin, which a user's PATH may lack. */
export const findTool = (tool: Tool): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .flatMap((folder) => TOOLS[tool].names.map((name) => join(folder, name)))
    .find(isExecutable)

/** Where a tool is; throws with the way to get it. */
export const needTool = (tool: Tool): string => {
  const path = findTool(tool)
  if (!path) throw new MissingTool(`${tool} is not installed: ${TOOLS[tool].install}`)
  return path
}

/** A tool's release, as it says itself: 2.42.0. Some do not. */
export const releaseOf = (tool: Tool): string | undefined => {
  const { stdout, stderr } = spawnSync(needTool(tool), ['--version'], { encoding: 'utf8' })
  return /version v?(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1]
}

/** A tool's version, as major.minor in one number: 2.42 is 2042. */
export const versionOf = (tool: Tool): number => {
  const release = releaseOf(tool)
  if (!release) throw new Error(`${tool} --version says nothing readable`)
  const [major = 0, minor = 0] = release.split('.').map(Number)
  return major * 1000 + minor
}

/** Runs a tool; what it printed, or an error with what it printed. */
export const run = (
  tool: Tool,
  args: string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string => {
  const path = needTool(tool)
  try {
    return execFileSync(path, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd,
      env: { ...process.env, ...env },
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${tool} ${args.join(' ')}\n${stdout}${stderr}`.trim(), { cause: error })
  }
}
