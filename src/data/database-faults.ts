/** A failure of the database, not an error of the request. The same request may succeed later. */
export interface Fault {
  /** The message for the caller. */
  message: string
  /** Seconds after which the caller may try again. */
  retryAfter: number
  /**
   * Whether the transaction failed because of a concurrent one (deadlock or serialization), so that it can be retried
   * at once.
   */
  isContention?: boolean
}

const UNREACHABLE: Fault = { message: 'The database cannot be reached', retryAfter: 2 }
const LATE: Fault = { message: 'The database did not answer in time', retryAfter: 5 }
const CROWDED: Fault = { message: 'The database accepts no more connections', retryAfter: 2 }
const FULL: Fault = { message: 'The database has run out of resources', retryAfter: 10 }
const READ_ONLY: Fault = { message: 'The database accepts no changes at the moment', retryAfter: 5 }
const LOCKED: Fault = { message: 'Another change holds the record for too long', retryAfter: 2 }
const CONTENTION: Fault = { message: 'Too many changes at the same time', retryAfter: 1, isContention: true }

/** All failures that are not caused by the request: by SQLSTATE, by SQLSTATE class, and by socket error code. */
const FAULTS: readonly (readonly [code: RegExp, fault: Fault])[] = [
  [/^(40001|40P01)$/, CONTENTION],
  [/^55P03$/, LOCKED],
  [/^25006$/, READ_ONLY],
  [/^(57014|25P0[34])$/, LATE],
  [/^53300$/, CROWDED],
  [/^(53|58030)/, FULL],
  [/^(08|57P|40003)/, UNREACHABLE],
  [/^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ERR_SOCKET|ERR_STREAM)/, UNREACHABLE],
]

/** A connection failed, was lost, or did not answer in time. The codes are SQLSTATEs. */
export class ConnectionFault extends Error {
  readonly code: '08001' | '08006' | '57014'

  constructor(code: ConnectionFault['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The code of an error: an SQLSTATE for errors of the database; empty when there is none. */
export const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** The fault that an error represents; undefined when the database did not cause the error. */
export function faultOf(error: unknown): Fault | undefined {
  const code = codeOf(error)
  return code === '' ? undefined : FAULTS.find(([known]) => known.test(code))?.[1]
}
