import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import { backupCommands } from './commands/backup.ts'
import { clientCommands } from './commands/client.ts'
import { administrator, type Context } from './commands/context.ts'
import { fileCommands } from './commands/files.ts'
import { proveCommand } from './commands/prove.ts'
import { runningCommands } from './commands/running.ts'
import { urlsFrom } from './urls.ts'

/** The command `ops` with all of its commands. */
export const opsProgram = (): Command => {
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
  for (const add of [clientCommands, fileCommands, runningCommands, proveCommand, backupCommands]) add(context)
  return program
}
