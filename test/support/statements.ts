import type { Deadline } from '../../src/data/deadline.ts'
import type { OpenDatabase } from '../../src/data/open-database.ts'
import { openTestDatabase } from './database.ts'

/**
 * Opens a database that records all transactions: the texts of the statements, in the order in which the transactions
 * begin.
 */
export const recordTransactions = (transactions: string[][]) => async (): Promise<OpenDatabase> => {
  const connection = await openTestDatabase()
  record(connection, transactions)
  return connection
}

/** Background work has a deadline of a minute. Requests of tests have a longer one. */
const BACKGROUND_MS = 60_000

/** Whether a connection is for background work. */
export const isForBackground = (deadline: Deadline | undefined): boolean => (deadline?.left ?? 0) <= BACKGROUND_MS

const IN_BACKGROUND = /-- in the background$/

/** Statements that several requests share, and statements that sign audit records. */
const FOR_SEVERAL = /select "security" from "organization"|select "team_version"|insert into audit_/

/** The transactions of an organization's requests, without those of jobs and other organizations. */
export const transactionsOf = (transactions: readonly string[][], organizationId: string): string[][] =>
  transactions.filter(
    ([begin = '', ...sent]) =>
      begin.includes(`'${organizationId}'`) && !IN_BACKGROUND.test(begin) && !FOR_SEVERAL.test(sent.join()),
  )

/** The statements of an organization's requests, without begin and end. */
export const statementsOf = (transactions: readonly string[][], organizationId: string): string[] =>
  transactionsOf(transactions, organizationId).flatMap(([, ...sent]) =>
    sent.filter((sql) => !/^(commit|rollback)/.test(sql)),
  )

function record(connection: OpenDatabase, transactions: string[][]): void {
  const { pool } = connection
  const recording = new WeakSet<object>()
  const inBackground = new WeakMap<object, boolean>()
  const connect = pool.connect.bind(pool)
  pool.connect = async (deadline) => {
    const isBackground = isForBackground(deadline)
    const client = await connect(deadline)
    inBackground.set(client, isBackground)
    // A pooled connection is returned several times.
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
