import type { Session } from '../../data/session.ts'
import { Rollback, type Transaction } from '../../data/transaction.ts'
import { accessDenied } from '../../security/audit/refusals.ts'
import { type AuditEntry, appendChanges } from '../../security/audit/writer.ts'
import { demandMember } from '../../security/auth/authenticate.ts'
import type { Caller } from '../../security/auth/caller.ts'
import type { RequestInfo } from '../../security/request.ts'
import type { AuthorizedOperation } from '../access/authorizer.ts'
import { declared } from '../declare/declarations.ts'
import type { Operation } from '../declare/operation.ts'
import { type AnswerRoom, inRoom } from '../execute/answer-room.ts'
import { Context } from '../execute/context.ts'
import { type EngineDependencies, factsOf } from '../execute/dependencies.ts'
import { type Executed, execute } from '../execute/executor.ts'
import { prepare } from '../execute/preparation.ts'
import { type OperationResult, presented } from '../execute/results.ts'
import { refuseFaults } from '../execute/service-errors.ts'
import type { ChangeRequest, ReadFirst } from './change-request.ts'
import { claim, saveResponse } from './idempotency.ts'
import { demandReplayable, type SavedAnswer, textOf } from './replays.ts'

/**
 * Executes mutations, each in one transaction. A mutation whose result has errors changes nothing, so a client need not
 * find out which part was done.
 */
export class Mutations {
  readonly #dependencies: EngineDependencies
  /** Organizations that are known to have a row. The row is never deleted. */
  readonly #organizations = new Set<string>()

  constructor(parts: EngineDependencies) {
    this.#dependencies = parts
  }

  async execute(authorized: AuthorizedOperation, asked: ChangeRequest): Promise<OperationResult> {
    const { operation, caller } = authorized
    const { organizationId } = caller
    const poolUser = operation.isOutside ? `outside ${caller.userId}` : organizationId
    const session: Session = { role: 'gateway_tenant', organizationId, poolUser, deadline: asked.request.deadline }
    await prepare(operation, caller, this.#dependencies.services)
    const refusals: AuditEntry[] = []
    const work = (room: AnswerRoom) => (unit: Transaction) => {
      // A retried attempt records its refusals again.
      refusals.length = 0
      return this.#inTransaction(unit, session, authorized, { ...asked, room }, refusals)
    }
    try {
      const result = await inRoom(asked.answer, (room) => this.#dependencies.database.transaction(session, work(room)))
      // A rehearsal rolls back the row of the organization too.
      if (!result.errors && !result.rehearsed) this.#organizations.add(organizationId)
      if (result.entered !== undefined) await this.#demandMember(result.entered, caller, asked.request)
      return result
    } finally {
      await this.#dependencies.refusals.record(caller, asked.request, refusals)
    }
  }

  async #inTransaction(
    unit: Transaction,
    session: Session,
    { operation, caller }: AuthorizedOperation,
    asked: ChangeRequest & { room: AnswerRoom },
    refusals: AuditEntry[],
  ): Promise<OperationResult> {
    const { idempotency, request, room } = asked
    const saved = idempotency && (await claim(unit, caller, idempotency))
    if (saved !== undefined) return this.#replay(saved, operation, caller, refusals)
    if (!operation.isOutside) await this.#ensureOrganization(unit, caller.organizationId)
    const read = (reading: ReadFirst) => this.#read(reading, request, caller, unit, refusals)
    const { putChanges, precondition: expected } = asked
    const variables = putChanges ? putChanges.variablesFor(await read(putChanges)) : asked.variables
    const precondition = expected && (async () => expected.check(await read(expected)))
    const context = new Context(caller, request, unit, { precondition, services: this.#dependencies.services, room })
    const executed = await execute(operation, variables, context)
    room.demandWhole()
    refusals.push(...context.refusals)
    await this.#demandDone(unit, context, executed, request)
    const facts = context.trail.map((entry) => factsOf(this.#dependencies, entry, context.caller, request))
    unit.finishWith(appendChanges(unit, facts))
    if (idempotency && operation.isOutside) await unit.become(session)
    if (idempotency) {
      const entered = operation.isOutside ? { entered: context.organizationId } : {}
      const answer = textOf({ data: executed.data, ...entered }, context.shownOnce)
      await saveResponse(unit, caller, idempotency, answer)
    }
    return { ...presented(executed, request.id, this.#dependencies.log), refunded: context.refunded }
  }

  #replay(saved: string, operation: Operation, caller: Caller, refusals: AuditEntry[]): OperationResult {
    try {
      demandReplayable(this.#dependencies.schema, operation, caller)
    } catch (error) {
      const { audit } = operation.fields[0] ? declared(operation.fields[0]) : {}
      refusals.push(accessDenied(audit?.resourceType ?? 'FIELD', audit && `${audit.resourceType}_${audit.verb}`))
      throw error
    }
    const { data, entered }: SavedAnswer = JSON.parse(saved)
    return { data, replayed: true, ...(entered !== undefined && { entered }) }
  }

  /**
   * A user who was removed from the organization that the operation had entered does not receive the stored response
   * again.
   */
  async #demandMember(organizationId: string, { userId }: Caller, request: RequestInfo): Promise<void> {
    const membership = await this.#dependencies.memberships.of(organizationId, userId)
    try {
      demandMember(membership)
    } catch (error) {
      const entry = accessDenied('TEAM_MEMBER', undefined, 'MEMBERSHIP_ENDED')
      await this.#dependencies.refusals.record({ organizationId, userId }, request, [entry])
      throw error
    }
  }

  /** @throws Rollback with the result, for an operation that failed or was a rehearsal */
  async #demandDone(unit: Transaction, context: Context, executed: Executed, { id }: RequestInfo): Promise<void> {
    const { errors } = executed
    if (!errors && !context.isDiscarded) return
    // A refused row makes all following statements fail, so its error is raised first.
    await unit.settled()
    refuseFaults(errors)
    const result = { ...presented(executed, id, this.#dependencies.log), refunded: context.refunded }
    throw new Rollback(errors ? { ...result, data: null } : { ...result, rehearsed: true })
  }

  async #read(
    { operation, variables }: ReadFirst,
    request: RequestInfo,
    caller: Caller,
    unit: Transaction,
    refusals: AuditEntry[],
  ): Promise<Record<string, unknown>> {
    const context = new Context(caller, request, unit, { services: this.#dependencies.services })
    const { data, errors } = await execute(operation, variables, context)
    refusals.push(...context.refusals)
    refuseFaults(errors)
    if (errors?.[0]) throw errors[0]
    return data ?? {}
  }

  async #ensureOrganization(unit: Transaction, organizationId: string): Promise<void> {
    if (this.#organizations.has(organizationId)) return
    const { now } = unit
    await unit.db
      .insertInto('organization')
      .values({ organizationId, name: null, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
