import type { ServiceError } from '../common/errors.ts'
import type { Deadline } from '../data/deadline.ts'

/** Where a request came from; masked and redacted where it may be logged and audited. */
export interface RequestInfo {
  /** `X-Request-Id`. */
  id: string
  ipAddress: string
  userAgent: string
  /** The client's address as the edge sees it, in full: to decide by, never to be written down. */
  address: string
  /** Why nobody was identified, where nobody was. */
  refusal?: ServiceError | undefined
}

/** The same of a request that someone waits for. */
export interface TimedRequest extends RequestInfo {
  /** When the answer is due. */
  deadline: Deadline
}
