import { describeNames } from '../../../common/enums.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'

export const LaunchNeed = describeNames('LaunchNeed', 'Precondition of sending the e-mails of a campaign.', {
  CONTENT: 'Approved content of the type EMAIL.',
  ONE_CONTENT: 'One approved content per language at most.',
  AUDIENCE: 'At least one recipient.',
  IMPORT: 'The end of every import of recipients.',
  SENDER: 'A sender.',
  VERIFIED_SENDER: 'A sender whose DNS records are in place.',
  MAIL_SERVER: 'A mail server: of the sender, or of the service.',
  VARIABLES: 'A value for every variable of the content, for every recipient.',
  CLEANSING:
    'Direct marketing: a completed cleansing in the last month (Consumer Protection Act section 11). The campaign starts even if it is missing.',
})
export type LaunchNeed = keyof typeof LaunchNeed

@Output('Precondition of sending a campaign that is not met.')
export class LaunchRequirement extends fields({
  isBlocking: field(Boolean, 'Whether the campaign cannot start before this precondition is met.'),
  need: field(LaunchNeed, 'The precondition.'),
  missing: field(String, 'What is missing, and the operation that adds it.'),
  variables: field([String], 'VARIABLES: the variables without a value. Otherwise empty.'),
}) {}
