import { invalidFields } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow } from '../../../engine/write/rows.ts'
import { retentionRules } from '../../../security/personal-data.ts'
import { RetentionSetting } from './retention.entity.ts'
import type { RetentionInput } from './retention.inputs.ts'

/** Sets retention periods. @throws VALIDATION_ERROR for an unknown resource, or one that is named twice */
export async function setRetention(ctx: Context, { periods }: RetentionInput): Promise<void> {
  await ctx.checkPrecondition()
  const rules = retentionRules(ctx.metadata).map(([, rule]) => rule)
  const known = rules.map(({ resource }) => resource)
  const named = periods.map(({ resource }) => resource)
  const unknown = named.findIndex((resource) => !known.includes(resource))
  if (unknown >= 0) throw invalidFields({ [`periods.${unknown}.resource`]: { code: 'NOT_ONE_OF', values: known } })
  const twice = named.findIndex((resource, index) => named.indexOf(resource) < index)
  if (twice >= 0) throw invalidFields({ [`periods.${twice}.resource`]: 'NAMED_TWICE' })
  const settings = await ctx.db.selectFrom('retentionSetting').selectAll().where('resource', 'in', named).execute()
  const usual = new Map(rules.map(({ resource, days }) => [resource, days]))
  for (const { resource, days = null } of periods) {
    const setting = settings.find((each) => each.resource === resource)
    // A client may send a default period back unchanged. That is not a setting of the organization.
    if ((setting?.days ?? null) === null && days === usual.get(resource)) continue
    if (setting) changeRow(ctx, RetentionSetting, setting, { days })
    else if (days !== null) addRow(ctx, RetentionSetting, { resource, days, deletedCount: 0 })
  }
  await ctx.settle()
}
