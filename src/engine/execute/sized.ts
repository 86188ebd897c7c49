import { type Compiled, parametersFor } from '../sql/compiled.ts'
import type { Inputs } from '../sql/statement.ts'
import type { Execution } from './execution.ts'

interface SizedRow {
  id: string
  text: string
  /** The bytes of all texts. */
  bytes: number
  /** The number of rows in the page of a list. */
  size: number
}

/**
 * Reads rows as JSON text within the limit of the response. PostgreSQL returns null for texts that exceed the limit.
 * `name`: the name in the error for a response that is too large.
 */
export async function readSized(
  execution: Execution,
  name: string,
  compiled: Compiled,
  inputs: Pick<Inputs, 'listing' | 'rows'>,
): Promise<SizedRow[]> {
  const { context } = execution
  if (!context) throw new Error('Rows are read in a transaction')
  const { text = '' } = compiled
  return context.room.inTurn(async (room) => {
    const parameters = parametersFor(compiled, { ...inputs, context, fields: execution, room })
    const rows = await context.rows<SizedRow>(text, parameters)
    const [first] = rows
    if (first?.text === null) throw context.room.withheld(name, first.bytes)
    context.room.count(name, first?.bytes ?? 0)
    return rows
  })
}
