import { Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { InputArg } from '../../../graphql/arguments.ts'
import { PrivacyPatch, PrivacySettings, privacySettings, USUAL_GRACE_HOURS } from './settings.ts'

@Resolver()
export class PrivacySettingsResolver {
  @Query(() => PrivacySettings, { description: 'Settings for data-subject requests and for the tracking of messages.' })
  @Permit('org:privacy:read')
  @Audit('PRIVACY_SETTINGS', 'VIEWED')
  privacySettings(@Ctx() ctx: Context): Promise<PrivacySettings> {
    return privacySettings(ctx)
  }

  @Mutation(() => PrivacySettings, {
    description: 'Changes the settings for data-subject requests and for the tracking of messages.',
  })
  @Permit('org:provider:write')
  @Audit('PRIVACY_SETTINGS', 'UPDATED')
  async updatePrivacySettings(
    @InputArg(PrivacyPatch, 'Fields to change.') input: PrivacyPatch,
    @Ctx() ctx: Context,
  ): Promise<PrivacySettings> {
    const settings = ctx.db.selectFrom('organization').select(['requestGraceHours', 'tracksMessages']).forUpdate()
    const before = await settings.executeTakeFirstOrThrow()
    const hoursOf = (hours: number | null) => hours ?? USUAL_GRACE_HOURS
    const { requestGraceHours, tracksMessages } = input
    // A client may send the default back unchanged. That is not a setting of the organization.
    const hours =
      requestGraceHours !== undefined && hoursOf(requestGraceHours) !== hoursOf(before.requestGraceHours)
        ? { requestGraceHours }
        : {}
    const tracking =
      tracksMessages !== undefined && (tracksMessages ?? false) !== (before.tracksMessages ?? false)
        ? { tracksMessages }
        : {}
    const changes = { ...hours, ...tracking }
    if (Object.keys(changes).length > 0)
      await ctx.db
        .updateTable('organization')
        .set({ ...changes, updatedAt: ctx.now })
        .execute()
    return privacySettings(ctx)
  }
}
