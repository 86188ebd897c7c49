import { sql } from 'kysely'

/**
 * Compares a column with many ids. The ids are one array parameter, so the statement text does not depend on their
 * number.
 */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`
