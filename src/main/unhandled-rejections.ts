import type { Logger } from 'pino'
import type { Metrics } from '../common/metrics.ts'

/**
 * Keeps the process alive when a promise is rejected and no code handles it, because other requests are not at fault.
 * Each rejection is a defect, so it is logged with its stack, counted, and alerted (`GatewayUnhandledRejections`).
 */
export function surviveUnhandledRejections(log: Logger, metrics: Metrics): void {
  process.on('unhandledRejection', (reason) => {
    metrics.unhandledRejection()
    log.error({ err: reason instanceof Error ? reason : new Error(String(reason)) }, 'no code handled a failure')
  })
}
