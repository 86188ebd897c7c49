import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that verify a configuration: their possible names, and how to install them in Debian. */
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
  traefik: { names: ['traefik'], install: 'test/ops/programs/proxies.sh FOLDER' },
} as const

/** A program of `TOOLS`. */
export type Tool = keyof typeof TOOLS

/** A tool is missing. The message explains how to install it. */
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

/** The path of a tool, or undefined. Daemons are in sbin, which may be missing in a user's PATH. */
export const findTool = (tool: Tool): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .flatMap((folder) => TOOLS[tool].names.map((name) => join(folder, name)))
    .find(isExecutable)

/** The path of a tool. @throws MissingTool with the way to install it */
export const needTool = (tool: Tool): string => {
  const path = findTool(tool)
  if (!path) throw new MissingTool(`${tool} is not installed: ${TOOLS[tool].install}`)
  return path
}

/** The release that a tool reports, for example 2.42.0. Some tools report none. */
export const releaseOf = (tool: Tool): string | undefined => {
  const { stdout, stderr } = spawnSync(needTool(tool), ['--version'], { encoding: 'utf8' })
  return /version v?(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1]
}

/** A tool's version, with major and minor in one number: 2.42 is 2042. */
export const versionOf = (tool: Tool): number => {
  const release = releaseOf(tool)
  if (!release) throw new Error(`${tool} --version prints no version`)
  const [major = 0, minor = 0] = release.split('.').map(Number)
  return major * 1000 + minor
}

/** Runs a tool and returns its output. @throws Error with the output if the tool fails */
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
