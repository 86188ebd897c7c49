import { refusal, required } from '../../../common/errors.ts'
import { transitions } from '../../../common/transitions.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { isOwnWork } from '../../../engine/write/own-work.ts'
import { type DataSubjectRequest, RequestStatus, RequestType } from './request.entity.ts'

const {
  RECEIVED,
  IDENTITY_PENDING,
  IN_REVIEW,
  APPROVED,
  PARTIALLY_APPROVED,
  REFUSED,
  PROCESSING,
  COMPLETED,
  FAILED,
  WITHDRAWN,
  DUPLICATE,
} = RequestStatus

const CLOSING = [WITHDRAWN, DUPLICATE]

/** The allowed next statuses of each status. */
export const requestTransitions = transitions<RequestStatus>('Data-subject request', {
  [RECEIVED]: [IDENTITY_PENDING, ...CLOSING],
  [IDENTITY_PENDING]: [IN_REVIEW, ...CLOSING],
  [IN_REVIEW]: [APPROVED, PARTIALLY_APPROVED, REFUSED, ...CLOSING],
  [APPROVED]: [PROCESSING, ...CLOSING],
  [PARTIALLY_APPROVED]: [PROCESSING, ...CLOSING],
  [REFUSED]: [],
  [PROCESSING]: [COMPLETED, FAILED, ...CLOSING],
  [COMPLETED]: [],
  [FAILED]: [PROCESSING, ...CLOSING],
  [WITHDRAWN]: [],
  [DUPLICATE]: [],
})

export const OPEN_STATUSES: readonly RequestStatus[] = Object.values(RequestStatus).filter(
  (status) => requestTransitions.table[status].length > 0,
)

export const isOpen = (status: RequestStatus) => OPEN_STATUSES.includes(status)

/** Whether a request waits for the end of its grace period. */
export const isInGrace = ({ status, executesAt }: Pick<DataSubjectRequest, 'status' | 'executesAt'>): boolean =>
  status === PROCESSING && executesAt !== null

/** Whether a request of this type is answered with an access package. */
export const isAnsweredByPackage = (type: RequestType) =>
  type === RequestType.ACCESS || type === RequestType.PORTABILITY

const GRANTED: readonly RequestStatus[] = [APPROVED, PARTIALLY_APPROVED, PROCESSING, COMPLETED, FAILED]

/** Whether the subject's data may be exported: after the request was granted. */
export const isGranted = (status: RequestStatus) => GRANTED.includes(status)

/** The name of a request in messages. */
export const RESOURCE_NAME = 'Data-subject request'

/** The error for a closed request. */
export const closed = ({ status }: { status: RequestStatus }) =>
  refusal('INVALID_STATE_TRANSITION', 'REQUEST_CLOSED', { from: status, allowed: [] })

const CHANGES: readonly RequestType[] = [RequestType.DELETION, RequestType.CORRECTION]

/** Whether a request of a type changes or deletes records. */
export const isOfChange = (type: RequestType): boolean => CHANGES.includes(type)

/**
 * An irreversible change needs two people: one who decides, and one who completes.
 * @throws FORBIDDEN for the person who decided, also with an API key, and for an API key, which anybody could use
 */
export async function demandSecondPerson(
  ctx: Context,
  { type, decidedBy }: { type: RequestType; decidedBy: string | null },
): Promise<void> {
  if (!isOfChange(type)) return
  if (ctx.caller.isKey) throw refusal('FORBIDDEN', 'KEY_COMPLETES', { type })
  if (await isOwnWork(ctx, [decidedBy])) throw refusal('FORBIDDEN', 'DECIDER_COMPLETES', { type })
}

/**
 * Whether the period of a request can be extended. Requests to stop contact cannot: they need no collection of data.
 */
export const isExtensible = (type: RequestType) =>
  type !== RequestType.OBJECTION && type !== RequestType.CONSENT_WITHDRAWAL

/** A decision on a correction needs its values, so they must be known before. @throws VALIDATION_ERROR */
export function demandCorrection({ type, correction }: Pick<DataSubjectRequest, 'type' | 'correction'>): void {
  if (type === RequestType.CORRECTION && !correction) throw required('correction')
}
