import type { Streams } from '../events/streams.ts'
import type { AuditEntry } from '../security/audit/writer.ts'
import type { Caller } from '../security/auth/caller.ts'
import type { RequestInfo } from '../security/request.ts'

/**
 * What a subscription is given. There is no transaction: none is held while a client reads, so what an event shows is
 * loaded once for all who follow, and not for each of them.
 */
export class StreamContext {
  readonly caller: Caller
  readonly request: RequestInfo
  readonly streams: Streams
  /** Records of what was started. */
  readonly trail: AuditEntry[] = []

  constructor(caller: Caller, request: RequestInfo, streams: Streams) {
    this.caller = caller
    this.request = request
    this.streams = streams
  }
}
