import { Entity } from '@mikro-orm/decorators/legacy'
import { Column, Key } from '../../data/columns.ts'
import { PersonalData } from '../../security/personal-data.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    campaignDay: CampaignDay
    campaignTotal: CampaignTotal
    organizationDay: OrganizationDay
    statusTotal: StatusTotal
  }
}

/**
 * Sums over analytics records, kept by `analytics.roll-ups.ts`; they are entities so that the tenant filter knows the
 * tables.
 */
abstract class RollUp {
  @Column('bigint')
  records!: number

  @Column('bigint')
  impressions!: number

  @Column('bigint')
  clicks!: number

  @Column('bigint')
  conversions!: number

  @Column('bigint')
  spendCents!: number

  @Column('bigint')
  revenueCents!: number
}

/** What a campaign achieved on one day. */
@Entity()
export class CampaignDay extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('uuid')
  readonly campaignId!: string

  @Key('date')
  readonly day!: string
}

/** What a campaign achieved in all. */
@PersonalData({ erase: 'keep', reason: 'holds numbers only' })
@Entity()
export class CampaignTotal extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('uuid')
  readonly campaignId!: string

  /** The status that its results count for in `StatusTotal`; null where they do not yet. */
  @Column('text', { nullable: true })
  status!: string | null
}

/** What all campaigns with one status achieved; read by the function `results_by_status`, which knows whether it is right. */
@PersonalData({ erase: 'keep', reason: 'holds numbers only' })
@Entity()
export class StatusTotal extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('text')
  readonly status!: string
}

/** What all campaigns of an organization achieved on one day. */
@Entity()
export class OrganizationDay extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('date')
  readonly day!: string
}
