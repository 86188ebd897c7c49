import { type GraphQLError, locatedError } from 'graphql'
import { type Path, pathToArray } from 'graphql/jsutils/Path.js'
import { deepFreeze } from '../../common/deep-freeze.ts'
import { ServiceError } from '../../common/errors.ts'
import type { Listing } from '../../graphql/lists.ts'
import { accessDenied } from '../../security/audit/refusals.ts'
import { checkField } from '../access/permits.ts'
import type { OperationPlan } from '../plan/operation-plan.ts'
import type { FieldPlan, ObjectPlan, Source } from '../plan/plan.ts'
import type { FieldAccess } from '../sql/field-access.ts'
import type { Context } from './context.ts'
import type { MaybePromise } from './maybe-promise.ts'

/** The position of a value in the response. */
export type ResponsePath = Path | undefined

/** The response paths of the values at one position in the document, by index. */
export type ResponsePaths = (index: number) => ResponsePath

/** Executes the selections on objects, all together. */
export type ExecuteObjects = (
  run: Execution,
  plan: ObjectPlan,
  sources: readonly unknown[],
  paths: ResponsePaths,
) => MaybePromise<unknown[]>

/** A failed value. It replaces the nearest surrounding value that may be null. */
export class Failure {
  constructor(readonly error: GraphQLError) {}
}

/**
 * Lists whose arguments contain no variable. They are frozen, because all requests share them. Their plan freezes the
 * arguments.
 */
const fixedListings = new WeakMap<FieldPlan, Listing>()

export class Execution implements FieldAccess {
  readonly source: Source
  readonly variables: Record<string, unknown>
  readonly errors: GraphQLError[] = []
  readonly #arguments = new Map<FieldPlan, Record<string, unknown>>()
  readonly #listings = new Map<FieldPlan, Listing>()
  readonly #refused = new Map<FieldPlan, Error | undefined>()
  #hasRefused = false

  constructor(
    { source, variables }: Pick<OperationPlan, 'source' | 'variables'>,
    readonly context: Context | undefined,
    readonly executeObjects: ExecuteObjects,
  ) {
    this.source = source
    this.variables = variables
  }

  /** Whether the response contains parts that are already JSON. */
  hasParts = false

  /** Whether the caller may not read one of the fields that the database would read. */
  get hasRefused(): boolean {
    return this.#hasRefused
  }

  /** The arguments of a field, which are the same for all rows. @throws the error in them */
  argumentsFor(field: FieldPlan): Record<string, unknown> {
    const known = this.#arguments.get(field) ?? field.argumentsFor(this.variables)
    this.#arguments.set(field, known)
    return known
  }

  /** The list inside rows that a field selects, which is the same for all rows. @throws the error in its arguments */
  listingFor(field: FieldPlan, list: (args: Record<string, unknown>) => Listing): Listing {
    const known = fixedListings.get(field) ?? this.#listings.get(field)
    if (known) return known
    const args = this.argumentsFor(field)
    const listing = list(args)
    if (Object.isFrozen(args)) fixedListings.set(field, deepFreeze(listing))
    else this.#listings.set(field, listing)
    return listing
  }

  /** Whether the caller may not read a field, or its arguments make `check` throw. Checked once for all rows. */
  isRefused(field: FieldPlan, check?: () => unknown): boolean {
    if (!this.#refused.has(field)) {
      const refusal = this.#refusalOf(field, check)
      this.#refused.set(field, refusal)
      if (refusal) this.#hasRefused = true
    }
    return this.#refused.get(field) !== undefined
  }

  /** The reason why a field is refused. */
  refusalOf(field: FieldPlan): Error | undefined {
    return this.#refused.get(field)
  }

  #refusalOf(field: FieldPlan, check: (() => unknown) | undefined): Error | undefined {
    const { context } = this
    try {
      if (context) checkField(context.caller, field.field as never)
      check?.()
      return undefined
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'FORBIDDEN')
        context?.refusals.push(accessDenied('FIELD', undefined))
      return error as Error
    }
  }

  failure(error: unknown, { nodes }: FieldPlan, place: ResponsePath): Failure {
    return new Failure(locatedError(error, nodes, pathToArray(place)))
  }

  /** Replaces a failure by null if the value may be null. Otherwise the failure stays. */
  settled(value: unknown, isNullable: boolean, field: FieldPlan, paths: ResponsePaths, index: number): unknown {
    if (value instanceof Failure) {
      if (!isNullable) return value
      this.errors.push(value.error)
      return null
    }
    if (value !== null && value !== undefined) return value
    if (isNullable) return null
    const missing = new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.field.name}.`)
    return this.failure(missing, field, paths(index))
  }
}
