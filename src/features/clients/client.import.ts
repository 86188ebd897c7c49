import { setImmediate } from 'node:timers/promises'
import { type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql'
import { faultsIn, invalidFields, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, addRows } from '../../engine/write/rows.ts'
import { demandFit, demandRequired, leafFields, toInput } from '../../graphql/coerce.ts'
import { validateInput } from '../../graphql/inputs.ts'
import { newClient } from './client.changes.ts'
import { Client } from './client.entity.ts'
import { ClientInput, type ImportFault, ImportMode, type ImportReport, MOST_IMPORTED } from './client.inputs.ts'
import { ClientImport, ClientImportPart, ImportStatus } from './client-import.entity.ts'

/**
 * Maximum number of rows of one statement. Other requests use the embedded database and the event loop only between
 * statements.
 */
const BATCH = 500
/** Base duration that an import may take, in seconds. More rows may take longer. */
const SECONDS = 30
const ROWS_PER_SECOND = 500

/** Converts one row to a valid input. */
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

interface ReadRows {
  good: ClientInput[]
  errors: ImportFault[]
}

/** Validates every row. @throws VALIDATION_ERROR for too many rows, and in atomic mode for any invalid row */
async function readRows(
  schema: GraphQLSchema,
  rows: readonly (Record<string, unknown> | null)[],
  mode: ImportMode,
): Promise<ReadRows> {
  if (rows.length > MOST_IMPORTED) throw invalidFields({ rows: { code: 'TOO_LARGE', most: MOST_IMPORTED } })
  const errors: ImportFault[] = []
  const good: ClientInput[] = []
  for (const [index, row] of rows.entries()) {
    // Lets other requests run: parsing blocks the event loop.
    if (index % 100 === 99) await setImmediate()
    try {
      good.push(readRow(schema, row))
    } catch (error) {
      errors.push(...faultsIn(error).map((fault) => ({ row: index + 1, ...fault })))
    }
  }
  if (errors.length > 0 && mode === ImportMode.ATOMIC) {
    throw new ServiceError('VALIDATION_ERROR', 'Nothing was imported: some rows are invalid', {
      errors: errors.map(({ row, field, message }) => ({ row, field, message })),
    })
  }
  return { good, errors }
}

/** Writes clients in batches, and returns their ids. */
export async function writeClients(ctx: Context, inputs: readonly ClientInput[]): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < inputs.length; start += BATCH) {
    const batch = inputs.slice(start, start + BATCH).map((input) => newClient(ctx, input))
    ids.push(...addRows(ctx, Client, batch))
  }
  await ctx.settle()
  return ids
}

/**
 * Validates every row before it writes the first row, then writes in batches. A dry run does the same, and then rolls
 * back.
 * @throws VALIDATION_ERROR for too many rows, and in atomic mode for any invalid row (`details.errors` names all of
 * them)
 */
export async function importClients(
  ctx: Context,
  schema: GraphQLSchema,
  rows: readonly (Record<string, unknown> | null)[],
  { mode, isRehearsal }: { mode: ImportMode; isRehearsal: boolean },
): Promise<ImportReport> {
  // The deadline starts here: until now the import waited for a connection.
  await ctx.extend(SECONDS + rows.length / ROWS_PER_SECOND)
  const { good, errors } = await readRows(schema, rows, mode)
  const ids = await writeClients(ctx, good)
  if (isRehearsal) ctx.discardChanges()
  return { imported: ids.length, failed: rows.length - ids.length, ids: isRehearsal ? [] : ids, errors }
}

/**
 * Validates every row, and stores the valid rows for `client-import.jobs.ts`, which writes them in parts.
 * @throws VALIDATION_ERROR as `importClients`
 */
export async function startImport(
  ctx: Context,
  schema: GraphQLSchema,
  rows: readonly (Record<string, unknown> | null)[],
  mode: ImportMode,
): Promise<ClientImport> {
  const { good, errors } = await readRows(schema, rows, mode)
  const { organizationId } = ctx
  const started = addRow(ctx, ClientImport, {
    status: ImportStatus.QUEUED,
    total: rows.length,
    imported: 0,
    failed: rows.length - good.length,
    errors,
    failure: null,
    createdBy: ctx.caller.userId,
  })
  const starts = Array.from({ length: Math.ceil(good.length / BATCH) }, (_, number) => number * BATCH)
  for (const [number, start] of starts.entries())
    ctx.insert(ClientImportPart, [
      { organizationId, importId: started.id, number, rows: good.slice(start, start + BATCH) },
    ])
  ctx.makeDue('client_imports')
  return started
}
