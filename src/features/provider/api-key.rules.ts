import { hash } from 'node:crypto'
import { newToken, organizationOf } from '../../security/organization-token.ts'

/** What every key starts with, so that verifiers and secret scanners know one when they see one. */
export const KEY_PREFIX = 'cmg_'

/** A key of 32 random bytes for an organization. */
export const newKey = (organizationId: string): string => KEY_PREFIX + newToken(organizationId)

/** The organization that a key names; undefined where it has not the form of a key. */
export const organizationOfKey = (key: string): string | undefined => organizationOf(key.slice(KEY_PREFIX.length))

/** What is kept of a key. */
export const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** What is shown of a key: the prefix and four characters, of which 232 random bits remain unknown. */
export const hintOf = (key: string): string => key.slice(0, KEY_PREFIX.length + 4)
