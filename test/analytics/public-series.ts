import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'csv-parse/sync'

/*
 * Public series that the package vega-datasets ships (its code is under BSD-3-Clause; its datapackage.json names source
 * and licence of each file): Current Employment Statistics and Current Population Survey of the US Bureau of Labor
 * Statistics, daily weather of NOAA, the FAA Wildlife Strike Database (works of the US government), and the CO2 record of
 * Mauna Loa (Scripps CO2 Program, CC BY 4.0).
 */

export type Series = readonly number[]

const folder = new URL('../data/', `file://${createRequire(import.meta.url).resolve('vega-datasets')}`)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const table = (name: string): Record<string, string>[] => parse(read(name), { columns: true, relax_column_count: true })

/** Employees per industry and month in thousands, 2006 to 2015, seasonally adjusted. */
export function employment(): Series[] {
  const rows = table('us-employment.csv')
  const industries = Object.keys(rows[0] ?? {}).filter((name) => name !== 'month' && name !== 'nonfarm_change')
  return industries.map((name) => rows.map((row) => Number(row[name])))
}

/** Unemployed per industry and month in thousands, 2000 to 2010, in order. */
export function unemployment(): Series[] {
  const rows: { series: string; count: number }[] = JSON.parse(read('unemployment-across-industries.json'))
  return [...Map.groupBy(rows, ({ series }) => series).values()].map((own) => own.map(({ count }) => count))
}

const CITIES = ['Seattle', 'New York']

function weather(columns: readonly string[]): Series[] {
  const rows = table('weather.csv')
  return CITIES.flatMap((city) => {
    const own = rows.filter(({ location }) => location === city)
    return columns.map((column) => own.map((row) => Number(row[column])))
  })
}

/** Highest temperature and wind per day, 2012 to 2015. */
export const temperatureAndWind = () => weather(['temp_max', 'wind'])

/** Millimetres of rain per day, 2012 to 2015: nothing on most days. */
export const rain = () => weather(['precipitation'])

/** Carbon dioxide in the air per month, 1958 to 2020. */
export const carbonDioxide = (): Series[] => [table('co2-concentration.csv').map((row) => Number(row.CO2))]

/** Wildlife strikes of aircraft per state and month, 1990 to mid-2002, of states that report some: few in most months. */
export function strikes(): Series[] {
  const rows = table('birdstrikes.csv').map((row) => ({
    state: row['Origin State'],
    month: row['Flight Date']?.slice(0, 7) ?? '',
  }))
  const months = [...new Set(rows.map(({ month }) => month))].sort().slice(0, -1)
  return [...Map.groupBy(rows, ({ state }) => state).values()]
    .filter((own) => own.length >= 30)
    .map((own) => {
      const counts = Map.groupBy(own, ({ month }) => month)
      return months.map((month) => counts.get(month)?.length ?? 0)
    })
}
