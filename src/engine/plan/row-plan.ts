import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  TypeNameMetaFieldDef,
} from 'graphql'
import { type EntityColumns, entityOf } from '../../data/columns.ts'
import { names } from '../../data/tenant.ts'
import { type RowField, type RowValue, rowFieldOf } from '../../graphql/row-fields.ts'
import { type FieldPlan, isText, planIn, type RowPlan, type SqlField, type ValuePlan } from './plan.ts'

/** Prefix of the keys of hidden values. No name in a document can contain it. */
const HIDDEN = '~'

const columnKey = (column: string): string => `${HIDDEN}${column}`
export const valueKey = (field: string, name: string, value: RowValue): string =>
  value.kind === 'own' ? columnKey(value.column) : `${HIDDEN}${field}.${name}`

/** Plans the selections of a type; undefined for a type without a table. */
export function planRow(type: GraphQLObjectType, fields: readonly FieldPlan[]): RowPlan | undefined {
  const entity = entityOf(type.name)
  if (!entity) return undefined
  const planned = new Map(fields.map((plan) => [plan, writtenAs(plan, entity) ?? ('scripted' as const)]))
  const hidden = new Map<string, RowValue>()
  for (const [plan, how] of planned) if (how === 'scripted') hide(plan, entity, hidden)
  const hiddenElsewhere = new Map(hidden)
  for (const [plan, how] of planned)
    if (how !== 'scripted' && how.kind === 'computed') hide(plan, entity, hiddenElsewhere)
  const written = [...planned.values()].filter((how) => how !== 'scripted')
  const relations = [...planned].flatMap(([plan, how]) =>
    how === 'scripted' || how.kind === 'sql' ? [] : [[plan, how] as const],
  )
  return {
    ...entity,
    typeName: type.name,
    fields: planned,
    relations,
    hidden,
    hiddenElsewhere,
    isText: written.length === planned.size && written.every((how) => !('plan' in how) || how.isText),
    isMore:
      relations.some(([, { kind }]) => kind !== 'computed') ||
      [...hiddenElsewhere.values()].some(({ kind }) => kind !== 'own'),
  }
}

function writtenAs({ field, parentType, value }: FieldPlan, entity: EntityColumns): SqlField | undefined {
  if (field === TypeNameMetaFieldDef) return { kind: 'sql', sql: () => `'${parentType.name}'::text` }
  const declared = rowFieldOf(field)
  if (declared) return writtenRelation(declared, field.type, value)
  if (field.resolve || !entity.columns.has(field.name)) return undefined
  const sql = entity.columns.get(field.name) === 'jsonb' ? jsonColumnValue(field.type, value) : columnValue(field.type)
  return sql && { kind: 'sql', sql: (alias) => sql(`${alias}."${names.stored(field.name)}"`) }
}

/** Converts a JSON column to its value. Of an object, only the selected fields are read. */
function jsonColumnValue(type: GraphQLOutputType, value: ValuePlan): ((json: string) => string) | undefined {
  if (value.kind !== 'object') return columnValue(type)
  const members = value.plan.fields.map(memberOf)
  if (!members.every((member) => member !== undefined)) return undefined
  return (json) => {
    const selected = members.map((member) => member(json))
    return `(select to_json(j) from (select ${selected.join(', ')}) as j where jsonb_typeof(${json}) = 'object')`
  }
}

/** A field of a JSON object, as SQL with a name. Undefined for a field of another object or with code of its own. */
function memberOf({ key, field, parentType }: FieldPlan): ((json: string) => string) | undefined {
  const { name, type } = field
  if (key !== name) return undefined
  if (field === TypeNameMetaFieldDef) return () => `'${parentType.name}'::text as "${name}"`
  const convert = columnValue(type)
  if (!convert || field.resolve || field.args.length > 0 || rowFieldOf(field)) return undefined
  const named = getNamedType(type)
  const isListed = isListType(getNullableType(type))
  const isText = !isListed && (isEnumType(named) || named.name === 'DateTimeISO')
  const cast = named.name === 'DateTimeISO' ? '::timestamptz' : ''
  const read = (json: string) =>
    isText ? convert(`(${json} ->> '${name}')${cast}`) : `nullif(${json} -> '${name}', 'null')`
  const missing = (json: string) => `(jsonb_typeof(${json}) || ' without ${name}')::integer::text`
  const demanded = (json: string) => `coalesce(${read(json)}, ${missing(json)}${isText ? '' : '::jsonb'})`
  return (json) => `${isNonNullType(type) ? demanded(json) : read(json)} as "${name}"`
}

function writtenRelation(declared: RowField, type: GraphQLOutputType, value: ValuePlan): SqlField | undefined {
  if (declared.kind === 'computed') {
    const { kind, from, sql } = declared
    return sql && { kind, from, sql }
  }
  if (declared.kind === 'value') return { ...declared, shown: columnValue(type) ?? ((stored) => stored) }
  const plan = planIn(value)
  return plan && { ...declared, plan, isText: isText(plan) }
}

/** Adds the values that a scripted field needs. A resolver that does not declare what it reads gets all columns. */
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

/** Types whose values look the same in PostgreSQL's JSON and in the output of their serializers. */
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

/** Converts a column of this type to its JSON value; undefined for types of other rows and for unknown types. */
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

/** A value that the enum lacks is a fault of the service. The cast then makes the statement fail. */
const knownValue = (values: readonly string[]) => (column: string) =>
  `case when ${column} is null or ${column} in (${values.map((value) => `'${value}'`)}) then ${column} ` +
  `else (${column} || ' is unknown')::integer::text end`
