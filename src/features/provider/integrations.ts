import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Context } from '../../engine/context.ts'
import {
  type Integration,
  type IntegrationName,
  type IntegrationReport,
  IntegrationState,
} from './organization.outputs.ts'
import { DeliveryStatus, WebhookStatus } from './webhook.entity.ts'

declare module '../../common/services.ts' {
  interface Services {
    integrations: Integrations
  }
}

/** Tries whether something answers, and says what it found; throws when it does not. Absent: it is not set up. */
export type Probe = (signal: AbortSignal) => Promise<string>

const PROBED = ['identityProvider', 'redis', 'smtp', 'alertmanager'] as const

/** The connections of the process: how to try each, or, where nothing can be tried, what is known. */
export type Probes = Record<(typeof PROBED)[number], Probe | string | undefined>

const PATIENCE_MS = 2_000
const FRESH_MS = 10_000

const { WORKING, FAILING, CONFIGURED, NOT_CONFIGURED } = IntegrationState

/** Gives up after its time, also on a probe that ignores the signal. Errors may name addresses, so they stay inside. */
async function attempt(name: IntegrationName, probe: Probe | string | undefined, log: Logger): Promise<Integration> {
  if (!probe) return { name, state: NOT_CONFIGURED, detail: 'It is not set up.' }
  if (typeof probe === 'string') return { name, state: CONFIGURED, detail: probe }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  try {
    return { name, state: WORKING, detail: await Promise.race([probe(signal), late]) }
  } catch (error) {
    log.warn({ err: error, integration: name }, 'an integration does not work')
    const why = signal.aborted ? `It did not answer within ${PATIENCE_MS / 1000} s.` : 'It cannot be used; see the log.'
    return { name, state: FAILING, detail: why }
  }
}

/** What was found of the connections, and when. */
type Found = Pick<IntegrationReport, 'checkedAt' | 'integrations'>

/** What the gateway is connected to. All are tried at once, and what was found is kept for seconds: no caller can flood them. */
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

  /** Tries all, unless it was done within the last seconds. Never inside of a transaction: they may take their time. */
  async probe(): Promise<void> {
    await this.#found.forceFetch('all')
  }

  /** What `probe` found, however long the transaction was waited for since. */
  async report(ctx: Context): Promise<IntegrationReport> {
    const found = this.#found.peek('all', { allowStale: true })
    if (!found) throw new Error('The integrations were not probed')
    const { checkedAt, integrations } = found
    return { checkedAt, integrations: [await databaseState(ctx), ...integrations, await webhookState(ctx)] }
  }
}

/** The transaction that this runs in is the proof. */
async function databaseState({ db }: Context): Promise<Integration> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return { name: 'database', state: WORKING, detail: `PostgreSQL ${rows[0]?.version.split(' ')[0]}` }
}

/** By what became of real messages: trying an endpoint would send it something that no event brought about. */
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
  // Without a reason the organization itself switched it off, and means it.
  const meant = endpoints.filter(({ status, disabledReason }) => status === WebhookStatus.ACTIVE || disabledReason)
  const failing = meant.filter(({ disabledReason, failingSince }) => disabledReason || failingSince).length
  const working = meant.filter(({ lastOutcome }) => lastOutcome === DeliveryStatus.DELIVERED).length
  const name = 'webhooks'
  if (meant.length === 0) return { name, state: NOT_CONFIGURED, detail: 'There are no active endpoints.' }
  const detail = `${meant.length} endpoints; ${working} took their last message, ${failing} fail or were disabled for it.`
  return { name, state: failing > 0 ? FAILING : working > 0 ? WORKING : CONFIGURED, detail }
}
