import type { StorePool } from '../../src/data/database.ts'
import type { OpenDatabase } from '../../src/data/open-database.ts'
import { openTestDatabase } from './database.ts'

/** Opens a database whose pool writes down every transaction, as the texts of its statements, in order of its begin. */
export const recordTransactions = (transactions: string[][]) => async (): Promise<OpenDatabase> => {
  const connection = await openTestDatabase()
  record(connection.pool, transactions)
  return connection
}

/** What jobs and consumers of events do has a minute; a request has half of one. PGlite is told neither. */
const REQUEST_MS = 31_000
const IN_BACKGROUND = /-- in the background$/

/** What is read for several requests, and what signs their records. */
const FOR_SEVERAL = /select "security" from "organization"|select "team_version"|insert into audit_/

/** The transactions of an organization's requests, and of no other: its neighbours and the jobs use the same database. */
export const transactionsOf = (transactions: readonly string[][], organizationId: string): string[][] =>
  transactions.filter(
    ([begin = '', ...sent]) =>
      begin.includes(`'${organizationId}'`) && !IN_BACKGROUND.test(begin) && !FOR_SEVERAL.test(sent.join()),
  )

/** What an organization's requests sent, without begin and end. */
export const statementsOf = (transactions: readonly string[][], organizationId: string): string[] =>
  transactionsOf(transactions, organizationId).flatMap(([, ...sent]) =>
    sent.filter((sql) => !/^(commit|rollback)/.test(sql)),
  )

function record(pool: StorePool, transactions: string[][]): void {
  const recording = new WeakSet<object>()
  const inBackground = new WeakMap<object, boolean>()
  const connect = pool.connect.bind(pool)
  pool.connect = async (deadline) => {
    const isLong = (deadline?.left ?? 0) > REQUEST_MS
    const client = await connect(deadline)
    inBackground.set(client, isLong)
    // A server's clients come back again and again.
    if (recording.has(client)) return client
    recording.add(client)
    const { begin, query, endRead } = client
    let current: string[] = []
    const recorded = {
      begin: (statements: string) => {
        current = [inBackground.get(client) ? `${statements} -- in the background` : statements]
        transactions.push(current)
        return begin.call(client, statements)
      },
      query: (...[sql, ...parameters]: Parameters<typeof query>) => {
        current.push(String(sql))
        return query.call(client, sql, ...parameters)
      },
      endRead: () => {
        current.push('commit')
        endRead.call(client)
      },
    }
    return Object.assign(client, recorded)
  }
}
