import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Segment } from './segment.entity.ts'

declareFields(Campaign, ({ one }) => ({
  segment: one(() => Segment, 'segmentId', {
    graphqlOnly: true,
    description:
      'Segment from which the campaign takes its audience at its start. Null without a segment, or after its deletion.',
  }),
}))
