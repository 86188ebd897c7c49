import { type DocumentNode, type GraphQLField, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { Extensions } from 'type-graphql'
import type { DataField } from '../../common/class-fields.ts'
import type { ErrorCode } from '../../common/errors.ts'
import type { Services } from '../../common/services.ts'
import type { Caller } from '../../security/auth/caller.ts'
import type { Permission } from '../../security/auth/permissions.ts'

/*
 * Declarations of resolvers about a field, in addition to its type. Later stages apply them: `access`,
 * `execute/guard.ts`.
 */

/** The second part of an audit action. */
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
  | 'ROTATED'
  | 'SESSIONS_ENDED'
  | 'ASSESSED'
  | 'COMMENTED'
  | 'COMMENT_RESOLVED'
  | 'COMMENT_REOPENED'
  | 'REQUESTED'
  | 'REMINDED'

/**
 * The cost of a field in points of complexity, in addition to the cost of its selections: a number, or a function of
 * the arguments.
 */
export type FieldCost = number | ((args: Record<string, unknown>) => number)

/** Work before the transaction of an operation. */
type Preparation = (services: Partial<Services>, caller: Caller) => Promise<unknown> | undefined

interface Declared {
  permit?: Permission
  /** Whether the resolver of an abstract type returns only rows whose type the caller may read. */
  checksRows?: boolean
  /** The columns that the filter and the default order of a list compare. */
  compares?: readonly string[]
  /** All permissions of the field, stored by `notePermits`. */
  permits?: readonly Permission[]
  audit?: { resourceType: string; verb: string }
  needsFreshSignIn?: boolean
  withoutOrganization?: boolean
  preparation?: Preparation
  cost?: FieldCost
  /** Estimated points of a long text before its size is known. */
  textPoints?: number
  /** Description of a cost that depends on the arguments. */
  countsAs?: string
  fails?: readonly ErrorCode[]
}

/**
 * Declares a permission that an operation or a field needs. Permissions to read the returned rows need no declaration:
 * see `permits.ts`.
 */
export const Permit = (permit: Permission) => Extensions({ permit })

/** Extension of a field of an abstract type: its resolver returns only rows whose type the caller may read. */
export const CHECKS_ROWS = { checksRows: true } as const

/** Declares the audit record that an operation writes: action `<resourceType>_<verb>`. */
export const Audit = (resourceType: string, verb: Verb) => Extensions({ audit: { resourceType, verb } })

/** Declares that the field is not part of the legacy API, which neither returns nor accepts it. */
export const GraphqlOnly = () => Extensions({ graphqlOnly: true })

/**
 * Declares that an organization can demand a recent sign-in for the operation (`stepUpMinutes`). Exports need no
 * declaration.
 */
export const NeedsFreshSignIn = () => Extensions({ needsFreshSignIn: true })

/**
 * Declares that an operation needs no active organization. The operation enters an organization itself
 * (`Context.enter`).
 */
export const WithoutOrganization = () => Extensions({ withoutOrganization: true })

/**
 * Declares work that an operation does before its transaction starts, for example requests to other services. Such
 * requests may be slow, and a transaction would hold a connection for that time. The work runs only for callers with
 * the permission of the field.
 */
export const BeforeTransaction = (preparation: Preparation) => Extensions({ preparation })

/**
 * Declares the cost of an operation in points of complexity, in addition to its rows. A field of a row costs one point,
 * so work that takes as much CPU time as a thousand fields costs a thousand points. `countsAs` describes to callers a
 * cost that depends on arguments.
 */
export const Cost = (cost: FieldCost, countsAs?: string) => Extensions({ cost, countsAs })

/** Points of a text of 50 KiB: 1 MiB costs one request. */
const LONG_TEXT_POINTS = 25

/** A field whose text may be long. Its cost is an estimate until the response is complete. */
export const LongText = <V>({ declare }: DataField<V>): DataField<V> => ({
  declare: (target, name) => {
    declare(target, name)
    Extensions({ textPoints: LONG_TEXT_POINTS })(target, name)
  },
})

/**
 * Declares the errors of an operation, in addition to those of every operation. The OpenAPI document lists their
 * statuses.
 */
export const Fails = (...fails: ErrorCode[]) => Extensions({ fails })

/** The declared cost of an operation with these arguments. */
export function declaredCost(field: GraphQLField<unknown, unknown>, args: Record<string, unknown>): number {
  const { cost = 0 } = declared(field)
  return typeof cost === 'number' ? cost : cost(args)
}

/** Whether a document selects a field whose cost depends on its arguments. */
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

/** The points of complexity of one plain request. */
export const POINTS_PER_REQUEST = 500

/** The number of statements that are free: more than a plain read or a change of one row sends. */
const PLAIN_STATEMENTS = 5
const POINTS_PER_STATEMENT = 20

/**
 * The cost of sending this number of statements: 20 points for each after the first 5. Every operation declares it
 * (test/statement-counts.test.ts counts), so that aliases and combinations of fields pay for their statements.
 */
export const statements = (count: number): number => POINTS_PER_STATEMENT * Math.max(0, count - PLAIN_STATEMENTS)

/** The number of requests that a cost in points counts for. */
export const requestsOf = (points: number): number => Math.max(1, Math.ceil(points / POINTS_PER_REQUEST))

/** The number of requests that are refunded for unused points. */
export const requestsIn = (points: number): number => Math.floor(points / POINTS_PER_REQUEST)

/** The length of an argument that may be a list; 1 for any other value. */
export const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1)

/** The declarations on a field of the schema. */
export const declared = (field: GraphQLField<unknown, unknown>): Declared => field.extensions as Declared
