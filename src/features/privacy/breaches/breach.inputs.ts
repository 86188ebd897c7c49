import { describeNames } from '../../../common/enums.ts'
import { DateTime } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { choices, Input, integer, kept, optional, required, text } from '../../../graphql/inputs.ts'
import { changesTo, newRowOf } from '../../../graphql/row-inputs.ts'
import { BreachDetails, BreachSeverity, BreachStatus } from './breach.entity.ts'

/** A SafeInt, as it has always been. The column is an Int. */
const affectedSubjects = integer('Number of affected people, if known.', { min: 0, max: 100_000_000 })

@Input('Breach to report.')
export class BreachInput extends newRowOf(BreachDetails, { affectedSubjects }) {}

@Input('Changes to a breach. Absent fields stay unchanged.')
export class BreachPatch extends changesTo(BreachDetails, {
  affectedSubjects,
  status: kept(optional(BreachStatus, 'Next status: INVESTIGATING, CONTAINED or CLOSED.')),
}) {}

export const BreachRecipient = describeNames('BreachRecipient', 'Recipient of a breach notification.', {
  REGULATOR: 'The Information Regulator.',
  SUBJECTS: 'The affected people.',
})
export type BreachRecipient = keyof typeof BreachRecipient

@Input('Notification to record.')
export class BreachNotificationInput extends fields({
  recipient: field(BreachRecipient, 'Recipient of the notification.'),
  reference: text('Reference of the recipient, for example a case number.'),
  method: text('Means of notification, for example e-mail or a public notice.'),
  notifiedAt: optional(
    DateTime,
    'Time of the notification, not in the future. A minute ahead counts as now. Default: now.',
  ),
}) {}

@Input('Update to the Information Regulator after the first notification.')
export class BreachUpdateInput extends fields({
  text: required(text('Text of the update, at most 10,000 characters.', { max: 10_000 })),
  reference: text('Reference of the Regulator.'),
  sentAt: optional(DateTime, 'Time of the update, not in the future. A minute ahead counts as now. Default: now.'),
}) {}

@Input('Permission to notify the affected people later (POPIA section 22(3)).')
export class BreachDelayInput extends fields({
  authority: required(
    text('Public body, or the Regulator, that found that notification would impede an investigation.'),
  ),
  reference: text('Reference of the decision.'),
  until: field(DateTime, 'Time until which notification is delayed, in the future.'),
}) {}

@Input('Filter for breaches. A breach must meet all given conditions.')
export class BreachFilter extends fields({
  search: text('Case-insensitive substring of the title.'),
  status: choices(BreachStatus, 'Only breaches with one of these statuses.'),
  severity: choices(BreachSeverity, 'Only breaches of one of these severities.'),
}) {}
