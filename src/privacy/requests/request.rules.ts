import { transitions } from '../../kernel/transitions.ts'
import { RequestStatus, RequestType } from './request.entity.ts'

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

/** The states that a request may go to, from each. */
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

/** The states in which a request still waits for something. */
export const OPEN_STATUSES: readonly RequestStatus[] = Object.values(RequestStatus).filter(
  (status) => requestTransitions.table[status].length > 0,
)

/** Whether a request still waits for something. */
export const isOpen = (status: RequestStatus) => OPEN_STATUSES.includes(status)

/** Whether requests of a type are answered by an access package. */
export const isAnsweredByPackage = (type: RequestType) =>
  type === RequestType.ACCESS || type === RequestType.PORTABILITY

/** Whether the subject's data may be handed out: after a request was granted. */
export const isGranted = (status: RequestStatus) =>
  [APPROVED, PARTIALLY_APPROVED, PROCESSING, COMPLETED, FAILED].includes(status)
