import { required, ServiceError } from '../../../common/errors.ts'
import { transitions } from '../../../common/transitions.ts'
import type { Caller } from '../../../security/auth/caller.ts'
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

/** What messages call a request. */
export const THING = 'Data-subject request'

/** Nothing can be done to the request any more. */
export const closed = ({ status }: { status: RequestStatus }) =>
  new ServiceError('INVALID_STATE_TRANSITION', `The request is closed (${status})`, {
    from: status,
    allowed: [],
  })

const CHANGES: readonly RequestType[] = [RequestType.DELETION, RequestType.CORRECTION]

/** Whether a request of a type changes or deletes records. */
export const isOfChange = (type: RequestType): boolean => CHANGES.includes(type)

/**
 * What cannot be taken back is done by two people: one who decides, and one who has it done.
 * @throws FORBIDDEN for whoever decided, and for an API key, behind which anyone may be
 */
export function demandSecondPerson(
  { type, decidedBy }: { type: RequestType; decidedBy: string | null },
  { userId, isKey }: Caller,
): void {
  if (!isOfChange(type)) return
  if (isKey) throw new ServiceError('FORBIDDEN', `A request for ${type} is completed by a person, not by an API key`)
  if (userId === decidedBy)
    throw new ServiceError('FORBIDDEN', `A request for ${type} is completed by someone other than who decided it`)
}

/** Whether the time of a request can be extended: who wants no more contact waits for nothing to be gathered. */
export const isExtensible = (type: RequestType) =>
  type !== RequestType.OBJECTION && type !== RequestType.CONSENT_WITHDRAWAL

/** What is to be corrected is decided, and so known before. @throws VALIDATION_ERROR */
export function demandCorrection({ type, correction }: Pick<DataSubjectRequest, 'type' | 'correction'>): void {
  if (type === RequestType.CORRECTION && !correction) throw required('correction')
}
