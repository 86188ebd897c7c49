import { Field, InputType, Int } from 'type-graphql'
import type { Context } from '../../../engine/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { IntegerField } from '../../../graphql/inputs.ts'

@Output('Settings for data-subject requests.')
export class PrivacySettings {
  @Field(() => Int, {
    description:
      'Grace period in hours between completing a request for DELETION or CORRECTION and executing it; until ' +
      'then it can be undone. 0: it is executed at once.',
  })
  requestGraceHours!: number
}

/** An organization has a day for second thoughts, unless it sets something else. */
const USUAL_GRACE_HOURS = 24

@InputType({ description: 'Changes to the privacy settings: fields that are absent stay.' })
export class PrivacyPatch {
  @IntegerField({
    min: 0,
    max: 168,
    description: 'Grace period in hours. 0: requests are executed at once. Null: the default, 24.',
  })
  requestGraceHours?: number | null
}

/** The settings of the caller's organization. */
export async function privacySettings({ db }: Context): Promise<PrivacySettings> {
  const row = await db.selectFrom('organization').select('requestGraceHours').executeTakeFirst()
  return { requestGraceHours: row?.requestGraceHours ?? USUAL_GRACE_HOURS }
}

/** Changes the settings that are given. */
export async function updatePrivacy(ctx: Context, { requestGraceHours }: PrivacyPatch): Promise<PrivacySettings> {
  const settings = ctx.db.selectFrom('organization').select('requestGraceHours').forUpdate()
  const before = await settings.executeTakeFirstOrThrow()
  const hoursOf = (hours: number | null) => hours ?? USUAL_GRACE_HOURS
  // Whoever sends back the usual hours as they were shown has set nothing.
  if (requestGraceHours !== undefined && hoursOf(requestGraceHours) !== hoursOf(before.requestGraceHours))
    await ctx.db.updateTable('organization').set({ requestGraceHours, updatedAt: ctx.now }).execute()
  return privacySettings(ctx)
}
