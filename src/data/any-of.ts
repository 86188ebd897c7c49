import { sql } from 'kysely'

/** To compare with any of many ids: one parameter however many they are, where `in` has one for each. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`
