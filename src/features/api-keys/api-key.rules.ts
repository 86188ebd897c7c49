import { hash } from 'node:crypto'
import { invalidFields } from '../../common/errors.ts'
import { newToken, organizationOf } from '../../security/organization-token.ts'

/** Prefix of every API key, for verifiers and secret scanners. */
export const KEY_PREFIX = 'cmg_'

/** A secret, a checksum, and an organization. Keys of earlier versions have no checksum. */
const CHECKED = /^([\w-]{43})([0-9a-f]{8})(_[\w-]+)$/
const SECRET_LENGTH = 43

/** The checksum of the other parts of a key. Secret scanners use it to tell keys from similar text. It is not a secret. */
const checksumOf = (token: string): string => hash('sha256', KEY_PREFIX + token, 'hex').slice(0, 8)

/** The key of a token: its checksum follows the secret. */
export const keyOf = (token: string): string =>
  KEY_PREFIX + token.slice(0, SECRET_LENGTH) + checksumOf(token) + token.slice(SECRET_LENGTH)

/** Creates a key of 32 random bytes for an organization. */
export const newKey = (organizationId: string): string => keyOf(newToken(organizationId))

/** The organization in a key. Undefined if the text does not have the format of a key, or its checksum is wrong. */
export function organizationOfKey(key: string): string | undefined {
  const text = key.slice(KEY_PREFIX.length)
  const [, secret, checksum, organization] = CHECKED.exec(text) ?? []
  if (secret === undefined || organization === undefined) return organizationOf(text)
  return checksumOf(secret + organization) === checksum ? organizationOf(secret + organization) : undefined
}

/** The stored form of a key: its hash. */
export const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** The visible part of a key: the prefix and four characters. 232 random bits stay secret. */
export const hintOf = (key: string): string => key.slice(0, KEY_PREFIX.length + 4)

const DAY_MS = 24 * 3600 * 1000

/** Days before the end of a key at which administrators are notified. */
const NOTICE_DAYS = [14, 1]

/** The time of the next notice of a key after `time`. Null if none follows. */
export function noticeAfter(time: Date, expiresAt: Date | null | undefined): Date | null {
  if (!expiresAt) return null
  const later = NOTICE_DAYS.map((days) => expiresAt.getTime() - days * DAY_MS).filter((at) => at > time.getTime())
  return later.length > 0 ? new Date(Math.min(...later)) : null
}

/** Whether a key whose secret was made at `madeAt` is valid for longer than the organization allows. */
export const exceeds = (maximumKeyDays: number | null, madeAt: Date, expiresAt: Date | null | undefined): boolean =>
  maximumKeyDays !== null && (!expiresAt || expiresAt.getTime() > madeAt.getTime() + maximumKeyDays * DAY_MS)

/** @throws VALIDATION_ERROR for the expiry of a new secret that is past, or later than the organization allows */
export function demandExpiry(maximumKeyDays: number | null, now: Date, expiresAt: Date | null | undefined): void {
  if (expiresAt && expiresAt <= now) throw invalidFields({ expiresAt: 'NOT_FUTURE' })
  if (exceeds(maximumKeyDays, now, expiresAt))
    throw invalidFields({ expiresAt: { code: 'KEY_TOO_LONG', days: maximumKeyDays } })
}
