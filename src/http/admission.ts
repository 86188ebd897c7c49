import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { maskedAddress, redact } from '../kernel/audit/redact.ts'
import { bearer } from '../kernel/auth/authenticate.ts'
import type { SignedIn } from '../kernel/auth/caller.ts'
import type { Verifier } from '../kernel/auth/verifier.ts'
import type { TimedRequest } from '../kernel/context.ts'
import { Deadline } from '../kernel/deadline.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { RateLimits } from './limits.ts'

/** What the edge found out about a request: who sends it, if a valid token says so, and from where. */
export interface Admission {
  identity: SignedIn | undefined
  request: TimedRequest
}

const admissions = new WeakMap<Response, Admission>()

/** The admission of a request that passed `admit`. */
export function admissionOf(response: Response): Admission {
  const admission = admissions.get(response)
  if (!admission) throw new Error('The request was not admitted')
  return admission
}

const REQUEST_ID = /^[\w.:-]{1,128}$/

/** Takes the caller's `X-Request-Id`, or makes one, and returns it. */
export const requestIds: RequestHandler = (request, response, next) => {
  const given = request.header('x-request-id')
  response.locals.requestId = given && REQUEST_ID.test(given) ? given : randomUUID()
  response.set('X-Request-Id', response.locals.requestId)
  next()
}

/** Who sends a request, or why that is nobody. */
async function identify(
  request: Request,
  verify: Verifier,
): Promise<{ identity: SignedIn; refusal?: undefined } | { identity?: undefined; refusal: ServiceError }> {
  try {
    return { identity: await verify(bearer(request.headers.authorization)) }
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error }
    throw error
  }
}

/**
 * Identifies the caller and counts the request: per user with a valid token, else per address.
 * Whether a user is needed is the operation's to say.
 * @throws RATE_LIMIT_EXCEEDED; NOT_READY when it cannot be said whether the token is valid
 */
export const admit =
  (verify: Verifier, limits: RateLimits, metrics: Metrics, deadlineSeconds: number) =>
  async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const deadline = new Deadline(deadlineSeconds)
    const { identity, refusal } = await deadline.bound(identify(request, verify))
    response.locals.organizationId = identity?.organizationId
    const address = request.ip ?? 'unknown'
    admissions.set(response, {
      identity,
      request: {
        id: response.locals.requestId,
        ipAddress: maskedAddress(request.header('x-forwarded-for')),
        userAgent: redact(request.header('user-agent') ?? 'unknown'),
        address,
        refusal,
        deadline,
      },
    })
    const allowance = identity ? await limits.count('user', identity.userId) : await limits.count('address', address)
    response.set({
      'X-RateLimit-Limit': String(allowance.limit),
      'X-RateLimit-Remaining': String(allowance.remaining),
      'X-RateLimit-Reset': String(allowance.reset),
    })
    // Who it is cannot be said now, so neither can it be said that the limit of an address is theirs.
    if (refusal && refusal.code !== 'UNAUTHORIZED') throw refusal
    if (!allowance.isExceeded) return next()
    metrics.rateLimited(allowance.scope)
    const seconds = Math.max(1, allowance.reset - Math.floor(Date.now() / 1000))
    const details = { limit: allowance.limit, reset: allowance.reset }
    throw new ServiceError('RATE_LIMIT_EXCEEDED', `Rate limit exceeded; try again in ${seconds} s`, details, {
      'Retry-After': String(seconds),
    })
  }
