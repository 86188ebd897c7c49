import { anyOf } from '../../data/any-of.ts'
import { batched, type Context } from '../../engine/context.ts'
import { changesBetween, type FieldChange, valuesOf } from '../../graphql/field-change.ts'
import type { ContentItem } from './content-item.entity.ts'
import type { ContentVersion } from './content-version.entity.ts'

/** What of content an approval is about. */
export const APPROVED = ['title', 'body', 'variables', 'language', 'channel'] as const

type Approvable = Pick<ContentVersion, (typeof APPROVED)[number]>

/** The versions of content that were approved last. */
const approvedOf = batched<Approvable | null, number>(null, async ({ db }, ids) => {
  const rows = await db
    .selectFrom('contentItem as item')
    .innerJoin('contentVersion as approved', (join) =>
      join
        .onRef('approved.organizationId', '=', 'item.organizationId')
        .onRef('approved.contentId', '=', 'item.id')
        .onRef('approved.version', '=', 'item.approvedVersion'),
    )
    .where('item.id', '=', anyOf(ids))
    .select([
      'item.id',
      'approved.title',
      'approved.body',
      'approved.variables',
      'approved.language',
      'approved.channel',
    ])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
})

/** What has changed of content since the version that was approved last; null where none was. */
export async function changesSinceApproval(
  ctx: Context,
  item: Approvable & Pick<ContentItem, 'id' | 'approvedVersion'>,
): Promise<FieldChange[] | null> {
  if (item.approvedVersion === null) return null
  // What was read before a change of the same operation is read again.
  const approved = await approvedOf(ctx, item.id, ctx.writes)
  return approved && changesBetween(valuesOf(approved, APPROVED), valuesOf(item, APPROVED), APPROVED)
}
