import type { Streams } from '../../events/streams.ts'
import type { AuditEntry } from '../../security/audit/writer.ts'
import type { Caller } from '../../security/auth/caller.ts'
import type { RequestInfo } from '../../security/request.ts'

/**
 * The context of a subscription. It has no transaction, so that a slow client holds no connection. Therefore the data
 * of an event is loaded once for all subscribers.
 */
export class StreamContext {
  readonly caller: Caller
  readonly request: RequestInfo
  readonly streams: Streams
  /** Audit records of the start of the subscription. */
  readonly trail: AuditEntry[] = []

  constructor(caller: Caller, request: RequestInfo, streams: Streams) {
    this.caller = caller
    this.request = request
    this.streams = streams
  }
}
