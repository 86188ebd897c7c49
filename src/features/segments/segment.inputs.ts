import { ID, Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { Output, SafeInt } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import {
  choices,
  Input,
  integer,
  kept,
  list,
  maxItems,
  nested,
  notEmpty,
  optional,
  required,
  text,
} from '../../graphql/inputs.ts'
import { DirectChannel } from '../campaigns/audience.inputs.ts'
import { CampaignPurpose } from '../campaigns/campaign.entity.ts'
import { Language } from '../content/content-item.entity.ts'

const MOST_CONDITIONS = 20
const MOST_VALUES = 100
const MOST_DAYS = 3650

export const SegmentOutcome = describeNames('SegmentOutcome', 'Outcome of a message of an earlier campaign.', {
  SENT: 'The mail server accepted the message.',
  DELIVERED: 'The message was reported as delivered.',
  OPENED: 'The message was opened, if openings are recorded.',
  CLICKED: 'A link in the message was clicked, if clicks are recorded.',
  BOUNCED: 'The message bounced.',
  UNSUBSCRIBED: 'The person opted out.',
  COMPLAINED: 'The person complained about the message.',
})
export type SegmentOutcome = keyof typeof SegmentOutcome

@Input('Condition on an attribute of a person.')
export class AttributeCondition extends fields({
  name: required(text('Name of the attribute.', { max: 64 })),
  values: field([String], `Values, 1 to ${MOST_VALUES}: the attribute equals one of them, ignoring case.`, {
    rules: [maxItems(MOST_VALUES), notEmpty('NO_VALUE')],
  }),
}) {}

@Input('Condition on the messages that a person received from earlier campaigns.')
export class EngagementCondition extends fields({
  outcome: field(SegmentOutcome, 'Outcome of a message.'),
  campaignIds: list(ID, 'Ids of campaigns. Default: every campaign.', { most: MOST_VALUES }),
  days: integer('Only messages that were queued in this number of last days. Default: any time.', {
    min: 1,
    max: MOST_DAYS,
    type: Int,
  }),
}) {}

@Input(
  'Filter over the contacts on a channel that the organization knows: those in the audience of a campaign, with a ' +
    'consent, or recorded as existing customers. A person must meet all given conditions.',
)
export class SegmentFilterInput extends fields({
  channel: optional(DirectChannel, 'Channel of the contacts. Default: EMAIL.'),
  languages: choices(Language, 'Languages; people without a known language do not match.'),
  attributes: nested([AttributeCondition], 'Conditions on the latest attributes of a person.', {
    rules: [maxItems(MOST_CONDITIONS, 'TOO_MANY_CONDITIONS')],
  }),
  clientIds: list(ID, 'Ids of clients: people who were in the audience of a campaign of one of them.', {
    most: MOST_VALUES,
  }),
  consentFor: optional(
    CampaignPurpose,
    'Only people with a consent for this purpose, or recorded as existing customers.',
  ),
  engaged: nested(EngagementCondition, 'Only people who have a message that meets this condition.'),
  notEngaged: nested(EngagementCondition, 'Only people who have no message that meets this condition.'),
}) {}

const name = text('Name, at most 200 characters.')

@Input('Segment to create.')
export class SegmentInput extends fields({
  name: required(name),
  filter: required(nested(SegmentFilterInput, 'The filter.')),
}) {}

@Input('Changes to a segment. Absent fields stay unchanged.')
export class SegmentPatch extends fields({
  name: kept(name),
  filter: nested(SegmentFilterInput, 'The whole filter.'),
}) {}

@Output('Number of people who match the filter of a segment now.')
export class SegmentSize extends fields({
  people: field(SafeInt, 'Number of people.'),
  contactable: field(
    SafeInt,
    'Number of people who match and have a consent for MARKETING, or are recorded as existing customers.',
  ),
}) {}
