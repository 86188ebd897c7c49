import { moduleBeside, type ThreadShare } from '../../src/common/threads.ts'
import { type forecast, type Task } from '../../src/features/analytics/forecast.ts'
import { fitSeasonalNaive } from '../../src/features/analytics/seasonal-naive.ts'

/** What was known, and what came then. */
export interface Case {
  past: number[]
  future: number[]
  season: number
}

export interface Plan {
  count: number
  horizon: number
  season: number
  /** Number of observations after which each series is forecast again. */
  every: number
}

/** The windows of a series that a plan asks for, but those in whose past nothing ever changed. */
export function casesOf(series: readonly number[], { count, horizon, season, every }: Plan): Case[] {
  const origins = []
  for (let origin = count; origin + horizon <= series.length; origin += every) origins.push(origin)
  return origins
    .map((origin) => ({
      past: series.slice(origin - count, origin),
      future: series.slice(origin, origin + horizon),
      season,
    }))
    .filter(({ past }) => fitSeasonalNaive(past, season).variance > 0)
}

/**
 * How far off forecasts were, over what seasonal naive was off in the past: by absolute errors (MASE), and by squared
 * ones (RMSSE), since nothing at all is the better forecast of most rare things by absolute errors.
 */
interface Errors {
  mase: number
  rmsse: number
}

export interface Score {
  cases: number
  ours: Errors
  naive: Errors
  /** How often what came lay within the intervals of 80 and of 95 %. */
  within80: number
  within95: number
}

const MODULE = moduleBeside(import.meta.url, '../../src/features/analytics/forecast')

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function errorsOf(expected: readonly { value: number }[], { past, future, season }: Case): Errors {
  const errors = future.map((came, index) => Math.abs(came - (expected[index]?.value ?? Number.NaN)))
  const usual = past.slice(season).map((value, index) => Math.abs(value - (past[index] ?? 0)))
  const square = (value: number) => value ** 2
  return {
    mase: mean(errors) / mean(usual),
    rmsse: Math.sqrt(mean(errors.map(square)) / mean(usual.map(square))),
  }
}

async function scoreOf(threads: ThreadShare, each: Case): Promise<Score> {
  const { past, future, season } = each
  const run = (level: Task['level']) => {
    const task: Task = { series: past, season, horizon: future.length, level }
    return threads.run<ReturnType<typeof forecast>>({ module: MODULE, name: 'forecast', args: [task] })
  }
  const within = ({ points }: ReturnType<typeof forecast>) =>
    points.filter(({ lower, upper }, index) => lower <= (future[index] ?? 0) && (future[index] ?? 0) <= upper).length
  const [narrow, wide] = [await run(80), await run(95)]
  return {
    cases: 1,
    ours: errorsOf(wide.points, each),
    naive: errorsOf(fitSeasonalNaive(past, season).expect(future.length, 0), each),
    within80: within(narrow) / future.length,
    within95: within(wide) / future.length,
  }
}

/** How forecasts do on cases of the past, on the average. They run in a thread, as in production. */
export async function backtest(threads: ThreadShare, cases: readonly Case[]): Promise<Score> {
  const scores: Score[] = []
  for (const each of cases) scores.push(await scoreOf(threads, each))
  return average(scores)
}

/** The average of scores, each of as much weight. */
export function average(scores: readonly Score[]): Score {
  const of = (figure: (score: Score) => number) => mean(scores.map(figure))
  return {
    cases: scores.reduce((sum, { cases }) => sum + cases, 0),
    ours: { mase: of(({ ours }) => ours.mase), rmsse: of(({ ours }) => ours.rmsse) },
    naive: { mase: of(({ naive }) => naive.mase), rmsse: of(({ naive }) => naive.rmsse) },
    within80: of(({ within80 }) => within80),
    within95: of(({ within95 }) => within95),
  }
}

/** Scores as a table for people. */
export function tableOf(scores: Record<string, Score>): string {
  const row = (name: string, cells: readonly string[]) =>
    `${name.padEnd(58)}${cells.map((cell) => cell.padStart(7)).join('')}`
  const rows = Object.entries(scores).map(([name, { cases, ours, naive, within80, within95 }]) => {
    const figures = [ours.mase, naive.mase, ours.rmsse, naive.rmsse, within80, within95]
    return row(name, [String(cases), ...figures.map((figure) => figure.toFixed(3))])
  })
  return [row('', ['cases', 'MASE', 'naive', 'RMSSE', 'naive', '80 %', '95 %']), ...rows].join('\n')
}
