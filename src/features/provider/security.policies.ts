import { LRUCache } from 'lru-cache'
import { ServiceError, unauthorized } from '../../common/errors.ts'
import type { Database } from '../../data/transaction.ts'
import type { EventFeed } from '../../events/feed.ts'
import type { Caller } from '../../security/auth/caller.ts'
import { isWithin } from './addresses.ts'
import type { SecuritySettings } from './security.outputs.ts'

/** The settings of an organization that has set nothing. */
export const OPEN: SecuritySettings = { allowedAddresses: [], maximumSessionMinutes: null, exportRole: null }

/** The age of a session: since the sign-in, and where the token does not tell that, since it was issued. */
function minutesOf({ issuedAt, signedInAt }: Caller): number {
  const began = [signedInAt, issuedAt].filter((time) => time !== undefined)
  return began.length === 0 ? Number.POSITIVE_INFINITY : Date.now() / 60_000 - Math.min(...began) / 60
}

/** Which setting, if any, keeps a caller out. */
export function refusalOf(
  settings: SecuritySettings,
  caller: Caller,
  address: string,
): keyof SecuritySettings | undefined {
  const { allowedAddresses, maximumSessionMinutes } = settings
  if (allowedAddresses.length > 0 && !isWithin(address, allowedAddresses)) return 'allowedAddresses'
  // A key is no session: it has an expiry of its own, and is revoked.
  if (maximumSessionMinutes === null || caller.isKey) return undefined
  return minutesOf(caller) > maximumSessionMinutes ? 'maximumSessionMinutes' : undefined
}

/** Whether a caller's role may export. */
export const mayExport = ({ exportRole }: SecuritySettings, { role }: Caller): boolean =>
  exportRole === null || role === 'admin' || role === exportRole

/** How long a change may stay unknown to a replica that hears of no events. */
const STALE_MS = 5_000

/** The security settings of every organization, enforced. */
export class SecurityPolicies {
  readonly #settings: LRUCache<string, SecuritySettings>

  constructor(database: Database, events: EventFeed) {
    this.#settings = new LRUCache({
      max: 10_000,
      ttl: STALE_MS,
      ignoreFetchAbort: true,
      fetchMethod: (organizationId) => readSettings(database, organizationId),
    })
    events.onWake((wakes) => {
      if (!wakes) this.#settings.clear()
      for (const { types, organizationId } of wakes ?? []) {
        if (types.includes('SECURITY_SETTINGS_UPDATED')) this.#settings.delete(organizationId)
      }
    })
  }

  /**
   * Waits only where the settings are not known yet.
   * @throws UNAUTHORIZED when the session is too old; FORBIDDEN when the address, or the role for an export, is not
   * allowed
   */
  check(caller: Caller, address: string, isExport: boolean): Promise<void> | undefined {
    const known = this.#settings.get(caller.organizationId)
    if (!known) return this.#checkUnknown(caller, address, isExport)
    demand(known, caller, address, isExport)
    return undefined
  }

  async #checkUnknown(caller: Caller, address: string, isExport: boolean): Promise<void> {
    demand((await this.#settings.fetch(caller.organizationId)) ?? OPEN, caller, address, isExport)
  }
}

function demand(settings: SecuritySettings, caller: Caller, address: string, isExport: boolean): void {
  const refusal = refusalOf(settings, caller, address)
  if (refusal === 'maximumSessionMinutes') throw unauthorized('The session is older than the organization allows')
  if (refusal) throw new ServiceError('FORBIDDEN', 'The organization does not allow requests from this address', {})
  if (isExport && !mayExport(settings, caller)) {
    const { exportRole } = settings
    throw new ServiceError('FORBIDDEN', `The organization allows exports to the role ${exportRole} only`, {
      exportRole,
    })
  }
}

const readSettings = (database: Database, organizationId: string): Promise<SecuritySettings> =>
  database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, async ({ db }) => {
    const row = await db.selectFrom('organization').select('security').executeTakeFirst()
    return row?.security ?? OPEN
  })
