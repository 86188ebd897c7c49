import { hash } from 'node:crypto'
import { newToken, organizationOf } from '../../security/organization-token.ts'

/** Prefix of every API key, for verifiers and secret scanners. */
export const KEY_PREFIX = 'cmg_'

/** Creates a key of 32 random bytes for an organization. */
export const newKey = (organizationId: string): string => KEY_PREFIX + newToken(organizationId)

/** The organization in a key. Undefined if the text does not have the format of a key. */
export const organizationOfKey = (key: string): string | undefined => organizationOf(key.slice(KEY_PREFIX.length))

/** The stored form of a key: its hash. */
export const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** The visible part of a key: the prefix and four characters. 232 random bits stay secret. */
export const hintOf = (key: string): string => key.slice(0, KEY_PREFIX.length + 4)
