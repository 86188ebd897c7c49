import { DateTime } from '../../../graphql/columns.ts'
import { fields } from '../../../graphql/fields.ts'
import {
  Condition,
  choices,
  given,
  Input,
  nested,
  optional,
  required,
  text,
  when,
  within,
} from '../../../graphql/inputs.ts'
import { newRowOf } from '../../../graphql/row-inputs.ts'
import { DataSubjectInput } from '../subjects/subject.ts'
import { ConsentChannel, ConsentDetails, ConsentStatus } from './consent.entity.ts'

@Input('Consent to record.')
@Condition(
  when('channel', [ConsentChannel.EMAIL], {
    anyOf: [given('address'), within('subject', given('email'))],
  }),
)
export class ConsentInput extends newRowOf(ConsentDetails, {
  subject: required(nested(DataSubjectInput, 'The person.')),
  grantedAt: optional(
    DateTime,
    'Time at which the consent was given, not in the future. A minute ahead counts as now. Default: now.',
  ),
}) {}

@Input('Withdrawal of a consent.')
export class WithdrawalInput extends fields({
  reason: text('Reason of the withdrawal, at most 1000 characters.', { max: 1000 }),
}) {}

@Input('Filter for consents. A consent must meet all given conditions.')
export class ConsentFilter extends fields({
  search: text('Case-insensitive substring of the subject’s name.'),
  channel: choices(ConsentChannel, 'Only consents for one of these channels.'),
  status: choices(ConsentStatus, 'Only consents with one of these statuses.'),
  purpose: text(
    'Only consents for this purpose, case-insensitive: MARKETING also finds `marketing`. OTHER finds every purpose without a code.',
  ),
}) {}
