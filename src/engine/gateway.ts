import {
  createSourceEventStream,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql'
import type { Logger } from 'pino'
import { invalid, ServiceError, unauthorized } from '../common/errors.ts'
import type { Metrics } from '../common/metrics.ts'
import { type Services } from '../common/services.ts'
import { traced } from '../common/trace.ts'
import type { Session } from '../data/database.ts'
import type { ReadReplica } from '../data/read-replica.ts'
import { type Database, Rollback, type Unit } from '../data/transaction.ts'
import type { Streams } from '../events/streams.ts'
import type { AuditWriter } from '../security/audit/group-commit.ts'
import { accessDenied, Refusals } from '../security/audit/refusals.ts'
import { type AuditEntry, appendChanges, auditFacts } from '../security/audit/writer.ts'
import { callerOf } from '../security/auth/authenticate.ts'
import { type Caller, OUTSIDE, type Role, type SignedIn } from '../security/auth/caller.ts'
import { holderOf } from '../security/auth/refused-holders.ts'
import { type RequestInfo, type TimedRequest } from '../security/request.ts'
import { Context } from './context.ts'
import { eventResults, type ReadPage, type ShowEvent } from './event-results.ts'
import type { Executed } from './executor.ts'
import { checkPermission, declared, prepare, readsBeyondEvents } from './guard.ts'
import { claim, type Idempotency, saveResponse } from './idempotency.ts'
import { describe, labelOf, type Operation, parseOperation } from './operation.ts'
import { presentable, refuseFaults } from './presentable.ts'
import { StreamContext } from './stream-context.ts'

/** One request to execute an operation. */
export interface OperationRequest {
  /** Who holds the token; absent without a valid one. */
  identity: SignedIn | undefined
  request: TimedRequest
  variables: Record<string, unknown>
  /** Whether the caller takes data as JSON text, where there is any. */
  takesText?: boolean
  /** For mutations: answer a repeated request with the first response. */
  idempotency?: Idempotency
  /** For mutations: read what is about to change, and let `check` throw when it is not what the caller expects. */
  precondition?: Reading & { check: (data: Record<string, unknown>) => void }
  /** For mutations: read what is there, and make the variables from it. */
  difference?: Reading & { variablesFor: (data: Record<string, unknown>) => Record<string, unknown> }
}

/** An operation of the caller's that is read inside of another. */
interface Reading {
  operation: Operation
  variables: Record<string, unknown>
}

/** An error that the caller may see, and where in the document it arose. */
export interface ShownError {
  error: ServiceError
  path?: GraphQLError['path']
  locations?: GraphQLError['locations']
}

/** What an operation came to. Its errors are fit for the caller. */
export interface OperationResult {
  data?: Record<string, unknown> | null
  /** The data as JSON text, for who takes it. */
  text?: string
  errors?: readonly ShownError[]
  /** Whether this is the saved response of an earlier request. */
  replayed?: boolean
  /** Whether it was a rehearsal, of which nothing stays. */
  rehearsed?: boolean
}

/** The events of a subscription, or the result that says why there are none. */
type Begun = AsyncIterableIterator<OperationResult> | OperationResult

/** What an organization demands of whoever acts for it, whatever the role. */
interface Policies {
  /** Waits only where the demands are not known yet. @throws UNAUTHORIZED, FORBIDDEN */
  check(caller: Caller, address: string, isExport: boolean): Promise<void> | undefined
}

interface Parts {
  schema: GraphQLSchema
  database: Database
  /** For exports and reports. */
  replica: ReadReplica | undefined
  audit: AuditWriter
  metrics: Metrics
  log: Logger
  defaultRole: Role
  policies: Policies
  services: Partial<Services>
  streams: Streams
}

/**
 * Transactions keep to the deadline of a request by themselves; what else it waits for is given up so much later, so
 * that the more exact answer of the two comes first.
 */
const LAST_GRACE_MS = 1_000

/** The one way in: both surfaces authorize and execute through it. */
export class Gateway {
  readonly schema: GraphQLSchema
  readonly #parts: Parts
  readonly #operations = new WeakMap<DocumentNode, Map<string | undefined, Operation>>()
  /** Tokens that were verified are remembered, and so is who they make of their holder. */
  readonly #callers = new WeakMap<SignedIn, Caller>()
  /** Organizations that are known to have a record; they never lose it. */
  readonly #organizations = new Set<string>()
  readonly #refusals: Refusals

  constructor(parts: Parts) {
    this.#parts = parts
    this.#refusals = new Refusals({ audit: parts.audit, log: parts.log, secrets: parts.services.secrets })
    this.schema = parts.schema
  }

  /** Parses and validates a document, as `parseOperation` does. */
  readonly parse = (source: string): Operation => parseOperation(this.schema, source)

  /** What is known of a valid document; looked up once per document. */
  prepare(document: DocumentNode, name: string | undefined | null): Operation {
    const known = this.#operations.get(document) ?? new Map<string | undefined, Operation>()
    this.#operations.set(document, known)
    const operation = known.get(name ?? undefined) ?? describe(this.schema, document, name ?? undefined)
    known.set(name ?? undefined, operation)
    return operation
  }

  /**
   * Who may run an operation. The REST surface asks before it looks at the body; execution asks again, field by field.
   * @throws UNAUTHORIZED, ORGANIZATION_REQUIRED, FORBIDDEN
   */
  async authorize(operation: Operation, identity: SignedIn | undefined, request: TimedRequest): Promise<Caller> {
    if (!identity) return this.#refuseNobody(operation, request)
    const caller = this.#callerFor(operation, identity)
    const judged = this.#demandPolicy(operation, caller, request)
    if (judged) await request.deadline.bound(judged)
    for (const field of operation.fields) {
      const { permit, audit } = declared(field)
      try {
        checkPermission(caller, permit)
      } catch (error) {
        const entry = accessDenied(audit?.resourceType ?? 'FIELD', audit && `${audit.resourceType}_${audit.verb}`)
        await this.#refusals.record(caller, request, [entry])
        throw error
      }
    }
    return caller
  }

  /**
   * Starts a subscription: an iterable of its events, or the result that says why not. Permission is asked, and the
   * start recorded, before the first event. The last result carries the error that ended the stream, if one did.
   */
  async subscribe(operation: Operation, asked: OperationRequest): Promise<Begun> {
    const { deadline, id } = asked.request
    try {
      // Nobody waits any more for one that is begun too late.
      const late = (begun: Begun) => void (Symbol.asyncIterator in begun && begun.return?.())
      return await deadline.bound(this.#begin(operation, asked), { grace: LAST_GRACE_MS, late })
    } catch (error) {
      return { errors: [{ error: presentable(error, id, this.#parts.log) }] }
    }
  }

  async #begin(operation: Operation, asked: OperationRequest): Promise<Begun> {
    const caller = await this.authorize(operation, asked.identity, asked.request)
    const context = new StreamContext(caller, asked.request, this.#parts.streams)
    const { document, name: operationName } = operation
    const asks = { schema: this.schema, document, operationName, variableValues: asked.variables }
    const source = await createSourceEventStream({ ...asks, contextValue: context })
    if (!(Symbol.asyncIterator in source)) return this.#present(source, asked)
    const events = this.#events(source, operation, asked, caller)
    try {
      await this.#parts.audit.append(context.trail.map((entry) => this.#facts(entry, caller, asked.request)))
    } catch (error) {
      await events.return?.()
      throw error
    }
    return events
  }

  /** What a subscription reads beyond its events is read in transactions that end before the client reads. */
  #events(
    source: AsyncIterable<unknown>,
    operation: Operation,
    asked: OperationRequest,
    caller: Caller,
  ): AsyncIterableIterator<OperationResult> {
    const session = { role: 'gateway_tenant', organizationId: caller.organizationId, readOnly: true } as const
    const read: ReadPage = async (work) => {
      const { refusals, results } = await this.#parts.database.transaction(session, async (unit) => {
        const context = new Context(caller, asked.request, unit, { services: this.#parts.services })
        return { refusals: context.refusals, results: await work(context) }
      })
      await this.#refusals.record(caller, asked.request, refusals)
      return results
    }
    const execute: ShowEvent = (rootValue, context) => operation.execute(asked.variables, context, { rootValue })
    return eventResults(execute, source[Symbol.asyncIterator]() as AsyncIterator<readonly unknown[]>, {
      read: readsBeyondEvents(this.schema, operation.document) ? read : undefined,
      present: (result) => this.#present(result, asked),
      refuse: (error) => ({ errors: [{ error: presentable(error, asked.request.id, this.#parts.log) }] }),
      skipped: (err) => {
        this.#parts.metrics.eventSkipped(labelOf(operation))
        const where = { err, requestId: asked.request.id, operation: labelOf(operation) }
        this.#parts.log.error(where, 'an event could not be shown; its stream went on without it')
      },
    })
  }

  /** Operations that need no organization begin in none, whatever the token says. */
  #callerFor({ isOutside }: Operation, identity: SignedIn): Caller {
    if (isOutside) return callerOf({ ...identity, organizationId: OUTSIDE }, this.#parts.defaultRole)
    const known = this.#callers.get(identity) ?? callerOf(identity, this.#parts.defaultRole)
    this.#callers.set(identity, known)
    return known
  }

  /** Executes an operation in one transaction. Never throws: what went wrong is in `errors`. */
  execute(operation: Operation, asked: OperationRequest): Promise<OperationResult> {
    const name = labelOf(operation)
    return traced(`${operation.type} ${name}`, { 'graphql.operation.type': operation.type }, async (span) => {
      const started = performance.now()
      const result = await this.#attempt(operation, asked)
      const outcome = result.errors ? 'error' : 'ok'
      const code = result.errors?.[0]?.error.code
      if (code) span.setAttribute('error.type', code)
      const labels = { operation: name, type: operation.type, outcome } as const
      this.#parts.metrics.operation(labels, (performance.now() - started) / 1000)
      return result
    })
  }

  async #attempt(operation: Operation, asked: OperationRequest): Promise<OperationResult> {
    const { deadline, id } = asked.request
    const bound = <T>(work: Promise<T>) => deadline.bound(work, { grace: LAST_GRACE_MS })
    const refuse = (error: unknown) => ({ errors: [{ error: presentable(error, id, this.#parts.log) }] })
    const result: OperationResult = await bound(this.#perform(operation, asked)).catch(refuse)
    if (!result.errors && !result.rehearsed && !result.replayed) return result
    return bound(this.recordEnd(operation, asked, result)).then(() => result, refuse)
  }

  /** Leaves a record of an operation that was asked for and not done. The REST surface may refuse it before it begins. */
  async recordEnd(
    operation: Operation,
    { identity, request, variables }: Pick<OperationRequest, 'identity' | 'request' | 'variables'>,
    result: OperationResult,
  ): Promise<void> {
    const organizationId = operation.isOutside ? undefined : identity?.organizationId
    if (!identity || organizationId === undefined) return
    const { type, fields } = operation
    await this.#refusals.recordEnd({ ...identity, organizationId }, request, { ...result, type, fields, variables })
  }

  /** Nobody was identified. Whoever holds a genuine token that is good no more leaves a record in his organization. */
  async #refuseNobody({ fields }: Operation, request: RequestInfo): Promise<never> {
    const holder = holderOf(request.refusal)
    const [audit] = fields.flatMap((field) => declared(field).audit ?? [])
    const attempted = audit && `${audit.resourceType}_${audit.verb}`
    if (holder) await this.#refusals.record(holder, request, [accessDenied('TOKEN', attempted, 'UNAUTHORIZED')])
    throw request.refusal ?? unauthorized()
  }

  async #perform(operation: Operation, asked: OperationRequest): Promise<OperationResult> {
    if (operation.fields.length === 0) return this.#present(await operation.execute(asked.variables, undefined), asked)
    if (!asked.identity) return this.#refuseNobody(operation, asked.request)
    const caller = this.#callerFor(operation, asked.identity)
    if (operation.type === OperationTypeNode.SUBSCRIPTION)
      throw invalid({ query: 'is a subscription: send it to /graphql/stream' })
    const judged = this.#demandPolicy(operation, caller, asked.request)
    if (judged) await judged
    return operation.type === OperationTypeNode.QUERY
      ? this.#query(operation, asked, caller)
      : this.#mutate(operation, asked, caller)
  }

  /**
   * What the organization's security settings demand of whoever acts for it, whatever the role.
   * @returns what to wait for, where the settings must be read, or a refusal recorded
   */
  #demandPolicy({ isExport }: Operation, caller: Caller, request: RequestInfo): Promise<void> | undefined {
    const refuse = (error: unknown) => this.#refuseByPolicy(error, caller, request)
    try {
      return this.#parts.policies.check(caller, request.address, isExport)?.catch(refuse)
    } catch (error) {
      return refuse(error)
    }
  }

  async #refuseByPolicy(error: unknown, caller: Caller, request: RequestInfo): Promise<never> {
    if (error instanceof ServiceError)
      await this.#refusals.record(caller, request, [accessDenied('SECURITY_SETTINGS', undefined, error.code)])
    throw error
  }

  async #query(operation: Operation, asked: OperationRequest, caller: Caller): Promise<OperationResult> {
    const { organizationId } = caller
    const { deadline } = asked.request
    const session = { role: 'gateway_tenant', organizationId, readOnly: true, deadline } as const
    await prepare(operation.fields, caller, this.#parts.services)
    const { database, replica } = this.#parts
    const work = async (unit: Unit) => {
      const context = new Context(caller, asked.request, unit, { services: this.#parts.services })
      const result = await operation.execute(asked.variables, context, { takesText: asked.takesText })
      refuseFaults(result.errors)
      return { context, result }
    }
    const { context, result } =
      operation.isExport && replica
        ? await replica.read(database, session, work)
        : await database.transaction(session, work)
    await this.#parts.audit.append(context.trail.map((entry) => this.#facts(entry, caller, asked.request)))
    await this.#refusals.record(caller, asked.request, context.refusals)
    return this.#present(result, asked)
  }

  /** All or nothing: a mutation whose result has errors changes nothing, so those who read it need not ask what stayed. */
  async #mutate(operation: Operation, asked: OperationRequest, caller: Caller): Promise<OperationResult> {
    const { organizationId } = caller
    const { deadline } = asked.request
    const party = operation.isOutside ? `outside ${caller.userId}` : organizationId
    const session: Session = { role: 'gateway_tenant', organizationId, party, deadline }
    const refusals: AuditEntry[] = []
    const work = async (unit: Unit): Promise<OperationResult> => {
      // Those of an attempt that had to give way are told by the next one.
      refusals.length = 0
      const { idempotency } = asked
      const saved = idempotency && (await claim(unit, caller, idempotency))
      if (saved !== undefined) return { ...JSON.parse(saved), replayed: true }
      if (!operation.isOutside) await this.#ensureOrganization(unit, organizationId)
      const { services } = this.#parts
      const read = (reading: Reading) => this.#read(reading, asked.request, caller, unit, refusals)
      const { difference, precondition: expected } = asked
      const variables = difference ? difference.variablesFor(await read(difference)) : asked.variables
      const precondition = expected && (async () => expected.check(await read(expected)))
      const context = new Context(caller, asked.request, unit, { precondition, services })
      const executed = await operation.execute(variables, context)
      refusals.push(...context.refusals)
      // A row that was refused is why whatever was asked behind it was, too.
      if (executed.errors || context.isDiscarded) await unit.settled()
      refuseFaults(executed.errors)
      if (executed.errors) throw new Rollback({ ...this.#present(executed, asked), data: null })
      if (context.isDiscarded) throw new Rollback({ ...this.#present(executed, asked), rehearsed: true })
      const facts = context.trail.map((entry) => this.#facts(entry, context.caller, asked.request))
      const appended = appendChanges(unit, facts)
      unit.finishWith(appended)
      if (idempotency && operation.isOutside) await unit.become(session)
      if (idempotency) await saveResponse(unit, caller, idempotency, JSON.stringify({ data: executed.data }))
      return this.#present(executed, asked)
    }
    try {
      const result = await this.#parts.database.transaction(session, work)
      if (!result.errors) this.#organizations.add(organizationId)
      return result
    } finally {
      await this.#refusals.record(caller, asked.request, refusals)
    }
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

  #facts(entry: AuditEntry, { organizationId, userId }: Caller, { ipAddress, userAgent }: RequestInfo) {
    const { secrets } = this.#parts.services
    return auditFacts(entry, { organizationId, userId, ipAddress, userAgent, secrets })
  }

  #present({ data, errors, text }: Executed, { request }: OperationRequest): OperationResult {
    if (text !== undefined) return { text }
    if (!errors) return { data }
    const shown = errors.map((error) => ({
      error: presentable(error, request.id, this.#parts.log),
      path: error.path,
      locations: error.locations,
    }))
    return { data, errors: shown }
  }
}
