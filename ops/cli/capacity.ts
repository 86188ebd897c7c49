import { z } from 'zod'
import { request } from './urls.ts'

const answer = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})

/** Prometheus queries about each client or tenant, and the label that distinguishes them. */
export const QUESTIONS = {
  series: { label: 'client', expr: 'count by (client) ({client!=""})' },
  logLines: { label: 'tenant', expr: 'sum by (tenant) (increase(loki_distributor_lines_received_total[1d]))' },
  logBytes: { label: 'tenant', expr: 'sum by (tenant) (increase(loki_distributor_bytes_received_total[1d]))' },
  spans: { label: 'tenant', expr: 'sum by (tenant) (increase(tempo_distributor_spans_received_total[1d]))' },
  spanBytes: { label: 'tenant', expr: 'sum by (tenant) (increase(tempo_distributor_bytes_received_total[1d]))' },
} as const

type Figure = keyof typeof QUESTIONS

/** The load of one client: the current series, and the other figures for the last day. */
export type Usage = { id: string } & Record<Figure, number>

const FIGURES = Object.keys(QUESTIONS) as Figure[]

const ask = async (prometheus: string, figure: Figure): Promise<Map<string, number>> => {
  const { label, expr } = QUESTIONS[figure]
  const response = await request(`${prometheus}/api/v1/query?${new URLSearchParams({ query: expr })}`)
  const { data } = answer.parse(await response.json())
  return new Map(data.result.map(({ metric, value: [, value] }) => [metric[label] ?? '', Number(value)]))
}

const withFigures = (id: string, of: (figure: Figure) => number): Usage => ({
  id,
  ...(Object.fromEntries(FIGURES.map((figure) => [figure, of(figure)])) as Record<Figure, number>),
})

/** Measures the load of each client on the stores. The tenant `ops` has the stack's own logs and traces. */
export const usage = async (prometheus: string): Promise<Usage[]> => {
  const answers = Object.fromEntries(
    await Promise.all(FIGURES.map(async (figure) => [figure, await ask(prometheus, figure)] as const)),
  ) as Record<Figure, Map<string, number>>
  const ids = [...new Set(Object.values(answers).flatMap((found) => [...found.keys()]))].sort()
  return ids.map((id) => withFigures(id, (figure) => Math.round(answers[figure].get(id) ?? 0)))
}

const COLUMNS = ['client', 'series', 'log lines/day', 'log MB/day', 'spans/day', 'trace MB/day']

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

const cells = ({ id, series, logLines, logBytes, spans, spanBytes }: Usage): string[] => [
  id,
  String(series),
  String(logLines),
  megabytes(logBytes),
  String(spans),
  megabytes(spanBytes),
]

/** Formats the usage as a table for people, with a total in the last line. */
export const usageTable = (all: Usage[]): string => {
  const sum = (figure: Figure) => all.reduce((total, each) => total + each[figure], 0)
  const total = withFigures('all', sum)
  const rows = [COLUMNS, ...[...all, total].map(cells)]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ')).join('\n')
}
