import type { Request, Response } from 'express'
import { ServiceError } from '../src/common/errors.ts'
import { acceptsEvents, EVENTS } from '../src/edge/http/accept.ts'
import { drained } from '../src/edge/http/drained.ts'
import { errorBody } from '../src/edge/http/error-body.ts'
import type { OperationRequest } from '../src/engine/execute/request.ts'
import type { OperationResult } from '../src/engine/execute/results.ts'
import type { Gateway } from '../src/engine/gateway.ts'
import type { CompiledRoute } from './compile.ts'

const HEARTBEAT_MS = 15_000

/** The result of the root field of a subscription: the id to resume from, the event's name, and its data. */
interface StreamEvent {
  id?: string
  event: string
  data: unknown
}

const line = ({ id, event, data }: StreamEvent) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Writes a subscription as server-sent events, to a client that accepts them. It reads the next event only after the
 * client has taken the last one. The buffer of waiting events is bounded: a client that reads too slowly is
 * disconnected and resumes with its `Last-Event-ID`.
 * @throws NOT_ACCEPTABLE
 */
export async function streamEvents(
  gateway: Gateway,
  route: CompiledRoute,
  asked: OperationRequest,
  request: Request,
  response: Response,
): Promise<void> {
  if (!acceptsEvents(request)) throw new ServiceError('NOT_ACCEPTABLE', `This path answers only with ${EVENTS}`)
  const since = request.header('last-event-id') ?? asked.variables.lastEventId
  const variables = since === undefined ? asked.variables : { ...asked.variables, lastEventId: since }
  const results = await gateway.subscribe(route.operation, { ...asked, variables })
  if (!(Symbol.asyncIterator in results)) throw results.errors?.[0]?.error
  response.writeHead(200, {
    'Content-Type': `${EVENTS}; charset=utf-8`,
    // Prevents proxies such as nginx from buffering events.
    'X-Accel-Buffering': 'no',
  })
  if (request.method === 'HEAD') {
    await results.return?.()
    response.end()
    return
  }
  // A first comment, so that proxies and clients know that the stream is open before the first event.
  response.write(':\n\n')
  const heartbeat = setInterval(() => response.writableNeedDrain || response.write(':\n\n'), HEARTBEAT_MS)
  const leave = () => {
    results.return?.().catch(() => {})
  }
  response.once('close', leave)
  // A client that left before the stream started emits no `close` event.
  if (response.destroyed) leave()
  try {
    for await (const result of results) {
      response.write(textOf(route, result))
      await drained(response)
      if (response.destroyed) return
    }
  } finally {
    clearInterval(heartbeat)
    response.end()
  }
}

/** An error ends the stream. The event names the reason, so that the client need not ask for it. */
function textOf(route: CompiledRoute, { data, errors }: OperationResult): string {
  const [failure] = errors ?? []
  if (!failure) return line(data?.[route.field] as StreamEvent)
  const event = failure.error.code === 'UNAUTHORIZED' ? 'unauthorized' : 'error'
  return line({ event, data: errorBody(failure.error) })
}
