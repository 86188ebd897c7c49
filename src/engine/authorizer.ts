import { ServiceError, unauthorized } from '../common/errors.ts'
import { accessDenied, type Refusals } from '../security/audit/refusals.ts'
import { callerOf } from '../security/auth/authenticate.ts'
import { type Caller, OUTSIDE, type Role, type SignedIn } from '../security/auth/caller.ts'
import { holderOf } from '../security/auth/refused-holders.ts'
import type { RequestInfo, TimedRequest } from '../security/request.ts'
import { checkPermission, declared } from './guard.ts'
import type { Operation } from './operation.ts'

/** What an organization demands of whoever acts for it, whatever the role. */
export interface Policies {
  /** Waits only where the demands are not known yet. @throws UNAUTHORIZED, FORBIDDEN */
  check(caller: Caller, address: string, isExport: boolean): Promise<void> | undefined
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
  refusals: Refusals
}

/** Says who may run an operation, and leaves a record of whom it refuses. */
export class Authorizer {
  readonly #parts: Parts
  /** Tokens that were verified are remembered, and so is who they make of their holder. */
  readonly #callers = new WeakMap<SignedIn, Caller>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * What holds for all of an operation: somebody was identified, and the organization's security settings let him act.
   * Waits only where the settings are not known, or a refusal is recorded.
   * @throws UNAUTHORIZED, ORGANIZATION_REQUIRED, FORBIDDEN
   */
  admit(operation: Operation, { identity, request }: Asking): Admitted | Promise<Admitted> {
    if (!identity) return this.#refuseNobody(operation, request)
    const caller = this.#callerFor(operation, identity)
    const admitted: Admitted = { [ADMITTED]: true, operation, caller }
    const refuse = (error: unknown) => this.#refuseByPolicy(error, caller, request)
    try {
      const judged = this.#parts.policies.check(caller, request.address, operation.isExport)
      return judged ? request.deadline.bound(judged).then(() => admitted, refuse) : admitted
    } catch (error) {
      return refuse(error)
    }
  }

  /** The same, and the permission of each root field. @throws as `admit` */
  async authorize(operation: Operation, asking: Asking): Promise<Admitted> {
    const admitted = await this.admit(operation, asking)
    for (const field of operation.fields) {
      const { permit, audit } = declared(field)
      try {
        checkPermission(admitted.caller, permit)
      } catch (error) {
        const entry = accessDenied(audit?.resourceType ?? 'FIELD', audit && `${audit.resourceType}_${audit.verb}`)
        await this.#parts.refusals.record(admitted.caller, asking.request, [entry])
        throw error
      }
    }
    return admitted
  }

  /** Operations that need no organization begin in none, whatever the token says. */
  #callerFor({ isOutside }: Operation, identity: SignedIn): Caller {
    const { defaultRole } = this.#parts
    if (isOutside) return callerOf({ ...identity, organizationId: OUTSIDE }, defaultRole)
    const known = this.#callers.get(identity) ?? callerOf(identity, defaultRole)
    this.#callers.set(identity, known)
    return known
  }

  /** Nobody was identified. Whoever holds a genuine token that is good no more leaves a record in his organization. */
  async #refuseNobody({ fields }: Operation, request: RequestInfo): Promise<never> {
    const holder = holderOf(request.refusal)
    const [audit] = fields.flatMap((field) => declared(field).audit ?? [])
    const attempted = audit && `${audit.resourceType}_${audit.verb}`
    if (holder) await this.#parts.refusals.record(holder, request, [accessDenied('TOKEN', attempted, 'UNAUTHORIZED')])
    throw request.refusal ?? unauthorized()
  }

  async #refuseByPolicy(error: unknown, caller: Caller, request: RequestInfo): Promise<never> {
    if (error instanceof ServiceError)
      await this.#parts.refusals.record(caller, request, [accessDenied('SECURITY_SETTINGS', undefined, error.code)])
    throw error
  }
}
