import { context, propagation, trace } from '@opentelemetry/api'

/**
 * Sends traces to an OTLP/HTTP collector, and takes up the trace of whoever calls (W3C `traceparent`).
 * The SDK is loaded only when there is an endpoint. Returns how to send what is left and stop.
 */
export async function startTelemetry(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {}
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    // As logs and metrics call it (ops/): Grafana goes from a span to its log lines by this name.
    resource: resourceFromAttributes({ 'service.name': 'gateway' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  return async () => {
    for (const api of [trace, context, propagation]) api.disable()
    // A collector that is away must not keep the gateway from stopping well.
    await provider.shutdown().catch(() => {})
  }
}
