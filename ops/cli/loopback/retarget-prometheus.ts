import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { type Pace, type Place, STEP, type Target, type Watched } from './place.ts'

interface Rules {
  groups: { name: string; rules: { alert: string; for?: string }[] }[]
}

/**
 * The selected alerts. At the quick pace, conditions must hold for a second instead of minutes. Expressions stay
 * unchanged.
 */
const kept = (rules: Rules, keep: (alert: string) => boolean, pace: Pace): Rules => ({
  groups: rules.groups.map((group) => ({
    ...group,
    rules: group.rules
      .filter(({ alert }) => keep(alert))
      .map((rule) => (rule.for && pace === 'quick' ? { ...rule, for: STEP } : rule)),
  })),
})

interface Job {
  job_name: string
  relabel_configs?: { replacement?: string }[]
  static_configs?: { targets: string[]; labels?: Record<string, string> }[]
}

/** The jobs of the stack that have targets in the chain, with the chain's addresses and intervals. */
const jobs = (
  configured: Job[],
  { folder, to, pace }: Place,
  { probes, metrics = [], parts = {} }: Watched,
): unknown[] => {
  const targets: Record<string, Target[]> = { probe: probes, 'client-metrics': metrics }
  const quick = pace === 'quick' ? { scrape_interval: STEP, scrape_timeout: STEP } : {}
  return configured.flatMap((job): unknown[] => {
    const name = job.job_name
    const part = parts[name]
    if (part) return [{ ...job, ...quick, static_configs: [{ ...job.static_configs?.[0], targets: [part] }] }]
    const watched = targets[name] ?? []
    if (watched.length === 0) return []
    const path = join(folder, `${name}.json`)
    writeFileSync(path, JSON.stringify(watched.map(({ address, labels }) => ({ targets: [address], labels }))))
    const relabel_configs = job.relabel_configs?.map((step) =>
      step.replacement === 'blackbox:9115' ? { ...step, replacement: to.blackbox } : step,
    )
    return [{ ...job, ...quick, scheme: 'http', file_sd_configs: [{ files: [path] }], relabel_configs }]
  })
}

/** Writes Prometheus' configuration with the targets on loopback instead of the stack's targets. */
export const retargetPrometheus = (place: Place, watched: Watched): string => {
  const { root, folder, to, pace } = place
  const load = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'))
  const rulesFolder = join(folder, 'rules')
  mkdirSync(rulesFolder)
  const write = (name: string, keep: (alert: string) => boolean) => {
    const rules = load(`prometheus/rules/${name}`) as Rules
    writeFileSync(join(rulesFolder, name), stringify(kept(rules, keep, pace)))
  }
  write('alerts.yml', () => true)
  // Most parts of the stack do not run in the chain, so of its own alerts only the heartbeat applies.
  write('self-monitoring.yml', (alert) => alert === 'Watchdog')
  for (const client of watched.clients ?? [])
    if (existsSync(join(root, `prometheus/rules/${client}.yml`))) write(`${client}.yml`, () => true)
  const config = load('prometheus/prometheus.yml') as { global: object; alerting: object; scrape_configs: Job[] }
  const path = join(folder, 'prometheus.yml')
  writeFileSync(
    path,
    stringify({
      global: pace === 'quick' ? { scrape_interval: STEP, evaluation_interval: STEP } : config.global,
      alerting: { ...config.alerting, alertmanagers: [{ static_configs: [{ targets: [to.alertmanager] }] }] },
      rule_files: [join(rulesFolder, '*.yml')],
      scrape_configs: jobs(config.scrape_configs, place, watched),
    }),
  )
  return path
}
