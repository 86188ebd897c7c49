import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { Figures, Metric, Rounds } from './measure.ts'
import type { Scenario, ServerName, Target } from './scenarios.ts'

/** The first server of a scenario against another: ratios of each metric, medians over rounds. */
export interface Comparison {
  scenario: string
  server: ServerName
  reference: ServerName
  ratios: Figures
  target?: Target & { isReached: boolean }
}

/** A figure of the process itself, and its limit. */
export interface Fact {
  name: string
  value: number
  unit: string
  atMost: number
}

const METRICS: [Metric, string][] = [
  ['perSecond', 'requests/s'],
  ['p50', 'p50'],
  ['p99', 'p99'],
  ['cpu', 'CPU/request'],
  ['postgresCpu', 'PostgreSQL CPU/request'],
  ['peakMemory', 'peak memory'],
]

const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const rounded = (value: number) => Number(value.toPrecision(3))

/** Ratios are taken within a round, where both met the same machine; the median over rounds is what counts. */
export function compare(scenario: Scenario, rounds: Rounds): Comparison[] {
  const [server, ...references] = scenario.servers
  const own = rounds.get(server) ?? []
  return references.map((reference) => {
    const others = rounds.get(reference) ?? []
    const ratio = (metric: Metric) =>
      median(own.map((figures, round) => figures[metric] / (others[round]?.[metric] ?? 0)))
    const ratios = Object.fromEntries(METRICS.map(([metric]) => [metric, rounded(ratio(metric))])) as unknown as Figures
    const target = scenario.targets[reference]
    return {
      scenario: scenario.title,
      server,
      reference,
      ratios,
      ...(target && { target: { ...target, isReached: isReached(ratios[target.metric], target) } }),
    }
  })
}

const isReached = (value: number, { atLeast = 0, atMost = Number.POSITIVE_INFINITY }: Target) =>
  value >= atLeast && value <= atMost

/** The medians of each server: figures of this machine at this hour, to read a ratio by, and no claims. */
export const mediansOf = (rounds: Rounds): Partial<Record<ServerName, Figures>> =>
  Object.fromEntries(
    [...rounds].map(([server, figures]) => [
      server,
      Object.fromEntries(METRICS.map(([metric]) => [metric, rounded(median(figures.map((each) => each[metric])))])),
    ]),
  )

const verdict = ({ target }: Comparison) => {
  if (!target) return ''
  const [, metric] = METRICS.find(([name]) => name === target.metric) ?? []
  const limit = target.atLeast === undefined ? `<= ${target.atMost}` : `>= ${target.atLeast}`
  return `${target.isReached ? 'yes' : 'NO'} (${metric} ${limit})`
}

/** The table of ratios, and of the facts, as text. */
export function tableOf(comparisons: Comparison[], facts: Fact[]): string {
  const rows = comparisons.map((each) => [
    each.scenario,
    `${each.server} / ${each.reference}`,
    ...METRICS.map(([metric]) => each.ratios[metric].toFixed(2)),
    verdict(each),
  ])
  const factRows = facts.map(({ name, value, unit, atMost }) => [
    name,
    `${rounded(value)} ${unit}`,
    `${value <= atMost ? 'yes' : 'NO'} (<= ${atMost} ${unit})`,
  ])
  return [
    ...aligned([['Ratios', 'of', ...METRICS.map(([, title]) => title), 'reached'], ...rows]),
    '',
    ...aligned([['The process', 'figure', 'reached'], ...factRows]),
  ].join('\n')
}

const aligned = (rows: string[][]): string[] => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Throughput and CPU ratios as bars, with a line where both are equal. */
async function plot(comparisons: Comparison[]): Promise<string> {
  const values = comparisons.flatMap(({ scenario, server, reference, ratios }) => {
    const row = { of: `${scenario}: ${server} / ${reference}`, reference }
    return [
      { ...row, metric: 'requests/s (more is better)', ratio: ratios.perSecond },
      { ...row, metric: 'CPU per request (less is better)', ratio: ratios.cpu },
    ]
  })
  const axes = {
    y: { field: 'of', type: 'nominal', title: null, sort: null, axis: { labelLimit: 0 } },
    x: { field: 'ratio', type: 'quantitative', title: 'ratio within one run' },
  } as const
  const spec: TopLevelSpec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: 'The gateway against the floor and PostGraphile',
    background: 'white',
    data: { values },
    facet: { column: { field: 'metric', type: 'nominal', title: null, sort: null } },
    spec: {
      width: 240,
      layer: [
        { mark: 'bar', encoding: { ...axes, color: { field: 'reference', type: 'nominal', legend: null } } },
        {
          mark: { type: 'text', align: 'left', dx: 4 },
          encoding: { ...axes, text: { field: 'ratio', format: '.2f' } },
        },
        { mark: { type: 'rule', strokeDash: [4, 4] }, encoding: { x: { datum: 1 } } },
      ],
    },
  }
  const view = new View(parse(compile(spec).spec), { renderer: 'none' })
  return view.toSVG()
}

/** Writes results.json and results.svg beside this file. */
export async function writeReport(results: { comparisons: Comparison[] } & Record<string, unknown>): Promise<void> {
  await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(join(import.meta.dirname, 'results.svg'), `${await plot(results.comparisons)}\n`)
}
