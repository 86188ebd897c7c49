#!/usr/bin/env node
import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import { backupCommands } from './commands/backup.ts'
import { clientCommands } from './commands/client.ts'
import { administrator, type Context } from './commands/context.ts'
import { fileCommands } from './commands/files.ts'
import { proveCommand } from './commands/prove.ts'
import { runningCommands } from './commands/running.ts'
import { urlsFrom } from './urls.ts'

const program = new Command('ops')
  .description('Runs the monitoring stack: clients, generated files, checks, silences and dashboards.')
  .option('--root <folder>', 'the ops folder', dirname(import.meta.dirname))
  .showHelpAfterError('(ops help lists all commands)')

const context: Context = {
  program,
  urls: urlsFrom(process.env),
  root: () => resolve(program.opts<{ root: string }>().root),
  grafana: () => administrator(context.root(), context.urls.grafana),
}

clientCommands(context)
fileCommands(context)
runningCommands(context)
proveCommand(context)
backupCommands(context)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
