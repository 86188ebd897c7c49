import { spawnSync } from 'node:child_process'

/**
 * Whether a program is installed. Under CI a missing program is an error. Otherwise its installation is printed, and
 * the suite that needs it is skipped.
 */
export function requireTool(program: string, install: string): boolean {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' })
  if (!error) return true
  const message = `${program} is not installed: ${install}`
  if (process.env.CI) throw new Error(message)
  process.stderr.write(`${message}\n`)
  return false
}

/**
 * Whether the tests run as root. If not, the reaction is the same as for a missing program; `what` names the tests that
 * need root.
 */
export function requireRoot(what: string): boolean {
  if (process.getuid?.() === 0) return true
  const message = `${what}: run it as root`
  if (process.env.CI) throw new Error(message)
  process.stderr.write(`${message}\n`)
  return false
}
