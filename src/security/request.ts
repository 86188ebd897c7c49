import type { ServiceError } from '../common/errors.ts'
import type { Deadline } from '../data/deadline.ts'

/** The origin of a request. Masked and redacted where it may be logged or audited. */
export interface RequestInfo {
  /** `X-Request-Id`. */
  id: string
  ipAddress: string
  userAgent: string
  /** The full client address, as the edge determined it. For decisions only, never logged or stored. */
  address: string
  /** Set when an AI agent sends the request for the caller, over MCP. */
  isAgent?: true | undefined
  /** The reason why no user was identified, if none was. */
  refusal?: ServiceError | undefined
}

/** A request with a deadline, because a caller waits for its answer. */
export interface TimedRequest extends RequestInfo {
  /** The time at which the answer is due. */
  deadline: Deadline
}
