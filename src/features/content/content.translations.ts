import { sql } from 'kysely'
import { invalidFields, refusal } from '../../common/errors.ts'
import { anyOf } from '../../data/any-of.ts'
import { batched, type Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { lockRow } from '../../engine/write/rows.ts'
import { ContentItem, type Language } from './content-item.entity.ts'

/*
 * An original and its translations are the same content in several languages, one item per language. A transaction that
 * adds a language locks the original. So no other transaction adds the same language, and the original does not become
 * a translation.
 */

type Member = Pick<ContentItem, 'id' | 'title' | 'language' | 'status' | 'version' | 'translationOf'>

/** Sorts originals before translations, otherwise in the given order. */
export const originalsFirst = <I extends Pick<ContentItem, 'translationOf'>>(items: readonly I[]): I[] =>
  items.toSorted((one, other) => Number(one.translationOf !== null) - Number(other.translationOf !== null))

/** Condition that selects originals and their translations. */
const isOneText = (originals: readonly string[]) =>
  sql<boolean>`(content_item.id = ${anyOf(originals)} or content_item.translation_of = ${anyOf(originals)})`

/** The items of one content, the original first, then by language. */
const membersOf = batched<readonly Member[], number>([], async ({ db }, originals) => {
  const rows = await db
    .selectFrom('contentItem')
    .select(['id', 'title', 'language', 'status', 'version', 'translationOf'])
    .where(isOneText(originals))
    .orderBy('language')
    .execute()
  return Map.groupBy(originalsFirst(rows), originalIdOf)
})

const originalIdOf = ({ id, translationOf }: Pick<ContentItem, 'id' | 'translationOf'>): string => translationOf ?? id

/** The same content in other languages. */
export async function translationsOf(ctx: Context, item: Pick<ContentItem, 'id' | 'translationOf'>) {
  // Values read before a change in the same operation are read again.
  const members = await membersOf(ctx, originalIdOf(item), ctx.writes)
  return members
    .filter(({ id }) => id !== item.id)
    .map(({ translationOf, ...member }) => ({ ...member, isOriginal: translationOf === null }))
}

/** @throws CONFLICT if another item has the content in this language */
async function demandFree({ db }: Context, originalId: string, language: Language, itemId?: string): Promise<void> {
  const members = await db
    .selectFrom('contentItem')
    .select('id')
    .where(isOneText([originalId]))
    .where('language', '=', language)
    .execute()
  const taken = members.find(({ id }) => id !== itemId)
  if (taken) throw refusal('CONFLICT', 'LANGUAGE_TAKEN', { language, contentId: taken.id })
}

/**
 * Locks the original of a new translation. Returns its id, or null if the item is not a translation.
 * @throws NOT_FOUND; VALIDATION_ERROR if the original is a translation; CONFLICT if the language exists
 */
export async function lockOriginal(
  ctx: Context,
  id: string | null | undefined,
  language: Language,
): Promise<string | null> {
  if (!id) return null
  const original = await lockRow(ctx, ContentItem, id, 'Content')
  if (original.translationOf !== null) throw invalidFields({ translationOf: 'NOT_ORIGINAL' })
  await demandFree(ctx, original.id, language)
  return original.id
}

/** The first values of a translation: the values of the locked original. */
export async function beginTranslation(ctx: Context, id: string, language: Language): Promise<ContentItem> {
  const source = await findRow(ctx, ContentItem, id, 'Content')
  const translationOf = await lockOriginal(ctx, originalIdOf(source), language)
  return { ...source, language, translationOf }
}

/** @throws CONFLICT if a locked item cannot get a language, because the same content exists in that language */
export async function demandLanguage(ctx: Context, item: ContentItem, language: Language): Promise<void> {
  if (item.translationOf !== null) await lockRow(ctx, ContentItem, item.translationOf, 'Content')
  await demandFree(ctx, originalIdOf(item), language, item.id)
}
