import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figures, Metric, Rounds } from './measure.ts'
import type { Scenario, Target } from './scenarios.ts'

/** The first side of a scenario against another: ratios of each metric, medians over rounds. */
export interface Comparison {
  scenario: string
  side: string
  reference: string
  ratios: Figures
  target?: Target & { isReached: boolean }
}

/** A figure of the process itself, and its limit, if it has one. */
export interface Fact {
  name: string
  value: number
  unit: string
  atMost?: number
}

const METRICS: Metric[] = ['perSecond', 'p50', 'p99', 'cpu', 'postgresCpu', 'allocated', 'peakMemory']

const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const rounded = (value: number) => Number(value.toPrecision(3))

const figuresBy = (of: (metric: Metric) => number) =>
  Object.fromEntries(METRICS.map((metric) => [metric, rounded(of(metric))])) as Record<Metric, number>

/** Ratios are taken within a round, where both met the same machine; the median over rounds is what counts. */
export function compare(scenario: Scenario, rounds: Rounds): Comparison[] {
  const [side, ...references] = scenario.sides
  const own = rounds.get(side) ?? []
  return references.map((reference) => {
    const others = rounds.get(reference) ?? []
    const ratios = figuresBy((metric) =>
      median(own.map((figures, round) => figures[metric] / (others[round]?.[metric] ?? 0))),
    )
    const { target } = reference
    return {
      scenario: scenario.title,
      side: side.name,
      reference: reference.name,
      ratios,
      ...(target && { target: { ...target, isReached: isReached(ratios[target.metric], target) } }),
    }
  })
}

const isReached = (value: number, { atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Target) =>
  value >= atLeast && value <= atMost

/** The medians of each side: figures of this machine at this hour, to read a ratio by, and no claims. */
export const mediansOf = (rounds: Rounds): Record<string, Figures> =>
  Object.fromEntries(
    [...rounds].map(([{ name }, figures]) => [
      name,
      figuresBy((metric) => median(figures.map((each) => each[metric]))),
    ]),
  )

/** Requests per second of the other's, and per request: CPU of the server and of PostgreSQL, and allocations. */
function cell({ ratios, target }: Comparison): string {
  const shown = (metric: Metric) =>
    `${ratios[metric].toFixed(2)}${target?.metric === metric && !target.isReached ? ' **(missed)**' : ''}`
  return `${shown('perSecond')} · ${shown('cpu')} · ${shown('postgresCpu')} · ${shown('allocated')}`
}

const lineOf = (cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [lineOf(head), lineOf(head.map(() => '---')), ...rows.map(lineOf)].join('\n')

const goalOf = ({ metric, atLeast, atMost }: Target) =>
  `${metric === 'cpu' ? 'CPU' : 'requests/s'} ${atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`}`

/** Ratios and figures of the process, as Markdown. */
export function tableOf(comparisons: Comparison[], facts: Fact[]): string {
  const references = [...new Set(comparisons.map(({ reference }) => reference))]
  const rows = [...Map.groupBy(comparisons, ({ scenario }) => scenario)].map(([scenario, found]) => {
    const by = (reference: string) => found.find((each) => each.reference === reference)
    const goals = found.flatMap(({ target }) => (target ? goalOf(target) : []))
    return [scenario, ...references.map((name) => (by(name) ? cell(by(name) as Comparison) : '')), goals.join(', ')]
  })
  const process = facts.map(({ name, value, unit, atMost }) => [
    name,
    `${rounded(value)} ${unit}`,
    atMost === undefined ? '' : `${value <= atMost ? '' : '**missed** '}≤ ${atMost} ${unit}`,
  ])
  return [
    'Gateway over the other: requests/s · per request: CPU of the server · of PostgreSQL · allocations',
    table(['Asked', ...references, 'To reach'], rows),
    ...(process.length > 0 ? [table(['The process', 'Figure', 'To reach'], process)] : []),
  ].join('\n\n')
}

/** Writes results.json beside this file. */
export const writeReport = (results: Record<string, unknown>): Promise<void> =>
  writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
