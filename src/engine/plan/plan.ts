import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLAbstractType,
  GraphQLField,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql'
import type { EntityColumns } from '../../data/columns.ts'
import type { RowField, RowValue } from '../../graphql/row-fields.ts'

/* The plan of an operation. `planner.ts` creates it once per document; `sql` and `execute` read it. */

export type Variables = Record<string, unknown>
export type Field = GraphQLField<unknown, unknown>

/** An operation of a document, with its fragments. */
export interface Source {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  fragments: Record<string, FragmentDefinitionNode>
}

/** The selections of an object type, with directives applied. */
export interface ObjectPlan {
  readonly type: GraphQLObjectType
  readonly fields: readonly FieldPlan[]
  /** How the database writes the object, if the type has a table. */
  readonly row: RowPlan | undefined
}

/** A field of the response. */
export interface FieldPlan {
  /** The response key of the field. */
  readonly key: string
  readonly parentType: GraphQLObjectType
  readonly field: Field
  readonly nodes: readonly FieldNode[]
  readonly value: ValuePlan
  /** @throws GraphQLError for invalid arguments, which only variables can cause */
  argumentsFor(variables: Variables): Record<string, unknown>
}

/** How a value becomes a part of the response, by its GraphQL type (section 6.4.3 of the specification). */
export type ValuePlan = { readonly isNullable: boolean } & (
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly item: ValuePlan }
  | { readonly kind: 'object'; readonly plan: ObjectPlan }
  | { readonly kind: 'abstract'; readonly type: GraphQLAbstractType; planFor(type: GraphQLObjectType): ObjectPlan }
)

/** The selections of a row. The database writes them as JSON, or JavaScript computes them from that JSON. */
export interface RowPlan extends EntityColumns {
  readonly typeName: string
  readonly fields: ReadonlyMap<FieldPlan, SqlField | 'scripted'>
  /** Fields that the database writes and that are not columns of the row. */
  readonly relations: readonly (readonly [FieldPlan, Relation])[]
  /** Values for the scripted fields, by their keys in the JSON. */
  readonly hidden: ReadonlyMap<string, RowValue>
  /** The same for a row that another statement has read: JavaScript then computes all computed fields. */
  readonly hiddenElsewhere: ReadonlyMap<string, RowValue>
  /** Columns that resolvers of fields need. */
  readonly columns: EntityColumns['columns']
  /** Whether the database writes the whole row, including all lists inside it. */
  readonly isText: boolean
  /** Whether a row that another statement has read lacks a part of the selections. */
  readonly isMore: boolean
}

/** How the database writes a field: SQL for an alias, or a declaration. */
export type SqlField =
  | { readonly kind: 'sql'; readonly sql: (alias: string) => string }
  | { readonly kind: 'value'; readonly from: RowValue; readonly shown: (value: string) => string }
  | {
      readonly kind: 'computed'
      readonly from: Readonly<Record<string, RowValue>>
      readonly sql: (values: Record<string, string>) => string
    }
  | (Extract<RowField, { kind: 'one' | 'many' }> & {
      readonly plan: ObjectPlan
      /** Whether the database writes everything inside it. */
      readonly isText: boolean
    })

/** A field that the database writes and that is not a column. */
export type Relation = Exclude<SqlField, { kind: 'sql' }>

/** The plan of the object, or of each object in a list. */
export function planIn(value: ValuePlan): ObjectPlan | undefined {
  if (value.kind === 'list') return planIn(value.item)
  return value.kind === 'object' ? value.plan : undefined
}

export const fieldsIn = (value: ValuePlan): readonly FieldPlan[] => planIn(value)?.fields ?? []

/** Whether the database writes all selections of a row or of a connection of rows. */
export const isText = (plan: ObjectPlan): boolean => rowsIn(plan).every(({ row }) => row?.isText)

/** The plans of rows in a plan: of one row, or of the rows of a connection. */
export function rowsIn(plan: ObjectPlan): readonly ObjectPlan[] {
  if (plan.row) return [plan]
  return plan.fields.flatMap(({ value }) => {
    const inner = planIn(value)
    return inner ? rowsIn(inner) : []
  })
}
