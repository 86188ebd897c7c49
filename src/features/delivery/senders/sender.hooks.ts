import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { validate as isUuid } from 'uuid'
import { LOOKUPS } from '../../../common/fair-pool.ts'
import type { Database } from '../../../data/database.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow, lockRow } from '../../../engine/write/rows.ts'
import { textOf } from '../../../security/auth/paths.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import { newSecret } from '../../webhooks/webhook.signature.ts'
import { Sender } from './sender.entity.ts'
import type { SenderHooks } from './sender-hooks.outputs.ts'

/*
 * The addresses to which the mail service of a sender sends reports. Each address contains a name of the sender.
 * Requests to `generic` are signed with the sender's secret. The address for SES contains a key that is derived from
 * the secret.
 */

/** The encryption context of a sender's secret for hooks. */
const aboutHookSecret = (senderId: string) => `hook ${senderId}`

const encode = (organizationId: string) => Buffer.from(organizationId).toString('base64url')

const nameOf = ({ organizationId, id }: Pick<Sender, 'organizationId' | 'id'>) => `${id}.${encode(organizationId)}`

/** The key in the address for SES, which cannot sign with a secret of ours. */
export const sesKey = (secret: string): string => createHmac('sha256', secret).update('ses').digest('base64url')

/**
 * Creates a new secret. The answer contains the secret and the addresses. The earlier secret and addresses no longer
 * work.
 */
export async function rotateHookSecret(ctx: Context, id: string): Promise<SenderHooks> {
  const sender = await lockRow(ctx, Sender, id, 'Sender')
  const secret = ctx.showOnce(newSecret())
  const sealedHookSecret = ctx.service('secrets').seal(secret, aboutHookSecret(id))
  changeRow(ctx, Sender, sender, { sealedHookSecret })
  const base = `${ctx.service('delivery').baseUrl}/hooks/delivery`
  const name = nameOf(sender)
  return {
    senderId: id,
    genericUrl: `${base}/generic?sender=${name}`,
    sesUrl: ctx.showOnce(`${base}/ses?sender=${name}&key=${sesKey(secret)}`),
    secret,
  }
}

/** A sender whose mail service reports, and its secret. */
export interface HookOwner {
  organizationId: string
  senderId: string
  secret: string
}

/** How long another process may still accept a replaced secret, milliseconds. */
const STALE_MS = 5_000

/**
 * The sender that an address names. Undefined if the text does not have the format of a name. The sender need not
 * exist.
 */
function senderIn(name: string): Omit<HookOwner, 'secret'> | undefined {
  const [senderId = '', encoded = ''] = name.split('.')
  const organizationId = textOf(Buffer.from(encoded, 'base64url').toString())
  const isExact = organizationId !== undefined && nameOf({ organizationId, id: senderId }) === name
  return isExact && isUuid(senderId) ? { organizationId, senderId } : undefined
}

/**
 * Finds the owners of hooks. Results, including "not found", are cached for seconds, because thousands of reports may
 * arrive together.
 */
export class HookOwners {
  readonly #known: LRUCache<string, { owner: HookOwner | undefined }>

  constructor(database: Database, secrets: SecretBox) {
    this.#known = new LRUCache({
      max: 10_000,
      ttl: STALE_MS,
      fetchMethod: async (name) => ({ owner: await findOwner(database, secrets, name) }),
    })
  }

  /**
   * The owner of a hook. Calls `beforeLookup`, which limits callers, before the database is read. A hook whose owner is
   * in the cache is not limited, even if the cached owner is stale.
   */
  async find(name: string, beforeLookup: () => Promise<void>): Promise<HookOwner | undefined> {
    if (!this.#known.has(name) && !this.#known.peek(name, { allowStale: true })?.owner) await beforeLookup()
    return (await this.#known.fetch(name))?.owner
  }

  /** The owner of a hook in the database. */
  async findAgain(name: string): Promise<HookOwner | undefined> {
    return (await this.#known.forceFetch(name, { forceRefresh: true })).owner
  }
}

async function findOwner(database: Database, secrets: SecretBox, name: string): Promise<HookOwner | undefined> {
  const sender = senderIn(name)
  if (!sender) return undefined
  const { organizationId, senderId } = sender
  const session = { role: 'gateway_tenant', organizationId, readOnly: true, poolUser: LOOKUPS } as const
  const row = await database.transaction(session, ({ db }) =>
    db.selectFrom('sender').select('sealedHookSecret').where('id', '=', senderId).executeTakeFirst(),
  )
  const secret = row?.sealedHookSecret ? secrets.open(row.sealedHookSecret, aboutHookSecret(senderId)) : undefined
  return secret === undefined ? undefined : { organizationId, senderId, secret }
}
