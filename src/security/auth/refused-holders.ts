import type { ServiceError } from '../../common/errors.ts'
import type { Caller, Identity } from './caller.ts'

/** Who holds a token that was refused though its signature is genuine, such as one that has expired. */
export type RefusedHolder = Pick<Caller, 'userId' | 'organizationId'>

const holders = new WeakMap<ServiceError, RefusedHolder>()

/** Notes whose token a refusal is about. Only what the issuer has signed may be told so. */
export function refusedTo(
  error: ServiceError,
  { userId, organizationId }: Pick<Identity, keyof RefusedHolder>,
): ServiceError {
  if (userId !== undefined && organizationId !== undefined) holders.set(error, { userId, organizationId })
  return error
}

/** Whose token a refusal is about; undefined when nobody vouches for it. */
export const holderOf = (error: ServiceError | undefined): RefusedHolder | undefined => error && holders.get(error)
