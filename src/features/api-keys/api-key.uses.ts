import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { maskedNetwork } from '../../common/ip-addresses.ts'
import type { Context } from '../../engine/execute/context.ts'
import { asService, type ServiceTools } from '../../engine/write/as-service.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import type { RequestInfo } from '../../security/request.ts'
import { ApiKey } from './api-key.entity.ts'
import { mailAdministrators } from './api-key.mail.ts'

/**
 * Minimum time between two stored uses from the same network, milliseconds. So the stored time of the last use may be
 * older than the last use by this much.
 */
const COARSE_MS = 10 * 60_000

/** Maximum number of networks that are stored for a key. Uses from further networks are not announced. */
export const MOST_NETWORKS = 50

/**
 * Stores the time and the network of a use. Announces a network that is new, except the first one of the key. Returns
 * false for a key that is being changed: the request must not wait, so the next one stores its use.
 */
async function noteUse(ctx: Context, id: string, network: string): Promise<boolean> {
  const { db } = ctx
  const key = await db.selectFrom('apiKey').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
  if (!key) return false
  const known = key.usedNetworks ?? []
  const isNew = !known.includes(network) && known.length < MOST_NETWORKS
  const isRecent = key.lastUsedAt && ctx.now.getTime() - key.lastUsedAt.getTime() < COARSE_MS
  if (isRecent && !isNew && key.lastUsedNetwork === network) return true
  const uses = { lastUsedAt: ctx.now, lastUsedNetwork: network, ...(isNew && { usedNetworks: [...known, network] }) }
  // `changeRow` would change `updatedAt`, but a use is no change of the key.
  ctx.update(ApiKey, key, uses)
  if (!isNew || known.length === 0) return true
  ctx.record('API_KEY', 'USED_ELSEWHERE', id, { network })
  const act = key.oauthClientId
    ? 'If you do not know this network, revoke it, and replace its secret at the identity provider.'
    : 'If you do not know this network, rotate the key without an overlap, or revoke it.'
  await mailAdministrators(ctx, key, `was used from the new network ${network}`, act)
  return true
}

interface UseTools extends ServiceTools {
  log: Logger
}

/** Records the uses of API keys: usually one transaction in ten minutes per process, key and network. */
export class KeyUses {
  readonly #tools: UseTools
  readonly #noted = new LRUCache<string, true>({ max: 10_000, ttl: COARSE_MS })

  constructor(tools: UseTools) {
    this.#tools = tools
  }

  /** Returns a promise only if the use must be stored. A failure is logged, and does not refuse the request. */
  note({ tokenId, organizationId, isKey }: SignedIn, { address }: Pick<RequestInfo, 'address'>) {
    if (!isKey || tokenId === undefined || organizationId === undefined) return undefined
    const network = maskedNetwork(address)
    const use = `${tokenId} ${network}`
    if (this.#noted.has(use)) return undefined
    this.#noted.set(use, true)
    return this.#store(use, organizationId, tokenId, network)
  }

  async #store(use: string, organizationId: string, id: string, network: string): Promise<void> {
    const stored = asService(this.#tools, organizationId, 'API keys', (ctx) => noteUse(ctx, id, network))
    const isStored = await stored.catch((err) => {
      this.#tools.log.error({ err, organizationId }, 'the use of an API key could not be stored')
      return false
    })
    if (!isStored) this.#noted.delete(use)
  }
}
