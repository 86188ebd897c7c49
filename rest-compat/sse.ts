import type { Request, Response } from 'express'
import { ServiceError } from '../src/common/errors.ts'
import { acceptsEvents, EVENTS } from '../src/edge/accept.ts'
import { errorBody } from '../src/edge/error-body.ts'
import { taken } from '../src/edge/taken.ts'
import type { Gateway } from '../src/engine/gateway.ts'
import type { OperationRequest } from '../src/engine/request.ts'
import type { OperationResult } from '../src/engine/results.ts'
import type { CompiledRoute } from './compile.ts'

const HEARTBEAT_MS = 15_000

/** What the root field of a subscription tells: the id to resume from, the event, and its data. */
interface Told {
  id?: string
  event: string
  data: unknown
}

const line = ({ id, event, data }: Told) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Writes a subscription as server-sent events, to clients that accept them. The next event is taken only when the client took the last; what waits
 * meanwhile is bounded, and a client that falls too far behind is let go and resumes by its `Last-Event-ID`.
 * @throws NOT_ACCEPTABLE
 */
export async function streamEvents(
  gateway: Gateway,
  route: CompiledRoute,
  asked: OperationRequest,
  request: Request,
  response: Response,
): Promise<void> {
  if (!acceptsEvents(request)) throw new ServiceError('NOT_ACCEPTABLE', `Only ${EVENTS} is sent here`)
  const since = request.header('last-event-id') ?? asked.variables.lastEventId
  const variables = since === undefined ? asked.variables : { ...asked.variables, lastEventId: since }
  const results = await gateway.subscribe(route.operation, { ...asked, variables })
  if (!(Symbol.asyncIterator in results)) throw results.errors?.[0]?.error
  response.writeHead(200, {
    'Content-Type': `${EVENTS}; charset=utf-8`,
    // Proxies such as nginx would keep events back until a buffer is full.
    'X-Accel-Buffering': 'no',
  })
  if (request.method === 'HEAD') {
    await results.return?.()
    response.end()
    return
  }
  // Something at once: proxies and clients learn that the stream is open before anything happens on it.
  response.write(':\n\n')
  const heartbeat = setInterval(() => response.writableNeedDrain || response.write(':\n\n'), HEARTBEAT_MS)
  const leave = () => {
    results.return?.().catch(() => {})
  }
  response.once('close', leave)
  // No `close` follows where the client left before the stream had started.
  if (response.destroyed) leave()
  try {
    for await (const result of results) {
      response.write(textOf(route, result))
      await taken(response)
      if (response.destroyed) return
    }
  } finally {
    clearInterval(heartbeat)
    response.end()
  }
}

/** An error ends the stream; the event says why, so that the client need not ask. */
function textOf(route: CompiledRoute, { data, errors }: OperationResult): string {
  const [failure] = errors ?? []
  if (!failure) return line(data?.[route.field] as Told)
  const event = failure.error.code === 'UNAUTHORIZED' ? 'unauthorized' : 'error'
  return line({ event, data: errorBody(failure.error) })
}
