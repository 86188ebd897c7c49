import { opaqueIds } from '../../security/audit/pseudonyms.ts'
import { personOf } from '../../security/auth/caller.ts'
import { type Context, oncePerOperation } from '../execute/context.ts'
import { KEY_USER, SECRET_SHOWN } from '../sql/own-work-sql.ts'

const secretsShown = ({ db }: Context) => db.selectFrom('auditRecord').where('action', 'in', SECRET_SHOWN).distinct()

/** Everyone who may be behind the caller, by their ids in the audit trail. A rotated key may have two holders for a while. */
const personsOf = oncePerOperation(async (ctx: Context): Promise<readonly string[]> => {
  const own = ctx.auditIds()
  const { isKey, userId } = ctx.caller
  if (!isKey) return own
  const key = userId.slice(KEY_USER.length)
  const rows = await secretsShown(ctx).select('userId').where('resourceId', '=', key).execute()
  return [...own, ...rows.map((row) => row.userId)]
})

/** The user ids of the API keys that these persons created or rotated. */
const keysOfPersons = oncePerOperation(async (ctx: Context): Promise<ReadonlySet<string>> => {
  const persons = await personsOf(ctx)
  const rows = await secretsShown(ctx).select('resourceId').where('userId', 'in', persons).execute()
  return new Set(rows.map(({ resourceId }) => KEY_USER + resourceId))
})

/**
 * Whether the authors include the caller, a person behind the caller, or an API key of such a person. A decision needs a
 * second person, and an API key is not one. `isOwnWorkSql` is for lists.
 */
export async function isOwnWork(ctx: Context, authors: readonly (string | null)[]): Promise<boolean> {
  const { caller } = ctx
  const users = authors.filter((author) => author !== null)
  if (users.includes(caller.userId) || users.includes(personOf(caller))) return true
  const keys = users.filter((user) => user.startsWith(KEY_USER))
  if (keys.length > 0) {
    const own = await keysOfPersons(ctx)
    if (keys.some((key) => own.has(key))) return true
  }
  if (!caller.isKey) return false
  const persons = await personsOf(ctx)
  const formsOf = (user: string) => opaqueIds(ctx.service('secrets'), ctx.organizationId, user)
  return users.flatMap(formsOf).some((id) => persons.includes(id))
}
