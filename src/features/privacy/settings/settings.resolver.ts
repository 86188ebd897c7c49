import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { PrivacyPatch, PrivacySettings, privacySettings, updatePrivacy } from './settings.ts'

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
  updatePrivacySettings(
    @Arg('input', () => PrivacyPatch, { description: 'Fields to change.' }) input: PrivacyPatch,
    @Ctx() ctx: Context,
  ): Promise<PrivacySettings> {
    return updatePrivacy(ctx, input)
  }
}
