import { canRemove } from '../../../data/held-rows.ts'
import { removeRows } from '../../../data/references.ts'
import type { Context } from '../../../engine/context.ts'
import { addRow } from '../../../engine/rows.ts'
import { type Identifiers, normalIdentifiers } from './identifiers.ts'
import { RegisteredSubject } from './subject.entity.ts'

const SURE = ['email', 'phone', 'idNumber', 'reference'] as const
const TABLE = 'registered_subject'

/**
 * The person of these identifiers in the register, who is added where nobody has one of them. Where several have, they
 * are not taken for one: a request may name whatever it likes.
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

/** Takes a person out of the register, with all that was judged, unless a legal hold keeps it: it holds digests only. */
export async function forgetSubject(ctx: Context, id: string): Promise<void> {
  const { organizationId } = ctx
  if (await canRemove(ctx, organizationId, { table: TABLE, id }))
    await removeRows(ctx, { organizationId, table: TABLE, ids: [id] })
}
