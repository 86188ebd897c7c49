import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { logRules } from '../../../ops/cli/log-rules.ts'
import type { ClientRecord } from '../../../ops/cli/record.ts'
import { type Route, routes } from '../../../ops/cli/routing.ts'
import { readClients } from '../../../ops/cli/stack.ts'
import { yamlOps } from './stack.ts'

/** What adds to the time from a fault to its notification, at most, in seconds. */
export type Bound = [what: string, seconds: number][]

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600 }

const seconds = (duration: string): number =>
  [...duration.matchAll(/(\d+)([smh])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0),
    0,
  )

const { global } = yamlOps<{ global: Record<string, string> }>('prometheus/prometheus.yml')
const scrape: Bound[number] = ['scrape', seconds(global.scrape_interval ?? '')]
const evaluation: Bound[number] = ['evaluation', seconds(global.evaluation_interval ?? '')]

const groupWait = (tree: Route, labels: Record<string, string>): Bound[number] => {
  const matching = (routes: Route[] = []) =>
    routes.find(
      (route) =>
        !route.continue &&
        (route.matchers ?? []).every((matcher) => {
          const [, name = '', value] = /^(\w+)="(.*)"$/.exec(matcher) ?? []
          return labels[name] === value
        }),
    )
  let route = tree
  for (let next = matching(tree.routes); next; next = matching(next.routes)) route = { ...route, ...next }
  return ['group wait', seconds(route.group_wait ?? '')]
}

interface Rule {
  alert: string
  for?: string
  labels: Record<string, string>
}

/** What bounds the notification of people about an alert of Prometheus, as it is configured under a folder. */
export const metricBound = (root: string, alert: string, client: string, window: Bound = []): Bound => {
  const rules = globSync('prometheus/rules/*.yml', { cwd: root }).flatMap((path) => {
    const { groups } = parse(readFileSync(join(root, path), 'utf8')) as { groups: { rules: Rule[] }[] }
    return groups.flatMap((group) => group.rules)
  })
  const rule = rules.find((candidate) => candidate.alert === alert)
  if (!rule) throw new Error(`no alert ${alert}`)
  const held: Bound = rule.for ? [['held', seconds(rule.for)]] : []
  return [...window, scrape, ...held, evaluation, groupWait(routes(readClients(root)), { ...rule.labels, client })]
}

/** The same for an alert of Loki. */
export const logBound = (client: ClientRecord, suffix: string): Bound => {
  const [group] = logRules(client).groups
  const rule = group?.rules.find(({ alert }) => alert.endsWith(suffix))
  const offset = / offset (\d+m)/.exec(rule?.expr ?? '')?.[1] ?? ''
  return [
    ['until every line is there', seconds(offset)],
    ['evaluation', seconds(group?.interval ?? '')],
    groupWait(routes([client]), { ...rule?.labels }),
  ]
}

const clock = (total: number): string =>
  total < 60 ? `${total} s` : `${Math.floor(total / 60)} min${total % 60 ? ` ${total % 60} s` : ''}`

/** The bound as text: its sum, and of what. */
export const boundText = (bound: Bound): [sum: string, of: string] => [
  clock(bound.reduce((sum, [, part]) => sum + part, 0)),
  bound.map(([what, part]) => `${what} ${clock(part)}`).join(', '),
]
