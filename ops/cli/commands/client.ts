import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availabilityOf } from '../availability.ts'
import { addClient, removeClient } from '../clients.ts'
import { readEnv } from '../env.ts'
import { askRecord } from '../interactive.ts'
import { writeKit } from '../kit.ts'
import { proveDelivery } from '../loopback/prove.ts'
import { say, sayChanges, sayReceipts } from '../output.ts'
import { reportOf } from '../report.ts'
import { beginRotation, finishRotation } from '../rotation.ts'
import { readClient, readClients } from '../stack.ts'
import { statusPage } from '../status-page.ts'
import { receiversOf, verifyClient } from '../verify.ts'
import { type Context, removeAccess } from './context.ts'

export const clientCommands = (context: Context): void => {
  const client = context.program.command('client').description('onboard, show, test and remove clients')

  client
    .command('add')
    .description('onboarding, steps 1 to 6: write all files or none; the same record again changes nothing')
    .argument('<file>', 'the client record (YAML), or "interactive" to be asked')
    .option('--prove', 'then stop the site on loopback and show a receipt per receiver')
    .action(async (file: string, { prove }: { prove?: boolean }) => {
      const yaml = file === 'interactive' ? await askRecord() : readFileSync(file, 'utf8')
      const { client: added, changes } = addClient(context.root(), yaml, file)
      sayChanges(changes)
      if (prove) sayReceipts(await proveDelivery(context.root(), added))
      say(`Next: ops reload; ops client kit ${added.id}; ops client verify ${added.id}; ops grafana client ${added.id}`)
    })

  client
    .command('remove')
    .description('offboarding: remove targets, log rules, dashboard, routes and access of the client')
    .argument('<id>')
    .option('--keep-access', 'keep the user and organization in Grafana (if Grafana is not running)')
    .action(async (id: string, { keepAccess }: { keepAccess?: boolean }) => {
      const { client: removed, changes } = removeClient(context.root(), id)
      sayChanges(changes)
      say(`Now remove the cron lines and the kit on the host of ${removed.name} (${removed.access}), then: ops reload`)
      if (keepAccess) return
      // This is the last step, because Grafana may not answer. The files are removed by then, and only this step
      // remains.
      await removeAccess(context.grafana(), id).catch((error: Error) => {
        throw new Error(
          `${error.message}\nThe client still exists in Grafana. When Grafana answers: ops grafana remove ${id}`,
        )
      })
    })

  client
    .command('list')
    .description('list all clients')
    .action(() => {
      for (const { id, name, domain, contact } of readClients(context.root()))
        say([id, name, domain, contact].join('\t'))
    })

  client
    .command('show')
    .description('show a record with its defaults')
    .argument('<id>')
    .action((id: string) => say(JSON.stringify(readClient(context.root(), id), null, 2)))

  client
    .command('kit')
    .description("write the bundle for a client's host: endpoint, shipper, settings, cron lines, instructions")
    .argument('<id>')
    .action((id: string) => say(`written: ${writeKit(context.root(), readClient(context.root(), id))}`))

  client
    .command('rotate')
    .description('create new credentials for a client; the old ones stay valid until --finish')
    .argument('<id>')
    .option('--finish', "after the new kit is on the client's host: end the validity of the old credentials")
    .action((id: string, { finish }: { finish?: boolean }) => {
      const root = context.root()
      sayChanges(finish ? finishRotation(root, id) : beginRotation(root, id))
      say(`written: ${writeKit(root, readClient(root, id))}`)
      if (!finish) say(`Next: copy client.env of the kit to the client's host; ops client rotate ${id} --finish`)
    })

  client
    .command('report')
    .description('availability and error budget of the last 30 days, as Markdown')
    .argument('<id>')
    .action(async (id: string) => {
      const record = readClient(context.root(), id)
      const now = new Date()
      say(reportOf(record, await availabilityOf(context.urls.prometheus, record, now), now).trimEnd())
    })

  client
    .command('status-page')
    .description("write the status page of a client's public sites: one HTML file without scripts")
    .argument('<id>')
    .argument('<file>', 'replaced as a whole, so a web server may serve it')
    .action(async (id: string, file: string) => {
      const record = readClient(context.root(), id)
      const now = new Date()
      const page = statusPage(record, await availabilityOf(context.urls.prometheus, record, now), now)
      writeFileSync(`${file}.new`, page)
      renameSync(`${file}.new`, file)
      say(`written: ${file}`)
    })

  client
    .command('verify')
    .description('onboarding, step 7: test probes, logs and an alert at each receiver, with a receipt per step')
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
