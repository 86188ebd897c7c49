import type { Lifecycle } from '../../engine/lifecycle.ts'
import { contentTransitions, isVerdict } from './content.rules.ts'
import { type ContentItem, ContentStatus } from './content-item.entity.ts'

/** What of content decides where it may go. */
export const DECIDING = ['status', 'createdBy', 'editedBy'] as const

/** A verdict needs the permission to approve, and someone who wrote neither the content nor its current version. */
export const contentLifecycle = {
  transitions: contentTransitions,
  permit: 'org:content:write',
  permitFor: (to) => (isVerdict(to) ? 'org:content:approve' : undefined),
  decision: {
    on: ContentStatus.IN_REVIEW,
    to: [ContentStatus.APPROVED, ContentStatus.CHANGES_REQUESTED],
    authors: ['createdBy', 'editedBy'],
    refusal: 'Content is reviewed by someone other than its author',
  },
} as const satisfies Lifecycle<ContentStatus, Pick<ContentItem, (typeof DECIDING)[number]>>
