import { anyOf } from '../../data/any-of.ts'
import { batched, type Context } from '../../engine/execute/context.ts'
import { changesBetween, type FieldChange, valuesOf } from '../../graphql/field-change.ts'
import { approvedFields, type WritableField } from '../../graphql/row-inputs.ts'
import { ContentDetails, type ContentItem } from './content-item.entity.ts'
import type { ContentVersion } from './content-version.entity.ts'

type ApprovedField = WritableField<ContentDetails> & keyof ContentVersion

/** The fields of content that an approval covers: each version has them. */
export const APPROVED = approvedFields(ContentDetails) as readonly ApprovedField[]

type Approvable = Pick<ContentVersion, ApprovedField>

/** The values of content that its version keeps. */
export const versioned = (item: Approvable): Approvable =>
  Object.fromEntries(APPROVED.map((field) => [field, item[field]])) as unknown as Approvable

/** The versions of content that were last approved. */
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
    .select(['item.id', ...APPROVED.map((field) => `approved.${field}` as const)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
})

/** The changes since the version that was last approved. Null if none was approved. */
export async function changesSinceApproval(
  ctx: Context,
  item: Approvable & Pick<ContentItem, 'id' | 'approvedVersion'>,
): Promise<FieldChange[] | null> {
  if (item.approvedVersion === null) return null
  // Values read before a change in the same operation are read again.
  const approved = await approvedOf(ctx, item.id, ctx.writes)
  return approved && changesBetween(valuesOf(approved, APPROVED), valuesOf(item, APPROVED), APPROVED)
}
