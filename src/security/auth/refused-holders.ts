import type { ServiceError } from '../../common/errors.ts'
import type { Caller, Identity } from './caller.ts'

/** The user of a refused token with a valid signature, such as an expired token. */
export type RefusedHolder = Pick<Caller, 'userId' | 'organizationId'>

const holders = new WeakMap<ServiceError, RefusedHolder>()

/** Stores the user of a refused token. Call it only for tokens whose signature was verified. */
export function refusedTo(
  error: ServiceError,
  { userId, organizationId }: Pick<Identity, keyof RefusedHolder>,
): ServiceError {
  if (userId !== undefined && organizationId !== undefined) holders.set(error, { userId, organizationId })
  return error
}

/** The user of a refused token. Undefined if the signature was not verified. */
export const holderOf = (error: ServiceError | undefined): RefusedHolder | undefined => error && holders.get(error)
