import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { say } from '../output.ts'
import { findTool, releaseOf, TOOLS, type Tool } from '../tools.ts'
import type { Context } from './context.ts'

/** The suites that start programs of the stack. CI runs the same suites. */
const SUITES = [
  'alertmanager',
  'boot',
  'chain',
  'check',
  'drill',
  'faults',
  'metric-alerts',
  'programs',
  'reload',
  'routing',
  'stores',
  'verify',
]

const CHECKOUT = resolve(import.meta.dirname, '../../..')

/** Puts a folder first in PATH. Returns the tools that it contains. */
const takeFrom = (folder: string): Tool[] => {
  process.env.PATH = `${folder}${delimiter}${process.env.PATH}`
  return (Object.keys(TOOLS) as Tool[]).filter((tool) => findTool(tool)?.startsWith(`${folder}/`))
}

/** The command that tests the stack with binaries from any source. */
export const proveCommand = ({ program }: Context): void => {
  program
    .command('prove')
    .description('in a checkout: run the tests that start programs of the stack, with the binaries of a folder')
    .requiredOption('--bin <folder>', 'folder with binaries, for example those of the images')
    .option('--configured', 'use the waiting times of the stack; takes about fifteen minutes')
    .action(({ bin, configured }: { bin: string; configured?: boolean }) => {
      const folder = resolve(bin)
      const own = takeFrom(folder)
      if (own.length === 0) throw new Error(`${folder} has none of ${Object.keys(TOOLS).join(', ')}`)
      if (!existsSync(join(CHECKOUT, 'node_modules/jest')))
        throw new Error(`${CHECKOUT} is not a checkout after "npm ci"`)
      for (const tool of own) say(`${tool}: ${releaseOf(tool) ?? 'does not report its release'}`)
      const suites = SUITES.map((suite) => `test/ops/${suite}.test.ts`)
      const { status } = spawnSync('npm', ['test', '--', ...suites, '--maxWorkers=1'], {
        cwd: CHECKOUT,
        stdio: 'inherit',
        env: { ...process.env, CHAIN_PACE: configured ? 'configured' : 'quick' },
      })
      process.exitCode = status ?? 1
    })
}
