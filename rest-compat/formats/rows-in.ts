import { IMPORT_SHAPE } from '../../src/common/shape.ts'
import { moduleBeside } from '../../src/common/threads.ts'
import type { BodyReader } from '../route.ts'

const PARSER = moduleBeside(import.meta.url, './rows-parse.worker')

/**
 * The rows of an import, as CSV with a header line or as JSON, parsed in a thread. `objects` names the columns whose
 * cells may be objects as JSON.
 */
export const csvOrJsonRows = (objects: readonly string[]): BodyReader => ({
  variable: 'rows',
  accepts: ['application/json', 'text/csv'],
  limit: 20 * 1024 * 1024,
  description:
    `At most ${IMPORT_SHAPE.items} rows. ` +
    'JSON: a list of objects, or an object with the list `rows`. CSV in UTF-8, with commas, semicolons or tabs: ' +
    `a header line names the fields, \`contact.email\` a field of an object, at most ${IMPORT_SHAPE.members} columns; empty cells are absent. ` +
    `A cell of ${objects.map((name) => `\`${name}\``).join(', ')} or \`attributes\` may be an object as JSON, so an export can be imported.`,
  async read(body, mediaType, threads) {
    const rows: unknown[] = []
    await threads.run({ module: PARSER, name: 'parseRows', args: [body, mediaType, objects] }, (part) => {
      for (const row of part as unknown[]) rows.push(row)
    })
    return rows
  },
})
