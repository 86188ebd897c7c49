import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  isObjectType,
} from 'graphql'
import { addPath, type Path } from 'graphql/jsutils/Path.js'
import { type FieldPlan, isText, type ObjectPlan, type ValuePlan } from '../plan/plan.ts'
import { type Execution, Failure, type ResponsePaths } from './execution.ts'
import { after, all, isPromise, type MaybePromise } from './maybe-promise.ts'
import { infoFor } from './resolve-info.ts'
import { JsonPart, StoredRow, StoredText } from './stored-rows.ts'

const isMissing = (value: unknown) => value === null || value === undefined

/** Converts values to the output of their type. A missing value that must not be null becomes a failure. */
export function complete(
  execution: Execution,
  field: FieldPlan,
  plan: ValuePlan,
  values: readonly unknown[],
  paths: ResponsePaths,
): MaybePromise<unknown[]> {
  if (plan.kind === 'leaf') return completeLeaves(execution, field, plan, values, paths)
  const found = values.map((value, index) =>
    value instanceof Error ? execution.failure(value, field, paths(index)) : value,
  )
  return after(completeKind(execution, field, plan, found, paths), (done) =>
    done.map((value, index) => execution.settled(value, plan.isNullable, field, paths, index)),
  )
}

function completeKind(
  execution: Execution,
  field: FieldPlan,
  plan: Exclude<ValuePlan, { kind: 'leaf' }>,
  values: readonly unknown[],
  paths: ResponsePaths,
): MaybePromise<unknown[]> {
  if (plan.kind === 'list') return completeLists(execution, field, plan.item, values, paths)
  if (plan.kind === 'object')
    return within(values, paths, (some, at) => completeObjects(execution, plan.plan, some, at))
  return completeAbstract(execution, field, plan, values, paths)
}

/** Leaf values wait for nothing, so one pass completes them. */
function completeLeaves(
  execution: Execution,
  field: FieldPlan,
  { type, isNullable }: ValuePlan & { kind: 'leaf' },
  values: readonly unknown[],
  paths: ResponsePaths,
): unknown[] {
  return values.map((value, index) => {
    const shown = serialized(execution, field, type, value, paths, index)
    return execution.settled(shown, isNullable, field, paths, index)
  })
}

function serialized(
  execution: Execution,
  field: FieldPlan,
  type: GraphQLLeafType,
  value: unknown,
  paths: ResponsePaths,
  index: number,
): unknown {
  if (isMissing(value) || value instanceof Failure) return value
  try {
    if (value instanceof Error) throw value
    const shown = type.serialize(value)
    if (!isMissing(shown)) return shown
    const call = `${type}.serialize(${String(value)})`
    throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${shown}`)
  } catch (error) {
    return execution.failure(error, field, paths(index))
  }
}

/** Applies `work` to the existing values. Missing values and failures stay. */
function attempted(
  execution: Execution,
  field: FieldPlan,
  values: readonly unknown[],
  paths: ResponsePaths,
  work: (value: unknown, index: number) => unknown,
): unknown[] {
  return values.map((value, index) => {
    if (isMissing(value) || value instanceof Failure) return value
    try {
      return work(value, index)
    } catch (error) {
      return execution.failure(error, field, paths(index))
    }
  })
}

/** Like `attempted`, for work on all values together. */
function within(
  values: readonly unknown[],
  paths: ResponsePaths,
  work: (some: readonly unknown[], paths: ResponsePaths) => MaybePromise<unknown[]>,
): MaybePromise<unknown[]> {
  const indexes = [...values.keys()].filter((index) => !isMissing(values[index]) && !(values[index] instanceof Failure))
  if (indexes.length === 0) return [...values]
  const some = indexes.map((index) => values[index])
  return after(
    work(some, (index) => paths(indexes[index] ?? 0)),
    (done) => {
      const all = [...values]
      for (const [index, value] of done.entries()) all[indexes[index] ?? 0] = value
      return all
    },
  )
}

/** JSON that the database wrote is passed on unchanged if JavaScript adds nothing to it. */
function completeObjects(
  execution: Execution,
  plan: ObjectPlan,
  values: readonly unknown[],
  paths: ResponsePaths,
): MaybePromise<unknown[]> {
  if (!(values[0] instanceof StoredText)) return execution.executeObjects(execution, plan, values, paths)
  execution.hasParts = true
  const texts = (values as StoredText[]).map(({ text }) => text)
  if (isText(plan) && !execution.hasRefused) return texts.map(JsonPart.ofText)
  const rows = texts.map((text) => new StoredRow(JSON.parse(text)))
  return after(execution.executeObjects(execution, plan, rows, paths), (done) =>
    done.map((value) => (value instanceof Failure ? value : JsonPart.ofValue(value))),
  )
}

/** The items of all lists are completed together. */
function completeLists(
  execution: Execution,
  field: FieldPlan,
  item: ValuePlan,
  values: readonly unknown[],
  paths: ResponsePaths,
): MaybePromise<unknown[]> {
  const lists = attempted(execution, field, values, paths, (value) => {
    if (typeof value === 'object' && value !== null && Symbol.iterator in value)
      return [...(value as Iterable<unknown>)]
    throw new Error(`Expected Iterable, but did not find one for field "${field.parentType.name}.${field.field.name}".`)
  })
  const items = lists.flatMap((list, owner) =>
    Array.isArray(list) ? list.map((value, index) => ({ value, owner, index })) : [],
  )
  const pathOf: ResponsePaths = (place) => {
    const { owner = 0, index = 0 } = items[place] ?? {}
    return addPath(paths(owner), index, undefined)
  }
  const awaited = items.map(({ value }, place) =>
    isPromise(value) ? value.catch((error) => execution.failure(error, field, pathOf(place))) : value,
  )
  const completed = after(all(awaited), (found) => complete(execution, field, item, found, pathOf))
  return after(completed, (done) => {
    let next = 0
    return lists.map((list) => {
      if (!Array.isArray(list)) return list
      const own = done.slice(next, next + list.length)
      next += list.length
      return own.find((value) => value instanceof Failure) ?? own
    })
  })
}

function completeAbstract(
  execution: Execution,
  field: FieldPlan,
  { type, planFor }: ValuePlan & { kind: 'abstract' },
  values: readonly unknown[],
  paths: ResponsePaths,
): MaybePromise<unknown[]> {
  const named = attempted(execution, field, values, paths, (value, index) => {
    const info = infoFor(execution, field, paths(index) as Path)
    return (type.resolveType ?? defaultTypeResolver)(value, execution.context, info, type)
  })
  return after(all(named), (names) => {
    const types = attempted(execution, field, names, paths, (name) => objectType(execution, type, name))
    const kinds = [...new Set(types.filter(isObjectType))]
    const parts = kinds.map((kind) => {
      const ofKind = values.map((value, index) => (types[index] === kind ? value : null))
      return within(ofKind, paths, (some, at) => completeObjects(execution, planFor(kind), some, at))
    })
    return after(all(parts), (done) =>
      types.map((kind, index) => (isObjectType(kind) ? done[kinds.indexOf(kind)]?.[index] : kind)),
    )
  })
}

function objectType(execution: Execution, type: GraphQLAbstractType, name: unknown): GraphQLObjectType {
  const { schema } = execution.source
  const found = typeof name === 'string' ? schema.getType(name) : undefined
  if (isObjectType(found) && schema.isSubType(type, found)) return found
  throw new Error(`Abstract type "${type.name}" has a value of no possible type: ${String(name)}`)
}
