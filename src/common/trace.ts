import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Runs `work` in a span, as a child of the current one. Attributes never contain personal data. The text of an error is
 * not recorded, because it may contain input of the caller. Without telemetry this only calls `work`.
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
