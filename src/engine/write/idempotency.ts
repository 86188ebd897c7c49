import { hash, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { ServiceError } from '../../common/errors.ts'
import type { Perishable } from '../../data/perishable.ts'
import type { Transaction } from '../../data/transaction.ts'
import type { Caller } from '../../security/auth/caller.ts'
import { seal, unseal } from '../../security/secrets.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    idempotencyKey: {
      organizationId: string
      userId: string
      route: string
      keyHash: string
      bodyHash: string
      response: string
      createdAt: Date
    }
  }
}

/** How long a response is stored for replay, in hours. */
const KEPT_HOURS = 24

export const oldResponses: Perishable = { table: 'idempotency_key', hours: KEPT_HOURS }

/** Identifies a repeated request. */
export interface Idempotency {
  key: string
  /** Method and path, with a hash of the query. */
  route: string
  /** SHA-256 of the request body. */
  bodyHash: string
}

const hex = (text: string) => hash('sha256', text, 'hex')

/**
 * Only the caller may read a stored response. It is encrypted with the caller's idempotency key, of which only a hash
 * is stored.
 */
const sealingKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'idempotent response', 32))

/**
 * Claims a key for the transaction of `unit`. The claim is a lock that ends with the transaction. The response is
 * stored in the same transaction, so the work and the key are committed together or not at all.
 * @returns the stored response, if the request was executed before
 * @throws IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED
 */
export async function claim(
  unit: Transaction,
  caller: Caller,
  { key, route, bodyHash }: Idempotency,
): Promise<string | undefined> {
  const { organizationId, userId } = caller
  const name = hex(JSON.stringify([organizationId, userId, route, key]))
  const lock = BigInt.asIntN(64, BigInt(`0x${name.slice(0, 16)}`))
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lock}) as locked`.execute(unit.db)
  if (!rows[0]?.locked) {
    const message = 'A request with this Idempotency-Key is still running'
    throw new ServiceError('IDEMPOTENCY_IN_PROGRESS', message, undefined, { 'Retry-After': '1' })
  }
  const saved = await unit.db
    .selectFrom('idempotencyKey')
    .select(['bodyHash', 'response'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('route', '=', route)
    .where('keyHash', '=', hex(key))
    .where('createdAt', '>', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .executeTakeFirst()
  if (!saved) return undefined
  if (saved.bodyHash !== bodyHash) {
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used with another body')
  }
  if (saved.response === EMPTIED)
    throw new ServiceError('CONFLICT', 'The request was completed, and its response has been erased')
  return unseal(sealingKey(key), saved.response)
}

/** Replaces a response that must not be returned again. */
const EMPTIED = ''

/**
 * Removes the stored responses of an organization. They are encrypted, so it is unknown whom they name. The keys stay,
 * so that no request is executed twice.
 */
export async function emptyResponses({ db }: Pick<Transaction, 'db'>, organizationId: string): Promise<void> {
  await sql`update idempotency_key set response = ${EMPTIED} where organization_id = ${organizationId}`.execute(db)
}

/** Stores the response of a claimed key. */
export async function saveResponse(
  unit: Transaction,
  caller: Caller,
  asked: Idempotency,
  response: string,
): Promise<void> {
  const row = {
    organizationId: caller.organizationId,
    userId: caller.userId,
    route: asked.route,
    keyHash: hex(asked.key),
    bodyHash: asked.bodyHash,
    response: seal(sealingKey(asked.key), response),
  }
  const { organizationId, userId, route, keyHash } = row
  // An expired row may still have the same key.
  await sql`delete from idempotency_key where organization_id = ${organizationId} and user_id = ${userId}
    and route = ${route} and key_hash = ${keyHash}`.execute(unit.db)
  await unit.db
    .insertInto('idempotencyKey')
    .values({ ...row, createdAt: unit.now })
    .execute()
}
