import { hash, randomBytes } from 'node:crypto'

/** What every key starts with, so that verifiers and secret scanners know one when they see one. */
export const KEY_PREFIX = 'cmg_'

const KEY = /^cmg_[\w-]{43}$/

/** A key of 32 random bytes. */
export const newKey = (): string => `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`

/** Whether a token has the form of a key. */
export const isKey = (token: string): boolean => KEY.test(token)

/** What is kept of a key. */
export const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer')

/** What is shown of a key: the prefix and four characters, of which 232 random bits remain unknown. */
export const hintOf = (key: string): string => key.slice(0, KEY_PREFIX.length + 4)
