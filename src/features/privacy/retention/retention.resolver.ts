import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { setRetention } from './retention.changes.ts'
import { RetentionInput } from './retention.inputs.ts'
import { RetentionSchedule } from './retention.outputs.ts'
import { retentionPeriods } from './retention.queries.ts'

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
    @Arg('input', () => RetentionInput, { description: 'Periods to set.' }) input: RetentionInput,
    @Ctx() ctx: Context,
  ): Promise<RetentionSchedule> {
    await setRetention(ctx, input)
    return { periods: await retentionPeriods(ctx) }
  }
}
