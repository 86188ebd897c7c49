import { awaitsCaller } from '../../engine/write/lifecycle.ts'
import { before, beforeOf, contains, from, fromOf, is, listOf, to } from '../../graphql/lists.ts'
import { byLinked } from '../../graphql/sort-keys.ts'
import { Campaign } from './campaign.entity.ts'
import { CampaignFilter } from './campaign.inputs.ts'
import { campaignLifecycle } from './campaign.lifecycle.ts'

export const campaigns = listOf('campaign', Campaign, {
  description: 'Page of campaigns.',
  filter: CampaignFilter,
  where: {
    search: contains('name'),
    startsFrom: from('startsAt'),
    startsBefore: before('startsAt'),
    runsFrom: fromOf('endsAt', (column) => `coalesce(${column('endsAt')}, ${column('startsAt')})`),
    runsBefore: beforeOf('startsAt', (column) => `coalesce(${column('startsAt')}, ${column('endsAt')})`),
    budgetFrom: from('budgetCents'),
    budgetTo: to('budgetCents'),
    createdBy: is('createdBy'),
    awaitingMe: awaitsCaller(campaignLifecycle),
  },
  sortBy: [
    'createdAt',
    'updatedAt',
    'name',
    'status',
    'type',
    'budgetCents',
    'startsAt',
    'endsAt',
    byLinked('client', 'Name of the client.', (column) => column('clientId'), 'client', 'name', 'id'),
  ],
  isWhole: true,
})
