import { invalidFields } from '../../common/errors.ts'
import type { Context } from '../execute/context.ts'

/** How far a caller's clock may be ahead of the database's, milliseconds. */
const CLOCK_DIFFERENCE_MS = 60_000

/**
 * The time of something that has happened: a field's value, or now where it is absent. A value at most a minute ahead
 * becomes now, because the clock of a caller differs from the database's.
 * @throws VALIDATION_ERROR for a later time
 */
export function pastTime({ now }: Context, field: string, value: Date | null | undefined): Date {
  if (!value || value <= now) return value ?? now
  if (value.getTime() - now.getTime() > CLOCK_DIFFERENCE_MS) throw invalidFields({ [field]: 'IN_FUTURE' })
  return now
}
