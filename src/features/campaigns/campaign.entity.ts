import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { Column } from '../../data/columns.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { Cents, Choice, Choices, Details, ExternalId, Flag, Json, Ref, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'

/** The meaning of each status. */
export const CampaignStatus = describeNames('CampaignStatus', 'Lifecycle status of a campaign.', {
  DRAFT: 'Being prepared.',
  PENDING_APPROVAL: 'Waiting for approval by someone other than the author.',
  SCHEDULED: 'Approved; starts at `startsAt`.',
  ACTIVE: 'Running.',
  PAUSED: 'Interrupted; can be resumed.',
  COMPLETED: 'Ended as planned.',
  CANCELLED: 'Called off.',
  FAILED: 'Could not start or continue. `failureReason` gives the reason.',
  ARCHIVED: 'Kept for reference only.',
})
export type CampaignStatus = keyof typeof CampaignStatus

export const CampaignType = describeNames('CampaignType', 'Medium of a campaign or channel.', {
  EMAIL: 'E-mail.',
  SMS: 'Text messages.',
  WHATSAPP: 'WhatsApp messages.',
  SOCIAL: 'Social media.',
  DISPLAY: 'Display advertising.',
  SEARCH: 'Search advertising.',
  PRINT: 'Newspapers and magazines.',
  RADIO: 'Radio.',
  TV: 'Television.',
  OUTDOOR: 'Billboards and other outdoor advertising.',
  EVENT: 'Events.',
  PUBLIC_AWARENESS: 'Public awareness.',
  MULTI_CHANNEL: 'Several channels.',
})
export type CampaignType = keyof typeof CampaignType

export const CampaignPurpose = describeNames('CampaignPurpose', 'Purpose of the messages of a campaign.', {
  MARKETING: 'Direct marketing: needs consent for MARKETING, or an existing customer.',
  SERVICE: 'Service messages: need consent for SERVICE, or an existing customer.',
})
export type CampaignPurpose = keyof typeof CampaignPurpose

/** The fields of a campaign that callers write. An approval covers each of them. */
@Details()
export abstract class CampaignDetails extends rowWith(TenantRow, {
  name: Text('Name of the campaign.'),
  clientId: Ref('client', 'Id of the client. Null if there is none, or if the client was deleted.', {
    nullable: true,
    filter: 'isId',
    inputDescription: 'Id of a client of the organization.',
  }),
  type: Choice(CampaignType, 'Type of the campaign.', { filter: 'isAny', isParameter: false }),
  description: Text('Description of the campaign.', { nullable: true, max: 10_000 }),
  channels: Choices(CampaignType, 'Channels on which the campaign runs. Several for MULTI_CHANNEL.', { otherwise: [] }),
  budgetCents: Cents('Budget in cents of the South African rand.', { nullable: true }),
  purpose: Choice(
    CampaignPurpose,
    'Purpose of the messages of the campaign. It determines the consent that they need.',
    { otherwise: CampaignPurpose.MARKETING, graphqlOnly: true },
  ),
  startsAt: Time('Start time. A SCHEDULED campaign becomes ACTIVE then.', {
    nullable: true,
    inputDescription: 'Start time. Required for SCHEDULED.',
  }),
  endsAt: Time(
    'End time. An ACTIVE or PAUSED campaign becomes COMPLETED then. A campaign that is still ' +
      'PENDING_APPROVAL or SCHEDULED becomes FAILED.',
    { nullable: true, inputDescription: 'End time, after `startsAt`. Must be in the future if the campaign starts.' },
  ),
}) {}

/** A marketing campaign, for one client or for no client. */
@NodeOutput('campaign', 'org:campaigns:read', 'Marketing campaign, for one client or for no client.')
@CountedBy('status')
@Retained({ resource: 'CAMPAIGNS', days: 1825, since: 'updatedAt', statuses: [CampaignStatus.ARCHIVED] })
export class Campaign extends rowWith(CampaignDetails, {
  status: Choice(CampaignStatus, 'Lifecycle status of the campaign.', { filter: 'isAny' }),
  /** The highest percentage of the budget that was notified. */
  budgetTold: Column('integer'),
  failureReason: Text('Reason why the service changed the status to FAILED or PAUSED. Null otherwise.', {
    nullable: true,
  }),
  failureCause: Json<Cause>(
    'Cause of a `failureReason` that the service wrote: `code`, for example NOT_APPROVED, and the values of the text by name. ' +
      'Null if the reason was written before version 0.6.',
    { nullable: true, graphqlOnly: true },
  ),
  returnReason: Text('Reason of the last return to the author. Null without one, and from the next status change on.', {
    nullable: true,
    graphqlOnly: true,
  }),
  tracksMessages: Flag(
    'Whether openings and clicks of the messages are recorded, if the organization has turned tracking on.',
    { graphqlOnly: true },
  ),
  senderId: Ref('sender', 'Id of the sender of the e-mails. Null: the service sends no e-mails for the campaign.', {
    nullable: true,
    graphqlOnly: true,
  }),
  segmentId: Ref(
    'segment',
    'Id of the segment from which the campaign takes its audience at its start. Null without a segment.',
    { nullable: true, graphqlOnly: true },
  ),
  segmentFrozenAt: Time('Time at which the people of the segment were added to the audience. Null before the start.', {
    nullable: true,
    graphqlOnly: true,
  }),
  /** The values that were last approved. Null if the campaign was never approved. */
  approved: Column<Partial<Record<keyof CampaignDetails, unknown>>>('jsonb', { nullable: true }),
  createdBy: ExternalId('Id of the author. Someone else must approve the campaign.'),
}) {}
