import { canRemove } from '../../../data/held-rows.ts'
import { removeRows } from '../../../data/references.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow } from '../../../engine/write/rows.ts'
import { type Identifiers, normalIdentifiers } from './normal-form.ts'
import { RegisteredSubject } from './subject.entity.ts'

const SURE = ['email', 'phone', 'idNumber', 'reference'] as const
const TABLE = 'registered_subject'

/**
 * Finds the person with these identifiers in the register, or adds one. If the identifiers match several people, they
 * are not merged, because a request can contain any identifiers.
 * @returns the id
 */
export async function registerSubject(ctx: Context, identifiers: Identifiers): Promise<string> {
  const normal = normalIdentifiers(identifiers)
  const tags = SURE.map((kind) => {
    const text = normal[kind]
    return [kind, text ? ctx.service('secrets').tags(text, `${TABLE} ${ctx.organizationId} ${kind}`) : []] as const
  })
  const known = await ctx.db
    .selectFrom('registeredSubject')
    .select('id')
    .where((is) => is.or(tags.flatMap(([kind, each]) => (each.length > 0 ? is(kind, 'in', each) : []))))
    .limit(2)
    .execute()
  const [only] = known
  if (only && known.length === 1) return only.id
  const [email = null, phone = null, idNumber = null, reference = null] = tags.map(([, [first]]) => first)
  return addRow(ctx, RegisteredSubject, { email, phone, idNumber, reference }).id
}

/**
 * Removes a person and all verdicts from the register, unless a legal hold covers them. The register holds digests
 * only.
 */
export async function forgetSubject(ctx: Context, id: string): Promise<void> {
  const { organizationId } = ctx
  if (await canRemove(ctx, organizationId, { table: TABLE, id }))
    await removeRows(ctx, { organizationId, table: TABLE, ids: [id] })
}
