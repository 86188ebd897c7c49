import { hash } from 'node:crypto'
import { validate as isUuid } from 'uuid'
import type { SecretBox } from '../secrets.ts'
import { redact, redactRepeated } from './redact.ts'

/** The dependency that computes keyed pseudonyms. */
export type Marker = Pick<SecretBox, 'tags'>

const MOST = 256
const DIGITS = 32

const keyed = (tag: string) => `hmac:${Buffer.from(tag, 'base64url').toString('hex').slice(0, DIGITS)}`

/**
 * The former pseudonym without a key, which anybody can compute from a guessed id. Only for finding old records, which
 * never change.
 */
const bare = (id: string) => `sha256:${hash('sha256', id).slice(0, DIGITS)}`

/** Whether an id is a phone number, or has as many digits as a South African identity number. */
const isNumberOfPerson = (id: string) => /^(?:\+\d{7,15}|(?:0027|27|0)\d{9}|\d{13})$/.test(id)

/**
 * The form of an id in the trail: the id itself, or a pseudonym if the id contains an address or a secret, or is a
 * number of a person. Equal ids of an organization have equal pseudonyms, and nobody can compute them without the key.
 */
export const opaqueId = (secrets: Marker, organizationId: string, id: string): string =>
  opaqueIds(secrets, organizationId, id)[0]

/**
 * Like `opaqueId`, and then the forms that older records may have: pseudonyms with an earlier key, and without a key.
 */
export function opaqueIds(secrets: Marker, organizationId: string, id: string): [string, ...string[]] {
  // The id of a row. Hexadecimal digits match no pattern of a secret.
  if (isUuid(id)) return [id]
  const bounded = id.slice(0, MOST)
  const isNumber = isNumberOfPerson(id)
  if (!isNumber && redactRepeated(bounded) === bounded) return [bounded]
  const [own, ...earlier] = secrets.tags(id, `audit ${organizationId}`)
  // Version 0.4 stored numbers unchanged.
  return [keyed(own), ...earlier.map(keyed), isNumber ? id : bare(id)]
}

/**
 * The forms of a user id after an erasure, the first with the current key. The id has the same form in every row, and the
 * user who signs in with it is still known as the member who was removed.
 */
export const erasedIds = (secrets: Marker, organizationId: string, id: string): [string, ...string[]] => {
  const [own, ...earlier] = secrets.tags(id, `erased ${organizationId}`)
  const form = (tag: string) => `erased-${Buffer.from(tag, 'base64url').toString('hex').slice(0, DIGITS)}`
  return [form(own), ...earlier.map(form)]
}

/** Whether an erasure replaced a user id. */
export const isErasedId = (id: string): boolean => /^erased-[0-9a-f]{12,}$/.test(id)

/** An id in a log record of the service itself. The service uses no addresses as ids; an address would be withheld. */
export const knownId = (id: string): string => (redact(id) === id ? id : '[withheld]')
