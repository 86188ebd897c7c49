import { type DocumentNode, type GraphQLSchema, OperationTypeNode } from 'graphql'
import { invalid, unauthorized } from '../common/errors.ts'
import { traced } from '../common/trace.ts'
import { Refusals } from '../security/audit/refusals.ts'
import type { AuditEntry } from '../security/audit/writer.ts'
import type { SignedIn } from '../security/auth/caller.ts'
import type { TimedRequest } from '../security/request.ts'
import { type AccessRequest, type AuthorizedOperation, Authorizer } from './access/authorizer.ts'
import { describe, labelOf, type Operation, parseOperation } from './declare/operation.ts'
import { type EngineDependencies, factsOf, type GatewayDependencies } from './execute/dependencies.ts'
import { execute } from './execute/executor.ts'
import { executeQuery } from './execute/query.ts'
import { type OperationResult, presented } from './execute/results.ts'
import { toServiceError } from './execute/service-errors.ts'
import { beginSubscription, type SubscriptionStart } from './stream/subscription.ts'
import type { ChangeRequest } from './write/change-request.ts'
import { Mutations } from './write/mutations.ts'

/**
 * Transactions enforce the deadline of a request themselves. All other waiting ends this much later, so that the more
 * exact error of a transaction comes first.
 */
const LAST_GRACE_MS = 1_000

/** The entry point of the engine: both surfaces authorize and execute through it. */
export class Gateway {
  readonly schema: GraphQLSchema
  readonly #dependencies: EngineDependencies
  readonly #operations = new WeakMap<DocumentNode, Map<string | undefined, Operation>>()
  readonly #authorizer: Authorizer
  readonly #mutations: Mutations

  constructor(parts: GatewayDependencies) {
    const refusals = new Refusals({ audit: parts.audit, log: parts.log, secrets: parts.services.secrets })
    this.#dependencies = { ...parts, refusals }
    this.#authorizer = new Authorizer(this.#dependencies)
    this.#mutations = new Mutations(this.#dependencies)
    this.schema = parts.schema
  }

  /** Parses and validates a document, as `parseOperation` does. */
  readonly parse = (source: string): Operation => parseOperation(this.schema, source)

  /** Describes an operation of a valid document. The result is cached per document. */
  prepare(document: DocumentNode, name: string | undefined | null): Operation {
    const known = this.#operations.get(document) ?? new Map<string | undefined, Operation>()
    this.#operations.set(document, known)
    const operation = known.get(name ?? undefined) ?? describe(this.schema, document, name ?? undefined)
    known.set(name ?? undefined, operation)
    return operation
  }

  /**
   * Checks whether a caller may run an operation and its root fields. The REST surface calls this before it reads the
   * body, and passes the result to `execute`.
   * @throws UNAUTHORIZED, ORGANIZATION_REQUIRED, FORBIDDEN
   */
  authorize(operation: Operation, asking: AccessRequest): Promise<AuthorizedOperation> {
    return this.#authorizer.authorize(operation, asking)
  }

  /**
   * Refuses a user who was removed from the organization that the token names, for requests without an operation.
   * @throws MEMBERSHIP_ENDED
   */
  demandMember(identity: SignedIn, request: TimedRequest): Promise<void> {
    return this.#authorizer.demandMember(identity, request)
  }

  /**
   * Starts a subscription. Returns an iterable of its events, or a result with the error. Permission is checked and the
   * start recorded before the first event. The last result has the error that ended the stream, if there is one.
   */
  async subscribe(operation: Operation, asked: ChangeRequest): Promise<SubscriptionStart> {
    const { deadline, id } = asked.request
    const begin = async () => {
      const authorized = asked.authorized ?? (await this.authorize(operation, asked))
      return beginSubscription(this.#dependencies, authorized, asked, async () => {
        const now = await this.#authorizer.renew(authorized, asked, { hasStarted: true })
        // Permissions changed since the subscription started.
        if (now !== authorized) throw unauthorized()
      })
    }
    try {
      // The client has stopped waiting, so a subscription that starts too late is closed.
      const late = (started: SubscriptionStart) => void (Symbol.asyncIterator in started && started.return?.())
      return await deadline.bound(begin(), { grace: LAST_GRACE_MS, late })
    } catch (error) {
      return { errors: [{ error: toServiceError(error, id, this.#dependencies.log) }] }
    }
  }

  /** Executes an operation in one transaction. Never throws: failures are in `errors`. */
  execute(operation: Operation, asked: ChangeRequest): Promise<OperationResult> {
    const name = labelOf(operation)
    return traced(`${operation.type} ${name}`, { 'graphql.operation.type': operation.type }, async (span) => {
      const started = performance.now()
      const result = await this.#attempt(operation, asked)
      const outcome = result.errors ? 'error' : 'ok'
      const code = result.errors?.[0]?.error.code
      if (code) span.setAttribute('error.type', code)
      const labels = { operation: name, type: operation.type, outcome } as const
      this.#dependencies.metrics.operation(labels, (performance.now() - started) / 1000)
      return result
    })
  }

  async #attempt(operation: Operation, asked: ChangeRequest): Promise<OperationResult> {
    const { deadline, id } = asked.request
    const bound = <T>(work: Promise<T>) => deadline.bound(work, { grace: LAST_GRACE_MS })
    const refuse = (error: unknown) => ({ errors: [{ error: toServiceError(error, id, this.#dependencies.log) }] })
    const result: OperationResult = await bound(this.#perform(operation, asked)).catch(refuse)
    if (!result.errors && !result.rehearsed && !result.replayed) return result
    return bound(this.recordEnd(operation, asked, result)).then(() => result, refuse)
  }

  /** Records an operation that was requested and refused. The REST surface may refuse it before it starts. */
  async recordEnd(
    operation: Operation,
    { identity, request, variables }: Pick<ChangeRequest, 'identity' | 'request' | 'variables'>,
    result: OperationResult,
  ): Promise<void> {
    const organizationId = operation.isOutside ? result.entered : identity?.organizationId
    if (!identity || organizationId === undefined) return
    const { type, fields } = operation
    await this.#dependencies.refusals.recordEnd({ ...identity, organizationId }, request, {
      ...result,
      type,
      fields,
      variables,
    })
  }

  /** Adds audit records about a request after its operation has ended, for example the end of an interrupted export. */
  async record(
    { caller }: AuthorizedOperation,
    { request }: ChangeRequest,
    entries: readonly AuditEntry[],
  ): Promise<void> {
    await this.#dependencies.audit.append(entries.map((entry) => factsOf(this.#dependencies, entry, caller, request)))
  }

  async #perform(operation: Operation, asked: ChangeRequest): Promise<OperationResult> {
    if (operation.fields.length === 0) {
      return presented(await execute(operation, asked.variables, undefined), asked.request.id, this.#dependencies.log)
    }
    // The body may have arrived slowly after the authorization, so it is checked again.
    const authorized = asked.authorized
      ? this.#authorizer.renew(asked.authorized, asked)
      : this.#authorizer.admit(operation, asked)
    const known = authorized instanceof Promise ? await authorized : authorized
    if (operation.type === OperationTypeNode.SUBSCRIPTION)
      throw invalid({ query: 'is a subscription: send it to /graphql/stream' })
    return operation.type === OperationTypeNode.QUERY
      ? executeQuery(this.#dependencies, known, asked)
      : this.#mutations.execute(known, asked)
  }
}
