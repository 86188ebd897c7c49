import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isMap, isSeq, parse, parseDocument, stringify, visit } from 'yaml'
import { copyTemplates, downgradeConfig } from '../dialect.ts'
import type { ClientRecord } from '../record.ts'

/** Addresses of one chain on loopback. */
export interface Addresses {
  inbox: string
  smtp: string
  site: string
  blackbox: string
  alertmanager: string
}

/** The bearer token the gateway's webhook expects on loopback. */
export const LOOPBACK_TOKEN = 'loopback-token-of-the-chain'

const STEP = '1s'

/** What is changed in Alertmanager's configuration besides addresses: waiting, and nothing of the routing. */
const FASTER: Record<string, string> = { group_wait: '200ms', group_interval: '1s' }

/** Writes Alertmanager's configuration with the endpoints of the chain; returns its path and what an older binary lost. */
export const retargetAlertmanager = (root: string, folder: string, config: string, version: number, to: Addresses) => {
  const templates = join(folder, 'templates')
  const token = join(folder, 'token')
  writeFileSync(token, LOOPBACK_TOKEN)
  const slack = (file: string) => `${to.inbox}/slack/${file.includes('critical') ? 'critical' : 'alerts'}`
  const replacements: Record<string, (value: string) => [key: string, value: unknown]> = {
    templates: () => ['templates', [join(templates, '*.tmpl')]],
    smtp_smarthost: () => ['smtp_smarthost', to.smtp],
    smtp_require_tls: () => ['smtp_require_tls', false],
    api_url_file: (file) => ['api_url', slack(file)],
    bot_token_file: () => ['bot_token', '1:loopback'],
    chat_id_file: () => ['chat_id', 1],
    webhook_url_file: () => ['webhook_url', `${to.inbox}/teams`],
    credentials_file: () => ['credentials_file', token],
    url_file: () => ['url', `${to.inbox}/heartbeat`],
    url: (address) => ['url', to.inbox + new URL(address).pathname],
  }
  // Older binaries first lose what they cannot read, then every remaining address is replaced.
  const { text, taken } = downgradeConfig(config, 'alertmanager', version)
  const document = parseDocument(text)
  visit(document, {
    Pair(_, pair) {
      const key = String(pair.key)
      if (key === 'smtp_auth_username' || key === 'smtp_auth_password_file') return visit.REMOVE
      const replaced = replacements[key]?.(String(pair.value)) ?? (key in FASTER ? [key, FASTER[key]] : undefined)
      if (replaced) {
        pair.key = document.createNode(replaced[0])
        pair.value = document.createNode(replaced[1])
        return visit.SKIP
      }
      if (key === 'telegram_configs' && isSeq(pair.value))
        for (const item of pair.value.items) if (isMap(item)) item.set('api_url', to.inbox)
      return undefined
    },
  })
  const path = join(folder, 'alertmanager.yml')
  writeFileSync(path, document.toString())
  return { path, taken: [...new Set([...copyTemplates(root, templates, version), ...taken])] }
}

interface Rules {
  groups: { name: string; rules: { alert: string; for?: string }[] }[]
}

/** Conditions hold for a second instead of minutes; expressions stay as they are. */
const faster = (rules: Rules, keep: (alert: string) => boolean): Rules => ({
  groups: rules.groups.map((group) => ({
    ...group,
    rules: group.rules.filter(({ alert }) => keep(alert)).map((rule) => (rule.for ? { ...rule, for: '1s' } : rule)),
  })),
})

/** Writes Prometheus' configuration with the client's probes turned to the site on loopback. */
export const retargetPrometheus = (root: string, folder: string, client: ClientRecord, to: Addresses): string => {
  const load = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'))
  const rulesFolder = join(folder, 'rules')
  mkdirSync(rulesFolder)
  const write = (name: string, keep: (alert: string) => boolean) =>
    writeFileSync(join(rulesFolder, name), stringify(faster(load(`prometheus/rules/${name}`) as Rules, keep)))
  write('alerts.yml', () => true)
  // Nothing but the probe runs here, so of the stack's own alerts only the heartbeat makes sense.
  write('self-monitoring.yml', (alert) => alert === 'Watchdog')
  const targets = load(`prometheus/targets/probe/${client.id}.json`) as { labels: Record<string, string> }[]
  const target = targets.find(({ labels }) => labels.module?.startsWith('http_2xx'))
  if (!target) throw new Error(`client "${client.id}" has no probe of a site to take down`)
  writeFileSync(
    join(folder, `${basename(client.id)}.json`),
    JSON.stringify([{ targets: [to.site], labels: { ...target.labels, module: 'http_2xx' } }]),
  )
  const config = load('prometheus/prometheus.yml') as {
    scrape_configs: { job_name: string; relabel_configs: { replacement?: string }[] }[]
  }
  const probe = config.scrape_configs.find((job) => job.job_name === 'probe')
  if (!probe) throw new Error('prometheus/prometheus.yml has no job "probe"')
  const path = join(folder, 'prometheus.yml')
  writeFileSync(
    path,
    stringify({
      global: { scrape_interval: STEP, evaluation_interval: STEP },
      alerting: { alertmanagers: [{ static_configs: [{ targets: [to.alertmanager] }] }] },
      rule_files: [join(rulesFolder, '*.yml')],
      scrape_configs: [
        {
          ...probe,
          scrape_timeout: STEP,
          file_sd_configs: [{ files: [join(folder, `${client.id}.json`)] }],
          relabel_configs: probe.relabel_configs.map((step) =>
            step.replacement === 'blackbox:9115' ? { ...step, replacement: to.blackbox } : step,
          ),
        },
      ],
    }),
  )
  return path
}
