import { isSpanContextValid, trace } from '@opentelemetry/api'
import pino, { type DestinationStream, type Logger } from 'pino'
import { redact } from '../security/audit/redact.ts'

const LONGEST_TEXT = 4000

/**
 * What may be logged of an error: its kind, code, message and stack. Database errors bring the statement with its
 * values, and the row that failed; those are people's data, and stay out.
 */
function safeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: redact(String(error), LONGEST_TEXT) }
  const cause = rootOf(error)
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: cause.name,
    code: 'code' in cause ? cause.code : undefined,
    message: redact(cause.message, LONGEST_TEXT),
    stack: frames.join('\n'),
  }
}

/** The error that a driver's error wraps: the wrapper's message is the statement, values included. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error)

/** The id of the trace under way, so that a log line leads to its trace and back. */
function traceIds(): { traceId?: string } {
  const span = trace.getActiveSpan()?.spanContext()
  return span && isSpanContextValid(span) ? { traceId: span.traceId } : {}
}

/** Lines that people read, for a terminal. What they must not say is left out before. */
export async function forTerminal(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' })
}

/** The log of the process: JSON lines with level names, ISO times, and no personal data. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: safeError },
      mixin: traceIds,
    },
    destination,
  )
