import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { invalid, ServiceError } from '../common/errors.ts'
import type { Metrics } from '../common/metrics.ts'
import { Deadline } from '../data/deadline.ts'
import { maskedAddress, redact, withoutPort } from '../security/audit/redact.ts'
import { bearer } from '../security/auth/authenticate.ts'
import type { SignedIn } from '../security/auth/caller.ts'
import type { Verifier } from '../security/auth/verifier.ts'
import type { TimedRequest } from '../security/request.ts'
import { Answer, type AnswerBudget } from './answers.ts'
import { Charges } from './charges.ts'
import { type Bucket, networkOf, type RateLimits, type Scope } from './limits.ts'

/** What the edge found out about a request: who sends it, if a valid token says so, and from where. */
export interface Admission {
  identity: SignedIn | undefined
  request: TimedRequest
  /** Draws what the request costs beyond a plain one, and answers how to give that back. @throws RATE_LIMIT_EXCEEDED */
  charge: Charges['add']
  /** The bytes of the answer. */
  answer: Answer
}

/** The admission of a request that passed `admit`. */
export function admissionOf(response: Response): Admission {
  const admission: Admission | undefined = response.locals.admission
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

/** Refuses a request whose Host header a proxy may read differently. @throws VALIDATION_ERROR */
export const demandOneHost: RequestHandler = ({ rawHeaders }, _, next) => {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw invalid({ Host: 'must be given once' })
  next()
}

/** Removes the ports of forwarded addresses: every port would be another client, and no port is a trusted proxy. */
export const forwardedAddresses: RequestHandler = ({ headers }, _, next) => {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(withoutPort).join(', ')
  next()
}

/** Says in every answer which schema it follows, refusals included. */
export const announce =
  (version: string): RequestHandler =>
  (_, response, next) => {
    response.set('X-Schema-Version', version)
    next()
  }

/** Every answer is one caller's: nothing on the way may keep it. */
export const keepNothing: RequestHandler = (_, response, next) => {
  response.set('Cache-Control', 'no-store')
  next()
}

/**
 * The identity in the organization that a request chooses, by `X-Organization`, among those that the token names.
 * @throws FORBIDDEN for any other
 */
function inOrganization(identity: SignedIn, chosen: string | undefined): SignedIn {
  const { organizationId, organizations = [organizationId] } = identity
  if (chosen === undefined || chosen === organizationId) return identity
  if (organizations.includes(chosen)) return { ...identity, organizationId: chosen }
  throw new ServiceError('FORBIDDEN', 'The token does not name the organization of X-Organization', {})
}

/** Who sends a request, or why that is nobody. */
async function identify(
  request: Request,
  verify: Verifier,
  beforeLookup: () => Promise<void>,
): Promise<{ identity: SignedIn; refusal?: undefined } | { identity?: undefined; refusal: ServiceError }> {
  try {
    const identity = await verify(bearer(request.headers.authorization), beforeLookup)
    return { identity: inOrganization(identity, request.header('x-organization')) }
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error }
    throw error
  }
}

/** A person has an allowance, and so have all keys of an organization; both draw on that of the organization. */
function bucketsOf({ userId, organizationId, isKey }: SignedIn): Bucket[] {
  const own: Bucket = isKey && organizationId ? { scope: 'keys', key: organizationId } : { scope: 'user', key: userId }
  return organizationId ? [own, { scope: 'organization', key: organizationId }] : [own]
}

/** Whose share of the bytes of answers a request takes. */
const partyOf = (identity: SignedIn | undefined, address: string): string =>
  identity?.organizationId ?? (identity ? `user ${identity.userId}` : `address ${networkOf(address)}`)

/** Worked out from the headers of proxies each time that it is asked for. */
const addressOf = (request: Request): string => request.ip ?? 'unknown'

export interface AdmissionDependencies {
  verify: Verifier
  limits: RateLimits
  metrics: Metrics
  budget: AnswerBudget
  deadlineSeconds: number
}

/**
 * Identifies the caller and counts the request: per user with a valid token, else per address. A look-up that tells
 * whether a token is valid draws on an allowance of its own, and gives that back when the token is valid: so neither
 * requests without a token nor the tokens of others lock out a valid one.
 * Whether a user is needed is the operation's to say.
 * @throws RATE_LIMIT_EXCEEDED; NOT_READY when it cannot be said whether the token is valid
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
    response.locals.organizationId = identity?.organizationId
    // Not in a weak map: it refers to the response, and young collections keep the values of weak maps.
    const admission: Admission = {
      identity,
      request: {
        id: response.locals.requestId,
        ipAddress: maskedAddress(request.header('x-forwarded-for')),
        userAgent: redact(request.header('user-agent') ?? 'unknown'),
        address,
        refusal,
        deadline,
      },
      charge: (...units) => charges.add(...units),
      answer: new Answer(budget, { response, party: partyOf(identity, address), deadline, charges }),
    }
    response.locals.admission = admission
    const { demand } = await charges.begin()
    // Who it is cannot be said now, so neither can it be said that the limit of an address is theirs.
    if (refusal && refusal.code !== 'UNAUTHORIZED') throw refusal
    demand()
    next()
  }

/** Counts requests of an address that nobody signs: for probes, and for who has not the secret that a path asks for. */
export const limitProbes = (limits: RateLimits, metrics: Metrics): RequestHandler => {
  return async (request, response, next) => {
    const buckets: Bucket[] = [{ scope: 'probe', key: `${request.path} ${networkOf(addressOf(request))}` }]
    const { demand } = await new Charges(limits, metrics, response, buckets).begin()
    demand()
    next()
  }
}
