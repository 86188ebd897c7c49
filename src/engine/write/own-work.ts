import { personOf } from '../../security/auth/caller.ts'
import { auditIdsOf } from '../execute/audit-ids.ts'
import { type Context, oncePerOperation } from '../execute/context.ts'
import { KEY_USER, SECRET_SHOWN } from '../sql/own-work-sql.ts'

/** The user ids of the API keys that the person behind the caller created or rotated. */
const keysOfPerson = oncePerOperation(async (ctx: Context): Promise<ReadonlySet<string>> => {
  const rows = await ctx.db
    .selectFrom('auditRecord')
    .select('resourceId')
    .distinct()
    .where('userId', 'in', [...auditIdsOf(ctx)])
    .where('action', 'in', SECRET_SHOWN)
    .execute()
  return new Set(rows.map(({ resourceId }) => KEY_USER + resourceId))
})

/**
 * Whether the caller, or the person behind the caller, is one of the authors. A decision needs a second person, and an API
 * key is not one. `isOwnWorkSql` is the same for rows of a list.
 */
export async function isOwnWork(ctx: Context, authors: readonly (string | null)[]): Promise<boolean> {
  const { caller } = ctx
  if (authors.includes(caller.userId) || authors.includes(personOf(caller))) return true
  const keys = authors.filter((author) => author?.startsWith(KEY_USER))
  if (keys.length === 0) return false
  const own = await keysOfPerson(ctx)
  return keys.some((key) => own.has(String(key)))
}
