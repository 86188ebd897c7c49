import { ServiceError } from '../common/errors.ts'
import { codeOf } from './database-faults.ts'

/** SQLSTATE of the trigger function `refuse_held`. */
const HELD = 'GWLH1'

/**
 * The hold that blocks a removal, and the row. The reason of the hold is left out, because not every user who may
 * delete may see the reason.
 */
interface Detail {
  holdId: string
  kind: string
  resource: string
  rowId: string
}

/** Returns LEGAL_HOLD for a removal that the database refused because of a hold; undefined for any other error. */
export function heldError(error: unknown): ServiceError | undefined {
  if (codeOf(error) !== HELD || !(error instanceof Error) || !('detail' in error)) return undefined
  const { holdId, kind, resource, rowId }: Detail = JSON.parse(String(error.detail))
  const message = `A legal hold keeps this record of ${resource}. It can be removed after the hold ${holdId} is released.`
  return new ServiceError('LEGAL_HOLD', message, { holdId, kind, resource, rowId })
}

/** Awaits a removal. @throws LEGAL_HOLD when the database refuses it because of a hold */
export async function notHeld<T>(removal: Promise<T>): Promise<T> {
  try {
    return await removal
  } catch (error) {
    throw heldError(error) ?? error
  }
}
