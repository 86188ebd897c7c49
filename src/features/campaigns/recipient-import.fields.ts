import { listOf } from '../../graphql/lists.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from './campaign.entity.ts'
import { RecipientImport } from './recipient-import.entity.ts'

export const recipientImports = listOf('recipientImport', RecipientImport, {
  description: 'Page of imports of recipients.',
  where: {},
  sortBy: ['createdAt', 'status', 'rows'],
})

declareFields(Campaign, ({ many }) => ({
  recipientImports: many(recipientImports, 'campaignId', {
    description: 'Imports of recipients in the last 30 days, newest first.',
  }),
}))
