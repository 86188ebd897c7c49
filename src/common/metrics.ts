import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The outcomes that the alert rules use. */
const ATTEMPT_OUTCOMES = ['SENT', 'QUEUED', 'BOUNCED', 'FAILED', 'UNKNOWN']
const REPORT_OUTCOMES = ['DELIVERED', 'BOUNCED', 'SOFT_BOUNCED', 'COMPLAINED', 'UNSUBSCRIBED'] as const
const CHECK_OUTCOMES = ['valid', 'broken', 'unanswered'] as const

/** The outcome that a later report gives for a sent message. */
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

/**
 * How often the delay of the event loop is measured, milliseconds. The default is 10, which wakes an idle process a
 * hundred times a second.
 */
const LOOP_SAMPLE_MS = 50

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics of the process, in the text format of Prometheus. One instance per gateway, no global registry. */
export class Metrics {
  readonly registry = new Registry()
  readonly #http: Histogram
  readonly #operations: Histogram
  readonly #rejections: Counter
  readonly #cost: Counter
  readonly #flush: Histogram
  readonly #streams: Gauge
  readonly #mails: Counter
  readonly #messages: Counter
  readonly #reports: Counter
  readonly #senderChecks: Counter
  readonly #blocked: Histogram
  #redis: Gauge | undefined
  readonly #skipped: Counter
  readonly #background: Counter
  readonly #due: Gauge
  readonly #oldestDue: Gauge
  readonly #trailChanged: Counter
  readonly #unwitnessed: Counter
  readonly #witnessAnswers: Counter
  readonly #unhandled: Counter

  constructor() {
    const registers = [this.registry]
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS })
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
    this.#cost = new Counter({
      name: 'request_cost_total',
      help: 'Cost of finished requests, in units of a plain REST request. Replicas are scaled by it.',
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
      help: 'Attempts to send an e-mail: sent, postponed for another attempt, or failed for good.',
      labelNames: ['outcome', 'topic'],
      registers,
    })
    this.#messages = new Counter({
      name: 'campaign_messages_total',
      help: 'Attempts to send a message of a campaign, by the status that the message has after it.',
      labelNames: ['outcome'],
      registers,
    })
    this.#reports = new Counter({
      name: 'campaign_message_reports_total',
      help: 'Messages of campaigns for which a later report arrived: delivered, bounced, complained or unsubscribed.',
      labelNames: ['outcome'],
      registers,
    })
    this.#senderChecks = new Counter({
      name: 'sender_checks_total',
      help: 'Daily checks of the DNS records of a sender: valid, broken, or unanswered by the name servers.',
      labelNames: ['outcome'],
      registers,
    })
    // Each series starts at 0, because Prometheus computes no increase for a series that starts at 1.
    for (const outcome of ATTEMPT_OUTCOMES) this.#messages.inc({ outcome }, 0)
    for (const outcome of REPORT_OUTCOMES) this.#reports.inc({ outcome }, 0)
    for (const outcome of CHECK_OUTCOMES) this.#senderChecks.inc({ outcome }, 0)
    this.#blocked = new Histogram({
      name: 'event_loop_blocked_seconds',
      help: 'Number of times the event loop was blocked for half a second or longer. The log names the requests.',
      buckets: [1, 2.5, 5, 10, 30],
      registers,
    })
    this.#skipped = new Counter({
      name: 'stream_events_skipped_total',
      help: 'Events that a stream skipped because their data could not be shown.',
      labelNames: ['operation'],
      registers,
    })
    this.#background = new Counter({
      name: 'background_failures_total',
      help: 'Background work that failed and will be retried. The log has the reason.',
      labelNames: ['work'],
      registers,
    })
    this.#due = new Gauge({
      name: 'background_work_due',
      help: 'Organizations with due work that no process does yet. Each replica reports the same database.',
      labelNames: ['work'],
      registers,
    })
    this.#oldestDue = new Gauge({
      name: 'background_work_oldest_seconds',
      help: 'Time since the oldest due work became due.',
      labelNames: ['work'],
      registers,
    })
    this.#unhandled = new Counter({
      name: 'unhandled_rejections_total',
      help: 'Failed promises that no code handled. The log has each stack.',
      registers,
    })
    this.#trailChanged = new Counter({
      name: 'audit_trail_changed_total',
      help: 'Attempts to sign an audit trail that no longer contains the records that were signed before.',
      registers,
    })
    this.#unwitnessed = new Counter({
      name: 'audit_checkpoints_unwitnessed_total',
      help: 'Publications of a checkpoint to witnesses of which too few signed, for more than an hour.',
      registers,
    })
    this.#witnessAnswers = new Counter({
      name: 'audit_witness_answers_total',
      help: 'Checkpoints that were sent to a witness: signed, or failed. The log has the reason.',
      labelNames: ['witness', 'outcome'],
      registers,
    })
  }

  auditTrailChanged(): void {
    this.#trailChanged.inc()
  }

  checkpointUnwitnessed(): void {
    this.#unwitnessed.inc()
  }

  /** Counts a checkpoint that was sent to a witness. */
  witnessAnswered(witness: string, outcome: 'signed' | 'failed'): void {
    this.#witnessAnswers.inc({ witness, outcome })
  }

  /** Counts a finished request. `route` must be a pattern, not a path: each id would create a series. */
  httpRequest(labels: { method: string; route: string; status: number }, seconds: number): void {
    this.#http.observe(labels, seconds)
  }

  operation(labels: { operation: string; type: string; outcome: 'ok' | 'error' }, seconds: number): void {
    this.#operations.observe(labels, seconds)
  }

  /** Counts one time that the event loop was blocked. */
  eventLoopBlocked(seconds: number): void {
    this.#blocked.observe(seconds)
  }

  rateLimited(scope: string): void {
    this.#rejections.inc({ scope })
  }

  /** Counts the final cost of a finished request. */
  requestCost(units: number): void {
    this.#cost.inc(units)
  }

  /** Starts the timer of a group commit. Call the result when the commit ends. */
  auditFlush(): () => void {
    return this.#flush.startTimer()
  }

  /** Counts an attempt to send an e-mail by its result. */
  mail(outcome: 'sent' | 'put_off' | 'failed', topic: string): void {
    this.#mails.inc({ outcome, topic })
  }

  /** Counts the result of an attempt to send a message of a campaign. */
  campaignMessage(outcome: string): void {
    this.#messages.inc({ outcome })
  }

  /** Counts a message for which a later report arrived. A repeated report does not count. */
  messageReport(outcome: ReportOutcome): void {
    this.#reports.inc({ outcome })
  }

  /** Counts a daily check of the DNS records of a sender. */
  senderCheck(outcome: (typeof CHECK_OUTCOMES)[number]): void {
    this.#senderChecks.inc({ outcome })
  }

  stream(kind: string, change: 1 | -1): void {
    this.#streams.inc({ kind }, change)
  }

  /** Registered only if Redis is configured. */
  redisIsUp(isUp: boolean): void {
    this.#redis ??= new Gauge({
      name: 'redis_up',
      help: 'Whether Redis responds (1), or this process counts rate limits by itself (0).',
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

  /** Shows the due work by kind. A kind that is not listed has none. */
  workDue(kinds: readonly { kind: string; organizations: number; oldestSeconds: number }[]): void {
    this.#due.reset()
    this.#oldestDue.reset()
    for (const { kind, organizations, oldestSeconds } of kinds) {
      this.#due.set({ work: kind }, organizations)
      this.#oldestDue.set({ work: kind }, oldestSeconds)
    }
  }

  unhandledRejection(): void {
    this.#unhandled.inc()
  }

  auditQueueDepth(read: () => number): void {
    this.#gauge('audit_queue_depth', 'Requests that wait for their audit record.', (gauge) => gauge.set(read()))
  }

  answerBytes(read: () => number): void {
    this.#gauge('answer_bytes', 'Bytes reserved for answers that are being built or sent.', (gauge) =>
      gauge.set(read()),
    )
  }

  poolConnections(read: () => Record<'total' | 'idle' | 'waiting', number>): void {
    this.#gauge('database_pool_connections', 'Connections of the pool, and requests waiting for one.', (gauge) => {
      for (const [state, value] of Object.entries(read())) gauge.set({ state }, value)
    })
  }

  /** Shows the running release, so that a change of another metric can be compared with a deployment. */
  release(labels: { version: string; instance: string }): void {
    const name = 'gateway_info'
    const help = 'The version of the gateway and the name of its host. Always 1.'
    new Gauge({
      name,
      help,
      labelNames: ['version', 'instance'],
      registers: [this.registry],
      collect() {
        this.set(labels, 1)
      },
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
