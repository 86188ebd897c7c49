import { ServiceError, unauthorized } from '../common/errors.ts'
import { accessDenied, type Refusals } from '../security/audit/refusals.ts'
import { callerOf, demandMember } from '../security/auth/authenticate.ts'
import { type Caller, type Membership, OUTSIDE, type Role, type SignedIn } from '../security/auth/caller.ts'
import { holderOf, type RefusedHolder } from '../security/auth/refused-holders.ts'
import type { RequestInfo, TimedRequest } from '../security/request.ts'
import { declared } from './guard.ts'
import type { Operation } from './operation.ts'
import { checkField } from './permits.ts'

/** What an organization demands of whoever acts for it, whatever the role. */
export interface Policies {
  /** Waits only where the demands are not known yet. @throws UNAUTHORIZED, FORBIDDEN */
  check(caller: Caller, address: string, isExport: boolean): Promise<void> | undefined
}

/** What is known of the teams of organizations. */
export interface Memberships {
  /** The membership of a user; null for who is not in the team. Waits only where it is not known. */
  of(organizationId: string, userId: string): Membership | null | Promise<Membership | null>
  /** The same, read anew. */
  refresh(organizationId: string, userId: string): Promise<Membership | null>
}

const ADMITTED = Symbol('admitted')

/** A caller whom the organization lets run an operation. Only an `Authorizer` makes one. */
export interface Admitted {
  readonly [ADMITTED]: true
  readonly operation: Operation
  readonly caller: Caller
}

/** Who asks for an operation, and how. */
export interface Asking {
  /** Who holds the token; absent without a valid one. */
  identity: SignedIn | undefined
  request: TimedRequest
}

interface Parts {
  defaultRole: Role
  policies: Policies
  memberships: Memberships
  refusals: Refusals
}

/** Says who may run an operation, and leaves a record of whom it refuses. */
export class Authorizer {
  readonly #parts: Parts
  /** Tokens that were verified are remembered, and so is who they make of their holder, by the membership. */
  readonly #callers = new WeakMap<SignedIn, { caller: Caller; membership: Membership | null }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * What holds for all of an operation: somebody was identified, is not removed from the team, and the organization's
   * security settings let him act. Waits only where the membership or the settings are not known, or a refusal is recorded.
   * @throws UNAUTHORIZED, ORGANIZATION_REQUIRED, MEMBERSHIP_ENDED, FORBIDDEN
   */
  admit(operation: Operation, asking: Asking): Admitted | Promise<Admitted> {
    const { identity, request } = asking
    if (!identity) return this.#refuseNobody(operation, request)
    const { organizationId } = identity
    if (operation.isOutside || organizationId === undefined) return this.#admitAs(operation, identity, null, request)
    const membership = this.#parts.memberships.of(organizationId, holderIn(identity))
    if (!(membership instanceof Promise)) return this.#admitAs(operation, identity, membership, request)
    return request.deadline.bound(membership).then((found) => this.#admitAs(operation, identity, found, request))
  }

  /**
   * Whether whoever was admitted still may, now that a while has passed. Asks the database where `isBegun`: what has begun
   * to listen hears of any change from then on, and this tells of those before.
   * @throws as `authorize`
   */
  async renew(admitted: Admitted, asking: Asking, { isBegun = false } = {}): Promise<Admitted> {
    const { identity } = asking
    if (isBegun && identity?.organizationId !== undefined)
      await this.#parts.memberships.refresh(identity.organizationId, holderIn(identity))
    const now = await this.admit(admitted.operation, asking)
    return now.caller === admitted.caller ? admitted : this.#demandPermissions(now, asking.request)
  }

  /** The same, and the permission of each root field. @throws as `admit` */
  async authorize(operation: Operation, asking: Asking): Promise<Admitted> {
    return this.#demandPermissions(await this.admit(operation, asking), asking.request)
  }

  /** @throws MEMBERSHIP_ENDED for whoever is in an organization no more; leaves a record of it */
  async demandMember(identity: SignedIn, request: TimedRequest): Promise<void> {
    const { organizationId } = identity
    if (organizationId === undefined) return
    const membership = await request.deadline.bound(
      Promise.resolve(this.#parts.memberships.of(organizationId, holderIn(identity))),
    )
    try {
      demandMember(membership)
    } catch (error) {
      return this.#refuse(error, { ...identity, organizationId }, request, 'TEAM_MEMBER')
    }
  }

  async #demandPermissions(admitted: Admitted, request: RequestInfo): Promise<Admitted> {
    for (const field of admitted.operation.fields) {
      const { audit } = declared(field)
      try {
        checkField(admitted.caller, field)
      } catch (error) {
        const entry = accessDenied(audit?.resourceType ?? 'FIELD', audit && `${audit.resourceType}_${audit.verb}`)
        await this.#parts.refusals.record(admitted.caller, request, [entry])
        throw error
      }
    }
    return admitted
  }

  #admitAs(
    operation: Operation,
    identity: SignedIn,
    membership: Membership | null,
    request: TimedRequest,
  ): Admitted | Promise<Admitted> {
    const { organizationId = OUTSIDE } = identity
    let resourceType = 'TEAM_MEMBER'
    try {
      const caller = this.#callerFor(operation, identity, membership)
      const admitted: Admitted = { [ADMITTED]: true, operation, caller }
      resourceType = 'SECURITY_SETTINGS'
      const judged = this.#parts.policies.check(caller, request.address, operation.isExport)
      const refuse = (error: unknown) => this.#refuse(error, caller, request, resourceType)
      return judged !== undefined ? request.deadline.bound(judged).then(() => admitted, refuse) : admitted
    } catch (error) {
      return this.#refuse(error, { ...identity, organizationId }, request, resourceType)
    }
  }

  /** Operations that need no organization begin in none, whatever the token says. */
  #callerFor({ isOutside }: Operation, identity: SignedIn, membership: Membership | null): Caller {
    const { defaultRole } = this.#parts
    if (isOutside) return callerOf({ ...identity, organizationId: OUTSIDE }, defaultRole)
    const known = this.#callers.get(identity)
    if (known && isSame(known.membership, membership)) return known.caller
    const caller = callerOf(identity, defaultRole, membership)
    this.#callers.set(identity, { caller, membership })
    return caller
  }

  /** Nobody was identified. Whoever holds a genuine token that is good no more leaves a record in his organization. */
  async #refuseNobody({ fields }: Operation, request: RequestInfo): Promise<never> {
    const holder = holderOf(request.refusal)
    const [audit] = fields.flatMap((field) => declared(field).audit ?? [])
    const attempted = audit && `${audit.resourceType}_${audit.verb}`
    if (holder) await this.#parts.refusals.record(holder, request, [accessDenied('TOKEN', attempted, 'UNAUTHORIZED')])
    throw request.refusal ?? unauthorized()
  }

  async #refuse(error: unknown, holder: RefusedHolder, request: RequestInfo, resourceType: string): Promise<never> {
    if (error instanceof ServiceError)
      await this.#parts.refusals.record(holder, request, [accessDenied(resourceType, undefined, error.code)])
    throw error
  }
}

const isSame = (one: Membership | null, other: Membership | null) =>
  one === other || (one?.role === other?.role && one?.removedAt?.getTime() === other?.removedAt?.getTime())

/** Whose membership counts: of a key that of its maker. */
const holderIn = ({ makerId, userId }: SignedIn): string => makerId ?? userId
