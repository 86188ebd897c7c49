import { ServiceError } from '../../common/errors.ts'
import type { Lifecycle } from '../../engine/lifecycle.ts'
import { contentTransitions, isVerdict } from './content.rules.ts'
import type { ContentItem, ContentStatus } from './content-item.entity.ts'

/** What of content decides where it may go. */
export const DECIDING = ['status', 'createdBy', 'editedBy'] as const

/** A verdict needs the permission to approve, and someone who wrote neither the content nor its current version. */
export const contentLifecycle: Lifecycle<ContentStatus, Pick<ContentItem, (typeof DECIDING)[number]>> = {
  transitions: contentTransitions,
  permit: 'org:content:write',
  permitFor: (to) => (isVerdict(to) ? 'org:content:approve' : undefined),
  demand({ caller }, { createdBy, editedBy }, to) {
    if (isVerdict(to) && [createdBy, editedBy].includes(caller.userId))
      throw new ServiceError('FORBIDDEN', 'Content is reviewed by someone other than its author')
  },
}
