import { defaultFieldResolver, TypeNameMetaFieldDef } from 'graphql'
import { addPath, type Path } from 'graphql/jsutils/Path.js'
import { validate as isUuid } from 'uuid'
import { type RowField, type RowValue, rowFieldOf } from '../graphql/row-fields.ts'
import { complete } from './complete.ts'
import type { Context } from './context.ts'
import { after, all, isPromise, type Maybe } from './maybe.ts'
import type { FieldPlan, ObjectPlan, ValuePlan } from './plan.ts'
import { type RowPlan, valueKey, type Written } from './row-plan.ts'
import { rowJson } from './row-sql.ts'
import { Failure, type Places, type Run } from './run.ts'
import { Statement } from './statement.ts'
import { objectOf, StoredRow } from './stored-rows.ts'

/*
 * A plan is executed place by place, and not row by row: whatever a field needs, it is asked for once, for all rows of a
 * place together.
 */

type Json = Record<string, unknown>

/** The objects of a place. */
interface Batch {
  sources: readonly unknown[]
  /** Whether the database has written what is selected of them. */
  isStored: boolean
  /** What the database has written of each, where it has. */
  rows: readonly (Json | undefined)[]
  places: Places
}

/** What is selected of objects, in order; failures in place of those that could not be had. */
export function executeObjects(
  run: Run,
  plan: ObjectPlan,
  sources: readonly unknown[],
  places: Places,
): Maybe<unknown[]> {
  return after(batchOf(run, plan, sources, places), (batch) => {
    const columns = plan.fields.map((field) => executeField(run, plan, field, batch))
    return after(all(columns), (values) => sources.map((_, index) => objectAt(index, plan.fields, values)))
  })
}

/** One by one: each of them changes what the next one finds. The first that cannot be had ends the rest. */
export async function executeInTurn(run: Run, plan: ObjectPlan): Promise<unknown> {
  const batch = { sources: [undefined], isStored: false, rows: [], places: () => undefined }
  const values: unknown[][] = []
  for (const field of plan.fields) {
    const value = await executeField(run, plan, field, batch)
    if (value[0] instanceof Failure) return value[0]
    values.push(value)
  }
  return objectAt(0, plan.fields, values)
}

function objectAt(index: number, fields: readonly FieldPlan[], values: readonly unknown[][]): unknown {
  const object: Json = Object.create(null)
  for (const [place, { key }] of fields.entries()) {
    const value = values[place]?.[index]
    if (value instanceof Failure) return value
    object[key] = value
  }
  return object
}

function batchOf(run: Run, plan: ObjectPlan, sources: readonly unknown[], places: Places): Maybe<Batch> {
  if (sources[0] instanceof StoredRow) {
    return { sources, isStored: true, rows: (sources as StoredRow[]).map(({ json }) => json), places }
  }
  return after(readBeside(run, plan.row, sources), (rows) => ({ sources, isStored: false, rows, places }))
}

const idOf = (source: unknown) => (source as { id?: unknown }).id

/** What is selected of rows that were read elsewhere, and is no column of theirs: one statement for all. */
function readBeside(run: Run, row: RowPlan | undefined, sources: readonly unknown[]): Maybe<(Json | undefined)[]> {
  const { context } = run
  if (!row?.isMore || !context) return []
  const statement = new Statement()
  const { alias, from, isOwn } = statement.from(row.table)
  const json = rowJson(row, alias, statement, run, true)
  const ids = sources.map(idOf)
  if (!json || ids.length === 0) return []
  const among = `${alias}.id = any(${statement.place(ids.filter((id) => typeof id === 'string' && isUuid(id)))}::uuid[])`
  const sql = `select ${alias}.id as id, ${json}::text as row from ${from} where ${isOwn} and ${among}`
  return context.room
    .inTurn((room) => rowsWithin(context, row.table, sql, statement, room))
    .then((found) => {
      const byId = new Map<unknown, Json>(found.map(({ id, row: text }) => [id, JSON.parse(text)]))
      return ids.map((id) => byId.get(id))
    })
}

/** Reads rows. Where all rows exceed the room, the database returns their size and no text. */
async function rowsWithin(context: Context, table: string, sql: string, statement: Statement, room: number) {
  const sized = `select q.*, sum(octet_length(q."row")) over () as bytes from (${sql} offset 0) as q`
  const limited = `select s.id, s.bytes, case when s.bytes <= ${statement.place(room)}::integer then s."row" end as "row"
    from (${sized}) as s`
  const found = await context.rows<{ id: string; bytes: number; row: string | null }>(limited, statement.parameters)
  const bytes = found[0]?.bytes ?? 0
  const rows = found.flatMap(({ id, row }) => (row === null ? [] : { id, row }))
  if (rows.length < found.length) throw context.room.withheld(table, bytes)
  context.room.count(table, bytes)
  return rows
}

/** The values of a field, one for each object. */
function executeField(run: Run, plan: ObjectPlan, field: FieldPlan, batch: Batch): Maybe<unknown[]> {
  const { sources, isStored } = batch
  const placeOf: Places = (index) => addPath(batch.places(index), field.key, plan.type.name)
  if (field.field === TypeNameMetaFieldDef) return sources.map(() => plan.type.name)
  // What stands around the rows of a list inside of a row, the database has written whole.
  if (isStored && !plan.row)
    return complete(
      run,
      field,
      field.value,
      batch.rows.map((row) => stored(row?.[field.key])),
      placeOf,
    )
  const refusal = rowFieldOf(field.field) && run.isRefused(field) ? run.refusalOf(field) : undefined
  const how = plan.row?.fields.get(field)
  if (how && how !== 'scripted' && !refusal && (isStored || how.kind !== 'sql'))
    return storedValues(run, field, how, batch, placeOf)
  const values = refusal
    ? sources.map((_, index) => run.failure(refusal, field, placeOf(index)))
    : scriptedValues(run, plan, field, batch, placeOf)
  return after(values, (found) => complete(run, field, field.value, found, placeOf))
}

/** What the database has written is taken as it is, where JavaScript has nothing to add. */
function storedValues(run: Run, field: FieldPlan, how: Written, batch: Batch, placeOf: Places): Maybe<unknown[]> {
  const values = batch.sources.map((_, index) => batch.rows[index]?.[field.key] ?? absent(how))
  if (!('plan' in how) || (how.isText && !run.hasRefused)) {
    return values.map((value, index) => run.settled(value, field.value.isNullable, field, () => placeOf(index)))
  }
  return complete(run, field, field.value, values.map(stored), placeOf)
}

/** A value out of JSON, with the objects in it as what the database has written of them. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stored)
  return typeof value === 'object' && value !== null ? new StoredRow(value as Json) : (value ?? null)
}

/** What a row shows that is not stored. */
function absent(how: Written): unknown {
  if (how.kind === 'many') return emptyObject(how.plan)
  return how.kind === 'value' ? absentValue(how.from) : null
}

/** A connection without items, and what is selected of it. */
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

/** What JavaScript works out: a failure for each that it throws for. */
function scriptedValues(run: Run, plan: ObjectPlan, field: FieldPlan, batch: Batch, placeOf: Places): Maybe<unknown[]> {
  const failed = (index: number) => (error: unknown) => run.failure(error, field, placeOf(index))
  const value = reader(run, plan, field, batch, placeOf)
  const values = batch.sources.map((_, index) => {
    try {
      const found = value(index)
      return isPromise(found) ? found.catch(failed(index)) : found
    } catch (error) {
      return failed(index)(error)
    }
  })
  return all(values)
}

/** How the value of a field is found for an object. */
function reader(
  run: Run,
  plan: ObjectPlan,
  field: FieldPlan,
  batch: Batch,
  placeOf: Places,
): (index: number) => unknown {
  const declared = rowFieldOf(field.field)
  if (declared?.kind === 'computed') return computed(plan, field, batch, declared)
  const { resolve, name, args } = field.field
  if (resolve || args.length > 0) {
    const ask = resolve ?? defaultFieldResolver
    return (index) => {
      const info = run.infoFor(field, placeOf(index) as Path)
      return ask(sourceAt(plan, batch, index), run.argumentsFor(field), run.context, info)
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

/** An object as resolvers know it. */
function sourceAt({ row }: ObjectPlan, { sources, isStored, rows }: Batch, index: number): unknown {
  return isStored && row ? objectOf(row, rows[index] ?? {}) : sources[index]
}
