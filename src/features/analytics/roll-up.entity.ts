import { Column, Entity, Key } from '../../data/columns.ts'
import { fields } from '../../graphql/fields.ts'
import { PersonalData } from '../../security/personal-data.ts'

/*
 * Sums over analytics records, written by `analytics.roll-ups.ts`. They are entities so that the tenant filter applies
 * to their tables.
 */

const SUMS = {
  records: Column('bigint'),
  impressions: Column('bigint'),
  clicks: Column('bigint'),
  conversions: Column('bigint'),
  spendCents: Column('bigint'),
  revenueCents: Column('bigint'),
}

/** The sums of a campaign on one day. */
@Entity()
export class CampaignDay extends fields({
  organizationId: Key('text'),
  campaignId: Key('uuid'),
  day: Key('date'),
  ...SUMS,
}) {}

/** The all-time sums of a campaign. */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS' })
@Entity()
export class CampaignTotal extends fields({
  organizationId: Key('text'),
  campaignId: Key('uuid'),
  /** The status under which `StatusTotal` counts the results. Null if `StatusTotal` does not count them yet. */
  status: Column('text', { nullable: true }),
  ...SUMS,
}) {}

/**
 * The sums of all campaigns with one status. Read through the function `results_by_status`, which checks whether they
 * are up to date.
 */
@PersonalData({ erase: 'keep', because: 'KEPT_NUMBERS' })
@Entity()
export class StatusTotal extends fields({ organizationId: Key('text'), status: Key('text'), ...SUMS }) {}

/** The sums of all campaigns of an organization on one day. */
@Entity()
export class OrganizationDay extends fields({ organizationId: Key('text'), day: Key('date'), ...SUMS }) {}
