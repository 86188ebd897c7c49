import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Runs `work` inside a span, a child of the one under way. Attributes never hold personal data, and errors leave
 * their status alone: their text may quote what a caller sent. Without telemetry this is a function call.
 */
export function traced<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
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
