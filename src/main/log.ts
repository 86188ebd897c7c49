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

/** Bytes of lines that wait until they can be written. */
const MOST_WAITING = 2 ** 20

const RETRY_MS = 1000

/**
 * The standard output. A full disk, or a reader that stopped reading or ended, does not stop the service: a line that
 * cannot be written waits, and is tried again: after `RETRY_MS`, with the next line, and when the process ends. Lines
 * beyond `MOST_WAITING` are lost, and a later line gives their number.
 */
export function toOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING, retryEAGAIN: () => false })
  // The error of a stream without a handler ends the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let lost = 0
  let isFlushing = false
  const flush = (next = '') => {
    isFlushing = true
    output.write('')
    const count = lost
    if (count > 0) {
      lost = 0
      output.write(lostLines(count))
      // The output refused this line too, and counted it.
      if (lost > 0) lost = count
    }
    output.write(next)
    isFlushing = false
  }
  output.on('drop', (line: string) => {
    if (isFlushing) lost++
    else flush(line)
  })
  let retry: NodeJS.Timeout | undefined
  output.on('error', () => {
    clearTimeout(retry)
    retry = setTimeout(flush, RETRY_MS).unref()
  })
  process.on('exit', () => flush())
  return output
}

const lostLines = (count: number) =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), lines: count, msg: 'lines of the log were lost' })}\n`

/** Readable lines for a terminal. Personal data was removed before. */
export async function forTerminal(destination: DestinationStream): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ destination, singleLine: true, translateTime: 'SYS:HH:MM:ss' })
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
