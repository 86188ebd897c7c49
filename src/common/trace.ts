import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

let isTracing = false
/** A span that records nothing. */
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

/** Says whether spans are recorded. Without telemetry, no objects are made for them. */
export function recordSpans(isRecorded: boolean): void {
  isTracing = isRecorded
}

/**
 * Runs `work` in a span, as a child of the current one. Attributes never contain personal data. The text of an error is
 * not recorded, because it may contain input of the caller. Without telemetry this only calls `work`.
 */
export function traced<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  if (!isTracing) return work(NO_SPAN)
  return trace.getTracer('gateway').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** The span of a request, and a function that runs work in it. */
interface RequestSpan {
  span: Span
  within(work: () => void): void
}

const UNTRACED: RequestSpan = { span: NO_SPAN, within: (work) => work() }

/** Starts the span of a request, which continues the trace in its headers (`traceparent`). */
export function requestSpan(method: string, headers: object): RequestSpan {
  if (!isTracing) return UNTRACED
  const caller = propagation.extract(context.active(), headers)
  const span = trace.getTracer('gateway').startSpan(method, { kind: SpanKind.SERVER }, caller)
  const own = trace.setSpan(caller, span)
  return { span, within: (work) => context.with(own, work) }
}
