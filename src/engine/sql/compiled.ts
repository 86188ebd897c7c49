import { type ObjectPlan, rowsIn } from '../plan/plan.ts'
import type { FieldAccess } from './field-access.ts'
import { isRefused, shapeOfList } from './row-sql.ts'
import { type Inputs, Late, Statement } from './statement.ts'

/*
 * The SQL of the selections is compiled once per plan and shape of the arguments, and cached with the plan. An
 * execution adds the values.
 */

export interface Compiled {
  /** The text of the statement. Undefined if there is nothing to read. */
  readonly text: string | undefined
  readonly parameters: readonly unknown[]
}

/** Maximum number of cached shapes per plan. Callers choose the number of items and the given arguments. */
const MOST_SHAPES = 50

const compiled = new WeakMap<ObjectPlan, Map<string, Compiled>>()

/** The statement for a plan and a shape. `write` must depend on these only. */
export function compiledFor(
  plan: ObjectPlan,
  shape: string,
  write: (statement: Statement) => string | undefined,
): Compiled {
  const shapes = compiled.get(plan) ?? new Map<string, Compiled>()
  compiled.set(plan, shapes)
  const known = shapes.get(shape)
  if (known) return known
  const statement = new Statement()
  const text = write(statement)
  const made = { text, parameters: statement.parameters }
  if (shapes.size === MOST_SHAPES) shapes.clear()
  shapes.set(shape, made)
  return made
}

/** The parameters of an execution. */
export const parametersFor = ({ parameters }: { readonly parameters: readonly unknown[] }, inputs: Inputs): unknown[] =>
  parameters.map((value) => (value instanceof Late ? value.valueFor(inputs) : value))

/** The shape of the selections on rows: the refused fields, and the shapes of the lists inside. */
export const shapeOf = (plan: ObjectPlan, fields: FieldAccess): string =>
  rowsIn(plan)
    .flatMap(({ row }) => row?.relations ?? [])
    .map(([field, how]) => {
      if (isRefused(field, how, fields)) return '-'
      if (how.kind === 'many') return `(${shapeOfList(field, how.list, fields).key} ${shapeOf(how.plan, fields)})`
      return how.kind === 'one' ? `(${shapeOf(how.plan, fields)})` : '+'
    })
    .join('')
