import { sql } from 'kysely'

/**
 * A condition value for many ids. It is one array parameter, so the statement text does not depend on the number of
 * ids.
 */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`
