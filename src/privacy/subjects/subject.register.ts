import type { Context } from '../../kernel/context.ts'
import { addRow } from '../../kernel/rows.ts'
import { type Identifiers, normalIdentifiers } from './identifiers.ts'
import { RegisteredSubject } from './subject.entity.ts'

const SURE = ['email', 'phone', 'idNumber', 'reference'] as const

/**
 * The person of these identifiers in the register, who is added where nobody has one of them. Where several have, they
 * are not taken for one: a request may name whatever it likes.
 * @returns the id
 */
export async function registerSubject(ctx: Context, identifiers: Identifiers): Promise<string> {
  const normal = normalIdentifiers(identifiers)
  const given = SURE.flatMap((kind) => (normal[kind] ? [[kind, normal[kind]] as const] : []))
  const known = await ctx.db
    .selectFrom('registeredSubject')
    .select('id')
    .where((is) => is.or(given.map(([kind, value]) => is(kind, '=', value))))
    .orderBy('createdAt')
    .limit(2)
    .execute()
  const [only] = known
  if (only && known.length === 1) return only.id
  return addRow(ctx, RegisteredSubject, normal).id
}
