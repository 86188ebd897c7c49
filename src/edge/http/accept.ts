import type { Request } from 'express'

/** The media type of server-sent events. */
export const EVENTS = 'text/event-stream'

/** Whether the request accepts server-sent events. A request without `Accept` accepts everything. */
export const acceptsEvents = (request: Request): boolean =>
  request.accepts([EVENTS, `${EVENTS};charset=utf-8`]) !== false
