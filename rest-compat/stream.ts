import type { Request, Response } from 'express'
import { invalid } from '../src/common/errors.ts'
import type { Threads } from '../src/common/threads.ts'
import type { Answer } from '../src/edge/http/answers.ts'
import { drained } from '../src/edge/http/drained.ts'
import { ExportRecords } from '../src/engine/execute/export-records.ts'
import type { OperationRequest } from '../src/engine/execute/request.ts'
import type { Gateway } from '../src/engine/gateway.ts'
import type { CompiledRoute } from './compile.ts'
import { flatten } from './envelope.ts'
import type { Batch, StreamWriter } from './route.ts'

function formatOf({ formats }: StreamWriter, request: Request): string {
  const asked = request.query.format
  const [fallback = ''] = Object.keys(formats)
  if (asked === undefined || asked === '') return fallback
  if (typeof asked === 'string' && Object.hasOwn(formats, asked.toLowerCase())) return asked.toLowerCase()
  throw invalid({ format: `must be one of ${Object.keys(formats).join(', ')}` })
}

interface Streaming {
  gateway: Gateway
  threads: Threads
  route: CompiledRoute
  answer: Answer
  request: Request
  response: Response
}

/**
 * Streams an operation batch by batch: each is a transaction of its own, none is held while the client reads, and the
 * next is read only when the client has taken the last. An error after the first byte cuts the connection, so that
 * nobody takes half an export for a whole one.
 */
export async function streamBatches(streaming: Streaming, asked: OperationRequest): Promise<void> {
  const { gateway, route } = streaming
  const { stream } = route
  if (!stream) throw new Error(`${route.path} is not streamed`)
  const records = new ExportRecords((data) => stream.next(data[route.field] as Batch) === null)
  try {
    await writeBatches(streaming, stream, { ...asked, recordsFor: records.recordsFor })
  } finally {
    if (asked.authorized) await gateway.record(asked.authorized, asked, records.cut())
  }
}

async function writeBatches(
  { gateway, threads, route, answer, request, response }: Streaming,
  stream: StreamWriter,
  asked: OperationRequest,
): Promise<void> {
  const format = formatOf(stream, request)
  let variables: Record<string, unknown> | null = asked.variables
  let firstBatch: Batch | undefined
  for (let first = true; variables; first = false) {
    // The deadline applies to one batch, so the time that the client takes does not count.
    asked.request.deadline.renew()
    const { data, errors } = await gateway.execute(route.operation, { ...asked, variables })
    if (errors?.[0]) {
      if (first) throw errors[0].error
      response.destroy(errors[0].error)
      return
    }
    const batch = data?.[route.field] as Batch
    firstBatch ??= batch
    const rows = format === 'ndjson' ? (batch.rows.map(flatten) as Batch['rows']) : batch.rows
    variables = stream.next(batch)
    const piece = await stream.write({ ...batch, rows, columns: route.columns }, format, first, threads)
    if (first)
      response
        .status(200)
        .type(stream.formats[format] ?? '')
        .set(stream.headers?.(batch, format) ?? {})
    const last = variables ? '' : (stream.end?.(firstBatch, format) ?? '')
    const written = typeof piece === 'string' ? piece + last : piece
    await answer.ready(route.operation, Buffer.byteLength(written))
    response.write(written)
    await drained(response)
    if (response.destroyed) return
  }
  response.end()
}
