import { ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { Column } from '../../data/columns.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { Cents, Choice, Choices, ExternalId, Flag, Json, Ref, Text, Time } from '../../graphql/columns.ts'
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
@ObjectType({ simpleResolvers: true })
export abstract class CampaignDetails extends TenantRow {
  @Text({ description: 'Name of the campaign.' })
  readonly name!: string

  @Ref({
    to: 'client',
    nullable: true,
    filter: 'isId',
    description: 'Id of the client. Null if there is none, or if the client was deleted.',
    inputDescription: 'Id of a client of the organization.',
  })
  readonly clientId!: string | null

  @Choice(CampaignType, { filter: 'isAny', isParameter: false, description: 'Type of the campaign.' })
  readonly type!: CampaignType

  @Text({ nullable: true, max: 10_000, description: 'Description of the campaign.' })
  readonly description!: string | null

  @Choices(CampaignType, {
    otherwise: [],
    description: 'Channels on which the campaign runs. Several for MULTI_CHANNEL.',
  })
  readonly channels!: CampaignType[]

  @Cents({ nullable: true, description: 'Budget in cents of the South African rand.' })
  readonly budgetCents!: number | null

  @Choice(CampaignPurpose, {
    otherwise: CampaignPurpose.MARKETING,
    graphqlOnly: true,
    description: 'Purpose of the messages of the campaign. It determines the consent that they need.',
  })
  readonly purpose!: CampaignPurpose

  @Time({
    nullable: true,
    description: 'Start time. A SCHEDULED campaign becomes ACTIVE then.',
    inputDescription: 'Start time. Required for SCHEDULED.',
  })
  readonly startsAt!: Date | null

  @Time({
    nullable: true,
    description:
      'End time. An ACTIVE or PAUSED campaign becomes COMPLETED then. A campaign that is still ' +
      'PENDING_APPROVAL or SCHEDULED becomes FAILED.',
    inputDescription: 'End time, after `startsAt`. Must be in the future if the campaign starts.',
  })
  readonly endsAt!: Date | null
}

/** A marketing campaign, for one client or for no client. */
@NodeOutput('campaign', 'org:campaigns:read', 'Marketing campaign, for one client or for no client.')
@CountedBy('status')
@Retained({ resource: 'CAMPAIGNS', days: 1825, since: 'updatedAt', statuses: [CampaignStatus.ARCHIVED] })
export class Campaign extends CampaignDetails {
  @Choice(CampaignStatus, { filter: 'isAny', description: 'Lifecycle status of the campaign.' })
  readonly status!: CampaignStatus

  /** The highest percentage of the budget that was notified. */
  @Column('integer')
  readonly budgetTold!: number

  @Text({
    nullable: true,
    description: 'Reason why the service changed the status to FAILED or PAUSED. Null otherwise.',
  })
  readonly failureReason!: string | null

  @Json({
    nullable: true,
    graphqlOnly: true,
    description:
      'Cause of a `failureReason` that the service wrote: `code`, for example NOT_APPROVED, and the values of the text by name. ' +
      'Null if the reason was written before version 0.6.',
  })
  readonly failureCause!: Cause | null

  @Text({
    nullable: true,
    graphqlOnly: true,
    description: 'Reason of the last return to the author. Null without one, and from the next status change on.',
  })
  readonly returnReason!: string | null

  @Flag({
    graphqlOnly: true,
    description:
      'Whether openings and clicks of the messages are recorded, if the organization has turned tracking on.',
  })
  readonly tracksMessages!: boolean

  @Ref({
    to: 'sender',
    nullable: true,
    graphqlOnly: true,
    description: 'Id of the sender of the e-mails. Null: the service sends no e-mails for the campaign.',
  })
  readonly senderId!: string | null

  @Ref({
    to: 'segment',
    nullable: true,
    graphqlOnly: true,
    description: 'Id of the segment from which the campaign takes its audience at its start. Null without a segment.',
  })
  readonly segmentId!: string | null

  @Time({
    nullable: true,
    graphqlOnly: true,
    description: 'Time at which the people of the segment were added to the audience. Null before the start.',
  })
  readonly segmentFrozenAt!: Date | null

  /** The values that were last approved. Null if the campaign was never approved. */
  @Column('jsonb', { nullable: true })
  readonly approved!: Partial<Record<keyof CampaignDetails, unknown>> | null

  @ExternalId({ description: 'Id of the author. Someone else must approve the campaign.' })
  readonly createdBy!: string
}
