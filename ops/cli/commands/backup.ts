import { resolve } from 'node:path'
import { backup, chosenFrom, drill, readManifest, readVolumes, restore, type Volume } from '../backup.ts'
import { Docker } from '../docker.ts'
import { say, sayReceipts } from '../output.ts'
import type { Receipt } from '../verify.ts'
import type { Context } from './context.ts'

/** A project of Compose that holds nothing but what a drill restores. */
const DRILL = 'campaign-monitoring-drill'

/** Ends what is under way at the first signal, so that what was stopped is started again. */
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
    throw new Error(`no volume ${unknown.join(', ')}: there are ${all.map(({ name }) => name).join(', ')}`)
  return names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all
}

/** Commands that copy the stack's volumes and put them back, on the host of the stack. */
export const backupCommands = (context: Context): void => {
  context.program
    .command('backup')
    .description('copy the volumes into a new folder; each service stands still while its own is copied')
    .argument('<folder>')
    .argument('[volumes...]', 'these only; without names all of them')
    .action(async (folder: string, names: string[]) => {
      const volumes = chosen(readVolumes(context.root()), names)
      await backup(new Docker(context.root(), interruptible()), resolve(folder), volumes, tell)
      say(`written: ${resolve(folder)}`)
      say('not in it: .env and secrets/, which belong where you keep secrets, and this checkout')
    })

  context.program
    .command('restore')
    .description('put volumes of a backup back, once every archive has been read to its end')
    .argument('<folder>')
    .argument('[volumes...]', 'these only; without names all that the backup holds')
    .option('--drill', 'into volumes of their own, which are read back and removed; the stack goes on')
    .action(async (folder: string, names: string[], options: { drill?: boolean }) => {
      const manifest = readManifest(folder)
      const archived = chosenFrom(manifest, names)
      const signal = interruptible()
      if (options.drill) return drill(new Docker(context.root(), signal, DRILL), folder, archived, tell)
      await restore(new Docker(context.root(), signal), folder, archived, readVolumes(context.root()), tell)
      say(`as of ${manifest.made}`)
    })
}
