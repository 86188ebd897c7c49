import { type DocumentNode, type GraphQLSchema, OperationTypeNode } from 'graphql'
import { invalid, unauthorized } from '../common/errors.ts'
import { traced } from '../common/trace.ts'
import { Refusals } from '../security/audit/refusals.ts'
import type { SignedIn } from '../security/auth/caller.ts'
import type { TimedRequest } from '../security/request.ts'
import { type Admitted, type Asking, Authorizer } from './authorizer.ts'
import { Mutations } from './mutations.ts'
import { describe, labelOf, type Operation, parseOperation } from './operation.ts'
import type { Parts } from './parts.ts'
import { presentable } from './presentable.ts'
import { executeQuery } from './query.ts'
import type { OperationRequest } from './request.ts'
import { type OperationResult, presented } from './results.ts'
import { type Begun, beginSubscription } from './subscription.ts'

/**
 * Transactions keep to the deadline of a request by themselves; what else it waits for is given up so much later, so
 * that the more exact answer of the two comes first.
 */
const LAST_GRACE_MS = 1_000

/** The one way in: both surfaces authorize and execute through it. */
export class Gateway {
  readonly schema: GraphQLSchema
  readonly #parts: Parts & { refusals: Refusals }
  readonly #operations = new WeakMap<DocumentNode, Map<string | undefined, Operation>>()
  readonly #authorizer: Authorizer
  readonly #mutations: Mutations

  constructor(parts: Parts) {
    const refusals = new Refusals({ audit: parts.audit, log: parts.log, secrets: parts.services.secrets })
    this.#parts = { ...parts, refusals }
    this.#authorizer = new Authorizer(this.#parts)
    this.#mutations = new Mutations(this.#parts)
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
   * Whether a caller may run an operation, its root fields included. The REST surface asks before it looks at the body,
   * and executes with the answer.
   * @throws UNAUTHORIZED, ORGANIZATION_REQUIRED, FORBIDDEN
   */
  authorize(operation: Operation, asking: Asking): Promise<Admitted> {
    return this.#authorizer.authorize(operation, asking)
  }

  /**
   * Refuses whoever was removed from the organization that the token names, where there is no operation to ask for.
   * @throws MEMBERSHIP_ENDED
   */
  demandMember(identity: SignedIn, request: TimedRequest): Promise<void> {
    return this.#authorizer.demandMember(identity, request)
  }

  /**
   * Starts a subscription: an iterable of its events, or the result that says why not. Permission is asked, and the
   * start recorded, before the first event. The last result carries the error that ended the stream, if one did.
   */
  async subscribe(operation: Operation, asked: OperationRequest): Promise<Begun> {
    const { deadline, id } = asked.request
    const begin = async () => {
      const admitted = asked.admitted ?? (await this.authorize(operation, asked))
      return beginSubscription(this.#parts, admitted, asked, async () => {
        const now = await this.#authorizer.renew(admitted, asked, { isBegun: true })
        // What was begun was begun for less, or for more.
        if (now !== admitted) throw unauthorized()
      })
    }
    try {
      // Nobody waits any more for one that is begun too late.
      const late = (begun: Begun) => void (Symbol.asyncIterator in begun && begun.return?.())
      return await deadline.bound(begin(), { grace: LAST_GRACE_MS, late })
    } catch (error) {
      return { errors: [{ error: presentable(error, id, this.#parts.log) }] }
    }
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
    const organizationId = operation.isOutside ? result.entered : identity?.organizationId
    if (!identity || organizationId === undefined) return
    const { type, fields } = operation
    await this.#parts.refusals.recordEnd({ ...identity, organizationId }, request, {
      ...result,
      type,
      fields,
      variables,
    })
  }

  async #perform(operation: Operation, asked: OperationRequest): Promise<OperationResult> {
    if (operation.fields.length === 0) {
      return presented(await operation.execute(asked.variables, undefined), asked.request.id, this.#parts.log)
    }
    // The body may have come slowly, since.
    const admitted = asked.admitted
      ? this.#authorizer.renew(asked.admitted, asked)
      : this.#authorizer.admit(operation, asked)
    const known = admitted instanceof Promise ? await admitted : admitted
    if (operation.type === OperationTypeNode.SUBSCRIPTION)
      throw invalid({ query: 'is a subscription: send it to /graphql/stream' })
    return operation.type === OperationTypeNode.QUERY
      ? executeQuery(this.#parts, known, asked)
      : this.#mutations.execute(known, asked)
  }
}
