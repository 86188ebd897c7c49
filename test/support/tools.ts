import { spawnSync } from 'node:child_process'

/**
 * Whether a program is installed. Under CI its absence is a failure; elsewhere it is reported, with how to get it, and
 * the suite that needs it does not run.
 */
export function requireTool(program: string, install: string): boolean {
  const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' })
  if (!error) return true
  const message = `${program} is not installed: ${install}`
  if (process.env.CI) throw new Error(message)
  process.stderr.write(`${message}\n`)
  return false
}

/** Whether the tests run as root. Where they do not, it is as with a program that is missing: `what` says who needs it. */
export function requireRoot(what: string): boolean {
  if (process.getuid?.() === 0) return true
  const message = `${what}: run it as root`
  if (process.env.CI) throw new Error(message)
  process.stderr.write(`${message}\n`)
  return false
}
