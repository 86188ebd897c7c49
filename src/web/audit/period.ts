import { parseMoment } from '../format.ts'

/** Days in South African time, as `<input type="date">` has them. Both belong to the period. */
export interface Days {
  from: string | null
  to: string | null
}

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d\d-\d\d$/

function startOf(day: string | null): string | undefined {
  if (!day || !DAY.test(day) || Number.isNaN(Date.parse(day))) return undefined
  return parseMoment(`${day}T00:00`)
}

function endOf(day: string | null): string | undefined {
  const start = startOf(day)
  return start && new Date(Date.parse(start) + DAY_MS).toISOString()
}

/** The start of a period and its exclusive end. Undefined if open. */
export const momentsOf = ({ from, to }: Days) => ({ from: startOf(from), to: endOf(to) })

export function endsBeforeItBegins(days: Days): boolean {
  const { from, to } = momentsOf(days)
  return from !== undefined && to !== undefined && to <= from
}
