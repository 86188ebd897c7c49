import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  TypeNameMetaFieldDef,
} from 'graphql'
import { type EntityColumns, entityOf } from '../data/columns.ts'
import { names } from '../data/tenant.ts'
import { type RowField, type RowValue, rowFieldOf } from '../graphql/row-fields.ts'
import type { FieldPlan, ObjectPlan, ValuePlan } from './plan.ts'

/** What is selected of the rows of a table, by who works it out: the database as JSON, or JavaScript from that. */
export interface RowPlan extends EntityColumns {
  readonly typeName: string
  readonly fields: ReadonlyMap<FieldPlan, Written | 'scripted'>
  /** Values for the fields that are scripted, by their keys in the JSON. */
  readonly hidden: ReadonlyMap<string, RowValue>
  /** Columns for the resolvers of fields. */
  readonly columns: EntityColumns['columns']
  /** Whether the database writes all of it, down to the last list inside of it. */
  readonly isText: boolean
  /** Whether something is selected that a row which was read elsewhere does not hold. */
  readonly isMore: boolean
}

/** How the database writes a field: its SQL for an alias, or what is declared. */
export type Written =
  | { readonly kind: 'sql'; readonly sql: (alias: string) => string }
  | { readonly kind: 'value'; readonly from: RowValue; readonly shown: (value: string) => string }
  | (Extract<RowField, { kind: 'one' | 'many' }> & {
      readonly plan: ObjectPlan
      /** Whether the database writes all that is inside of it. */
      readonly isText: boolean
    })

/** Stands in front of the keys of hidden values; no name in a document has it. */
const HIDDEN = '~'

const columnKey = (column: string): string => `${HIDDEN}${column}`
export const valueKey = (field: string, name: string, value: RowValue): string =>
  value.kind === 'own' ? columnKey(value.column) : `${HIDDEN}${field}.${name}`

/** What is selected of an object, or of each object of a list. */
export function planIn(value: ValuePlan): ObjectPlan | undefined {
  if (value.kind === 'list') return planIn(value.item)
  return value.kind === 'object' ? value.plan : undefined
}

export const fieldsIn = (value: ValuePlan): readonly FieldPlan[] => planIn(value)?.fields ?? []

/** Plans what is selected of a type; undefined for one that has no table. */
export function planRow(type: GraphQLObjectType, fields: readonly FieldPlan[]): RowPlan | undefined {
  const entity = entityOf(type.name)
  if (!entity) return undefined
  const planned = new Map(fields.map((plan) => [plan, writtenAs(plan, entity) ?? ('scripted' as const)]))
  const hidden = new Map<string, RowValue>()
  for (const [plan, how] of planned) if (how === 'scripted') hide(plan, entity, hidden)
  const written = [...planned.values()].filter((how) => how !== 'scripted')
  return {
    ...entity,
    typeName: type.name,
    fields: planned,
    hidden,
    isText: written.length === planned.size && written.every((how) => !('plan' in how) || how.isText),
    isMore: written.some(({ kind }) => kind !== 'sql') || [...hidden.values()].some(({ kind }) => kind !== 'own'),
  }
}

function writtenAs({ field, parentType, value }: FieldPlan, entity: EntityColumns): Written | undefined {
  if (field === TypeNameMetaFieldDef) return { kind: 'sql', sql: () => `'${parentType.name}'::text` }
  const declared = rowFieldOf(field)
  if (declared) return writtenRelation(declared, field.type, value)
  const sql = !field.resolve && entity.columns.has(field.name) && columnValue(field.type)
  return sql ? { kind: 'sql', sql: (alias) => sql(`${alias}."${names.stored(field.name)}"`) } : undefined
}

function writtenRelation(declared: RowField, type: GraphQLOutputType, value: ValuePlan): Written | undefined {
  if (declared.kind === 'computed') return undefined
  if (declared.kind === 'value') return { ...declared, shown: columnValue(type) ?? ((stored) => stored) }
  const plan = planIn(value)
  return plan && { ...declared, plan, isText: isText(plan) }
}

/** Whether the database writes all that is selected of a row, or of a connection of rows. */
export const isText = (plan: ObjectPlan): boolean => rowsIn(plan).every(({ row }) => row?.isText)

/** What is selected of rows, in a plan of one or of a connection of them. */
function rowsIn(plan: ObjectPlan): readonly ObjectPlan[] {
  if (plan.row) return [plan]
  return plan.fields.flatMap(({ value }) => {
    const inner = planIn(value)
    return inner ? rowsIn(inner) : []
  })
}

/** What a field must be given that JavaScript works out. A resolver that does not say what it reads gets all columns. */
function hide({ field }: FieldPlan, { columns }: EntityColumns, hidden: Map<string, RowValue>): void {
  const declared = rowFieldOf(field)
  if (declared?.kind === 'computed') {
    for (const [name, value] of Object.entries(declared.from)) {
      hidden.set(valueKey(field.name, name, value), value)
    }
    return
  }
  const { reads = field.resolve || !columns.has(field.name) ? [...columns.keys()] : [field.name] } =
    field.extensions as { reads?: string[] }
  for (const column of reads) hidden.set(columnKey(column), { kind: 'own', column })
}

/** Types whose values PostgreSQL writes into JSON as their serializers do. */
const SAME_IN_JSON = new Set([
  'ID',
  'String',
  'Boolean',
  'Int',
  'Float',
  'SafeInt',
  'Cents',
  'EmailAddress',
  'URL',
  'LocalDate',
  'JSONObject',
])

/** How a column of a type becomes what JSON shows; undefined for types of other rows, and for those not known here. */
function columnValue(type: GraphQLOutputType): ((column: string) => string) | undefined {
  const nullable = getNullableType(type)
  const named = getNamedType(type)
  if (isObjectType(named)) return undefined
  if (isEnumType(named)) {
    const values = named.getValues()
    if (values.some(({ name, value }) => name !== value)) return undefined
    return isListType(nullable) ? (column) => column : knownValue(values.map(({ name }) => name))
  }
  if (named.name === 'DateTimeISO' && !isListType(nullable))
    return (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return SAME_IN_JSON.has(named.name) ? (column) => column : undefined
}

/** A value that the schema does not know is a fault of the service: the statement fails by the cast. */
const knownValue = (values: readonly string[]) => (column: string) =>
  `case when ${column} is null or ${column} in (${values.map((value) => `'${value}'`)}) then ${column} ` +
  `else (${column} || ' is unknown')::integer::text end`
