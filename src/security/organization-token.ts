import { randomBytes } from 'node:crypto'
import { textOf } from './auth/paths.ts'

/** 32 random bytes and an organization, both in base64url. */
const TOKEN = /^[\w-]{43}_([\w-]+)$/

const encode = (organizationId: string) => Buffer.from(organizationId).toString('base64url')

/** A secret that says which organization it belongs to: looking it up begins in there. */
export const newToken = (organizationId: string): string =>
  `${randomBytes(32).toString('base64url')}_${encode(organizationId)}`

/**
 * The organization that a token names; undefined where it has not the form of one. It is a claim: neither the
 * organization nor the token need exist.
 */
export function organizationOf(token: string): string | undefined {
  const encoded = TOKEN.exec(token)?.[1] ?? ''
  const organizationId = Buffer.from(encoded, 'base64url').toString()
  // Decoding takes more than what encoding makes: an organization has one spelling.
  return encode(organizationId) === encoded ? textOf(organizationId) : undefined
}
