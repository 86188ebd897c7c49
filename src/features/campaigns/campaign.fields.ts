import { Float, Int } from 'type-graphql'
import { FieldChange } from '../../graphql/field-change.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { CentsScalar } from '../../graphql/scalars.ts'
import { Client, Sector } from '../clients/client.entity.ts'
import { APPROVED, changesSince } from './campaign.approval.ts'
import { Campaign } from './campaign.entity.ts'
import { campaigns } from './campaign.queries.ts'
import { budgetUsed, sectorOfType, sectorSql } from './campaign.rules.ts'

/** Fields of a campaign that are not columns. Its total figures are one row of a roll-up. */
declareFields(Campaign, ({ computed, count, linked, one, own, owns, value }) => {
  const approvable = { approved: own('approved'), ...owns(APPROVED) }
  // The documented row of a campaign includes its client's name and sector, its counts and its figures. Everybody who
  // may read the campaign sees them, without other read permissions.
  const withRow = true
  const total = { key: 'campaignId', otherwise: 0 } as const
  return {
    client: one(() => Client, 'clientId', {
      description: 'The client. Null if there is none, or if the client was deleted.',
    }),
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
        sql: ({ type }) => sectorSql(type),
        description:
          'Sector derived from the client’s type: GOVERNMENT for MUNICIPALITY, PROVINCIAL_GOVT, NATIONAL_GOVT ' +
          'and STATE_OWNED_ENTITY, otherwise BUSINESS. The client’s recorded sector is `client { sector }`.',
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
      description: 'Total spend of the campaign’s analytics records, in cents of the South African rand.',
    }),
    budgetUsed: computed(
      () => Float,
      { spent: linked('id', 'campaignTotal', 'spendCents', total), budget: own('budgetCents') },
      ({ spent, budget }) => budgetUsed(spent, budget),
      {
        nullable: true,
        withRow,
        sql: ({ spent, budget }) => `${spent}::float8 / nullif(${budget}, 0)`,
        description:
          'Spent fraction of the budget: 0.8 means 80 %. Above 1 if the budget is exceeded. Null without a ' +
          'budget, or with a budget of 0. Reaching 80 % and 100 % sends an event CAMPAIGN_BUDGET_REACHED and a ' +
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
          `Differences from the state that was last approved, in: ${new Intl.ListFormat('en-GB').format(APPROVED)}. ` +
          'Null if no approved state is known.',
      },
    ),
  }
})

/** The campaigns of a client, as one of its fields. */
declareFields(Client, ({ many }) => ({
  campaigns: many(campaigns, 'clientId', {
    description: 'The campaigns of the client. Default order: newest first.',
  }),
}))
