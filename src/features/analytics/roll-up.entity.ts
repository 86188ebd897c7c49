import { Entity, Filter } from '@mikro-orm/decorators/legacy'
import { Column, Key } from '../../data/columns.ts'
import { TENANT_FILTER, tenantCondition } from '../../data/tenant.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    campaignDay: CampaignDay
    campaignTotal: CampaignTotal
    organizationDay: OrganizationDay
  }
}

/**
 * Sums over analytics records, kept by `analytics.roll-ups.ts`; they are entities so that the tenant filter knows the
 * tables.
 */
abstract class RollUp {
  @Column('bigint')
  records: number

  @Column('bigint')
  impressions: number

  @Column('bigint')
  clicks: number

  @Column('bigint')
  conversions: number

  @Column('bigint')
  spendCents: number

  @Column('bigint')
  revenueCents: number
}

/** What a campaign achieved on one day. */
@Filter({ name: TENANT_FILTER, cond: tenantCondition, default: true })
@Entity()
export class CampaignDay extends RollUp {
  @Key('text')
  organizationId: string

  @Key('uuid')
  campaignId: string

  @Key('date')
  day: string
}

/** What a campaign achieved in all. */
@Filter({ name: TENANT_FILTER, cond: tenantCondition, default: true })
@Entity()
export class CampaignTotal extends RollUp {
  @Key('text')
  organizationId: string

  @Key('uuid')
  campaignId: string
}

/** What all campaigns of an organization achieved on one day. */
@Filter({ name: TENANT_FILTER, cond: tenantCondition, default: true })
@Entity()
export class OrganizationDay extends RollUp {
  @Key('text')
  organizationId: string

  @Key('date')
  day: string
}
