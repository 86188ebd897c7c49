import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { invalid, ServiceError } from '../../common/errors.ts'
import type { Metrics } from '../../common/metrics.ts'
import { Deadline } from '../../data/deadline.ts'
import { maskedAddress, redactRepeated, withoutPort } from '../../security/audit/redact.ts'
import { bearer, inOrganization } from '../../security/auth/authenticate.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import type { Verifier } from '../../security/auth/verifier.ts'
import type { TimedRequest } from '../../security/request.ts'
import { Answer, type AnswerBudget } from './answers.ts'
import { Charges } from './charges.ts'
import { type Bucket, networkOf, type RateLimits, type Scope } from './limits.ts'

/** Caller and limits of a request: the identity when the token is valid, the address, and the allowance. */
export interface Admission {
  identity: SignedIn | undefined
  request: TimedRequest
  /**
   * Draws the part of the cost that exceeds a plain request. Returns a function that gives it back.
   * @throws RATE_LIMIT_EXCEEDED
   */
  charge: Charges['add']
  /** The reservation for the bytes of the response. */
  answer: Answer
  /** Whose share of the service the request takes. */
  poolUser: string
}

/** The admission of a request that passed `admit`. */
export function admissionOf(response: Response): Admission {
  const admission: Admission | undefined = response.locals.admission
  if (!admission) throw new Error('The request was not authorized')
  return admission
}

const REQUEST_ID = /^[\w.:-]{1,128}$/

/** Takes the caller's `X-Request-Id` or creates one, and returns it in the response. */
export const requestIds: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id']
  response.locals.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
  response.setHeader('X-Request-Id', response.locals.requestId)
  next()
}

/**
 * Refuses a request with several Host headers, because a proxy may use another one than the gateway. @throws
 * VALIDATION_ERROR
 */
export const demandOneHost: RequestHandler = ({ rawHeaders }, _, next) => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') hosts++
  if (hosts > 1) throw invalid({ Host: 'must be given once' })
  next()
}

/**
 * Removes the ports of forwarded addresses. Each port would count as another client, and would not match a trusted
 * proxy.
 */
export const forwardedAddresses: RequestHandler = ({ headers }, _, next) => {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
  next()
}

/** Sets the schema version in every response, including errors. */
export const announce =
  (version: string): RequestHandler =>
  (_, response, next) => {
    response.setHeader('X-Schema-Version', version)
    next()
  }

/** Every response is for one caller, so no cache may store it. */
export const keepNothing: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

/** The identity of the caller, or the reason why there is none. */
async function identify(
  request: Request,
  verify: Verifier,
  beforeLookup: () => Promise<void>,
): Promise<{ identity: SignedIn; refusal?: undefined } | { identity?: undefined; refusal: ServiceError }> {
  try {
    const chosen = request.header('x-organization')
    const identity = await verify(bearer(request.headers.authorization), beforeLookup, chosen)
    return { identity: inOrganization(identity, chosen) }
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error }
    throw error
  }
}

/**
 * A person has an allowance, and all keys of an organization share one. Both also draw on the organization's allowance.
 */
function bucketsOf({ userId, organizationId, isKey }: SignedIn): Bucket[] {
  const own: Bucket = isKey && organizationId ? { scope: 'keys', key: organizationId } : { scope: 'user', key: userId }
  return organizationId ? [own, { scope: 'organization', key: organizationId }] : [own]
}

/** The pool user whose share of the response bytes and of the threads the request takes. */
const poolUserOf = (identity: SignedIn | undefined, address: string): string =>
  identity?.organizationId ?? (identity ? `user ${identity.userId}` : `address ${networkOf(address)}`)

/** The program of the request for the audit trail: a registered OAuth client, and the unverified name that it sends. */
const agentOf = (identity: SignedIn | undefined, said = 'unknown') =>
  redactRepeated(identity?.isKey && identity.clientId ? `OAuth client ${identity.clientId} ${said}` : said)

/** The client's address. Read it once: Express computes it from the proxy headers at each access. */
const addressOf = (request: Request): string => request.ip ?? 'unknown'

export interface AdmissionDependencies {
  verify: Verifier
  limits: RateLimits
  metrics: Metrics
  budget: AnswerBudget
  deadlineSeconds: number
}

/**
 * Identifies the caller and counts the request, per user with a valid token, otherwise per address. A look-up that
 * finds out whether a token is valid draws on a separate allowance, and gives it back when the token is valid. So
 * neither requests without a token nor invalid tokens can lock out a valid token. The operation decides whether it
 * needs a user.
 * @throws RATE_LIMIT_EXCEEDED; NOT_READY when the token cannot be checked
 */
export const admit =
  ({ verify, limits, metrics, budget, deadlineSeconds }: AdmissionDependencies) =>
  async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const deadline = new Deadline(deadlineSeconds)
    const chargesOf = (buckets: Bucket[]) => new Charges(limits, metrics, response, buckets)
    const address = addressOf(request)
    const ofAddress = (scope: Scope) => chargesOf([{ scope, key: networkOf(address) }])
    let lookup: Charges | undefined
    const identified = identify(request, verify, async () => {
      lookup = ofAddress('lookup')
      const { demand } = await lookup.begin()
      demand()
    })
    const { identity, refusal } = await deadline.bound(identified)
    if (identity) await lookup?.refund()
    const charges = identity ? chargesOf(bucketsOf(identity)) : ofAddress('address')
    // Counted at the end of the request, because the cost can fall until then, and a counter cannot fall.
    response.once('close', () => metrics.requestCost(charges.drawn))
    response.locals.organizationId = identity?.organizationId
    response.locals.userId = identity?.userId
    // Not stored in a WeakMap: the admission refers to the response, and a minor garbage collection keeps the values of
    // weak maps.
    const poolUser = poolUserOf(identity, address)
    const admission: Admission = {
      identity,
      poolUser,
      request: {
        id: response.locals.requestId,
        ipAddress: maskedAddress(request.header('x-forwarded-for')),
        userAgent: agentOf(identity, request.header('user-agent')),
        address,
        refusal,
        deadline,
      },
      charge: (...units) => charges.add(...units),
      answer: new Answer(budget, { response, poolUser, deadline, charges }),
    }
    response.locals.admission = admission
    const { demand } = await charges.begin()
    // The caller is unknown for now, so the limit of the address must not be applied.
    if (refusal && refusal.code !== 'UNAUTHORIZED') throw refusal
    demand()
    next()
  }

/** Counts requests per address that have no token: probes, and callers without the secret that a path requires. */
export const limitProbes = (limits: RateLimits, metrics: Metrics, name?: string): RequestHandler => {
  return async (request, response, next) => {
    const buckets: Bucket[] = [{ scope: 'probe', key: `${name ?? request.path} ${networkOf(addressOf(request))}` }]
    const { demand } = await new Charges(limits, metrics, response, buckets).begin()
    demand()
    next()
  }
}
