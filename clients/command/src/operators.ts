// Commands of operators. The gateway has them already, as scripts of its package.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { usage } from './failure.ts'

const SCRIPTS: Record<string, string> = {
  start: 'Starts the gateway of this folder.',
  db: 'Creates, migrates, backs up and restores the database of the gateway.',
  token: 'Prints a token of the development issuer.',
  doctor: 'Lists what is missing or wrong on this machine and in the settings.',
  ops: 'Runs the monitoring stack.',
}

/** The folder of the gateway that contains a folder. */
function gatewayFolder(folder: string): string {
  const file = join(folder, 'package.json')
  if (existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).name === 'campaign-management-gateway') return folder
  if (dirname(folder) === folder)
    throw usage(
      'This command works only in the folder of the gateway',
      'Change to the folder that contains its package.json.',
    )
  return gatewayFolder(dirname(folder))
}

async function delegate(script: string, args: string[]): Promise<void> {
  const cwd = gatewayFolder(process.cwd())
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], { cwd, stdio: 'inherit' })
  // A terminal sends Ctrl+C to both. The gateway ends in order, and this command after it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}

export function addOperators(program: Command): void {
  for (const [script, description] of Object.entries(SCRIPTS))
    program
      .command(script)
      .description(`${description} The same as npm run ${script}, in the folder of the gateway.`)
      .argument('[arguments...]')
      .helpOption(false)
      .allowUnknownOption()
      .passThroughOptions()
      .action((args: string[]) => delegate(script, args))
}
