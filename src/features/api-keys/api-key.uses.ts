import { LRUCache } from 'lru-cache'
import { maskedNetwork } from '../../common/ip-addresses.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { GatewayDependencies } from '../../engine/execute/dependencies.ts'
import { asService } from '../../engine/write/as-service.ts'
import type { SignedIn } from '../../security/auth/caller.ts'
import type { RequestInfo } from '../../security/request.ts'
import { ApiKey } from './api-key.entity.ts'
import { mailAdministrators } from './api-key.mail.ts'

/** The stored time of the last use is at most this much older than the use, if the network is the same. */
const COARSE_MS = 10 * 60_000

/** Most networks of a key that are stored. Uses from further networks are not announced. */
export const MOST_NETWORKS = 50

/** Stores the time and the network of a use. Announces a network that is new, except the first one of the key. */
async function noteUse(ctx: Context, id: string, network: string): Promise<void> {
  const key = await ctx.db.selectFrom('apiKey').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!key) return
  const known = key.usedNetworks ?? []
  const isNew = !known.includes(network) && known.length < MOST_NETWORKS
  const isRecent = key.lastUsedAt && ctx.now.getTime() - key.lastUsedAt.getTime() < COARSE_MS
  if (isRecent && !isNew && key.lastUsedNetwork === network) return
  const uses = { lastUsedAt: ctx.now, lastUsedNetwork: network, ...(isNew && { usedNetworks: [...known, network] }) }
  // Not `changeRow`: a use is no change of the key, so `updatedAt` stays.
  ctx.update(ApiKey, key, uses)
  if (!isNew || known.length === 0) return
  ctx.record('API_KEY', 'USED_ELSEWHERE', id, { network })
  const act = 'If you do not know this network, rotate the key without an overlap, or revoke it.'
  await mailAdministrators(ctx, key, `was used from the new network ${network}`, act)
}

/** Notes the uses of API keys: at most one transaction in ten minutes per process, key and network. */
export class KeyUses {
  readonly #dependencies: Pick<GatewayDependencies, 'database' | 'services' | 'log'>
  readonly #noted = new LRUCache<string, true>({ max: 10_000, ttl: COARSE_MS })

  constructor(dependencies: Pick<GatewayDependencies, 'database' | 'services' | 'log'>) {
    this.#dependencies = dependencies
  }

  /** Returns a promise only if the use must be stored. A failure is logged, and does not refuse the request. */
  note({ tokenId, organizationId, isKey }: SignedIn, { address }: Pick<RequestInfo, 'address'>) {
    if (!isKey || tokenId === undefined || organizationId === undefined) return undefined
    const network = maskedNetwork(address)
    const use = `${tokenId} ${network}`
    if (this.#noted.has(use)) return undefined
    this.#noted.set(use, true)
    const change = (ctx: Context) => noteUse(ctx, tokenId, network)
    return asService(this.#dependencies, organizationId, 'API key use', change).catch((err) => {
      this.#noted.delete(use)
      this.#dependencies.log.error({ err, organizationId }, 'the use of an API key could not be stored')
    })
  }
}
