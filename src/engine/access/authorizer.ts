import { ServiceError, unauthorized } from '../../common/errors.ts'
import { accessDenied, type Refusals } from '../../security/audit/refusals.ts'
import { callerOf, demandMember, demandNetwork, demandSession } from '../../security/auth/authenticate.ts'
import {
  type Caller,
  type Membership,
  OUTSIDE,
  personOf,
  type Role,
  type SignedIn,
} from '../../security/auth/caller.ts'
import { holderOf, type RefusedHolder } from '../../security/auth/refused-holders.ts'
import type { RequestInfo, TimedRequest } from '../../security/request.ts'
import { declared } from '../declare/declarations.ts'
import type { Operation } from '../declare/operation.ts'
import { checkField } from './permits.ts'

/** The security settings of an organization, which apply to every caller of any role. */
export interface Policies {
  /** Returns a promise only if the settings are not cached. @throws UNAUTHORIZED, STEP_UP_REQUIRED, FORBIDDEN */
  check(
    caller: Caller,
    request: Pick<RequestInfo, 'address' | 'isAgent'>,
    operation: Pick<Operation, 'isExport' | 'needsFreshSignIn'>,
  ): Promise<void> | undefined
  /** The time at which the token or the session of a caller ends, in seconds since 1970. Undefined: never. */
  endOf(caller: Caller): Promise<number | undefined>
}

/** The cached team memberships of all organizations. */
export interface Memberships {
  /** The membership of a user; null for a user who is not in the team. Returns a promise only if it is not cached. */
  of(organizationId: string, userId: string): Membership | null | Promise<Membership | null>
  /** Like `of`, but reads the database again. */
  refresh(organizationId: string, userId: string): Promise<Membership | null>
}

/** The keys of all organizations. */
export interface Keys {
  /**
   * Checks the key of a caller again, from the cache or, with `reads`, from the database.
   * @throws UNAUTHORIZED if it is no longer accepted, or got other networks
   */
  confirm(identity: SignedIn, options: { reads: boolean }): Promise<void>
}

/** Records when API keys are used. */
export interface Uses {
  /** Returns a promise only if the use is stored. */
  note(identity: SignedIn, request: Pick<RequestInfo, 'address'>): Promise<void> | undefined
}

const AUTHORIZED = Symbol('authorized')

/** A caller whom the organization allows to run an operation. Only an `Authorizer` creates it. */
export interface AuthorizedOperation {
  readonly [AUTHORIZED]: true
  readonly operation: Operation
  readonly caller: Caller
}

/** The caller and the request of an operation. */
export interface AccessRequest {
  /** The holder of the token; absent without a valid token. */
  identity: SignedIn | undefined
  request: TimedRequest
}

interface AuthorizerDependencies {
  defaultRole: Role
  policies: Policies
  memberships: Memberships
  refusals: Refusals
  keys: Keys
  keyUses: Uses
}

/** Decides who may run an operation, and records refusals. */
export class Authorizer {
  readonly #dependencies: AuthorizerDependencies
  /** The caller of each verified token, with the membership that the caller was derived from. */
  readonly #callers = new WeakMap<SignedIn, { caller: Caller; membership: Membership | null }>()

  constructor(parts: AuthorizerDependencies) {
    this.#dependencies = parts
  }

  /**
   * Checks the conditions of a whole operation: the caller is identified, is not removed from the team, and meets the
   * security settings of the organization. Returns a promise only if the membership or the settings are not cached, or
   * a refusal is recorded.
   * @throws UNAUTHORIZED, ORGANIZATION_REQUIRED, MEMBERSHIP_ENDED, NETWORK_NOT_ALLOWED, STEP_UP_REQUIRED, FORBIDDEN
   */
  admit(operation: Operation, asking: AccessRequest): AuthorizedOperation | Promise<AuthorizedOperation> {
    const { identity, request } = asking
    if (!identity) return this.#refuseNobody(operation, request)
    const { organizationId } = identity
    if (operation.isOutside || organizationId === undefined) return this.#admitAs(operation, identity, null, request)
    const membership = this.#dependencies.memberships.of(organizationId, personOf(identity))
    if (!(membership instanceof Promise)) return this.#admitAs(operation, identity, membership, request)
    return request.deadline.bound(membership).then((found) => this.#admitAs(operation, identity, found, request))
  }

  /**
   * Checks after some time whether an authorized caller still may run the operation. With `hasStarted` it reads the
   * database: a subscription that has started receives later changes as events, so this read covers the changes before
   * its start.
   * @throws as `authorize`
   */
  async renew(
    authorized: AuthorizedOperation,
    asking: AccessRequest,
    { hasStarted = false } = {},
  ): Promise<AuthorizedOperation> {
    const { identity } = asking
    if (identity) await this.#dependencies.keys.confirm(identity, { reads: hasStarted })
    if (hasStarted && identity?.organizationId !== undefined)
      await this.#dependencies.memberships.refresh(identity.organizationId, personOf(identity))
    const now = await this.admit(authorized.operation, asking)
    return now.caller === authorized.caller ? authorized : this.#demandPermissions(now, asking.request)
  }

  /** Like `admit`, and checks the permission of each root field. @throws as `admit` */
  async authorize(operation: Operation, asking: AccessRequest): Promise<AuthorizedOperation> {
    return this.#demandPermissions(await this.admit(operation, asking), asking.request)
  }

  /**
   * Checks a caller without an operation, and records a refusal.
   * @throws MEMBERSHIP_ENDED for a user who was removed; UNAUTHORIZED for an ended session; NETWORK_NOT_ALLOWED
   */
  async demandMember(identity: SignedIn, request: TimedRequest): Promise<void> {
    const { organizationId } = identity
    if (organizationId === undefined) return
    const membership = await request.deadline.bound(
      Promise.resolve(this.#dependencies.memberships.of(organizationId, personOf(identity))),
    )
    let resourceType = 'API_KEY'
    try {
      demandNetwork(identity, request.address)
      resourceType = 'TEAM_MEMBER'
      demandMember(membership)
      demandSession(identity, membership)
    } catch (error) {
      return this.#refuse(error, { ...identity, organizationId }, request, resourceType)
    }
  }

  async #demandPermissions(authorized: AuthorizedOperation, request: RequestInfo): Promise<AuthorizedOperation> {
    for (const field of authorized.operation.fields) {
      const { audit } = declared(field)
      try {
        checkField(authorized.caller, field)
      } catch (error) {
        const entry = accessDenied(audit?.resourceType ?? 'FIELD', audit && `${audit.resourceType}_${audit.verb}`)
        await this.#dependencies.refusals.record(authorized.caller, request, [entry])
        throw error
      }
    }
    return authorized
  }

  #admitAs(
    operation: Operation,
    identity: SignedIn,
    membership: Membership | null,
    request: TimedRequest,
  ): AuthorizedOperation | Promise<AuthorizedOperation> {
    const { organizationId = OUTSIDE } = identity
    let resourceType = 'API_KEY'
    try {
      demandNetwork(identity, request.address)
      resourceType = 'TEAM_MEMBER'
      const caller = this.#callerFor(operation, identity, membership)
      const authorized: AuthorizedOperation = { [AUTHORIZED]: true, operation, caller }
      resourceType = 'SECURITY_SETTINGS'
      const judged = this.#dependencies.policies.check(caller, request, operation)
      const refuse = (error: unknown) => this.#refuse(error, caller, request, resourceType)
      if (judged === undefined) return this.#noteUse(authorized, identity, request)
      return request.deadline.bound(judged).then(() => this.#noteUse(authorized, identity, request), refuse)
    } catch (error) {
      return this.#refuse(error, { ...identity, organizationId }, request, resourceType)
    }
  }

  #noteUse(
    authorized: AuthorizedOperation,
    identity: SignedIn,
    request: TimedRequest,
  ): AuthorizedOperation | Promise<AuthorizedOperation> {
    const noted = this.#dependencies.keyUses.note(identity, request)
    return noted !== undefined ? request.deadline.bound(noted).then(() => authorized) : authorized
  }

  /** An operation that needs no organization starts without one, whatever the token contains. */
  #callerFor({ isOutside }: Operation, identity: SignedIn, membership: Membership | null): Caller {
    const { defaultRole } = this.#dependencies
    if (isOutside) return callerOf({ ...identity, organizationId: OUTSIDE }, defaultRole)
    const known = this.#callers.get(identity)
    if (known && isSame(known.membership, membership)) return known.caller
    const caller = callerOf(identity, defaultRole, membership)
    this.#callers.set(identity, { caller, membership })
    return caller
  }

  /**
   * The caller is not identified. A token that was once valid identifies its holder for the audit record of the
   * refusal.
   */
  async #refuseNobody({ fields }: Operation, request: RequestInfo): Promise<never> {
    const holder = holderOf(request.refusal)
    const [audit] = fields.flatMap((field) => declared(field).audit ?? [])
    const attempted = audit && `${audit.resourceType}_${audit.verb}`
    if (holder)
      await this.#dependencies.refusals.record(holder, request, [accessDenied('TOKEN', attempted, 'UNAUTHORIZED')])
    throw request.refusal ?? unauthorized()
  }

  async #refuse(error: unknown, holder: RefusedHolder, request: RequestInfo, resourceType: string): Promise<never> {
    if (error instanceof ServiceError)
      await this.#dependencies.refusals.record(holder, request, [accessDenied(resourceType, undefined, error.code)])
    throw error
  }
}

const isSame = (one: Membership | null, other: Membership | null) =>
  one === other ||
  (one?.role === other?.role &&
    one?.removedAt?.getTime() === other?.removedAt?.getTime() &&
    one?.sessionsEndedAt?.getTime() === other?.sessionsEndedAt?.getTime())
