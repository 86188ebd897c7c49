import { awaitsCaller } from '../../engine/write/lifecycle.ts'
import { before, contains, listOf } from '../../graphql/lists.ts'
import { Campaign } from './campaign.entity.ts'
import { CampaignFilter } from './campaign.inputs.ts'
import { campaignLifecycle } from './campaign.lifecycle.ts'

export const campaigns = listOf('campaign', Campaign, {
  description: 'Page of campaigns.',
  filter: CampaignFilter,
  where: {
    search: contains('name'),
    startsBefore: before('startsAt'),
    awaitingMe: awaitsCaller(campaignLifecycle),
  },
  sortBy: ['createdAt', 'updatedAt', 'name'],
  isWhole: true,
})
