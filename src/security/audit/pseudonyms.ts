import { hash } from 'node:crypto'
import type { SecretBox } from '../secrets.ts'
import { redact } from './redact.ts'

/** What pseudonyms are made with. */
export type Marker = Pick<SecretBox, 'tags'>

const MOST = 256
const DIGITS = 32

const keyed = (tag: string) => `hmac:${Buffer.from(tag, 'base64url').toString('hex').slice(0, DIGITS)}`

/** As it was written without a key, which anyone can make who guesses the id; records never change. */
const bare = (id: string) => `sha256:${hash('sha256', id).slice(0, DIGITS)}`

/** Whether an id is a phone number, or has as many digits as a South African identity number. */
const isNumberOfPerson = (id: string) => /^(?:\+\d{7,15}|(?:0027|27|0)\d{9}|\d{13})$/.test(id)

/**
 * An id as it may stand in the trail: itself, or a pseudonym when it holds an address or a secret, or is a number of a person. The pseudonym is the same
 * for the same id of an organization, and nobody can make it who has no key.
 */
export const opaqueId = (secrets: Marker, organizationId: string, id: string): string =>
  opaqueIds(secrets, organizationId, id)[0]

/** The same, and how else it may stand in records that were written before, by an earlier key or without one. */
export function opaqueIds(secrets: Marker, organizationId: string, id: string): [string, ...string[]] {
  const bounded = id.slice(0, MOST)
  const isNumber = isNumberOfPerson(id)
  if (!isNumber && redact(bounded) === bounded) return [bounded]
  const [own, ...earlier] = secrets.tags(id, `audit ${organizationId}`)
  // Version 0.4 wrote numbers as they were.
  return [keyed(own), ...earlier.map(keyed), isNumber ? id : bare(id)]
}

/** An id in a record of the service itself, which calls nobody by an address: were it one, it would be left out. */
export const knownId = (id: string): string => (redact(id) === id ? id : '[withheld]')
