import { LRUCache } from 'lru-cache'
import { refusal, stepUpRequired, unauthorized } from '../../common/errors.ts'
import { isWithin } from '../../common/ip-addresses.ts'
import type { Database } from '../../data/database.ts'
import type { Operation } from '../../engine/declare/operation.ts'
import type { EventFeed } from '../../events/feed.ts'
import type { Caller } from '../../security/auth/caller.ts'
import type { RequestInfo } from '../../security/request.ts'
import type { SecuritySettings } from './security.outputs.ts'

/** The default settings. */
export const OPEN: SecuritySettings = {
  allowedAddresses: [],
  maximumSessionMinutes: null,
  exportRole: null,
  agentsAllowed: false,
  maximumKeyDays: null,
  stepUpMinutes: null,
}

/** The settings of an organization. A setting that did not exist when the settings were stored has its default. */
export const settingsOf = (stored: Partial<SecuritySettings> | null | undefined): SecuritySettings => ({
  ...OPEN,
  ...stored,
})

/**
 * The time at which the organization ends a session, in seconds since 1970. A session starts with the sign-in, or with
 * the issue of the token if the token has no sign-in time. A key is not a session: it has its own expiry and can be
 * revoked.
 */
function endOf({ maximumSessionMinutes }: SecuritySettings, { issuedAt, signedInAt, isKey }: Caller): number {
  if (maximumSessionMinutes === null || isKey) return Number.POSITIVE_INFINITY
  const began = [signedInAt, issuedAt].filter((time) => time !== undefined)
  return began.length === 0 ? 0 : Math.min(...began) + maximumSessionMinutes * 60
}

/** The settings that can refuse a caller at any operation. */
export type AccessSetting = 'allowedAddresses' | 'maximumSessionMinutes'

/** The origin of a request. */
type AskingRequest = Pick<RequestInfo, 'address' | 'isAgent'>

/** The facts of an operation that settings refer to. */
type AskedOperation = Pick<Operation, 'isExport' | 'needsFreshSignIn'>

/**
 * Whether the sign-in of a caller is as recent as the organization demands. Only `auth_time` counts, because a renewed
 * token is no sign-in. An API key cannot sign in, so the demand does not concern it.
 */
export const isFresh = ({ stepUpMinutes }: SecuritySettings, { signedInAt, isKey }: Caller): boolean =>
  stepUpMinutes === null ||
  isKey === true ||
  (signedInAt !== undefined && Date.now() / 1000 - signedInAt <= stepUpMinutes * 60)

/** @throws STEP_UP_REQUIRED */
export function demandFreshSignIn(settings: SecuritySettings, caller: Caller): void {
  if (!isFresh(settings, caller)) throw stepUpRequired((settings.stepUpMinutes ?? 0) * 60)
}

/** The setting that refuses a caller, if any. */
export function refusalOf(settings: SecuritySettings, caller: Caller, address: string): AccessSetting | undefined {
  const { allowedAddresses } = settings
  if (allowedAddresses.length > 0 && !isWithin(address, allowedAddresses)) return 'allowedAddresses'
  return Date.now() / 1000 > endOf(settings, caller) ? 'maximumSessionMinutes' : undefined
}

export const mayExport = ({ exportRole }: SecuritySettings, { role }: Caller): boolean =>
  exportRole === null || role === 'admin' || role === exportRole

/** How long a replica without events may still apply old settings. */
const STALE_MS = 5_000

/** Caches and enforces the security settings of all organizations. */
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
   * Returns a promise only if the settings are not cached.
   * @throws UNAUTHORIZED if the session is too old; STEP_UP_REQUIRED if the operation needs a fresh sign-in; FORBIDDEN
   * if the address, the role for an export, or an agent is not allowed
   */
  check(caller: Caller, request: AskingRequest, operation: AskedOperation): Promise<void> | undefined {
    const known = this.#settings.get(caller.organizationId)
    if (!known) return this.#checkUnknown(caller, request, operation)
    demand(known, caller, request, operation)
    return undefined
  }

  async #checkUnknown(caller: Caller, request: AskingRequest, operation: AskedOperation): Promise<void> {
    demand(await this.#find(caller), caller, request, operation)
  }

  /** The time at which the token or the session of a caller ends, in seconds since 1970. Undefined: never. */
  async endOf(caller: Caller): Promise<number | undefined> {
    const end = Math.min(caller.expiresAt ?? Number.POSITIVE_INFINITY, endOf(await this.#find(caller), caller))
    return Number.isFinite(end) ? end : undefined
  }

  async #find({ organizationId }: Caller): Promise<SecuritySettings> {
    return (await this.#settings.fetch(organizationId)) ?? OPEN
  }
}

function demand(
  settings: SecuritySettings,
  caller: Caller,
  { address, isAgent }: AskingRequest,
  { isExport, needsFreshSignIn }: AskedOperation,
): void {
  if (isAgent && !settings.agentsAllowed) throw refusal('FORBIDDEN', 'AGENTS_NOT_ALLOWED', { setting: 'agentsAllowed' })
  const setting = refusalOf(settings, caller, address)
  if (setting === 'maximumSessionMinutes') throw unauthorized('The session is older than the organization allows')
  if (setting) throw refusal('FORBIDDEN', 'ADDRESS_NOT_ALLOWED', {})
  if (needsFreshSignIn) demandFreshSignIn(settings, caller)
  if (isExport && !mayExport(settings, caller))
    throw refusal('FORBIDDEN', 'EXPORT_NOT_ALLOWED', { exportRole: settings.exportRole })
}

const readSettings = (database: Database, organizationId: string): Promise<SecuritySettings> =>
  database.read(organizationId, async ({ db }) => {
    const row = await db.selectFrom('organization').select('security').executeTakeFirst()
    return settingsOf(row?.security)
  })
