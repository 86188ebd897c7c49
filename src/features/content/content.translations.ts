import { sql } from 'kysely'
import { invalid, ServiceError } from '../../common/errors.ts'
import { anyOf } from '../../data/any-of.ts'
import { batched, type Context } from '../../engine/context.ts'
import { findRow, lockRow } from '../../engine/rows.ts'
import { ContentItem, type Language } from './content-item.entity.ts'

/*
 * An original and its translations are one text in several languages, one item for each. Whoever adds a language holds the
 * original locked: nobody adds another meanwhile, and it stays an original.
 */

type Member = Pick<ContentItem, 'id' | 'title' | 'language' | 'status' | 'version' | 'translationOf'>

/** Originals, and then translations; otherwise as they were. */
export const originalsFirst = <I extends Pick<ContentItem, 'translationOf'>>(items: readonly I[]): I[] =>
  items.toSorted((one, other) => Number(one.translationOf !== null) - Number(other.translationOf !== null))

/** The condition on originals and their translations. */
const isOneText = (originals: readonly string[]) =>
  sql<boolean>`(content_item.id = ${anyOf(originals)} or content_item.translation_of = ${anyOf(originals)})`

/** What is written in one text, the original first, then by language. */
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

/** The same text in other languages. */
export async function translationsOf(ctx: Context, item: Pick<ContentItem, 'id' | 'translationOf'>) {
  // What was read before a change of the same operation is read again.
  const members = await membersOf(ctx, originalIdOf(item), ctx.writes)
  return members
    .filter(({ id }) => id !== item.id)
    .map(({ translationOf, ...member }) => ({ ...member, isOriginal: translationOf === null }))
}

/** @throws CONFLICT when the text is there in a language, other than by the item that is to have it */
async function demandFree({ db }: Context, originalId: string, language: Language, itemId?: string): Promise<void> {
  const members = await db
    .selectFrom('contentItem')
    .select('id')
    .where(isOneText([originalId]))
    .where('language', '=', language)
    .execute()
  const taken = members.find(({ id }) => id !== itemId)
  if (!taken) return
  throw new ServiceError('CONFLICT', `The content is there in the language ${language} already`, {
    contentId: taken.id,
  })
}

/**
 * The id of the original that a new item in a language is to be a translation of, locked; null for none.
 * @throws NOT_FOUND; VALIDATION_ERROR for a translation; CONFLICT where the language is taken
 */
export async function lockOriginal(
  ctx: Context,
  id: string | null | undefined,
  language: Language,
): Promise<string | null> {
  if (!id) return null
  const original = await lockRow(ctx, ContentItem, id, 'Content')
  if (original.translationOf !== null) throw invalid({ translationOf: 'must be an original, and no translation' })
  await demandFree(ctx, original.id, language)
  return original.id
}

/** What a translation into a language begins with: content as it is, of an original that is locked. */
export async function beginTranslation(ctx: Context, id: string, language: Language): Promise<ContentItem> {
  const source = await findRow(ctx, ContentItem, id, 'Content')
  const translationOf = await lockOriginal(ctx, originalIdOf(source), language)
  return { ...source, language, translationOf }
}

/** @throws CONFLICT when an item that is locked cannot be in a language, since the same text is there in it */
export async function demandLanguage(ctx: Context, item: ContentItem, language: Language): Promise<void> {
  if (item.translationOf !== null) await lockRow(ctx, ContentItem, item.translationOf, 'Content')
  await demandFree(ctx, originalIdOf(item), language, item.id)
}
