import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { ServiceError } from '../../common/errors.ts'
import { refuseHostileText } from '../../common/text.ts'
import { Listing } from '../../graphql/lists.ts'
import { Lookup } from '../../graphql/lookup.ts'
import { rowFieldOf } from '../../graphql/row-fields.ts'
import { includesOf, noteResources } from '../../security/audit/includes.ts'
import { accessDenied } from '../../security/audit/refusals.ts'
import { checkField, notePermits, permitsOf } from '../access/permits.ts'
import { declared, POINTS_PER_REQUEST, requestsOf, type Verb } from '../declare/declarations.ts'
import type { Context } from './context.ts'
import type { PlanInfo } from './resolve-info.ts'
import { StoredPage } from './stored-rows.ts'

/** Verbs that set a value. If the row already had the value, the operation only shows the row. */
const SETTERS: readonly string[] = ['UPDATED', 'STATUS_CHANGED', 'READ'] satisfies Verb[]

const idOf = (value: unknown): string | null => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' ? id : null
}

/** The current status of a row for its event, because most subscribers need only that. */
const stateOf = (value: unknown): { status: string } | undefined => {
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined
  return typeof status === 'string' ? { status } : undefined
}

/**
 * Applies the declarations of resolvers in one place: refuses callers without permission, refuses text that the
 * database cannot store, and writes the audit record.
 */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  notePermits(schema)
  noteResources(schema, resourcesOf(schema))
  for (const type of Object.values(schema.getTypeMap())) {
    if (isLeafType(type)) guardValues(type)
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const guard = type === schema.getSubscriptionType() ? guardStart : guardField(type === schema.getMutationType())
    for (const field of Object.values(type.getFields())) {
      guard(field)
      describeDeclarations(field)
    }
  }
  return schema
}

/** Adds the declared costs and errors to the descriptions of the schema, and so of the OpenAPI document. */
function describeDeclarations(field: GraphQLField<unknown, Context>): void {
  const { cost, countsAs, fails = [] } = declared(field as GraphQLField<unknown, unknown>)
  const counts =
    countsAs ?? (typeof cost === 'number' && cost > POINTS_PER_REQUEST && `Counts as ${requestsOf(cost)} requests.`)
  const untold = fails.filter((code) => !field.description?.includes(code))
  const errors = untold.length > 0 && `Errors: ${untold.join(', ')}.`
  const parts = [field.description, errors, counts].filter(Boolean)
  if (parts.length > 0) field.description = parts.join(' ')
}

/** The resource name of each type that root fields return. */
function resourcesOf(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  return new Map(
    fields.flatMap((field) => {
      const { audit } = declared(field)
      const type = getNamedType(field.type)
      const isRow = isObjectType(type) && 'id' in type.getFields()
      return audit && isRow ? [[type.name, audit.resourceType] as const] : []
    }),
  )
}

const LISTS = ['items', 'nodes', 'rows'] as const

/** The number of rows that a field returned; undefined if it does not return rows in a list. */
function countOf(result: unknown): number | undefined {
  if (Array.isArray(result)) return result.length
  if (result instanceof StoredPage) return result.size
  if (typeof result !== 'object' || result === null) return undefined
  const lists = result as Partial<Record<(typeof LISTS)[number], unknown>>
  for (const name of LISTS) {
    const list = lists[name]
    if (Array.isArray(list)) return list.length
  }
  return undefined
}

/** A value that its type cannot serialize is a fault of the service. The message of GraphQL would blame the caller. */
function guardValues(type: GraphQLLeafType): void {
  const serialize = type.serialize.bind(type)
  type.serialize = (value) => {
    try {
      return serialize(value)
    } catch (cause) {
      throw new Error(`A stored value is no ${type.name}`, { cause })
    }
  }
}

/** An argument that is null is treated as absent: `after: null` requests the first page, `since: null` no earlier event. */
const presentArguments = ({ args }: Pick<GraphQLField<unknown, unknown>, 'args'>, given: Record<string, unknown>) =>
  Object.fromEntries(
    args
      .map(({ name, defaultValue }) => [name, given[name] ?? defaultValue])
      .filter(([, value]) => value !== undefined),
  )

/** Reads the rows before the audit record is written, because the record contains their number or their id. */
const asRead = (result: unknown, { read, lookUp }: PlanInfo) =>
  result instanceof Listing ? read(result) : result instanceof Lookup ? lookUp(result) : result

const guardField =
  (isMutation: boolean) =>
  (field: GraphQLField<unknown, Context>): void => {
    const guarded = field as GraphQLField<unknown, unknown>
    const { audit } = declared(guarded)
    // For a value that is read together with its row, the writer of the SQL statement checks the permission.
    if ((permitsOf(guarded).length === 0 && !audit) || rowFieldOf(field)) return
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = async (source, given, ctx, info) => {
      const args = presentArguments(field, given)
      const written = ctx.writes
      try {
        checkField(ctx.caller, guarded)
        refuseHostileText(args)
        const result = await asRead(await resolve(source, args, ctx, info), info as PlanInfo)
        if (audit) {
          const { resourceType, verb } = audit
          const isRead = isMutation && !ctx.changedSince(written)
          const { id, ...announced } = ctx.takeAnnounced()
          ctx.trail.push({
            action: `${resourceType}_${isRead && SETTERS.includes(verb) ? 'VIEWED' : verb}`,
            resourceType,
            resourceId: idOf({ id }) ?? idOf(result) ?? idOf(args),
            payload: { ...stateOf(result), ...announced },
            isRead,
            details: { count: countOf(result), fields: ctx.takeChanged(), includes: includesOf(info, resourceType) },
          })
        }
        return result
      } catch (error) {
        // A resolver may refuse too, because of the arguments or of the row.
        if (error instanceof ServiceError && error.code === 'FORBIDDEN') {
          const attempted = audit && `${audit.resourceType}_${audit.verb}`
          ctx.refusals.push(accessDenied(audit?.resourceType ?? 'FIELD', attempted))
        }
        throw error
      }
    }
  }

/** A subscription is authorized and recorded when it starts. The stream ends when the caller loses access. */
function guardStart(field: GraphQLField<unknown, Pick<Context, 'caller' | 'trail'>>): void {
  const guarded = field as GraphQLField<unknown, unknown>
  const { audit } = declared(guarded)
  const { subscribe } = field
  field.subscribe = async (source, given, ctx, info) => {
    const args = presentArguments(field, given)
    checkField(ctx.caller, guarded)
    refuseHostileText(args)
    const events = await subscribe?.(source, args, ctx, info)
    if (audit)
      ctx.trail.push({
        action: `${audit.resourceType}_${audit.verb}`,
        resourceType: audit.resourceType,
        resourceId: null,
      })
    return events
  }
}
