import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** What the process measures about itself, in Prometheus' text format. One instance per gateway, no global registry. */
export class Metrics {
  readonly registry = new Registry()
  readonly #http: Histogram
  readonly #operations: Histogram
  readonly #rejections: Counter
  readonly #flush: Histogram
  readonly #streams: Gauge
  readonly #mails: Counter
  readonly #blocked: Histogram
  #redis: Gauge | undefined
  readonly #skipped: Counter
  readonly #background: Counter
  readonly #trailChanged: Counter
  readonly #unhandled: Counter

  constructor() {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry })
    this.#http = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the end of the response.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    })
    this.#operations = new Histogram({
      name: 'graphql_operation_duration_seconds',
      help: 'Time to execute an operation, REST calls included, until it is durable.',
      labelNames: ['operation', 'type', 'outcome'],
      buckets: SECONDS,
      registers,
    })
    this.#rejections = new Counter({
      name: 'rate_limit_rejections_total',
      help: 'Requests answered with 429.',
      labelNames: ['scope'],
      registers,
    })
    this.#flush = new Histogram({
      name: 'audit_flush_duration_seconds',
      help: 'Time of one group commit of audit records.',
      buckets: SECONDS,
      registers,
    })
    this.#streams = new Gauge({
      name: 'streams_open',
      help: 'Open event streams.',
      labelNames: ['kind'],
      registers,
    })
    this.#mails = new Counter({
      name: 'emails_total',
      help: 'Attempts to send an e-mail: sent, put off to be tried again, or failed for good.',
      labelNames: ['outcome'],
      registers,
    })
    this.#blocked = new Histogram({
      name: 'event_loop_blocked_seconds',
      help: 'Times for which the event loop stood still, half a second and longer; the log names the requests.',
      buckets: [1, 2.5, 5, 10, 30],
      registers,
    })
    this.#skipped = new Counter({
      name: 'stream_events_skipped_total',
      help: 'Events that a stream went on without, since they could not be shown.',
      labelNames: ['operation'],
      registers,
    })
    this.#background = new Counter({
      name: 'background_failures_total',
      help: 'Rounds of work in the background that failed and are tried again; the log says why.',
      labelNames: ['work'],
      registers,
    })
    this.#unhandled = new Counter({
      name: 'unhandled_rejections_total',
      help: 'Failures of asynchronous work that no code handled; the log has the stack of each.',
      registers,
    })
    this.#trailChanged = new Counter({
      name: 'audit_trail_changed_total',
      help: 'Attempts to sign an audit trail that no longer holds the records that the service signed before.',
      registers,
    })
  }

  auditTrailChanged(): void {
    this.#trailChanged.inc()
  }

  /** Counts a finished request. `route` is a pattern, never a path: ids would make a series each. */
  httpRequest(labels: { method: string; route: string; status: number }, seconds: number): void {
    this.#http.observe(labels, seconds)
  }

  operation(labels: { operation: string; type: string; outcome: 'ok' | 'error' }, seconds: number): void {
    this.#operations.observe(labels, seconds)
  }

  /** Notes that the process answered nobody for a while. */
  eventLoopBlocked(seconds: number): void {
    this.#blocked.observe(seconds)
  }

  rateLimited(scope: string): void {
    this.#rejections.inc({ scope })
  }

  /** Starts the clock of a group commit; call the result when it ended. */
  auditFlush(): () => void {
    return this.#flush.startTimer()
  }

  /** Counts an attempt to send an e-mail, by what it came to. */
  mail(outcome: 'sent' | 'put_off' | 'failed'): void {
    this.#mails.inc({ outcome })
  }

  stream(kind: string, change: 1 | -1): void {
    this.#streams.inc({ kind }, change)
  }

  /** Only where there is a Redis to speak of. */
  redisIsUp(isUp: boolean): void {
    this.#redis ??= new Gauge({
      name: 'redis_up',
      help: 'Whether Redis answers (1), or this process counts rate limits by itself (0).',
      registers: [this.registry],
    })
    this.#redis.set(isUp ? 1 : 0)
  }

  eventSkipped(operation: string): void {
    this.#skipped.inc({ operation })
  }

  backgroundFailed(work: string): void {
    this.#background.inc({ work })
  }

  unhandledRejection(): void {
    this.#unhandled.inc()
  }

  auditQueueDepth(read: () => number): void {
    this.#gauge('audit_queue_depth', 'Requests that wait for their audit record.', (gauge) => gauge.set(read()))
  }

  answerBytes(read: () => number): void {
    this.#gauge('answer_bytes', 'Bytes reserved for answers that are built or sent.', (gauge) => gauge.set(read()))
  }

  poolConnections(read: () => Record<'total' | 'idle' | 'waiting', number>): void {
    this.#gauge('database_pool_connections', 'Connections of the pool, and requests waiting for one.', (gauge) => {
      for (const [state, value] of Object.entries(read())) gauge.set({ state }, value)
    })
  }

  #gauge(name: string, help: string, collect: (gauge: Gauge) => void): void {
    const labelNames = name === 'database_pool_connections' ? ['state'] : []
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        collect(this)
      },
    })
  }
}
