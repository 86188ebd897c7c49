import type { Session } from '../data/database.ts'
import { Rollback, type Unit } from '../data/transaction.ts'
import { accessDenied, type Refusals } from '../security/audit/refusals.ts'
import { type AuditEntry, appendChanges } from '../security/audit/writer.ts'
import { demandMember } from '../security/auth/authenticate.ts'
import type { Caller } from '../security/auth/caller.ts'
import type { RequestInfo } from '../security/request.ts'
import { type AnswerRoom, inRoom } from './answer-room.ts'
import type { Admitted } from './authorizer.ts'
import { Context } from './context.ts'
import type { Executed } from './executor.ts'
import { declared } from './guard.ts'
import { claim, saveResponse } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { factsOf, type Parts } from './parts.ts'
import { refuseFaults } from './presentable.ts'
import { demandReplayable, type SavedAnswer, textOf } from './replays.ts'
import type { OperationRequest, Reading } from './request.ts'
import { type OperationResult, presented } from './results.ts'

/**
 * Executes mutations, each in one transaction. All or nothing: one whose result has errors changes nothing, so those who
 * read it need not ask what stayed.
 */
export class Mutations {
  readonly #parts: Parts & { refusals: Refusals }
  /** Organizations that are known to have a record; they never lose it. */
  readonly #organizations = new Set<string>()

  constructor(parts: Parts & { refusals: Refusals }) {
    this.#parts = parts
  }

  async execute(admitted: Admitted, asked: OperationRequest): Promise<OperationResult> {
    const { operation, caller } = admitted
    const { organizationId } = caller
    const party = operation.isOutside ? `outside ${caller.userId}` : organizationId
    const session: Session = { role: 'gateway_tenant', organizationId, party, deadline: asked.request.deadline }
    const refusals: AuditEntry[] = []
    const work = (room: AnswerRoom) => (unit: Unit) => {
      // Those of an attempt that had to give way are told by the next one.
      refusals.length = 0
      return this.#inTransaction(unit, session, admitted, { ...asked, room }, refusals)
    }
    try {
      const result = await inRoom(asked.answer, (room) => this.#parts.database.transaction(session, work(room)))
      // Of a rehearsal the record was rolled back, too.
      if (!result.errors && !result.rehearsed) this.#organizations.add(organizationId)
      if (result.entered !== undefined) await this.#demandMember(result.entered, caller, asked.request)
      return result
    } finally {
      await this.#parts.refusals.record(caller, asked.request, refusals)
    }
  }

  async #inTransaction(
    unit: Unit,
    session: Session,
    { operation, caller }: Admitted,
    asked: OperationRequest & { room: AnswerRoom },
    refusals: AuditEntry[],
  ): Promise<OperationResult> {
    const { idempotency, request, room } = asked
    const saved = idempotency && (await claim(unit, caller, idempotency))
    if (saved !== undefined) return this.#replay(saved, operation, caller, refusals)
    if (!operation.isOutside) await this.#ensureOrganization(unit, caller.organizationId)
    const read = (reading: Reading) => this.#read(reading, request, caller, unit, refusals)
    const { difference, precondition: expected } = asked
    const variables = difference ? difference.variablesFor(await read(difference)) : asked.variables
    const precondition = expected && (async () => expected.check(await read(expected)))
    const context = new Context(caller, request, unit, { precondition, services: this.#parts.services, room })
    const executed = await operation.execute(variables, context)
    room.demandWhole()
    refusals.push(...context.refusals)
    await this.#demandDone(unit, context, executed, request)
    const facts = context.trail.map((entry) => factsOf(this.#parts, entry, context.caller, request))
    unit.finishWith(appendChanges(unit, facts))
    if (idempotency && operation.isOutside) await unit.become(session)
    if (idempotency) {
      const entered = operation.isOutside ? { entered: context.organizationId } : {}
      const answer = textOf({ data: executed.data, ...entered }, context.shownOnce)
      await saveResponse(unit, caller, idempotency, answer)
    }
    return { ...presented(executed, request.id, this.#parts.log), refunded: context.refunded }
  }

  #replay(saved: string, operation: Operation, caller: Caller, refusals: AuditEntry[]): OperationResult {
    try {
      demandReplayable(this.#parts.schema, operation, caller)
    } catch (error) {
      const { audit } = operation.fields[0] ? declared(operation.fields[0]) : {}
      refusals.push(accessDenied(audit?.resourceType ?? 'FIELD', audit && `${audit.resourceType}_${audit.verb}`))
      throw error
    }
    const { data, entered }: SavedAnswer = JSON.parse(saved)
    return { data, replayed: true, ...(entered !== undefined && { entered }) }
  }

  /** Whoever was removed since from where an operation led is told nothing of it again. */
  async #demandMember(organizationId: string, { userId }: Caller, request: RequestInfo): Promise<void> {
    const membership = await this.#parts.memberships.of(organizationId, userId)
    try {
      demandMember(membership)
    } catch (error) {
      const entry = accessDenied('TEAM_MEMBER', undefined, 'MEMBERSHIP_ENDED')
      await this.#parts.refusals.record({ organizationId, userId }, request, [entry])
      throw error
    }
  }

  /** @throws Rollback, with its result, for an operation that failed or was a rehearsal */
  async #demandDone(unit: Unit, context: Context, executed: Executed, { id }: RequestInfo): Promise<void> {
    const { errors } = executed
    if (!errors && !context.isDiscarded) return
    // A row that was refused is why whatever was asked behind it was, too.
    await unit.settled()
    refuseFaults(errors)
    const result = { ...presented(executed, id, this.#parts.log), refunded: context.refunded }
    throw new Rollback(errors ? { ...result, data: null } : { ...result, rehearsed: true })
  }

  async #read(
    { operation, variables }: Reading,
    request: RequestInfo,
    caller: Caller,
    unit: Unit,
    refusals: AuditEntry[],
  ): Promise<Record<string, unknown>> {
    const context = new Context(caller, request, unit, { services: this.#parts.services })
    const { data, errors } = await operation.execute(variables, context)
    refusals.push(...context.refusals)
    refuseFaults(errors)
    if (errors?.[0]) throw errors[0]
    return data ?? {}
  }

  async #ensureOrganization(unit: Unit, organizationId: string): Promise<void> {
    if (this.#organizations.has(organizationId)) return
    const { now } = unit
    await unit.db
      .insertInto('organization')
      .values({ organizationId, name: null, createdAt: now, updatedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
