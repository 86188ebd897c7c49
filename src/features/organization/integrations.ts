import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { type Cause, causeText } from '../../common/texts.ts'
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
export type Probe = (signal: AbortSignal) => Promise<Cause>

const PROBED = ['identityProvider', 'redis', 'smtp', 'alertmanager'] as const

/**
 * For each connection of the process: the function that checks it, or a finding that needs no check. Undefined:
 * the connection is not configured.
 */
export type Probes = Record<(typeof PROBED)[number], Probe | Cause | undefined>

const PATIENCE_MS = 2_000
const FRESH_MS = 10_000

const { WORKING, FAILING, CONFIGURED, NOT_CONFIGURED } = IntegrationState

const found = (name: IntegrationName, state: IntegrationState, cause: Cause): Integration => ({
  name,
  state,
  detail: causeText(cause),
  cause,
})

/**
 * Runs a check. It ends after the time limit, even if the probe ignores the signal. Errors may contain addresses, so
 * they are only logged.
 */
async function attempt(name: IntegrationName, probe: Probe | Cause | undefined, log: Logger): Promise<Integration> {
  if (!probe) return found(name, NOT_CONFIGURED, { code: 'INTEGRATION_UNSET' })
  if (typeof probe !== 'function') return found(name, CONFIGURED, probe)
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  try {
    return found(name, WORKING, await Promise.race([probe(signal), late]))
  } catch (error) {
    log.warn({ err: error, integration: name }, 'an integration does not work')
    const late = { code: 'INTEGRATION_LATE', seconds: PATIENCE_MS / 1000 } as const
    return found(name, FAILING, signal.aborted ? late : { code: 'INTEGRATION_BROKEN' })
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
    const last = this.#found.peek('all', { allowStale: true })
    if (!last) throw new Error('The integrations were not probed')
    const { checkedAt, integrations } = last
    return { checkedAt, integrations: [await databaseState(ctx), ...integrations, await webhookState(ctx)] }
  }
}

/** This statement runs in a transaction, which proves that the database works. */
async function databaseState({ db }: Context): Promise<Integration> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return found('database', WORKING, {
    code: 'INTEGRATION_DATABASE',
    version: `PostgreSQL ${rows[0]?.version.split(' ')[0]}`,
  })
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
  if (meant.length === 0) return found(name, NOT_CONFIGURED, { code: 'INTEGRATION_NO_ENDPOINTS' })
  const cause = { code: 'INTEGRATION_ENDPOINTS', endpoints: meant.length, working, failing } as const
  return found(name, failing > 0 ? FAILING : working > 0 ? WORKING : CONFIGURED, cause)
}
