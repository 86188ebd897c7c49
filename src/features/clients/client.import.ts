import { setImmediate } from 'node:timers/promises'
import { type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql'
import { faultsIn, invalid, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { addRows } from '../../engine/rows.ts'
import { demandFit, demandRequired, leafFields, toInput } from '../../graphql/coerce.ts'
import { validateInput } from '../../graphql/inputs.ts'
import { newClient } from './client.changes.ts'
import { Client } from './client.entity.ts'
import { ClientInput, type ImportFault, ImportMode, type ImportReport, MOST_IMPORTED } from './client.inputs.ts'

/** Rows of one statement. Others use the embedded database and the event loop only between statements. */
const BATCH = 500
/** How long an import may take: so long, and longer by its rows. */
const SECONDS = 30
const ROWS_PER_SECOND = 500

/** One row as a valid input. */
function readRow(schema: GraphQLSchema, row: Record<string, unknown> | null): ClientInput {
  if (row === null) throw new ServiceError('VALIDATION_ERROR', 'must be an object')
  const type = schema.getType('ClientInput')
  const output = schema.getType(Client.name)
  if (!isInputObjectType(type) || !isObjectType(output)) throw new Error('The schema has no ClientInput')
  demandRequired(type, row)
  const body = toInput(type, row, new Set(leafFields(output).map(({ name }) => name)))
  demandFit(body, type)
  const input = Object.assign(new ClientInput(), body)
  validateInput(input)
  return input
}

/**
 * Validates every row before the first is written; then writes in batches. A rehearsal does the same, and keeps nothing.
 * @throws VALIDATION_ERROR for too many rows, and in atomic mode for any bad row (`details.errors` names them all)
 */
export async function importClients(
  ctx: Context,
  schema: GraphQLSchema,
  rows: readonly (Record<string, unknown> | null)[],
  { mode, isRehearsal }: { mode: ImportMode; isRehearsal: boolean },
): Promise<ImportReport> {
  if (rows.length > MOST_IMPORTED) throw invalid({ rows: `must be at most ${MOST_IMPORTED}` })
  // From now on: until it had a connection, the import waited for the work of others.
  await ctx.extend(SECONDS + rows.length / ROWS_PER_SECOND)
  const errors: ImportFault[] = []
  const good: ClientInput[] = []
  for (const [index, row] of rows.entries()) {
    // Everybody else's requests wait meanwhile.
    if (index % 100 === 99) await setImmediate()
    try {
      good.push(readRow(schema, row))
    } catch (error) {
      errors.push(...faultsIn(error).map((fault) => ({ row: index + 1, ...fault })))
    }
  }
  if (errors.length > 0 && mode === ImportMode.ATOMIC) {
    throw new ServiceError('VALIDATION_ERROR', 'Nothing was imported: some rows are not valid', { errors })
  }
  const ids: string[] = []
  for (let start = 0; start < good.length; start += BATCH)
    ids.push(
      ...addRows(
        ctx,
        Client,
        good.slice(start, start + BATCH).map((input) => newClient(ctx, input)),
      ),
    )
  await ctx.settle()
  if (isRehearsal) ctx.discardChanges()
  return { imported: ids.length, failed: rows.length - ids.length, ids: isRehearsal ? [] : ids, errors }
}
