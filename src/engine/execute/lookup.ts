import { validate as isUuid } from 'uuid'
import { notFound } from '../../common/errors.ts'
import type { Lookup } from '../../graphql/lookup.ts'
import { type FieldPlan, planIn } from '../plan/plan.ts'
import { compiledFor, shapeOf } from '../sql/compiled.ts'
import { lookupQuery } from '../sql/rows-query.ts'
import type { Execution } from './execution.ts'
import { readSized } from './sized.ts'
import { StoredLookup } from './stored-rows.ts'

/** Reads the selections of one row. @throws NOT_FOUND */
export async function readLookup(
  execution: Execution,
  field: FieldPlan,
  { id, resource }: Lookup,
): Promise<StoredLookup> {
  const plan = planIn(field.value)
  const row = plan?.row
  if (!row) throw new Error('A lookup returns a row of a table')
  if (!isUuid(id)) throw notFound(resource)
  const shape = `one ${shapeOf(plan, execution)}`
  const compiled = compiledFor(plan, shape, (statement) => lookupQuery(row, statement, execution))
  const [found] = await readSized(execution, field.field.name, compiled, { rows: id })
  if (!found) throw notFound(resource)
  return new StoredLookup(found.text, found.id)
}
