import { contains, isAny, listOf } from '../../../graphql/lists.ts'
import type { BreachFilter } from './breach.inputs.ts'

/** Breaches that match a filter. */
export const breaches = listOf<'breach', BreachFilter>('breach', {
  search: contains('title'),
  status: isAny('status'),
  severity: isAny('severity'),
})
