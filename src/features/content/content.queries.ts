import { contains, is, isAny, isId, listOf } from '../../graphql/lists.ts'
import type { ContentFilter } from './content.inputs.ts'

/** Content that matches a filter. */
export const contents = listOf<'contentItem', ContentFilter>('contentItem', {
  search: contains('title'),
  campaignId: isId('campaignId'),
  status: isAny('status'),
  type: isAny('type'),
  language: isAny('language'),
  isTemplate: is('isTemplate'),
})
