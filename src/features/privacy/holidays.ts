import type { Context } from '../../engine/execute/context.ts'

declare module '../../common/services.ts' {
  interface Services {
    /** Further declared holidays, from the configuration: `YYYY-MM-DD`. */
    declaredHolidays: readonly string[]
  }
}

/** Election days, and days that the President declared (Public Holidays Act 36 of 1994, section 2A). */
const DECLARED: Readonly<Record<string, string>> = {
  '2011-05-18': 'local elections',
  '2011-12-27': 'in place of Christmas, a Sunday',
  '2014-05-07': 'general elections',
  '2016-08-03': 'local elections',
  '2016-12-27': 'in place of Christmas, a Sunday',
  '2019-05-08': 'general elections',
  '2021-11-01': 'local elections',
  '2022-12-27': 'in place of Christmas, a Sunday',
  '2023-12-15': 'the Rugby World Cup',
  '2024-05-29': 'general elections',
}

/** The holidays by law of each year that was asked for. The library takes up to 20 ms for a year. */
const byLaw = new Map<number, readonly string[]>()

/** The holidays of a year by law. The library is large, because it covers all countries, so it is loaded on first use. */
async function holidaysByLaw(year: number): Promise<readonly string[]> {
  const known = byLaw.get(year)
  if (known) return known
  const { default: Holidays } = await import('date-holidays')
  const lasting = new Holidays('ZA').getHolidays(year).filter(({ type }) => type === 'public')
  const days = lasting.map(({ date }) => date.slice(0, 10))
  byLaw.set(year, days)
  return days
}

/** The public holidays of a year, including the Monday after a holiday that falls on a Sunday, and declared days. */
export async function publicHolidays(year: number, declared: readonly string[] = []): Promise<ReadonlySet<string>> {
  const days = [...(await holidaysByLaw(year)), ...Object.keys(DECLARED), ...declared]
  return new Set(days.filter((day) => day.startsWith(`${year}-`)).sort())
}

/** The declared holidays from the configuration. */
export const declaredHolidays = ({ services }: Context): readonly string[] => services.declaredHolidays ?? []
