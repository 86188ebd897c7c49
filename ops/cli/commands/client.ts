import { readFileSync } from 'node:fs'
import { addClient, removeClient } from '../clients.ts'
import { readEnv } from '../env.ts'
import { askRecord } from '../interactive.ts'
import { writeKit } from '../kit.ts'
import { proveDelivery } from '../loopback/prove.ts'
import { say, sayChanges, sayReceipts } from '../output.ts'
import { beginRotation, finishRotation } from '../rotation.ts'
import { readClient, readClients } from '../stack.ts'
import { receiversOf, verifyClient } from '../verify.ts'
import { type Context, removeAccess } from './context.ts'

/** Commands about one client. */
export const clientCommands = (context: Context): void => {
  const client = context.program.command('client').description('onboard, show, prove and remove clients')

  client
    .command('add')
    .description('onboarding, steps 1 to 6: all files or none; the same record again changes nothing')
    .argument('<file>', 'the client record (YAML), or "interactive" to be asked')
    .option('--prove', 'then take the site down on loopback and show a receipt per receiver')
    .action(async (file: string, { prove }: { prove?: boolean }) => {
      const yaml = file === 'interactive' ? await askRecord() : readFileSync(file, 'utf8')
      const { client: added, changes } = addClient(context.root(), yaml, file)
      sayChanges(changes)
      if (prove) sayReceipts(await proveDelivery(context.root(), added))
      say(`Next: ops reload; ops client kit ${added.id}; ops client verify ${added.id}; ops grafana client ${added.id}`)
    })

  client
    .command('remove')
    .description('offboarding: targets, log rules, dashboard, routes, access; nothing mentions the client afterwards')
    .argument('<id>')
    .option('--keep-access', 'leave the user and organization in Grafana (when it is not running)')
    .action(async (id: string, { keepAccess }: { keepAccess?: boolean }) => {
      const { client: removed, changes } = removeClient(context.root(), id)
      sayChanges(changes)
      say(`Now remove the cron lines and the kit on the host of ${removed.name} (${removed.access}), then: ops reload`)
      if (keepAccess) return
      // Last, since Grafana may not answer: then the files are gone already, and this is what is left to do.
      await removeAccess(context.grafana(), id).catch((error: Error) => {
        throw new Error(
          `${error.message}\nGrafana still knows the client; when it answers, then: ops grafana remove ${id}`,
        )
      })
    })

  client
    .command('list')
    .description('every client on record')
    .action(() => {
      for (const { id, name, domain, contact } of readClients(context.root()))
        say([id, name, domain, contact].join('\t'))
    })

  client
    .command('show')
    .description('a record with its defaults filled in')
    .argument('<id>')
    .action((id: string) => say(JSON.stringify(readClient(context.root(), id), null, 2)))

  client
    .command('kit')
    .description("write the bundle for a client's host: endpoint, shipper, settings, cron lines, instructions")
    .argument('<id>')
    .action((id: string) => say(`written: ${writeKit(context.root(), readClient(context.root(), id))}`))

  client
    .command('rotate')
    .description('new credentials for a client: they and the old ones hold until --finish')
    .argument('<id>')
    .option('--finish', "once the new kit is on the client's host: the old credentials hold no longer")
    .action((id: string, { finish }: { finish?: boolean }) => {
      const root = context.root()
      sayChanges(finish ? finishRotation(root, id) : beginRotation(root, id))
      say(`written: ${writeKit(root, readClient(root, id))}`)
      if (!finish) say(`Next: client.env of the kit to the client's host; ops client rotate ${id} --finish`)
    })

  client
    .command('verify')
    .description('onboarding, step 7: probes, logs and a test alert at each receiver, a receipt per step')
    .argument('<id>')
    .option(
      '--loopback',
      'without a running stack: the real programs on this machine, the site taken down and up again',
    )
    .action(async (id: string, { loopback }: { loopback?: boolean }) => {
      const record = readClient(context.root(), id)
      sayReceipts(
        loopback
          ? await proveDelivery(context.root(), record)
          : await verifyClient(record, context.urls, receiversOf(record, readEnv(context.root()))),
      )
    })
}
