import { AUDIT_IDS, CALLER, PERSON, type Statement } from './statement.ts'

/** The audit events of which the answer shows the secret of an API key. */
export const SECRET_SHOWN = ['API_KEY_CREATED', 'API_KEY_ROTATED'] as const

/** The user id of an API key is this prefix and the id of the key. */
export const KEY_USER = 'key:'

/**
 * SQL for whether the caller, or the person behind the caller, is one of the authors. A person also acts with each API
 * key that they created or rotated. The audit trail knows it after the key was deleted, or rotated by somebody else.
 */
export function isOwnWorkSql(authors: readonly string[], statement: Statement): string {
  const { alias, from, isOwn } = statement.from('audit_record')
  const keys =
    `select '${KEY_USER}' || ${alias}.resource_id from ${from} where ${isOwn} and ${alias}.user_id = any(${statement.place(AUDIT_IDS)}) ` +
    `and ${alias}.action in ('${SECRET_SHOWN.join("', '")}') and ${alias}.resource_id is not null`
  const own = `select ${statement.place(CALLER)}::text union all select ${statement.place(PERSON)}::text union all ${keys}`
  return `array[${authors.join(', ')}] && array(${own})`
}
