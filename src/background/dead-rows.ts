import type { Database } from '../data/database.ts'
import type { OrganizationWork } from './work.ts'

/** The next clearing of each database. All calls before its start share it. */
const waiting = new WeakMap<Database, Promise<void>>()
let last = Promise.resolve()

function clear(database: Database): Promise<void> {
  const shared =
    waiting.get(database) ??
    last.then(() => {
      waiting.delete(database)
      return database.clearDeadRows()
    })
  waiting.set(database, shared)
  last = shared.catch(() => {})
  return shared
}

/** Clears the files of an embedded database after erasures and retention, which make `dead_rows` due. */
export const clearDeadRows: OrganizationWork = {
  kind: 'dead_rows',
  atOnce: 50,
  perform: ({ database }) => clear(database),
}
