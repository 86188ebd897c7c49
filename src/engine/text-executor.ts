import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  OperationTypeNode,
  visit,
} from 'graphql'
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js'
import { CompiledQuery } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TextInfo } from '../graphql/relay.ts'
import type { Context } from './context.ts'
import { declared } from './guard.ts'
import { isAllowed, planRow, type RowPlan, rowText, type Select } from './row-text.ts'

/** What an operation came to; its data as JSON text. */
export type TextResult = ExecutionResult & { text?: string }

/** Executes an operation into JSON text; undefined when only the resolvers can say what is wrong with it. */
export type TextExecute = (variables: Record<string, unknown>, context: Context) => Promise<TextResult> | undefined

/** The one field that an operation reads, and what is known of it before it runs. */
interface Root {
  key: string
  field: GraphQLField<unknown, unknown>
  about: Omit<GraphQLResolveInfo, 'path' | 'variableValues'>
  select: Select
}

/** A field of a connection, or of what it holds beside its rows. */
interface Part {
  key: string
  name: string
  /** Fields of the connection itself may have one. */
  resolve: GraphQLField<unknown, Context>['resolve']
  /** A value as JSON text. */
  text(value: unknown): string
}

/** What is found out about the rows on the way through the connection. */
interface Scope {
  select: Select
  connection: GraphQLObjectType
  rowType: GraphQLObjectType
  row?: RowPlan
}

/** How a connection is answered: its own fields, and its rows. */
interface Plan {
  id: number
  parts: Part[]
  row: RowPlan
  /** Whether it asks for nothing of a page but its rows. */
  isRowsOnly: boolean
}

/** The fields of a connection that say where its rows lie. */
const ABOUT_PLACES = new Set(['edges', 'pageInfo'])

/**
 * The statements of plans by variables. All share the room, so that nobody fills the memory with documents or
 * variables; sizes in characters.
 */
const statements = new LRUCache<string, CompiledQuery>({
  maxSize: 10_000_000,
  maxEntrySize: 20_000,
  sizeCalculation: ({ sql }, key) => sql.length + key.length,
})

/**
 * Prepares an operation that reads one connection whose rows the database can write as JSON: its resolver, permission,
 * arguments and record are the same, but no row is taken apart. Undefined for every other operation.
 */
export function textExecutor(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): TextExecute | undefined {
  const root = rootOf(schema, document, operationName)
  const plan = root && planConnection(root)
  if (!plan) return undefined
  return (variables, context) =>
    isAllowed(plan.row, context, variables) ? answer(root, plan, variables, context) : undefined
}

async function answer(
  { key, field, about }: Root,
  plan: Plan,
  variableValues: Record<string, unknown>,
  context: Context,
): Promise<TextResult> {
  const info: TextInfo = {
    ...about,
    path: { prev: undefined, key, typename: about.parentType.name },
    variableValues,
    isRowsOnly: plan.isRowsOnly,
    rowText: (alias) => rowText(plan.row, alias, variableValues),
    read: async <O>(compile: () => CompiledQuery<O>) => {
      const statement = statementFor(plan, variableValues, compile)
      return (await context.db.executeQuery(statement)).rows
    },
  }
  try {
    const [node] = about.fieldNodes
    const args = node ? getArgumentValues(field, node, variableValues) : {}
    const page = (await field.resolve?.(undefined, args, context, info)) as Record<string, unknown>
    const values = await Promise.all(
      plan.parts.map(({ name, resolve }) => (resolve ? resolve(page, {}, context, info) : page[name])),
    )
    return { text: `{"${key}":${objectText(plan.parts, values)}}` }
  } catch (error) {
    return { data: null, errors: [locatedError(error, about.fieldNodes, [key])] }
  }
}

/** Text and parameters are kept, and not the tree that they were made of. */
function statementFor<O>(
  { id }: Plan,
  variables: Record<string, unknown>,
  compile: () => CompiledQuery<O>,
): CompiledQuery<O> {
  const key = `${id} ${JSON.stringify(variables)}`
  const known = statements.get(key) as CompiledQuery<O> | undefined
  if (known) return known
  const { sql, parameters } = compile()
  const made = CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<O>
  statements.set(key, made)
  return made
}

/** Undefined for what reads several fields, and for what may read others from call to call. */
function rootOf(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Root | undefined {
  const operation = getOperationAST(document, operationName)
  const parentType = schema.getQueryType()
  if (!parentType || operation?.operation !== OperationTypeNode.QUERY || hasDirectives(document)) return undefined
  const fragments = fragmentsOf(document)
  const [root, ...others] = collectFields(schema, fragments, {}, parentType, operation.selectionSet)
  const field = root && parentType.getFields()[root[1][0]?.name.value ?? '']
  if (!field || others.length > 0) return undefined
  const [key, nodes] = root
  const { name: fieldName, type: returnType } = field
  const fieldNodes = [...nodes]
  return {
    key,
    field,
    about: { fieldName, fieldNodes, returnType, parentType, schema, fragments, rootValue: undefined, operation },
    select: (type, of) => collectSubfields(schema, fragments, {}, type, of),
  }
}

/** What a directive leaves out may differ from call to call. */
function hasDirectives(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Directive: () => {
      found = true
    },
  })
  return found
}

const fragmentsOf = (document: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )

let plans = 0

function planConnection({ field, about, select }: Root): Plan | undefined {
  const { readsText } = field.extensions as { readsText?: boolean }
  const connection = getNamedType(field.type)
  if (!readsText || !isNonNullType(field.type) || !isObjectType(connection)) return undefined
  const { nodes } = connection.getFields()
  const rowType = nodes && getNamedType(nodes.type)
  if (!isObjectType(rowType)) return undefined
  const scope: Scope = { select, connection, rowType }
  const parts = planObject(connection, about.fieldNodes, scope)
  if (!parts || !scope.row) return undefined
  const isRowsOnly = !parts.some(({ name }) => ABOUT_PLACES.has(name))
  return { id: ++plans, parts, row: scope.row, isRowsOnly }
}

function planObject(type: GraphQLObjectType, nodes: readonly FieldNode[], scope: Scope): Part[] | undefined {
  const parts = [...scope.select(type, nodes)].map(([key, fieldNodes]) => planField(type, key, fieldNodes, scope))
  return parts.every((part) => part !== undefined) ? parts : undefined
}

function planField(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[], scope: Scope): Part | undefined {
  const name = nodes[0]?.name.value ?? ''
  if (name === '__typename') return { key, name, resolve: undefined, text: () => JSON.stringify(type.name) }
  const field = type.getFields()[name]
  if (!field || declared(field).permit || declared(field).audit) return undefined
  const { resolve } = field
  const complete = planValue(field.type, nodes, scope)
  if (!complete || (resolve && type !== scope.connection)) return undefined
  return { key, name, resolve, text: (value) => (value === null || value === undefined ? 'null' : complete(value)) }
}

type Complete = Part['text']

function planValue(type: GraphQLOutputType, nodes: readonly FieldNode[], scope: Scope): Complete | undefined {
  const nullable = getNullableType(type)
  if (isLeafType(nullable)) return (value) => JSON.stringify(nullable.serialize(value))
  if (isListType(nullable)) {
    const item = planValue(nullable.ofType, nodes, scope)
    return item && ((values) => `[${(values as unknown[]).map(item)}]`)
  }
  if (!isObjectType(nullable)) return undefined
  if (nullable !== scope.rowType) {
    const parts = planObject(nullable, nodes, scope)
    return parts && ((object) => objectText(parts, valuesOf(parts, object as Record<string, unknown>)))
  }
  // One text per row: the same rows in two places may be two selections.
  const row = scope.row ? undefined : planRow(nullable, nodes, scope.select)
  scope.row = row
  return row && ((value) => (value as { text: string }).text)
}

const valuesOf = (parts: Part[], object: Record<string, unknown>) => parts.map(({ name }) => object[name])

const objectText = (parts: Part[], values: unknown[]) =>
  `{${parts.map(({ key, text }, index) => `"${key}":${text(values[index])}`)}}`
