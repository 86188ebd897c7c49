import { type Filter, milliseconds, parseLogql, type Query, type Range } from './logql.ts'
import { evaluate, type LogLine } from './logql-evaluate.ts'

/** The fields of a rule that a trial needs. */
interface Rule {
  alert: string
  expr: string
  for: string
}

/** A parsed rule with the times that decide which lines it sees, all in milliseconds. */
interface Trial {
  query: Query
  range: Range
  hold: number
  interval: number
  lateness: number
}

const DAY = Date.UTC(2026, 0, 5)
const HOUR = 3_600_000

const rangeOf = (query: Query): Range =>
  query.kind === 'range' ? query : rangeOf(query.kind === 'sum' ? query.of : query.left)

/**
 * The rule with a threshold of at most two lines. Every window that contains the first and the last line also contains
 * the lines between them, so a trial of a threshold of a million needs only two lines.
 */
const asking = (query: Query): { query: Query; count: number } => {
  if (query.kind !== 'compare') throw new Error('counts lines, but compares the count with nothing')
  if (query.op !== '>' && query.op !== '>=') throw new Error(`fires on "${query.op}", which no burst of lines reaches`)
  const count = query.op === '>' ? Math.floor(query.value) + 1 : Math.ceil(query.value)
  const value = Math.min(2, Math.max(1, count))
  return { query: { ...query, op: '>=', value }, count: value }
}

const wanted = (filter: Filter): [string, string][] => {
  if (filter.kind === 'matcher') return [[filter.matcher.name, filter.matcher.value]]
  return filter.kind === 'number' ? [] : [...wanted(filter.left), ...wanted(filter.right)]
}

/** A line that matches the rule, derived from the rule's text. A field that is compared as a number is the hour. */
const lineAt = ({ matchers, stages }: Range, time: number): LogLine => {
  const values = new Map(stages.flatMap((stage) => (stage.kind === 'filter' ? wanted(stage.filter) : [])))
  const fields = stages.flatMap((stage) => (stage.kind === 'json' ? stage.fields : []))
  return {
    labels: Object.fromEntries(matchers.map(({ name, value }) => [name, value.split('|')[0] ?? ''])),
    time,
    line: JSON.stringify(
      Object.fromEntries(fields.map(({ label, field }) => [field, values.get(label) ?? new Date(time).getUTCHours()])),
    ),
  }
}

/** The times of evaluations at which Loki finds the rule firing, including its `for`. */
const firings = (trial: Trial, lines: LogLine[], lateness: number, from: number, to: number): number[] => {
  const { query, interval, hold } = trial
  const fired: number[] = []
  let since: number | undefined
  for (let at = Math.ceil(from / interval) * interval; at <= to; at += interval) {
    const arrived = lines.filter(({ time }) => time + lateness <= at)
    if (evaluate(query, arrived, at).length === 0) since = undefined
    else since ??= at
    if (since !== undefined && at - since >= hold) fired.push(at)
  }
  return fired
}

const missedBurst = (trial: Trial): string | undefined => {
  const { range, interval, hold, lateness } = trial
  if (range.range < interval + hold) return 'its window is shorter than the time between evaluations and its "for"'
  const { query, count } = asking(trial.query)
  // The largest distance of two lines that one evaluation is sure to see together.
  const spread = range.range - interval - hold
  const fires = (start: number, late: number): boolean => {
    const lines = [start, start + spread].slice(-count).map((time) => lineAt(range, time))
    const end = start + range.range + range.offset + late + interval
    return firings({ ...trial, query }, lines, late, start, end).length > 0
  }
  const hour = Array.from({ length: 24 }, (_, index) => DAY + index * HOUR).find((start) => fires(start, 0))
  if (hour === undefined) return 'no burst of lines makes it fire'
  // Evaluations and events are not synchronized, so the trial starts bursts at several times between two evaluations.
  const starts = [0, 1, 2, 3].map((quarter) => hour + 1 + (quarter * interval) / 4)
  return starts.every((start) => fires(start, lateness)) ? undefined : 'its window is over before the lines arrive'
}

const wrongAboutSilence = (trial: Trial): string | undefined => {
  const { range, interval, hold, lateness } = trial
  if (range.matchers.some(({ op }) => op !== '=')) return 'it can detect absence only with labels that equal a value'
  if (range.range <= interval) return 'its window is shorter than the time between evaluations'
  // The smallest number of lines that never leave the window empty, until the first line has arrived.
  const gap = range.range - interval
  const settled = DAY + lateness + range.offset + range.range
  const count = Math.ceil((settled + 2 * range.range - DAY) / gap)
  const lines = Array.from({ length: count + 1 }, (_, index) => lineAt(range, DAY + 1 + index * gap))
  const last = DAY + 1 + count * gap
  if (firings(trial, lines, lateness, settled, last + range.offset).length > 0)
    return 'it fires while lines are still on their way'
  const end = last + lateness + range.offset + range.range + hold + interval
  return firings(trial, lines, lateness, last, end).length > 0 ? undefined : 'it does not notice silence'
}

/**
 * Tries a rule on lines that all arrive with the maximum delay, and returns the problem. This is the worst case: more
 * lines in the log store never make a count smaller, or an absence true.
 */
export const undetected = (rule: Rule, interval: string, latenessMinutes: number): string | undefined => {
  try {
    const query = parseLogql(rule.expr)
    const range = rangeOf(query)
    const lateness = latenessMinutes * 60_000
    const trial = { query, range, hold: milliseconds(rule.for), interval: milliseconds(interval), lateness }
    const problem = range.operation === 'absent_over_time' ? wrongAboutSilence(trial) : missedBurst(trial)
    return problem && `${rule.alert}: ${problem} (lines arrive up to ${latenessMinutes}m late): ${rule.expr}`
  } catch (error) {
    return `${rule.alert}: ${error instanceof Error ? error.message : String(error)}`
  }
}
