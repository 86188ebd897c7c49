import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Context } from '../../engine/execute/context.ts'
import { DeliveryStatus, WebhookStatus } from '../webhooks/webhook.entity.ts'
import {
  type Integration,
  type IntegrationName,
  type IntegrationReport,
  IntegrationState,
} from './organization.outputs.ts'

declare module '../../common/services.ts' {
  interface Services {
    integrations: Integrations
  }
}

/** Checks a connection. Returns its finding, or throws if the connection does not work. */
export type Probe = (signal: AbortSignal) => Promise<string>

const PROBED = ['identityProvider', 'redis', 'smtp', 'alertmanager'] as const

/**
 * For each connection of the process: the function that checks it. A text is a finding that needs no check. Undefined:
 * the connection is not configured.
 */
export type Probes = Record<(typeof PROBED)[number], Probe | string | undefined>

const PATIENCE_MS = 2_000
const FRESH_MS = 10_000

const { WORKING, FAILING, CONFIGURED, NOT_CONFIGURED } = IntegrationState

/**
 * Runs a check. It ends after the time limit, even if the probe ignores the signal. Errors may contain addresses, so
 * they are only logged.
 */
async function attempt(name: IntegrationName, probe: Probe | string | undefined, log: Logger): Promise<Integration> {
  if (!probe) return { name, state: NOT_CONFIGURED, detail: 'It is not set up.' }
  if (typeof probe === 'string') return { name, state: CONFIGURED, detail: probe }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  try {
    return { name, state: WORKING, detail: await Promise.race([probe(signal), late]) }
  } catch (error) {
    log.warn({ err: error, integration: name }, 'an integration does not work')
    const why = signal.aborted
      ? `It did not answer within ${PATIENCE_MS / 1000} s.`
      : 'It does not work; the log has the reason.'
    return { name, state: FAILING, detail: why }
  }
}

/** The results of the last checks, with their time. */
type Found = Pick<IntegrationReport, 'checkedAt' | 'integrations'>

/**
 * The external services of the gateway. All are checked at the same time, and results are cached for seconds, so that
 * callers cannot flood the services.
 */
export class Integrations {
  readonly #found: LRUCache<'all', Found>

  constructor(probes: Probes, log: Logger) {
    this.#found = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      fetchMethod: async () => ({
        checkedAt: new Date(),
        integrations: await Promise.all(PROBED.map((name) => attempt(name, probes[name], log))),
      }),
    })
  }

  /** Checks all services, unless the cache is fresh. Never call this in a transaction: a check may take seconds. */
  async probe(): Promise<void> {
    await this.#found.forceFetch('all')
  }

  /** The result of `probe`, even if the cache has expired since then. */
  async report(ctx: Context): Promise<IntegrationReport> {
    const found = this.#found.peek('all', { allowStale: true })
    if (!found) throw new Error('The integrations were not probed')
    const { checkedAt, integrations } = found
    return { checkedAt, integrations: [await databaseState(ctx), ...integrations, await webhookState(ctx)] }
  }
}

/** This statement runs in a transaction, which proves that the database works. */
async function databaseState({ db }: Context): Promise<Integration> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return { name: 'database', state: WORKING, detail: `PostgreSQL ${rows[0]?.version.split(' ')[0]}` }
}

/** The state of webhooks from real deliveries: a test request would send the endpoint a message without an event. */
async function webhookState({ db }: Context): Promise<Integration> {
  const endpoints = await db
    .selectFrom('webhook')
    .select(['status', 'disabledReason', 'failingSince'])
    .select(({ selectFrom }) =>
      selectFrom('webhookDelivery')
        .select('webhookDelivery.status')
        .whereRef('webhookDelivery.webhookId', '=', 'webhook.id')
        .where('webhookDelivery.status', '<>', DeliveryStatus.PENDING)
        .orderBy('webhookDelivery.createdAt', 'desc')
        .limit(1)
        .as('lastOutcome'),
    )
    .execute()
  // Without a reason, the organization itself disabled the endpoint, so it does not count.
  const meant = endpoints.filter(({ status, disabledReason }) => status === WebhookStatus.ACTIVE || disabledReason)
  const failing = meant.filter(({ disabledReason, failingSince }) => disabledReason || failingSince).length
  const working = meant.filter(({ lastOutcome }) => lastOutcome === DeliveryStatus.DELIVERED).length
  const name = 'webhooks'
  if (meant.length === 0) return { name, state: NOT_CONFIGURED, detail: 'There are no active endpoints.' }
  const detail = `${meant.length} endpoints: ${working} accepted their last message, ${failing} fail or were disabled for failing.`
  return { name, state: failing > 0 ? FAILING : working > 0 ? WORKING : CONFIGURED, detail }
}
