import { findTool, releaseOf, type Tool } from '../../../ops/cli/tools.ts'
import { requireTool } from '../../support/tools.ts'
import { yamlOps } from './stack.ts'

/** The service whose image holds a program. */
const SERVICES = {
  prometheus: 'prometheus',
  promtool: 'prometheus',
  alertmanager: 'alertmanager',
  amtool: 'alertmanager',
  blackbox: 'blackbox',
  'prom-label-proxy': 'prom-label-proxy',
  loki: 'loki',
  tempo: 'tempo',
} as const satisfies Partial<Record<Tool, string>>

/** A program that an image of the stack holds. */
export type Program = keyof typeof SERVICES

const { services } = yamlOps<{ services: Record<string, { image?: string }> }>('docker-compose.yml')

/** The release of a program that the compose file names. */
export const pinnedRelease = (program: Program): string =>
  services[SERVICES[program]]?.image?.split(':v').at(-1)?.split(':').at(-1) ?? ''

const BUILD = 'test/ops/programs/build.sh FOLDER builds it with Go, then put FOLDER first in the PATH'

/**
 * Whether a program of the stack is installed. Under CI it must be the release that the compose file names; elsewhere
 * another, such as Debian's, replaces it and is named.
 */
export const requireProgram = (program: Program): boolean => {
  if (!findTool(program)) return requireTool(program, BUILD)
  const [is, pinned] = [releaseOf(program), pinnedRelease(program)]
  // Some do not tell their release, prom-label-proxy whatever one does.
  if (is === pinned || !is) return true
  const message = `${program} is ${is}, not ${pinned}: ${BUILD}`
  if (process.env.CI) throw new Error(message)
  process.stderr.write(`${message}\n`)
  return true
}

/**
 * The same where another release cannot replace it, because it does not read these files: under CI it must be the one that the
 * compose file names; elsewhere the program is left out, and that is said.
 */
export const requirePinned = (program: Program): boolean => {
  if (!requireProgram(program)) return false
  const [is, pinned] = [releaseOf(program), pinnedRelease(program)]
  if (is === pinned || !is) return true
  process.stderr.write(`${program} is not started: this test is for ${pinned} alone\n`)
  return false
}

/** Whether a program is installed that CI has no time to build or no way to get. Where it is not, that is said. */
export const startedByHand = (program: 'loki' | 'tempo'): boolean => {
  if (findTool(program)) return requireProgram(program)
  process.stdout.write(`${program} is started by hand only (npm run ops -- prove --bin FOLDER): not tried\n`)
  return false
}
