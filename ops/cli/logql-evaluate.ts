import { type Comparison, type Filter, type Matcher, type Query, type Range, type Stage } from './logql.ts'

export type Labels = Record<string, string>

/** A line of the log store. `time` is in milliseconds since 1970. */
export interface LogLine {
  labels: Labels
  time: number
  line: string
}

/** One element of a query's result. */
export interface Sample {
  labels: Labels
  value: number
}

const compares: Record<Comparison, (a: number, b: number) => boolean> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
}

// A missing label equals an empty one. A regular expression must match the whole value.
const matches = ({ name, op, value }: Matcher, labels: Labels): boolean => {
  const actual = labels[name] ?? ''
  return op === '=' ? actual === value : new RegExp(`^(?:${value})$`, 's').test(actual)
}

const passes = (filter: Filter, labels: Labels): boolean => {
  if (filter.kind === 'matcher') return matches(filter.matcher, labels)
  if (filter.kind === 'and') return passes(filter.left, labels) && passes(filter.right, labels)
  if (filter.kind === 'or') return passes(filter.left, labels) || passes(filter.right, labels)
  const actual = labels[filter.name]
  return actual !== undefined && compares[filter.op](Number(actual), filter.value)
}

const parsedLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const extracted = (line: string, fields: { label: string; field: string }[]): Labels => {
  const parsed = parsedLine(line)
  if (typeof parsed !== 'object' || parsed === null) return { __error__: 'JSONParserErr' }
  const values = new Map(Object.entries(parsed))
  return Object.fromEntries(fields.map(({ label, field }) => [label, String(values.get(field) ?? '')]))
}

/** The labels of a line after a stage; null if the stage drops the line. */
const through = (stage: Stage, labels: Labels, { line, time }: LogLine): Labels | null => {
  if (stage.kind === 'json') return { ...labels, ...extracted(line, stage.fields) }
  if (stage.kind === 'filter') return passes(stage.filter, labels) ? labels : null
  return { ...labels, [stage.label]: new Date(time).toISOString().slice(11, 13) }
}

/** The labels of every line that a range selects. The start of the window is exclusive. */
const selected = ({ matchers, stages, range, offset }: Range, lines: LogLine[], at: number): Labels[] =>
  lines
    .filter(({ time }) => time > at - offset - range && time <= at - offset)
    .filter(({ labels }) => matchers.every((matcher) => matches(matcher, labels)))
    .map((line) => stages.reduce<Labels | null>((labels, stage) => labels && through(stage, labels, line), line.labels))
    .filter((labels) => labels !== null)

const grouped = (samples: Sample[], keyOf: (labels: Labels) => Labels): Sample[] => {
  const groups = new Map<string, Sample>()
  for (const { labels, value } of samples) {
    const group = keyOf(labels)
    const key = JSON.stringify(Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1)))
    groups.set(key, { labels: group, value: (groups.get(key)?.value ?? 0) + value })
  }
  return [...groups.values()]
}

const overRange = (query: Range, lines: LogLine[], at: number): Sample[] => {
  const labels = selected(query, lines, at)
  // Loki fails the whole query if a stage could not parse a single line.
  const failed = labels.find(({ __error__ = '' }) => __error__ !== '')
  if (failed) throw new Error(`pipeline error: ${failed.__error__}`)
  if (query.operation === 'count_over_time')
    return grouped(
      labels.map((each) => ({ labels: each, value: 1 })),
      (each) => each,
    )
  const named = query.matchers.filter(({ op }) => op === '=').map(({ name, value }) => [name, value] as const)
  return labels.length > 0 ? [] : [{ labels: Object.fromEntries(named), value: 1 }]
}

/** The result of a query at a time, over the lines that have arrived by then. An alert fires for each sample. */
export const evaluate = (query: Query, lines: LogLine[], at: number): Sample[] => {
  if (query.kind === 'range') return overRange(query, lines, at)
  if (query.kind === 'compare')
    return evaluate(query.left, lines, at).filter(({ value }) => compares[query.op](value, query.value))
  const pick = (labels: Labels): Labels =>
    Object.fromEntries(query.by.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])))
  return grouped(evaluate(query.of, lines, at), pick)
}
