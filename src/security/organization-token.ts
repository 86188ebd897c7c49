import { randomBytes } from 'node:crypto'
import { textOf } from './auth/paths.ts'

/** 32 random bytes and an organization, both in base64url. */
const TOKEN = /^[\w-]{43}_([\w-]+)$/

const encode = (organizationId: string) => Buffer.from(organizationId).toString('base64url')

/** A random secret that contains the id of its organization, so that a lookup can start in that tenant. */
export const newToken = (organizationId: string): string =>
  `${randomBytes(32).toString('base64url')}_${encode(organizationId)}`

/**
 * The organization in a token. Undefined if the text does not have the format of a token. Unverified: neither the
 * organization nor the token need exist.
 */
export function organizationOf(token: string): string | undefined {
  const encoded = TOKEN.exec(token)?.[1] ?? ''
  const organizationId = Buffer.from(encoded, 'base64url').toString()
  // Decoding accepts more texts than encoding produces. Comparing with the encoded form leaves each organization one
  // spelling.
  return encode(organizationId) === encoded ? textOf(organizationId) : undefined
}
