import { context, propagation, trace } from '@opentelemetry/api'
import { recordSpans } from '../common/trace.ts'
import type { Release } from './release.ts'

/**
 * Sends traces to an OTLP/HTTP collector, and continues the caller's trace (W3C `traceparent`). The SDK is loaded only
 * if an endpoint is configured. Returns a function that sends the remaining traces and stops.
 */
export async function startTelemetry(
  endpoint: string | undefined,
  { version, instance }: Release,
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {}
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    // The same name as in logs and metrics (ops/), so that Grafana links a span to its log lines.
    resource: resourceFromAttributes({
      'service.name': 'gateway',
      'service.version': version,
      'service.instance.id': instance,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  recordSpans(true)
  return async () => {
    recordSpans(false)
    for (const api of [trace, context, propagation]) api.disable()
    // An unavailable collector must not prevent a clean stop.
    await provider.shutdown().catch(() => {})
  }
}
