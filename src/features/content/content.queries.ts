import { awaitsCaller } from '../../engine/write/lifecycle.ts'
import { before, contains, from, having, is, isAbsent, isOwn, listOf } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { byLinked } from '../../graphql/sort-keys.ts'
import { ContentCommentFilter, ContentFilter } from './content.inputs.ts'
import { contentLifecycle } from './content.lifecycle.ts'
import { ContentComment } from './content-comment.entity.ts'
import { ContentItem } from './content-item.entity.ts'
import { ContentMention } from './content-mention.entity.ts'
import { ContentVersion } from './content-version.entity.ts'

export const contents = listOf('contentItem', ContentItem, {
  name: 'ContentConnection',
  description: 'Page of content items.',
  filter: ContentFilter,
  where: {
    search: contains('title'),
    updatedFrom: from('updatedAt'),
    updatedBefore: before('updatedAt'),
    createdBy: is('createdBy'),
    awaitingMe: awaitsCaller(contentLifecycle),
  },
  sortBy: [
    'createdAt',
    'updatedAt',
    'title',
    'status',
    'type',
    'language',
    byLinked('campaign', 'Name of the campaign.', (column) => column('campaignId'), 'campaign', 'name', 'id'),
  ],
})

/** Oldest first, so that a conversation reads in order. */
export const contentComments = listOf('contentComment', ContentComment, {
  description: 'Page of comments on a content item.',
  filter: ContentCommentFilter,
  where: { version: is('version'), isOpen: isAbsent('resolvedAt') },
  sortBy: ['createdAt', 'updatedAt', 'version'],
  order: { field: 'createdAt', direction: OrderDirection.ASC },
})

/** Limits mentions to those of the caller. */
export const ofCaller = having(isOwn('userId'), true)

export const mentions = listOf('contentMention', ContentMention, {
  description: 'Page of mentions.',
  where: {},
  sortBy: ['createdAt'],
  counts: {
    unread: {
      description: 'Number of unread mentions of the caller in all comments.',
      where: [ofCaller, having(isAbsent('seenAt'), true)],
    },
  },
})

/** Versions are listed by their content item. */
export const contentVersions = listOf<'contentVersion', { contentId: string }>('contentVersion', ContentVersion, {
  description: 'Page of versions of a content item.',
  where: { contentId: is('contentId') },
  sortBy: ['version', 'createdAt', 'title', 'language'],
  order: { field: 'version', direction: OrderDirection.DESC },
})
