import type { RowPlan } from '../plan/plan.ts'
import type { FieldAccess } from './field-access.ts'
import { rowJson } from './row-sql.ts'
import { column, ROOM, ROWS, type Statement } from './statement.ts'

/**
 * The statement that reads the selections of one row: the id, the JSON text and its bytes. The text is null if it
 * exceeds the limit. The offsets prevent PostgreSQL from evaluating the JSON once for each reference.
 */
export function lookupQuery(plan: RowPlan, statement: Statement, fields: FieldAccess): string {
  const { alias, from, isOwn } = statement.from(plan.table)
  const json = rowJson(plan, alias, statement, fields) ?? 'null'
  const row = `select ${alias}.id, ${json}::text as text from ${from} where ${isOwn} and ${alias}.id = ${statement.place(ROWS)}`
  const sized = `select r.*, octet_length(r.text) as bytes from (${row} offset 0) as r offset 0`
  return `select q.id, q.bytes, case when q.bytes <= ${statement.place(ROOM)}::integer then q.text end as text from (${sized}) as q`
}

/** The statement that completes rows of another statement: it reads ids, texts, and the bytes of all texts. */
export function besideQuery(plan: RowPlan, statement: Statement, fields: FieldAccess): string | undefined {
  const { alias, from, isOwn } = statement.from(plan.table)
  const json = rowJson(plan, alias, statement, fields, true)
  if (!json) return undefined
  const key = column(alias, plan.key)
  const among = `${key} = any(${statement.place(ROWS)}::${plan.columns.get(plan.key)}[])`
  const rows = `select ${key} as id, ${json}::text as text from ${from} where ${isOwn} and ${among}`
  const sized = `select q.*, sum(octet_length(q.text)) over () as bytes from (${rows} offset 0) as q`
  return `select s.id, s.bytes, case when s.bytes <= ${statement.place(ROOM)}::integer then s.text end as text from (${sized}) as s`
}
