import { ReviewerStatus, type SignOffRowFragment, SignOffStatus, type SignOffWholeFragment } from '../api/generated.ts'

/** The status of a sign-off. A requested sign-off may also be overdue or expired. */
export type SignOffState = SignOffStatus | 'OVERDUE' | 'EXPIRED'

export function stateOf({
  status,
  dueAt,
  expiresAt,
}: Pick<SignOffRowFragment, 'status' | 'dueAt' | 'expiresAt'>): SignOffState {
  const now = Date.now()
  if (status !== SignOffStatus.REQUESTED) return status
  if (new Date(expiresAt).getTime() <= now) return 'EXPIRED'
  return dueAt && new Date(dueAt).getTime() <= now ? 'OVERDUE' : status
}

/** Whether a reviewer has decided, so that there is a certificate. */
export const isDecided = ({ reviewers }: Pick<SignOffWholeFragment, 'reviewers'>): boolean =>
  reviewers.nodes.some(
    ({ status }) => status === ReviewerStatus.APPROVED || status === ReviewerStatus.CHANGES_REQUESTED,
  )
