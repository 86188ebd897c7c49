import { defaultTypeResolver, type GraphQLAbstractType, type GraphQLObjectType, isObjectType } from 'graphql'
import { addPath, type Path } from 'graphql/jsutils/Path.js'
import { after, all, isPromise, type Maybe } from './maybe.ts'
import type { FieldPlan, ObjectPlan, ValuePlan } from './plan.ts'
import { isText } from './row-plan.ts'
import { Failure, type Places, type Run } from './run.ts'
import { JsonPart, StoredPage, StoredRow } from './stored-rows.ts'

const isMissing = (value: unknown) => value === null || value === undefined

/** Values as they are shown, by their type; failures in place of those that must not be null and are. */
export function complete(
  run: Run,
  field: FieldPlan,
  plan: ValuePlan,
  values: readonly unknown[],
  places: Places,
): Maybe<unknown[]> {
  const found = values.map((value, index) =>
    value instanceof Error ? run.failure(value, field, places(index)) : value,
  )
  return after(completeKind(run, field, plan, found, places), (done) =>
    done.map((value, index) => run.settled(value, plan.isNullable, field, () => places(index))),
  )
}

function completeKind(
  run: Run,
  field: FieldPlan,
  plan: ValuePlan,
  values: readonly unknown[],
  places: Places,
): Maybe<unknown[]> {
  if (plan.kind === 'list') return completeLists(run, field, plan.item, values, places)
  if (plan.kind === 'object') return within(values, places, (some, at) => completeObjects(run, plan.plan, some, at))
  if (plan.kind === 'abstract') return completeAbstract(run, field, plan, values, places)
  const { type } = plan
  return attempted(run, field, values, places, (value) => {
    const shown = type.serialize(value)
    if (isMissing(shown))
      throw new Error(
        `Expected \`${type}.serialize(${String(value)})\` to return non-nullable value, returned: ${shown}`,
      )
    return shown
  })
}

/** What is there goes through `work`; what is missing or has failed stays. */
function attempted(
  run: Run,
  field: FieldPlan,
  values: readonly unknown[],
  places: Places,
  work: (value: unknown, index: number) => unknown,
): unknown[] {
  return values.map((value, index) => {
    if (isMissing(value) || value instanceof Failure) return value
    try {
      return work(value, index)
    } catch (error) {
      return run.failure(error, field, places(index))
    }
  })
}

/** The same for work on all together. */
function within(
  values: readonly unknown[],
  places: Places,
  work: (some: readonly unknown[], places: Places) => Maybe<unknown[]>,
): Maybe<unknown[]> {
  const indexes = [...values.keys()].filter((index) => !isMissing(values[index]) && !(values[index] instanceof Failure))
  if (indexes.length === 0) return [...values]
  const some = indexes.map((index) => values[index])
  return after(
    work(some, (index) => places(indexes[index] ?? 0)),
    (done) => {
      const all = [...values]
      for (const [index, value] of done.entries()) all[indexes[index] ?? 0] = value
      return all
    },
  )
}

/** What the database has written leaves as it is, where JavaScript has nothing to add. */
function completeObjects(run: Run, plan: ObjectPlan, values: readonly unknown[], places: Places): Maybe<unknown[]> {
  if (!(values[0] instanceof StoredPage)) return run.executeObjects(run, plan, values, places)
  run.hasParts = true
  const texts = (values as StoredPage[]).map(({ text }) => text)
  if (isText(plan) && !run.hasRefused) return texts.map(JsonPart.ofText)
  const pages = texts.map((text) => new StoredRow(JSON.parse(text)))
  return after(run.executeObjects(run, plan, pages, places), (done) =>
    done.map((value) => (value instanceof Failure ? value : JsonPart.ofValue(value))),
  )
}

/** The items of all lists are completed together. */
function completeLists(
  run: Run,
  field: FieldPlan,
  item: ValuePlan,
  values: readonly unknown[],
  places: Places,
): Maybe<unknown[]> {
  const lists = attempted(run, field, values, places, (value) => {
    if (typeof value === 'object' && value !== null && Symbol.iterator in value)
      return [...(value as Iterable<unknown>)]
    throw new Error(`Expected Iterable, but did not find one for field "${field.parentType.name}.${field.field.name}".`)
  })
  const items = lists.flatMap((list, owner) =>
    Array.isArray(list) ? list.map((value, index) => ({ value, owner, index })) : [],
  )
  const placeOf: Places = (place) => {
    const { owner = 0, index = 0 } = items[place] ?? {}
    return addPath(places(owner), index, undefined)
  }
  const awaited = items.map(({ value }, place) =>
    isPromise(value) ? value.catch((error) => run.failure(error, field, placeOf(place))) : value,
  )
  const completed = after(all(awaited), (found) => complete(run, field, item, found, placeOf))
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
  run: Run,
  field: FieldPlan,
  { type, planFor }: ValuePlan & { kind: 'abstract' },
  values: readonly unknown[],
  places: Places,
): Maybe<unknown[]> {
  const named = attempted(run, field, values, places, (value, index) => {
    const info = run.infoFor(field, places(index) as Path)
    return (type.resolveType ?? defaultTypeResolver)(value, run.context, info, type)
  })
  return after(all(named), (names) => {
    const types = attempted(run, field, names, places, (name) => objectType(run, type, name))
    const kinds = [...new Set(types.filter(isObjectType))]
    const parts = kinds.map((kind) => {
      const ofKind = values.map((value, index) => (types[index] === kind ? value : null))
      return within(ofKind, places, (some, at) => completeObjects(run, planFor(kind), some, at))
    })
    return after(all(parts), (done) =>
      types.map((kind, index) => (isObjectType(kind) ? done[kinds.indexOf(kind)]?.[index] : kind)),
    )
  })
}

function objectType(run: Run, type: GraphQLAbstractType, name: unknown): GraphQLObjectType {
  const { schema } = run.source
  const found = typeof name === 'string' ? schema.getType(name) : undefined
  if (isObjectType(found) && schema.isSubType(type, found)) return found
  throw new Error(`Abstract type "${type.name}" has a value of no possible type: ${String(name)}`)
}
