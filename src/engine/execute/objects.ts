import { defaultFieldResolver, TypeNameMetaFieldDef } from 'graphql'
import { addPath, type Path } from 'graphql/jsutils/Path.js'
import { validate as isUuid } from 'uuid'
import { BareObject } from '../../common/bare-object.ts'
import { type RowField, type RowValue, rowFieldOf } from '../../graphql/row-fields.ts'
import type { FieldPlan, ObjectPlan, SqlField, ValuePlan } from '../plan/plan.ts'
import { valueKey } from '../plan/row-plan.ts'
import { compiledFor, shapeOf } from '../sql/compiled.ts'
import { isOfRow } from '../sql/row-sql.ts'
import { besideQuery } from '../sql/rows-query.ts'
import { complete } from './complete.ts'
import { type Execution, Failure, type ResponsePaths } from './execution.ts'
import { after, all, isPromise, type MaybePromise } from './maybe-promise.ts'
import { infoFor } from './resolve-info.ts'
import { readSized } from './sized.ts'
import { objectOf, StoredRow } from './stored-rows.ts'

/*
 * A plan is executed position by position instead of row by row: each field reads its data once, for all rows at its
 * position.
 */

type Json = Record<string, unknown>

/** The objects at one position. */
interface Batch {
  sources: readonly unknown[]
  /** Whether the database has written the selections on these objects. */
  isStored: boolean
  /** The JSON of each object, if the database has written it. */
  rows: readonly (Json | undefined)[]
  paths: ResponsePaths
}

/** The results of the selections on objects, in order. A failure replaces each object that failed. */
export function executeObjects(
  execution: Execution,
  plan: ObjectPlan,
  sources: readonly unknown[],
  paths: ResponsePaths,
): MaybePromise<unknown[]> {
  return after(batchOf(execution, plan, sources, paths), (batch) => {
    const columns = plan.fields.map((field) => executeField(execution, plan, field, batch))
    return after(all(columns), (values) => sources.map((_, index) => objectAt(index, plan.fields, values)))
  })
}

/**
 * Runs the fields one after the other, because each field may change what the next field reads. Stops at the first
 * failure.
 */
export async function executeInTurn(execution: Execution, plan: ObjectPlan): Promise<unknown> {
  const batch = { sources: [undefined], isStored: false, rows: [], paths: () => undefined }
  const values: unknown[][] = []
  for (const field of plan.fields) {
    const value = await executeField(execution, plan, field, batch)
    if (value[0] instanceof Failure) return value[0]
    values.push(value)
  }
  return objectAt(0, plan.fields, values)
}

function objectAt(index: number, fields: readonly FieldPlan[], values: readonly unknown[][]): unknown {
  const object = new BareObject()
  for (let place = 0; place < fields.length; place++) {
    const value = values[place]?.[index]
    if (value instanceof Failure) return value
    object[(fields[place] as FieldPlan).key] = value
  }
  return object
}

function batchOf(
  execution: Execution,
  plan: ObjectPlan,
  sources: readonly unknown[],
  paths: ResponsePaths,
): MaybePromise<Batch> {
  if (sources[0] instanceof StoredRow) {
    return { sources, isStored: true, rows: (sources as StoredRow[]).map(({ json }) => json), paths }
  }
  return after(readBeside(execution, plan, sources), (rows) => ({ sources, isStored: false, rows, paths }))
}

/**
 * Reads the selections that are not columns, for rows that another statement has read. One statement serves all rows.
 */
function readBeside(
  execution: Execution,
  plan: ObjectPlan,
  sources: readonly unknown[],
): MaybePromise<(Json | undefined)[]> {
  const { row } = plan
  if (!row?.isMore || !execution.context) return []
  const compiled = compiledFor(plan, `beside ${shapeOf(plan, execution)}`, (statement) =>
    besideQuery(row, statement, execution),
  )
  const ids = sources.map((source) => (source as Json)[row.key])
  if (compiled.text === undefined || ids.length === 0) return []
  const rows = ids.filter((id) => typeof id === 'number' || (typeof id === 'string' && isUuid(id)))
  return readSized(execution, row.table, compiled, { rows }).then((found) => {
    const byId = new Map<unknown, Json>(found.map(({ id, text }) => [id, JSON.parse(text)]))
    return ids.map((id) => byId.get(id))
  })
}

/** The values of a field, one for each object. */
function executeField(execution: Execution, plan: ObjectPlan, field: FieldPlan, batch: Batch): MaybePromise<unknown[]> {
  const { sources, isStored } = batch
  const pathOf: ResponsePaths = (index) => addPath(batch.paths(index), field.key, plan.type.name)
  if (field.field === TypeNameMetaFieldDef) return sources.map(() => plan.type.name)
  // The database writes the parts around the rows of a nested list, such as its page info, completely.
  if (isStored && !plan.row)
    return complete(
      execution,
      field,
      field.value,
      batch.rows.map((row) => stored(row?.[field.key])),
      pathOf,
    )
  const refusal = rowFieldOf(field.field) && execution.isRefused(field) ? execution.refusalOf(field) : undefined
  const how = plan.row?.fields.get(field)
  if (how && how !== 'scripted' && !refusal && (isStored || !isOfRow(how)))
    return storedValues(execution, field, how, batch, pathOf)
  const values = refusal
    ? sources.map((_, index) => execution.failure(refusal, field, pathOf(index)))
    : scriptedValues(execution, plan, field, batch, pathOf)
  return after(values, (found) => complete(execution, field, field.value, found, pathOf))
}

/** Values from the database are passed on unchanged if JavaScript adds nothing to them. */
function storedValues(
  execution: Execution,
  field: FieldPlan,
  how: SqlField,
  batch: Batch,
  pathOf: ResponsePaths,
): MaybePromise<unknown[]> {
  const values = batch.sources.map((_, index) => batch.rows[index]?.[field.key] ?? absent(how))
  if (!('plan' in how) || (how.isText && !execution.hasRefused)) {
    return values.map((value, index) => execution.settled(value, field.value.isNullable, field, pathOf, index))
  }
  return complete(execution, field, field.value, values.map(stored), pathOf)
}

/** A value from JSON. Objects in it become stored rows. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stored)
  return typeof value === 'object' && value !== null ? new StoredRow(value as Json) : (value ?? null)
}

/** The value of a field of a row that does not exist. */
function absent(how: SqlField): unknown {
  if (how.kind === 'many') return emptyObject(how.plan)
  return how.kind === 'value' ? absentValue(how.from) : null
}

/** An empty connection with its selections. */
const emptyObject = ({ fields, type }: ObjectPlan): Json =>
  Object.fromEntries(
    fields.map(({ key, field, value }) => [key, field === TypeNameMetaFieldDef ? type.name : emptyValue(value)]),
  )

function emptyValue(value: ValuePlan): unknown {
  if (value.kind === 'list') return []
  if (value.kind === 'object') return emptyObject(value.plan)
  if (value.isNullable || value.kind === 'abstract') return null
  return value.type.name === 'Boolean' ? false : 0
}

const absentValue = (value: RowValue) =>
  value.kind === 'count' ? 0 : ((value.kind === 'linked' ? value.otherwise : undefined) ?? null)

/** Values that JavaScript computes. A thrown error becomes a failure. */
function scriptedValues(
  execution: Execution,
  plan: ObjectPlan,
  field: FieldPlan,
  batch: Batch,
  pathOf: ResponsePaths,
): MaybePromise<unknown[]> {
  const value = reader(execution, plan, field, batch, pathOf)
  const values = batch.sources.map((_, index) => {
    try {
      const found = value(index)
      return isPromise(found) ? found.catch((error) => execution.failure(error, field, pathOf(index))) : found
    } catch (error) {
      return execution.failure(error, field, pathOf(index))
    }
  })
  return all(values)
}

/** A function that reads the value of a field of an object. */
function reader(
  execution: Execution,
  plan: ObjectPlan,
  field: FieldPlan,
  batch: Batch,
  pathOf: ResponsePaths,
): (index: number) => unknown {
  const declared = rowFieldOf(field.field)
  if (declared?.kind === 'computed') return computed(plan, field, batch, declared)
  const { resolve, name, args } = field.field
  if (resolve || args.length > 0) {
    const ask = resolve ?? defaultFieldResolver
    return (index) => {
      const info = infoFor(execution, field, pathOf(index) as Path)
      return ask(sourceAt(plan, batch, index), execution.argumentsFor(field), execution.context, info)
    }
  }
  return (index) => {
    const source = sourceAt(plan, batch, index) as Json | undefined
    const property = source?.[name]
    return typeof property === 'function' ? property.call(source) : property
  }
}

function computed(
  plan: ObjectPlan,
  { field: { name: fieldName } }: FieldPlan,
  batch: Batch,
  { from, compute }: RowField & { kind: 'computed' },
): (index: number) => unknown {
  const inputs = Object.entries(from).map(([name, value]) => {
    const key = valueKey(fieldName, name, value)
    const of = (index: number) =>
      value.kind === 'own' ? (sourceAt(plan, batch, index) as Json)[value.column] : batch.rows[index]?.[key]
    return (index: number) => [name, of(index) ?? absentValue(value)] as const
  })
  return (index) => compute(Object.fromEntries(inputs.map((input) => input(index))))
}

/** An object in the form that resolvers expect. */
function sourceAt({ row }: ObjectPlan, { sources, isStored, rows }: Batch, index: number): unknown {
  return isStored && row ? objectOf(row, rows[index] ?? {}) : sources[index]
}
