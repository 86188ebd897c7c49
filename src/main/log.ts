import { isSpanContextValid, trace } from '@opentelemetry/api'
import pino, { type DestinationStream, type Logger } from 'pino'
import { redact } from '../security/audit/redact.ts'

const LONGEST_TEXT = 4000

/**
 * The fields of an error that may be logged: type, code, message and stack. A database error also has the statement
 * with its values and the failed row, which may be personal data, so they are left out.
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

/** The error inside of a driver's error: the message of the outer error contains the statement with its values. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error)

/** The id of the current trace, so that a log line and its trace refer to each other. */
function traceIds(): { traceId?: string } {
  const span = trace.getActiveSpan()?.spanContext()
  return span && isSpanContextValid(span) ? { traceId: span.traceId } : {}
}

/** Readable lines for a terminal. Personal data was removed before. */
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
