import { endOf, isDay, startOf } from '../format.ts'

/** Days in South African time, as `<input type="date">` has them. Both belong to the period. */
export interface Days {
  from: string | null
  to: string | null
}

/** The start of a period and its exclusive end. Undefined if open. */
export const momentsOf = ({ from, to }: Days) => ({
  from: isDay(from) ? startOf(from) : undefined,
  to: isDay(to) ? endOf(to) : undefined,
})

export function endsBeforeItBegins(days: Days): boolean {
  const { from, to } = momentsOf(days)
  return from !== undefined && to !== undefined && to <= from
}
