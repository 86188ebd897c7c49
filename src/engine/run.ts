import { type GraphQLError, type GraphQLResolveInfo, locatedError } from 'graphql'
import { type Path, pathToArray } from 'graphql/jsutils/Path.js'
import { ServiceError } from '../common/errors.ts'
import type { Listing } from '../graphql/lists.ts'
import { accessDenied } from '../security/audit/refusals.ts'
import type { Context } from './context.ts'
import { readListing } from './listing.ts'
import type { Maybe } from './maybe.ts'
import { checkField } from './permits.ts'
import type { FieldPlan, ObjectPlan, Source } from './plan.ts'
import type { StoredPage } from './stored-rows.ts'

/** Where a value stands in the answer. */
export type Place = Path | undefined

/** Where the values of a place in the document stand, by their order. */
export type Places = (index: number) => Place

/** Executes what is selected of objects, all together. */
export type ExecuteObjects = (
  run: Run,
  plan: ObjectPlan,
  sources: readonly unknown[],
  places: Places,
) => Maybe<unknown[]>

/** A value that could not be had; it takes the place of the next value around it that may be null. */
export class Failure {
  constructor(readonly error: GraphQLError) {}
}

/** What a resolver may ask of its place in the document. */
export interface PlanInfo extends GraphQLResolveInfo {
  /** Reads what is selected of a list. */
  read(listing: Listing): Promise<StoredPage>
}

/** One execution of a plan. */
export class Run {
  readonly errors: GraphQLError[] = []
  readonly #arguments = new Map<FieldPlan, Record<string, unknown>>()
  readonly #listings = new Map<FieldPlan, Listing>()
  readonly #refused = new Map<FieldPlan, Error | undefined>()
  #hasRefused = false

  constructor(
    readonly source: Source,
    readonly variables: Record<string, unknown>,
    readonly context: Context | undefined,
    readonly executeObjects: ExecuteObjects,
  ) {}

  /** Whether the answer holds parts that are JSON already. */
  hasParts = false

  /** Whether some field is refused that the database would have read. */
  get hasRefused(): boolean {
    return this.#hasRefused
  }

  /** Arguments are the same for all rows. @throws what is wrong with them */
  argumentsFor(field: FieldPlan): Record<string, unknown> {
    const known = this.#arguments.get(field) ?? field.argumentsFor(this.variables)
    this.#arguments.set(field, known)
    return known
  }

  /** The list inside of rows that a field asks for, the same for all of them. @throws what is wrong with its arguments */
  listingFor(field: FieldPlan, list: (args: Record<string, unknown>) => Listing): Listing {
    const known = this.#listings.get(field) ?? list(this.argumentsFor(field))
    this.#listings.set(field, known)
    return known
  }

  /** Whether the caller may not read a field, or has given it what `check` throws for: asked once for all rows. */
  isRefused(field: FieldPlan, check?: () => unknown): boolean {
    if (!this.#refused.has(field)) {
      const refusal = this.#refusalOf(field, check)
      this.#refused.set(field, refusal)
      if (refusal) this.#hasRefused = true
    }
    return this.#refused.get(field) !== undefined
  }

  /** Why a field is refused. */
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

  /** What a resolver may ask of its place in the document. */
  infoFor(plan: FieldPlan, path: Path): PlanInfo {
    const { field, nodes, parentType } = plan
    const { schema, fragments, operation } = this.source
    return {
      fieldName: field.name,
      fieldNodes: nodes as GraphQLResolveInfo['fieldNodes'],
      returnType: field.type,
      parentType,
      path,
      schema,
      fragments,
      rootValue: undefined,
      operation,
      variableValues: this.variables,
      read: (listing) => readListing(this, plan, listing),
    }
  }

  failure(error: unknown, { nodes }: FieldPlan, place: Place): Failure {
    return new Failure(locatedError(error, nodes, pathToArray(place)))
  }

  /** A value as it is shown: null in place of a failure, where it may be null. */
  settled(value: unknown, isNullable: boolean, field: FieldPlan, placeOf: () => Place): unknown {
    if (value instanceof Failure) {
      if (!isNullable) return value
      this.errors.push(value.error)
      return null
    }
    if (value !== null && value !== undefined) return value
    if (isNullable) return null
    const missing = new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.field.name}.`)
    return this.failure(missing, field, placeOf())
  }
}
