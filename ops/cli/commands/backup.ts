import { resolve } from 'node:path'
import { backup, chosenFrom, drill, readManifest, readVolumes, restore, type Volume } from '../backup.ts'
import { Docker } from '../docker.ts'
import { say, sayReceipts } from '../output.ts'
import type { Receipt } from '../verify.ts'
import type { Context } from './context.ts'

/** A Compose project that contains only the volumes that a drill restores. */
const DRILL = 'campaign-monitoring-drill'

/** Aborts the operation at the first signal, so that stopped services are started again. */
const interruptible = (): AbortSignal => {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => controller.abort(new Error(`interrupted by ${signal}`)))
  return controller.signal
}

const tell = (receipt: Receipt): void => sayReceipts([receipt])

const chosen = (all: Volume[], names: string[]): Volume[] => {
  const unknown = names.filter((name) => !all.some((volume) => volume.name === name))
  if (unknown.length > 0)
    throw new Error(`unknown volumes: ${unknown.join(', ')}; known: ${all.map(({ name }) => name).join(', ')}`)
  return names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all
}

/** Commands that back up and restore the stack's volumes, on the host of the stack. */
export const backupCommands = (context: Context): void => {
  context.program
    .command('backup')
    .description('copy the volumes into a new folder; each service is stopped while its volumes are copied')
    .argument('<folder>')
    .argument('[volumes...]', 'volumes to copy; default: all')
    .action(async (folder: string, names: string[]) => {
      const volumes = chosen(readVolumes(context.root()), names)
      await backup(new Docker(context.root(), interruptible()), resolve(folder), volumes, tell)
      say(`written: ${resolve(folder)}`)
      say('not included: this checkout, .env and secrets/; store the secrets separately')
    })

  context.program
    .command('restore')
    .description('restore volumes of a backup, after all archives have been verified')
    .argument('<folder>')
    .argument('[volumes...]', 'volumes to restore; default: all of the backup')
    .option('--drill', 'restore into temporary volumes, verify them and remove them; the stack keeps running')
    .action(async (folder: string, names: string[], options: { drill?: boolean }) => {
      const manifest = readManifest(folder)
      const archived = chosenFrom(manifest, names)
      const signal = interruptible()
      if (options.drill) return drill(new Docker(context.root(), signal, DRILL), folder, archived, tell)
      await restore(new Docker(context.root(), signal), folder, archived, readVolumes(context.root()), tell)
      say(`as of ${manifest.made}`)
    })
}
