import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Segment } from './segment.entity.ts'

declareFields(Campaign, ({ one }) => ({
  segment: one(() => Segment, 'segmentId', {
    graphqlOnly: true,
    description: 'Segment that its audience is taken from at its start; null without one, or after it was deleted.',
  }),
}))
