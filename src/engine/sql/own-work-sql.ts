import { AUDIT_IDS, CALLER, PERSON, type Statement } from './statement.ts'

/** The audit events of which the answer shows the secret of an API key. */
export const SECRET_SHOWN = ['API_KEY_CREATED', 'API_KEY_ROTATED'] as const

/** The user id of an API key is this prefix and the id of the key. */
export const KEY_USER = 'key:'

const keyIn = (alias: string) => `'${KEY_USER}' || ${alias}.resource_id`
const userIn = (alias: string) => `${alias}.user_id`

/**
 * SQL for whether the authors include the caller, a person behind the caller, or an API key of such a person. The audit
 * trail knows the persons: everyone who created or rotated a key. It has pseudonyms of ids that are addresses, so SQL
 * misses one case that `isOwnWork` finds: the caller is a key that somebody with such an id created and another rotated.
 */
export function isOwnWorkSql(authors: readonly string[], statement: Statement): string {
  const caller = statement.place(CALLER)
  const ids = statement.place(AUDIT_IDS)
  const shown = (value: (alias: string) => string, condition: (alias: string) => string) => {
    const { alias, from, isOwn } = statement.from('audit_record')
    const isShown = `${alias}.action in ('${SECRET_SHOWN.join("', '")}')`
    return `select ${value(alias)} from ${from} where ${isOwn} and ${isShown} and ${condition(alias)}`
  }
  const persons = shown(userIn, (alias) => `${keyIn(alias)} = ${caller}`)
  const keys = shown(keyIn, (alias) => `(${userIn(alias)} = any(${ids}) or ${userIn(alias)} in (${persons}))`)
  const own = [`select ${caller}::text`, `select ${statement.place(PERSON)}::text`, persons, keys]
  return `array[${authors.join(', ')}] && array(${own.join(' union all ')})`
}
