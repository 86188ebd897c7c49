import type { LogRule } from '../../../ops/cli/log-rules.ts'
import { parseLogql } from '../../../ops/cli/logql.ts'
import { evaluate, type LogLine, type Sample } from '../../../ops/cli/logql-evaluate.ts'
import { type ClientRecord, parseRecord } from '../../../ops/cli/record.ts'

/** Milliseconds. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** A valid client record; `more` is YAML that says more about it. */
export const client = (id: string, more = ''): ClientRecord =>
  parseRecord(
    `id: ${id}\nname: Acme\ndomain: acme.example\ncontact: it@acme.example\nhosting: a host\naccess: ssh\ndatabase: mysql\n${more}`,
    `${id}.yml`,
  )

/** A line as the client kit writes it. */
export const line = (id: string, type: string, time: number, fields: Record<string, unknown> = {}): LogLine => ({
  labels: { client: id, job: 'activity', level: type === 'error' ? 'error' : 'info', action_type: type },
  time,
  line: JSON.stringify({ user: 'thandi', action: type, admin: false, ...fields }),
})

/** Equal lines, spread evenly from a first moment to a last. */
export const lines = (count: number, id: string, type: string, first: number, last: number): LogLine[] =>
  Array.from({ length: count }, (_, index) =>
    line(id, type, first + Math.floor(((last - first) * index) / Math.max(1, count - 1))),
  )

/** When a line arrives that cron ships: with the next run that finds it settled, some seconds after its start. */
export const shippedEvery =
  (minutes: number) =>
  ({ time }: LogLine): number =>
    Math.ceil((time + 30 * SECOND) / (minutes * MINUTE)) * minutes * MINUTE + 20 * SECOND

/** Lines that are there as soon as they are written. */
export const atOnce = ({ time }: LogLine): number => time

/** The result of a rule at a moment. */
export const resultOf = ({ expr }: Pick<LogRule, 'expr'>, logged: LogLine[], at: number): Sample[] =>
  evaluate(parseLogql(expr), logged, at)

/** The moments of a span, a minute apart, at which a rule fires over the lines that have arrived by then. */
export const firings = (
  rule: Pick<LogRule, 'expr'>,
  logged: LogLine[],
  [from, to]: [number, number],
  arrival: (line: LogLine) => number = atOnce,
): number[] => {
  const query = parseLogql(rule.expr)
  const moments = Array.from({ length: Math.floor((to - from) / MINUTE) + 1 }, (_, index) => from + index * MINUTE)
  return moments.filter((at) => {
    const arrived = logged.filter((each) => arrival(each) <= at)
    return evaluate(query, arrived, at).length > 0
  })
}
