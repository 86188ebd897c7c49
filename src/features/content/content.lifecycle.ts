import type { Lifecycle } from '../../engine/write/lifecycle.ts'
import { demandSignedContent } from '../sign-off/sign-off.demand.ts'
import { contentTransitions, isVerdict } from './content.rules.ts'
import { type ContentItem, ContentStatus } from './content-item.entity.ts'

/** The fields of content that decide which status changes are allowed. */
export const DECIDING = ['id', 'status', 'createdBy', 'editedBy'] as const

/**
 * Only a caller with the permission to approve may approve or reject, and only if the caller wrote neither the content
 * nor its current version. Publishing may need a sign-off.
 */
export const contentLifecycle = {
  transitions: contentTransitions,
  permit: 'org:content:write',
  permitFor: (to) => (isVerdict(to) ? 'org:content:approve' : undefined),
  decision: {
    on: ContentStatus.IN_REVIEW,
    to: [ContentStatus.APPROVED, ContentStatus.CHANGES_REQUESTED],
    back: ContentStatus.CHANGES_REQUESTED,
    authors: ['createdBy', 'editedBy'],
    refusal: 'CONTENT_AUTHOR_DECIDES',
  },
  async demand(ctx, item, to) {
    if (to === ContentStatus.PUBLISHED) await demandSignedContent(ctx, item)
  },
} as const satisfies Lifecycle<ContentStatus, Pick<ContentItem, (typeof DECIDING)[number]>>
