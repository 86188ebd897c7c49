import { usage, usageTable } from '../capacity.ts'
import { giveAccess } from '../grafana.ts'
import { say } from '../output.ts'
import { reload } from '../reload.ts'
import { addSilence, expireSilence, listSilences, matcherText } from '../silence.ts'
import { readClient, readClients } from '../stack.ts'
import { type Context, removeAccess } from './context.ts'

/** Commands that use the running stack. */
export const runningCommands = (context: Context): void => {
  context.program
    .command('reload')
    .description("make Prometheus, Alertmanager and Grafana reload their files, and update clients' organizations")
    .option('--now', 'do not wait for the end of the alerts of a removed client')
    .action(async ({ now = false }: { now?: boolean }) => {
      const root = context.root()
      await reload(root, readClients(root), context.urls, context.grafana(), { say, now })
      say('reloaded; Loki, Tempo and the push proxy reload their files by themselves')
    })

  context.program
    .command('capacity')
    .description('show the load of each client: current series; log lines, spans and bytes of the last day')
    .action(async () => say(usageTable(await usage(context.urls.prometheus))))

  const silence = context.program.command('silence').description('manage silences in Alertmanager')

  silence
    .command('add')
    .description('silence alerts from now on')
    .argument('<matchers...>', 'name=value, name!=value, name=~regex, name!~regex')
    .requiredOption('--for <duration>', '90m, 2h, 7d')
    .requiredOption('--comment <text>', 'reason')
    .option('--by <name>', 'author', process.env.USER ?? 'ops')
    .action(async (matchers: string[], options: { for: string; comment: string; by: string }) => {
      const { for: duration, comment, by: createdBy } = options
      say(await addSilence(context.urls.alertmanager, { matchers, duration, createdBy, comment }))
    })

  silence
    .command('list')
    .description('list active and pending silences')
    .action(async () => {
      for (const item of await listSilences(context.urls.alertmanager))
        say(
          [
            item.id,
            item.status.state,
            item.matchers.map(matcherText).join(' '),
            item.endsAt,
            item.createdBy,
            item.comment,
          ].join('\t'),
        )
    })

  silence
    .command('expire')
    .description('end a silence now')
    .argument('<id>')
    .action(async (id: string) => {
      await expireSilence(context.urls.alertmanager, id)
      say(`expired: ${id}`)
    })

  const access = context.program.command('grafana').description("manage a client's access to Grafana")

  access
    .command('client')
    .description('onboarding, step 8: create organization, data sources, dashboard and viewer user')
    .argument('<id>')
    .action(async (id: string) => {
      const { url, login, password } = await giveAccess(
        context.root(),
        context.grafana(),
        readClient(context.root(), id),
      )
      say(`${url}\nuser: ${login}\npassword: ${password ?? '(the user existed already; unchanged)'}`)
    })

  access
    .command('remove')
    .description("remove a client's user and organization (part of client remove)")
    .argument('<id>')
    .action((id: string) => removeAccess(context.grafana(), id))
}
