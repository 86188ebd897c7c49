import { Entity } from '@mikro-orm/decorators/legacy'
import { Column, Key } from '../../data/columns.ts'
import { PersonalData } from '../../security/personal-data.ts'

/**
 * Sums over analytics records, written by `analytics.roll-ups.ts`. They are entities so that the tenant filter applies
 * to their tables.
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

/** The sums of a campaign on one day. */
@Entity()
export class CampaignDay extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('uuid')
  readonly campaignId!: string

  @Key('date')
  readonly day!: string
}

/** The all-time sums of a campaign. */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS' })
@Entity()
export class CampaignTotal extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('uuid')
  readonly campaignId!: string

  /** The status under which `StatusTotal` counts the results. Null if `StatusTotal` does not count them yet. */
  @Column('text', { nullable: true })
  status!: string | null
}

/**
 * The sums of all campaigns with one status. Read through the function `results_by_status`, which checks whether they
 * are up to date.
 */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS' })
@Entity()
export class StatusTotal extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('text')
  readonly status!: string
}

/** The sums of all campaigns of an organization on one day. */
@Entity()
export class OrganizationDay extends RollUp {
  @Key('text')
  readonly organizationId!: string

  @Key('date')
  readonly day!: string
}
