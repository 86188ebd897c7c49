import { Int } from 'type-graphql'
import type { Context } from '../../../engine/execute/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { Input, integer, optional } from '../../../graphql/inputs.ts'

@Output('Settings for data-subject requests and for the tracking of messages.')
export class PrivacySettings extends fields({
  requestGraceHours: field(
    Int,
    'Grace period in hours between the completion of a request for DELETION or CORRECTION and its ' +
      'execution. The completion can be undone until then. 0: no grace period.',
  ),
  tracksMessages: field(
    Boolean,
    'Whether openings and clicks of campaign messages are recorded. A campaign can turn tracking off for itself.',
  ),
}) {}

/** Default grace period. */
export const USUAL_GRACE_HOURS = 24

@Input('Changes to the privacy settings. Absent fields stay unchanged.')
export class PrivacyPatch extends fields({
  requestGraceHours: integer('Grace period in hours. 0: no grace period. Null: the default, 24.', { min: 0, max: 168 }),
  tracksMessages: optional(
    Boolean,
    'Whether openings and clicks of campaign messages are recorded. Null: no, the default.',
  ),
}) {}

/** The settings of the caller's organization. */
export async function privacySettings({ db }: Context): Promise<PrivacySettings> {
  const row = await db.selectFrom('organization').select(['requestGraceHours', 'tracksMessages']).executeTakeFirst()
  return {
    requestGraceHours: row?.requestGraceHours ?? USUAL_GRACE_HOURS,
    tracksMessages: row?.tracksMessages ?? false,
  }
}
