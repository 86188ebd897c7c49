import { hash, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { ServiceError } from '../common/errors.ts'
import type { Unit } from '../data/transaction.ts'
import type { Perishable } from '../events/batches.ts'
import type { Caller } from '../security/auth/caller.ts'
import { seal, unseal } from '../security/secrets.ts'

declare module '../data/transaction.ts' {
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

/** How long a response is kept for replay. */
const KEPT_HOURS = 24

export const oldResponses: Perishable = { table: 'idempotency_key', hours: KEPT_HOURS }

/** What identifies a repeated request. */
export interface Idempotency {
  key: string
  /** Method and path. */
  route: string
  /** SHA-256 of the body as it was sent. */
  bodyHash: string
}

const hex = (text: string) => hash('sha256', text, 'hex')

/** Responses are the caller's to read: they are kept sealed by the caller's key, of which only a hash is. */
const sealingKey = (key: string) => Buffer.from(hkdfSync('sha256', key, '', 'idempotent response', 32))

/**
 * Claims a key for the transaction of `unit`. The claim is a lock that ends with the transaction, and the response is
 * saved in it too: there is no moment at which the work is done and the key is not, or the other way round.
 * @returns the saved response, when the request was done before
 * @throws IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED
 */
export async function claim(
  unit: Unit,
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

/** What stands in the place of an answer that is not to be given again. */
const EMPTIED = ''

/**
 * Empties the answers that an organization's callers could be given again: whom they name cannot be read. The keys stay,
 * so that nothing is done twice.
 */
export async function emptyResponses({ db }: Pick<Unit, 'db'>, organizationId: string): Promise<void> {
  await sql`update idempotency_key set response = ${EMPTIED} where organization_id = ${organizationId}`.execute(db)
}

/** Saves the response of a claimed key. */
export async function saveResponse(unit: Unit, caller: Caller, asked: Idempotency, response: string): Promise<void> {
  const row = {
    organizationId: caller.organizationId,
    userId: caller.userId,
    route: asked.route,
    keyHash: hex(asked.key),
    bodyHash: asked.bodyHash,
    response: seal(sealingKey(asked.key), response),
  }
  const { organizationId, userId, route, keyHash } = row
  // One that is past its time may still stand in the way.
  await sql`delete from idempotency_key where organization_id = ${organizationId} and user_id = ${userId}
    and route = ${route} and key_hash = ${keyHash}`.execute(unit.db)
  await unit.db
    .insertInto('idempotencyKey')
    .values({ ...row, createdAt: unit.now })
    .execute()
}
