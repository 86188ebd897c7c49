import { Entity } from '@mikro-orm/decorators/legacy'
import { RemovedBy } from '../../data/references.ts'
import { BigCount, CalendarDay, Cents, Choice, Output, Ref, Text } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { Retained } from '../../security/personal-data.ts'
import { CampaignType } from '../campaigns/campaign.entity.ts'
import { deleteRecords, deleteRecordsOfCampaigns } from './analytics.roll-ups.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    analyticsRecord: AnalyticsRecord
  }
}

/** What a campaign achieved on one day, on one channel. Figures are never changed, only replaced: roll-ups rest on whole records. */
@Output('What a campaign achieved on one day, on one channel.')
@Retained({ resource: 'ANALYTICS_RECORDS', days: 1825, since: 'day' })
@RemovedBy(deleteRecords)
@Entity()
export class AnalyticsRecord extends TenantRow {
  @Ref({ to: 'campaign', release: deleteRecordsOfCampaigns })
  campaignId: string

  @Ref({
    to: 'contentItem',
    nullable: true,
    description: 'The content item that achieved it; null when none was named, or it is gone.',
  })
  contentId: string | null

  @Choice(CampaignType, { nullable: true, description: 'Where it was achieved.' })
  channel: CampaignType | null

  @CalendarDay({ description: 'The day as the place of the campaign counts it.' })
  day: string

  @BigCount()
  impressions: number

  @BigCount()
  clicks: number

  @BigCount()
  conversions: number

  @Cents({ description: 'In cents of the South African rand.' })
  spendCents: number

  @Cents({ description: 'In cents of the South African rand.' })
  revenueCents: number

  @Text({ nullable: true, description: 'The caller’s own; unique in the organization.' })
  key: string | null
}
