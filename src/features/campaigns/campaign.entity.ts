import { Entity } from '@mikro-orm/decorators/legacy'
import { registerEnumType } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { Cents, Choice, Choices, ExternalId, Output, Ref, Text, Time } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'

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
registerEnumType(CampaignStatus, { name: 'CampaignStatus', description: 'Where a campaign stands in its life.' })

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
registerEnumType(CampaignType, { name: 'CampaignType', description: 'The medium of a campaign; also names a channel.' })

/** A marketing campaign, for one client or for none yet. */
@Output('A marketing campaign, for one client or for none yet.')
@Retained({ resource: 'CAMPAIGNS', days: 1825, since: 'updatedAt', statuses: [CampaignStatus.ARCHIVED] })
@Entity()
export class Campaign extends TenantRow {
  @Text()
  name: string

  @Ref({
    to: 'client',
    nullable: true,
    description: 'The owning client; null when there is none, or when it was deleted.',
  })
  clientId: string | null

  @Choice(CampaignType)
  type: CampaignType

  @Choice(CampaignStatus)
  status: CampaignStatus

  @Text({ nullable: true })
  description: string | null

  @Choices(CampaignType, { description: 'Where the campaign runs; for MULTI_CHANNEL more than one.' })
  channels: CampaignType[]

  @Cents({ nullable: true, description: 'Budget in cents of the South African rand.' })
  budgetCents: number | null

  /** The last mark of the budget, in percent, that was told. */
  @Column('integer')
  budgetTold: number

  @Time({ nullable: true, description: 'A SCHEDULED campaign becomes ACTIVE then.' })
  startsAt: Date | null

  @Time({
    nullable: true,
    description: 'An ACTIVE or PAUSED campaign becomes COMPLETED then; one that is still SCHEDULED becomes FAILED.',
  })
  endsAt: Date | null

  @Text({ nullable: true, description: 'Why the campaign became FAILED or PAUSED by itself; null otherwise.' })
  failureReason: string | null

  @ExternalId({ description: 'The author: who approves the campaign must be someone else.' })
  createdBy: string
}
