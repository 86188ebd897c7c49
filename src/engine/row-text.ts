import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { Extensions } from 'type-graphql'
import { names } from '../data/tenant.ts'
import type { Permission } from '../security/auth/permissions.ts'
import type { Context } from './context.ts'
import { declared } from './guard.ts'

/*
 * Rows as JSON, made by the database: one statement for a page and the lists inside of it, and one text per row to read.
 * Taking rows apart and putting them together again is most of what a large answer costs otherwise.
 */

/** The fields of a row, to be selected from a table or its alias. */
type Columns = (alias: string) => Expression<unknown>

/** How a list that belongs to a row is read along with it. */
export interface Embed {
  /** Whether the resolver would take the arguments; if not, it is for the resolver to say why. */
  accepts(args: Record<string, unknown>): boolean
  /**
   * The rows that belong to the row `owner` of an outer query, in order, with the `columns` of each. A part of that
   * query, which is limited to the tenant as a whole.
   */
  rows(owner: string, args: Record<string, unknown>, columns: Columns): Expression<unknown>
}

/** Declares how a field that lists other rows is read along with its own row. */
export const Embedded = (embed: Embed) => Extensions({ embed })

type Variables = Record<string, unknown>

/** A field of a row: a column, by what JSON shows of it, or a list of other rows. */
type Part = { key: string } & ({ column: (alias: string) => string } | { list: List })

interface List {
  permit: Permission | undefined
  accepts(variables: Variables): boolean
  row: RowPlan
  rows(owner: string, variables: Variables): Expression<unknown>
}

/** What an operation selects of the rows of a type. */
export interface RowPlan {
  lists: List[]
  /** The SQL of the fields around that of the lists, for an alias; the same each time. */
  textsAround(alias: string): TemplateStringsArray
}

/** The fields that an operation selects below others of a type, by their names in the answer. */
export type Select = (type: GraphQLObjectType, nodes: readonly FieldNode[]) => Map<string, readonly FieldNode[]>

/** PostgreSQL cuts longer names. */
const LONGEST_NAME = 63

/** Plans what is selected of a row; undefined when the database cannot say all of it as the resolvers would. */
export function planRow(type: GraphQLObjectType, nodes: readonly FieldNode[], select: Select): RowPlan | undefined {
  const parts = [...select(type, nodes)].map(([key, fieldNodes]) =>
    key.length > LONGEST_NAME ? undefined : planField(type, key, fieldNodes, select),
  )
  if (!parts.every((part) => part !== undefined)) return undefined
  const known = new Map<string, TemplateStringsArray>()
  return {
    lists: parts.flatMap((part) => ('list' in part ? part.list : [])),
    textsAround: (alias) => {
      const texts = known.get(alias) ?? textsAround(parts, alias)
      known.set(alias, texts)
      return texts
    },
  }
}

/** Stands for a list; no SQL has it. */
const LIST = '\0'

/** Names in a document are letters, digits and underscores. */
function textsAround(parts: readonly Part[], alias: string): TemplateStringsArray {
  const columns = parts.map((part) => `${'list' in part ? LIST : part.column(alias)} as "${part.key}"`)
  const texts = columns.join(', ').split(LIST)
  return Object.assign(texts, { raw: texts })
}

/** Whether the caller may read what is planned, and the arguments of the lists in it are good. */
export function isAllowed({ lists }: RowPlan, { caller }: Pick<Context, 'caller'>, variables: Variables): boolean {
  return lists.every(({ permit, accepts, row }) => {
    const isPermitted = !permit || caller.permissions.has(permit)
    return isPermitted && accepts(variables) && isAllowed(row, { caller }, variables)
  })
}

/** A row as JSON text, out of a query on `alias`. */
export const rowText = (plan: RowPlan, alias: string, variables: Variables): RawBuilder<string> =>
  sql`(select to_json(one)::text from (select ${columnsOf(plan, alias, variables)}) as one)`

const columnsOf = (plan: RowPlan, alias: string, variables: Variables) =>
  sql(plan.textsAround(alias), ...plan.lists.map(({ rows }) => rows(alias, variables)))

function planField(
  type: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
  select: Select,
): Part | undefined {
  const [node] = nodes
  if (!node) return undefined
  if (node.name.value === '__typename') return { key, column: () => `'${type.name}'::text` }
  const field = type.getFields()[node.name.value]
  if (!field) return undefined
  const { embed } = field.extensions as { embed?: Embed }
  if (embed) return planList(field, key, node, embed, planInner(field.type, nodes, select))
  const value = !field.resolve && columnValue(field.type)
  return value ? { key, column: (alias) => value(`"${names.stored(alias)}"."${names.stored(field.name)}"`) } : undefined
}

function planInner(type: GraphQLOutputType, nodes: readonly FieldNode[], select: Select): RowPlan | undefined {
  const row = getNamedType(type)
  return isObjectType(row) ? planRow(row, nodes, select) : undefined
}

function planList(
  field: GraphQLField<unknown, unknown>,
  key: string,
  node: FieldNode,
  embed: Embed,
  row: RowPlan | undefined,
): Part | undefined {
  const { permit, audit } = declared(field)
  if (!row || audit) return undefined
  const argumentsIn = (variables: Variables) => getArgumentValues(field, node, variables)
  const list: List = {
    permit,
    accepts: (variables) => embed.accepts(argumentsIn(variables)),
    row,
    rows: (owner, variables) => {
      const columns: Columns = (alias) => columnsOf(row, alias, variables)
      const rows = embed.rows(owner, argumentsIn(variables), columns)
      return sql`to_json(array(select one from ${rows} as one))`
    },
  }
  return { key, list }
}

/** Types whose values PostgreSQL writes into JSON as their serializers do. */
const SAME_IN_JSON = new Set(['ID', 'String', 'Boolean', 'Int', 'Float', 'SafeInt', 'LocalDate', 'JSONObject'])

/** How a column of a type becomes what JSON shows; undefined for types of other rows, and for those not known here. */
function columnValue(type: GraphQLOutputType): ((column: string) => string) | undefined {
  const nullable = getNullableType(type)
  const named = getNamedType(type)
  if (isEnumType(named)) {
    return named.getValues().every(({ name, value }) => name === value) ? (column) => column : undefined
  }
  if (named.name === 'DateTimeISO' && !isListType(nullable)) {
    return (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  }
  return SAME_IN_JSON.has(named.name) ? (column) => column : undefined
}
