import { Entity } from '@mikro-orm/decorators/legacy'
import { describeEnum } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { CountedBy } from '../../data/row-counts.ts'
import { Cents, Choice, Choices, ExternalId, Ref, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'
import type { ApprovedCampaign } from './campaign.approval.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    campaign: Campaign
  }
}

export enum CampaignStatus {
  DRAFT = 'DRAFT',
  PENDING_APPROVAL = 'PENDING_APPROVAL',
  SCHEDULED = 'SCHEDULED',
  ACTIVE = 'ACTIVE',
  PAUSED = 'PAUSED',
  COMPLETED = 'COMPLETED',
  CANCELLED = 'CANCELLED',
  FAILED = 'FAILED',
  ARCHIVED = 'ARCHIVED',
}
/** What each status means. */
describeEnum('CampaignStatus', CampaignStatus, 'Lifecycle status of a campaign.', {
  DRAFT: 'Being prepared.',
  PENDING_APPROVAL: 'Waiting for approval by someone other than the author.',
  SCHEDULED: 'Approved; starts at `startsAt`.',
  ACTIVE: 'Running.',
  PAUSED: 'Interrupted; can be resumed.',
  COMPLETED: 'Ended as planned.',
  CANCELLED: 'Called off.',
  FAILED: 'Could not start or go on; `failureReason` says why.',
  ARCHIVED: 'Kept for reference only.',
})

export enum CampaignType {
  EMAIL = 'EMAIL',
  SMS = 'SMS',
  WHATSAPP = 'WHATSAPP',
  SOCIAL = 'SOCIAL',
  DISPLAY = 'DISPLAY',
  SEARCH = 'SEARCH',
  PRINT = 'PRINT',
  RADIO = 'RADIO',
  TV = 'TV',
  OUTDOOR = 'OUTDOOR',
  EVENT = 'EVENT',
  PUBLIC_AWARENESS = 'PUBLIC_AWARENESS',
  MULTI_CHANNEL = 'MULTI_CHANNEL',
}
describeEnum('CampaignType', CampaignType, 'Medium of a campaign or channel.', {
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

/** A marketing campaign, for one client or for none yet. */
@NodeOutput('campaign', 'org:campaigns:read', 'Marketing campaign, for one client or none yet.')
@CountedBy('status')
@Retained({ resource: 'CAMPAIGNS', days: 1825, since: 'updatedAt', statuses: [CampaignStatus.ARCHIVED] })
@Entity()
export class Campaign extends TenantRow {
  @Text({ description: 'Name of the campaign.' })
  readonly name!: string

  @Ref({
    to: 'client',
    nullable: true,
    description: 'Id of the client; null when there is none or it was deleted.',
  })
  readonly clientId!: string | null

  @Choice(CampaignType, { description: 'Type of the campaign.' })
  readonly type!: CampaignType

  @Choice(CampaignStatus, { description: 'Lifecycle status of the campaign.' })
  readonly status!: CampaignStatus

  @Text({ nullable: true, description: 'Description of the campaign.' })
  readonly description!: string | null

  @Choices(CampaignType, { description: 'Channels on which the campaign runs; for MULTI_CHANNEL more than one.' })
  readonly channels!: CampaignType[]

  @Cents({ nullable: true, description: 'Budget in cents of the South African rand.' })
  readonly budgetCents!: number | null

  /** The last mark of the budget, in percent, that was told. */
  @Column('integer')
  readonly budgetTold!: number

  @Time({ nullable: true, description: 'Start time. A SCHEDULED campaign becomes ACTIVE.' })
  readonly startsAt!: Date | null

  @Time({
    nullable: true,
    description:
      'End time. An ACTIVE or PAUSED campaign becomes COMPLETED; one that is still PENDING_APPROVAL or SCHEDULED ' +
      'becomes FAILED.',
  })
  readonly endsAt!: Date | null

  @Text({ nullable: true, description: 'Reason why the service set FAILED or PAUSED; null otherwise.' })
  readonly failureReason!: string | null

  /** What was approved last; null where nothing was. */
  @Column('jsonb', { nullable: true })
  readonly approved!: ApprovedCampaign | null

  @ExternalId({ description: 'Id of the author. Someone else must approve the campaign.' })
  readonly createdBy!: string
}
