import {
  BREAK,
  type DocumentNode,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { Extensions } from 'type-graphql'
import { type ErrorCode, ServiceError } from '../common/errors.ts'
import type { Services } from '../common/services.ts'
import { refuseHostileText } from '../common/text.ts'
import { Listing } from '../graphql/lists.ts'
import { rowFieldOf } from '../graphql/row-fields.ts'
import { includesOf, noteResources } from '../security/audit/includes.ts'
import { accessDenied } from '../security/audit/refusals.ts'
import type { Caller } from '../security/auth/caller.ts'
import type { Permission } from '../security/auth/permissions.ts'
import type { Context } from './context.ts'
import { checkField, notePermits, permitsOf } from './permits.ts'
import type { PlanInfo } from './run.ts'
import { StoredPage } from './stored-rows.ts'
import type { StreamContext } from './stream-context.ts'

/** What was done to a resource, as the audit action's second half. */
export type Verb =
  | 'CREATED'
  | 'UPDATED'
  | 'DELETED'
  | 'VIEWED'
  | 'LISTED'
  | 'EXPORTED'
  | 'IMPORTED'
  | 'VERIFIED'
  | 'STATUS_CHANGED'
  | 'BULK_CHANGED'
  | 'FOLLOWED'
  | 'SENT'
  | 'REVOKED'
  | 'RELEASED'
  | 'RESTORED'
  | 'REVIEWED'
  | 'UNDONE'
  | 'ACCEPTED'
  | 'DECLINED'
  | 'WITHDRAWN'
  | 'REPORTED'
  | 'NOTIFIED'
  | 'DECIDED'
  | 'EXTENDED'
  | 'EXECUTED'
  | 'READ'
  | 'RESENT'
  | 'SECRET_ROTATED'
  | 'ASSESSED'
  | 'COMMENTED'
  | 'COMMENT_RESOLVED'
  | 'COMMENT_REOPENED'

/** What a field costs the server beside what is selected of it: points of complexity, or those by its arguments. */
export type FieldCost = number | ((args: Record<string, unknown>) => number)

/** What is done before the transaction of a query begins. */
type Preparation = (services: Partial<Services>, caller: Caller) => Promise<unknown> | undefined

interface Declared {
  permit?: Permission
  /** All permissions of the field, noted by `notePermits`. */
  permits?: readonly Permission[]
  audit?: { resourceType: string; verb: string }
  withoutOrganization?: boolean
  preparation?: Preparation
  cost?: FieldCost
  /** What a long text is taken for before its size is known. */
  textPoints?: number
  /** How a cost by arguments is told. */
  countsAs?: string
  fails?: readonly ErrorCode[]
}

/** What sets something to a value. Where it had that value already, nothing was done but to show the row. */
const SETTERS: readonly string[] = ['UPDATED', 'STATUS_CHANGED', 'READ'] satisfies Verb[]

/**
 * Declares a permission that an operation (or a field) needs. The permissions to read the rows that it leads to need no
 * declaration: see `permits.ts`.
 */
export const Permit = (permit: Permission) => Extensions({ permit })

/** Declares the audit record that an operation writes: action `<resourceType>_<verb>`. */
export const Audit = (resourceType: string, verb: Verb) => Extensions({ audit: { resourceType, verb } })

/** Declares that a field is not among those that the legacy API shows or takes, which stays as it is. */
export const GraphqlOnly = () => Extensions({ graphqlOnly: true })

/** Declares that an operation needs no active organization: it enters one by itself (`Context.enter`). */
export const WithoutOrganization = () => Extensions({ withoutOrganization: true })

/**
 * Declares what a query does before its transaction begins: it asks others than the database, who may be slow, and a
 * connection would be held meanwhile. Only for callers with the permission of the field.
 */
export const BeforeTransaction = (preparation: Preparation) => Extensions({ preparation })

/** Does what was declared to come before the transaction. */
export async function prepare(
  fields: readonly GraphQLField<unknown, unknown>[],
  caller: Caller,
  services: Partial<Services>,
): Promise<void> {
  for (const field of fields) {
    const { preparation } = declared(field)
    if (preparation && permitsOf(field).every((permit) => caller.permissions.has(permit)))
      await preparation(services, caller)
  }
}

/**
 * Declares what an operation costs beside its rows, as points of complexity. A field of a row is one point; what takes
 * the processor as long as a thousand of them declares a thousand. `countsAs` tells callers of a cost by arguments.
 */
export const Cost = (cost: FieldCost, countsAs?: string) => Extensions({ cost, countsAs })

/** Points of complexity of a text of 50 KiB: 1 MiB is one request. */
const LONG_TEXT_POINTS = 25

/** Declares that the text of a field may be long. Its price is an estimate until the answer is ready. */
export const LongText = () => Extensions({ textPoints: LONG_TEXT_POINTS })

/** Declares the errors of an operation beside those that any may have: the OpenAPI document tells their statuses. */
export const Fails = (...fails: ErrorCode[]) => Extensions({ fails })

/** What was declared that an operation costs, with these arguments. */
export function declaredCost(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>): number {
  const { cost = 0 } = declared(field)
  return typeof cost === 'number' ? cost : cost(args)
}

/** Whether a document selects something that costs by its arguments. */
export function costsByArguments(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  let isAny = false
  const Field = () => {
    const field = types.getFieldDef()
    isAny ||= typeof (field && declared(field).cost) === 'function'
  }
  visit(document, visitWithTypeInfo(types, { Field }))
  return isAny
}

/** Points of complexity that cost as much as one plain request. */
export const POINTS_PER_REQUEST = 500

/** More than a plain read or a change of one row sends. */
const PLAIN_STATEMENTS = 5
const POINTS_PER_STATEMENT = 20

/**
 * What it costs to send so many statements, as points: 20 for each beyond the first 5. Every operation declares that much
 * (test/statement-counts.test.ts counts), so that aliases and combinations count for what they make the database do.
 */
export const statements = (count: number): number => POINTS_PER_STATEMENT * Math.max(0, count - PLAIN_STATEMENTS)

/** How many requests something counts for that costs so many points. */
export const requestsOf = (points: number): number => Math.max(1, Math.ceil(points / POINTS_PER_REQUEST))

/** How many requests are given back for points that were not used. */
export const requestsIn = (points: number): number => Math.floor(points / POINTS_PER_REQUEST)

/** How many items a list among the arguments has, which may not be one. */
export const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1)

/** What was declared on a field of the schema. */
export const declared = (field: GraphQLField<unknown, unknown>): Declared => field.extensions as Declared

/** Whether a subscription selects computed fields: they read more than the event holds. */
export function readsBeyondEvents(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  let isBeyond = false
  const Field = () => {
    const field = types.getFieldDef()
    const isOwn = !field?.resolve && !(field && rowFieldOf(field))
    if (isOwn || types.getParentType() === schema.getSubscriptionType()) return undefined
    isBeyond = true
    return BREAK
  }
  visit(document, visitWithTypeInfo(types, { Field }))
  return isBeyond
}

const idOf = (value: unknown): string | null => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' ? id : null
}

/** The state that a row is in now, for its event: most who hear of a change want to know just that. */
const stateOf = (value: unknown): { status: string } | undefined => {
  const status = typeof value === 'object' && value !== null && 'status' in value ? value.status : undefined
  return typeof status === 'string' ? { status } : undefined
}

/**
 * Acts on what the resolvers declare, in one place: refuses callers without permission and text that the database
 * cannot hold, and leaves the audit record.
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
      tellDeclared(field)
    }
  }
  return schema
}

/** Callers read in the schema, and in the OpenAPI document that is made of it, what is declared beside. */
function tellDeclared(field: GraphQLField<unknown, Context>): void {
  const { cost, countsAs, fails = [] } = declared(field as GraphQLField<unknown, unknown>)
  const counts =
    countsAs ?? (typeof cost === 'number' && cost > POINTS_PER_REQUEST && `Counts as ${requestsOf(cost)} requests.`)
  const untold = fails.filter((code) => !field.description?.includes(code))
  const errors = untold.length > 0 && `Errors: ${untold.join(', ')}.`
  const told = [field.description, errors, counts].filter(Boolean)
  if (told.length > 0) field.description = told.join(' ')
}

/** The types that a root field returns one of, each with the resource that its record names. */
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

/** How many rows a field returned, where it is not one. */
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

/** A value that its type cannot show is a fault of the service: in the words of GraphQL it would be the caller's. */
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

/** An argument that is null says no more than an absent one (a first page is asked for with `after: null`). */
const presentArguments = (field: GraphQLField<unknown, Context>, given: Record<string, unknown>) =>
  Object.fromEntries(
    field.args
      .map(({ name, defaultValue }) => [name, given[name] ?? defaultValue])
      .filter(([, value]) => value !== undefined),
  )

/** A list is read before its record is written, which says how many rows there were. */
const asRead = (result: unknown, { read }: PlanInfo) => (result instanceof Listing ? read(result) : result)

const guardField =
  (isMutation: boolean) =>
  (field: GraphQLField<unknown, Context>): void => {
    const guarded = field as GraphQLField<unknown, unknown>
    const { audit } = declared(guarded)
    // What is read along with a row is permitted where its statement is written.
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
        // Resolvers refuse too, by what they find in the arguments or in the row.
        if (error instanceof ServiceError && error.code === 'FORBIDDEN') {
          const attempted = audit && `${audit.resourceType}_${audit.verb}`
          ctx.refusals.push(accessDenied(audit?.resourceType ?? 'FIELD', attempted))
        }
        throw error
      }
    }
  }

/** A subscription is permitted and recorded when it starts; what may end it later is the stream's affair. */
function guardStart(field: GraphQLField<unknown, StreamContext>): void {
  const guarded = field as GraphQLField<unknown, unknown>
  const { audit } = declared(guarded)
  const { subscribe } = field
  field.subscribe = async (source, args, ctx, info) => {
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
