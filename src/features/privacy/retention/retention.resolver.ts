import { ArrayMaxSize, ArrayMinSize } from 'class-validator'
import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { invalidFields } from '../../../common/errors.ts'
import { Audit, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow } from '../../../engine/write/rows.ts'
import { InputArg } from '../../../graphql/arguments.ts'
import { fields } from '../../../graphql/fields.ts'
import { Input, integer, nested, required, text } from '../../../graphql/inputs.ts'
import { retentionRules } from '../../../security/personal-data.ts'
import { RetentionSetting } from './retention.entity.ts'
import { RetentionSchedule } from './retention.outputs.ts'
import { retentionPeriods } from './retention.queries.ts'

@Input('Retention period of one resource.')
class RetentionPeriodInput extends fields({
  resource: required(text('Type of the resource, for example CAMPAIGNS. The schedule lists them.', { max: 64 })),
  days: integer('Retention period in days. Null or absent: the default.', { min: 1, max: 36_500 }),
}) {}

@Input('Retention periods to set. The other periods stay unchanged.')
class RetentionInput extends fields({
  periods: required(
    nested([RetentionPeriodInput], 'Periods to set, 1 to 50.', {
      rules: [
        ArrayMaxSize(50, { message: 'must hold at most 50 periods' }),
        ArrayMinSize(1, { message: 'must hold at least 1 period' }),
      ],
    }),
  ),
}) {}

@Resolver(() => RetentionSchedule)
export class RetentionResolver {
  @Query(() => RetentionSchedule, {
    description: 'Retention periods of all resources, and the number of records past them.',
  })
  @Permit('org:privacy:read')
  @Audit('RETENTION', 'VIEWED')
  async retention(@Ctx() ctx: Context): Promise<RetentionSchedule> {
    return { periods: await retentionPeriods(ctx) }
  }

  @Mutation(() => RetentionSchedule, { description: 'Sets retention periods. The other periods stay unchanged.' })
  @Permit('org:privacy:write')
  @Audit('RETENTION', 'UPDATED')
  async setRetention(
    @InputArg(RetentionInput, 'Periods to set.') { periods }: RetentionInput,
    @Ctx() ctx: Context,
  ): Promise<RetentionSchedule> {
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
    return { periods: await retentionPeriods(ctx) }
  }
}
