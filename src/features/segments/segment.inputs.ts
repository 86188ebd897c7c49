import { ArrayMaxSize, ArrayMinSize } from 'class-validator'
import { Field, ID, InputType, Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { Output, SafeInt } from '../../graphql/columns.ts'
import {
  ChoiceField,
  ChoicesField,
  IntegerField,
  ListField,
  NestedField,
  says,
  TextField,
} from '../../graphql/inputs.ts'
import { field, fields } from '../../graphql/outputs.ts'
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

@InputType({ description: 'Condition on an attribute of a person.' })
export class AttributeCondition {
  @TextField({ required: true, max: 64, description: 'Name of the attribute.' })
  name!: string

  @Field(() => [String], {
    description: `Values, 1 to ${MOST_VALUES}: the attribute equals one of them, ignoring case.`,
  })
  @ArrayMinSize(1, says('NO_VALUE'))
  @ArrayMaxSize(MOST_VALUES, says('TOO_MANY_VALUES', { most: MOST_VALUES }))
  values!: string[]
}

@InputType({ description: 'Condition on the messages that a person received from earlier campaigns.' })
export class EngagementCondition {
  @ChoiceField(SegmentOutcome, { required: true, description: 'Outcome of a message.' })
  outcome!: SegmentOutcome

  @ListField(() => ID, { most: MOST_VALUES, description: 'Ids of campaigns. Default: every campaign.' })
  campaignIds?: string[] | null

  @IntegerField({
    min: 1,
    max: MOST_DAYS,
    type: Int,
    description: 'Only messages that were queued in this number of last days. Default: any time.',
  })
  days?: number | null
}

@InputType({
  description:
    'Filter over the contacts on a channel that the organization knows: those in the audience of a campaign, with a ' +
    'consent, or recorded as existing customers. A person must meet all given conditions.',
})
export class SegmentFilterInput {
  @ChoiceField(DirectChannel, { description: 'Channel of the contacts. Default: EMAIL.' })
  channel?: DirectChannel | null

  @ChoicesField(Language, { description: 'Languages; people without a known language do not match.' })
  languages?: Language[] | null

  @NestedField(() => [AttributeCondition], { description: 'Conditions on the latest attributes of a person.' })
  @ArrayMaxSize(MOST_CONDITIONS, says('TOO_MANY_CONDITIONS', { most: MOST_CONDITIONS }))
  attributes?: AttributeCondition[] | null

  @ListField(() => ID, {
    most: MOST_VALUES,
    description: 'Ids of clients: people who were in the audience of a campaign of one of them.',
  })
  clientIds?: string[] | null

  @ChoiceField(CampaignPurpose, {
    description: 'Only people with a consent for this purpose, or recorded as existing customers.',
  })
  consentFor?: CampaignPurpose | null

  @NestedField(() => EngagementCondition, { description: 'Only people who have a message that meets this condition.' })
  engaged?: EngagementCondition | null

  @NestedField(() => EngagementCondition, { description: 'Only people who have no message that meets this condition.' })
  notEngaged?: EngagementCondition | null
}

@InputType({ description: 'Segment to create.' })
export class SegmentInput {
  @TextField({ required: true, description: 'Name, at most 200 characters.' })
  name!: string

  @NestedField(() => SegmentFilterInput, { required: true, description: 'The filter.' })
  filter!: SegmentFilterInput
}

@InputType({ description: 'Changes to a segment. Absent fields stay unchanged.' })
export class SegmentPatch {
  @TextField({ kept: true, description: 'Name, at most 200 characters.' })
  name?: string

  @NestedField(() => SegmentFilterInput, { description: 'The whole filter.' })
  filter?: SegmentFilterInput | null
}

@Output('Number of people who match the filter of a segment now.')
export class SegmentSize extends fields({
  people: field(SafeInt, 'Number of people.'),
  contactable: field(
    SafeInt,
    'Number of people who match and have a consent for MARKETING, or are recorded as existing customers.',
  ),
}) {}
