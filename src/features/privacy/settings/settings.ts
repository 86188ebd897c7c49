import { Field, InputType, Int } from 'type-graphql'
import type { Context } from '../../../engine/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { IntegerField } from '../../../graphql/inputs.ts'

@Output('Settings for data-subject requests.')
export class PrivacySettings {
  @Field(() => Int, {
    nullable: true,
    description:
      'Grace period in hours between completing a request for DELETION or CORRECTION and executing it; until ' +
      'then it can be undone. Null: it is executed at once.',
  })
  requestGraceHours: number | null
}

@InputType({ description: 'Changes to the privacy settings: fields that are absent stay.' })
export class PrivacyPatch {
  @IntegerField({
    min: 1,
    max: 168,
    description: 'Grace period in hours; 24 is usual. Null: requests are executed at once.',
  })
  requestGraceHours?: number | null
}

/** The settings of the caller's organization. */
export async function privacySettings({ db }: Context): Promise<PrivacySettings> {
  const row = await db.selectFrom('organization').select('requestGraceHours').executeTakeFirst()
  return { requestGraceHours: row?.requestGraceHours ?? null }
}

/** Changes the settings that are given. */
export async function updatePrivacy(ctx: Context, { requestGraceHours }: PrivacyPatch): Promise<PrivacySettings> {
  if (requestGraceHours !== undefined)
    await ctx.db.updateTable('organization').set({ requestGraceHours, updatedAt: ctx.now }).execute()
  return privacySettings(ctx)
}
