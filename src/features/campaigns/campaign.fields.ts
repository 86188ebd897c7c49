import { Float, Int } from 'type-graphql'
import { FieldChange } from '../../graphql/field-change.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { CentsScalar } from '../../graphql/scalars.ts'
import { Client, Sector } from '../clients/client.entity.ts'
import { APPROVED, changesSince } from './campaign.approval.ts'
import { Campaign } from './campaign.entity.ts'
import { campaigns } from './campaign.queries.ts'
import { budgetUsed, sectorOfType } from './campaign.rules.ts'

/** What a campaign shows beside its columns. What it came to in all is one row of a roll-up. */
declareFields(Campaign, ({ computed, count, linked, one, own, value }) => {
  const approvable = {
    approved: own('approved'),
    name: own('name'),
    clientId: own('clientId'),
    type: own('type'),
    description: own('description'),
    channels: own('channels'),
    budgetCents: own('budgetCents'),
    startsAt: own('startsAt'),
    endsAt: own('endsAt'),
  }
  // The documented row of a campaign has the name and sector of its client, its counts and its figures: all who read the
  // campaign are shown them, whatever else they may read.
  const withRow = true
  const total = { key: 'campaignId', otherwise: 0 } as const
  return {
    client: one(() => Client, 'clientId', { description: 'The client; null when there is none or it was deleted.' }),
    clientName: value(() => String, linked('clientId', 'client', 'name', { otherwise: 'No Client' }), {
      withRow,
      description: 'Name of the client, or `No Client`.',
    }),
    clientSector: computed(
      () => Sector,
      { type: linked('clientId', 'client', 'type') },
      ({ type }) => type && sectorOfType(type),
      {
        nullable: true,
        withRow,
        description:
          'Sector derived from the client’s type: GOVERNMENT for MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT and ' +
          'STATE_OWNED_ENTITY, otherwise BUSINESS. The recorded sector is `client { sector }`.',
      },
    ),
    contentCount: value(() => Int, count('contentItem', 'campaignId'), {
      withRow,
      description: 'Number of content items of the campaign.',
    }),
    analyticsCount: value(() => Int, linked('id', 'campaignTotal', 'records', total), {
      withRow,
      description: 'Number of analytics records of the campaign.',
    }),
    spentCents: value(() => CentsScalar, linked('id', 'campaignTotal', 'spendCents', total), {
      withRow,
      description: 'Total spend by its analytics records, in cents of the South African rand.',
    }),
    budgetUsed: computed(
      () => Float,
      { spent: linked('id', 'campaignTotal', 'spendCents', total), budget: own('budgetCents') },
      ({ spent, budget }) => budgetUsed(spent, budget),
      {
        nullable: true,
        withRow,
        description:
          'Share of the budget that is spent: 0.8 means 80 %. More than 1 when it is exceeded; null without a ' +
          'budget or with one of 0. Reaching 80 % and 100 % sends an event CAMPAIGN_BUDGET_REACHED and a ' +
          'notification, once per budget.',
      },
    ),
    changesSinceApproval: computed(
      () => [FieldChange],
      approvable,
      ({ approved, ...campaign }) => changesSince(approved, campaign),
      {
        nullable: true,
        graphqlOnly: true,
        description:
          `What differs from the state that was approved last: of ${new Intl.ListFormat('en-GB').format(APPROVED)}. ` +
          'Null when it was not approved yet, as far as is known.',
      },
    ),
  }
})

/** What a client shows of its campaigns. */
declareFields(Client, ({ many }) => ({
  campaigns: many(campaigns, 'clientId', {
    description: 'The campaigns of the client, newest first unless ordered otherwise.',
  }),
}))
