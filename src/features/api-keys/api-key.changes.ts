import { invalidFields, refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { atMost } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { isAbove } from '../../security/auth/caller.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import { settingsOf } from '../organization/security.policies.ts'
import { ApiKey, type ApiKeyInput, type ApiKeyPatch } from './api-key.entity.ts'
import { demandExpiry, hashOf, hintOf, newKey, noticeAfter } from './api-key.rules.ts'

type Rights = Pick<ApiKeyInput, 'role' | 'scopes'>

/** @throws VALIDATION_ERROR for permissions that the role lacks */
function demandOfRole({ role, scopes }: ApiKeyInput): void {
  const granted: ReadonlySet<string> = permissionsOf(role, [])
  const missing = (scopes ?? []).filter((name) => !granted.has(name))
  if (missing.length > 0) throw invalidFields({ scopes: { code: 'SCOPES_NOT_OF_ROLE', role, missing } })
}

/** @throws FORBIDDEN for a key with more permissions than the caller */
function demandOwnRights({ caller }: Context, { role, scopes }: Rights): void {
  if (caller.isKey) throw refusal('FORBIDDEN', 'KEY_CREATES_KEY', {})
  const granted: readonly string[] = [...permissionsOf(role, [])]
  const held = scopes ? granted.filter((name) => scopes.includes(name)) : granted
  const beyond = held.filter((name) => !caller.permissions.has(name))
  if (beyond.length > 0)
    throw refusal('FORBIDDEN', 'KEY_ABOVE_CREATOR', {
      permissions: beyond,
    })
  // A security setting may require a role regardless of permissions, so roles are compared too.
  if (isAbove(role, caller.role)) throw refusal('FORBIDDEN', 'KEY_ROLE_ABOVE_CREATOR', { role })
}

export const MOST_KEYS = 100
const demandRoom = atMost(MOST_KEYS, ApiKey, 'TOO_MANY_KEYS')
export const LONGEST_OVERLAP_HOURS = 168
const HOUR_MS = 3600 * 1000

/** Locks the organization, so that a concurrent change of its settings or keys waits. Returns the maximum validity. */
async function lockPolicy({ db }: Context): Promise<number | null> {
  const row = await db.selectFrom('organization').select('security').forNoKeyUpdate().executeTakeFirst()
  return settingsOf(row?.security).maximumKeyDays
}

/** @throws CONFLICT if the organization, which is locked, has registered the OAuth client */
async function demandUnregistered({ db }: Context, oauthClientId: string): Promise<void> {
  const other = await db.selectFrom('apiKey').select('id').where('oauthClientId', '=', oauthClientId).executeTakeFirst()
  if (other) throw refusal('CONFLICT', 'OAUTH_CLIENT_KNOWN', { id: other.id })
}

const networksOf = (networks: string[] | null | undefined) => (networks?.length ? networks : null)

/**
 * The columns of a new secret, and the secret itself, which the answer shows once. An OAuth client has its secret at
 * the identity provider.
 */
function newSecret(ctx: Context, oauthClientId: string | null | undefined, expiresAt: Date | null | undefined) {
  const noticeAt = noticeAfter(ctx.now, expiresAt)
  if (noticeAt) ctx.makeDue('api_keys', noticeAt)
  const owned = { createdBy: ctx.caller.userId, noticeAt }
  if (oauthClientId) return { columns: { hash: null, hint: oauthClientId, ...owned } }
  const key = ctx.showOnce(newKey(ctx.organizationId))
  return { key, columns: { hash: hashOf(key), hint: hintOf(key), ...owned } }
}

export async function createKey(ctx: Context, input: ApiKeyInput): Promise<ApiKey> {
  demandOfRole(input)
  demandOwnRights(ctx, input)
  demandExpiry(await lockPolicy(ctx), ctx.now, input.expiresAt)
  await demandRoom(ctx)
  if (input.oauthClientId) await demandUnregistered(ctx, input.oauthClientId)
  const { key, columns } = newSecret(ctx, input.oauthClientId, input.expiresAt)
  const allowedNetworks = networksOf(input.allowedNetworks)
  return { ...addRow(ctx, ApiKey, { ...input, ...columns, allowedNetworks }), key }
}

/** Changes the given fields. A change of the networks ends the streams of the key. */
export async function updateKey(
  ctx: Context,
  id: string,
  { name, allowedNetworks }: ApiKeyPatch,
  expectedUpdatedAt?: Date,
): Promise<ApiKey> {
  const row = await lockRow(ctx, ApiKey, id, 'API key', expectedUpdatedAt)
  demandOwnRights(ctx, row)
  const networks = allowedNetworks === undefined ? undefined : networksOf(allowedNetworks)
  const changed = changeRow(ctx, ApiKey, row, { name, allowedNetworks: networks })
  if (changed.allowedNetworks !== row.allowedNetworks) ctx.announce({ endsStreams: true })
  return changed
}

/** @throws CONFLICT if the secret before the last rotation is still accepted and would end before its time */
function demandNoOverlap({ now }: Context, { oldKeyUntil }: ApiKey, overlapHours: number): void {
  if (overlapHours === 0 || !oldKeyUntil || oldKeyUntil <= now) return
  throw refusal('CONFLICT', 'KEY_ROTATED', { oldKeyUntil: oldKeyUntil.toISOString() })
}

/** The time until which the replaced secret is accepted: never after the key's own expiry. */
function endOfOverlap({ now }: Context, { hash, expiresAt }: ApiKey, overlapHours: number): Date | null {
  if (overlapHours === 0 || !hash) return null
  const until = new Date(now.getTime() + overlapHours * HOUR_MS)
  return expiresAt && expiresAt < until ? expiresAt : until
}

/**
 * Replaces the secret. The old secret stays valid for the overlap. Without an overlap, the streams of the key end. An
 * OAuth client has no secret here: only its expiry and the member whom it depends on change.
 */
export async function rotateKey(
  ctx: Context,
  id: string,
  overlapHours: number,
  newExpiry: Date | null | undefined,
): Promise<ApiKey> {
  if (overlapHours < 0 || overlapHours > LONGEST_OVERLAP_HOURS)
    throw invalidFields({ overlapHours: { code: 'OVERLAP_OUT_OF_RANGE', most: LONGEST_OVERLAP_HOURS } })
  const maximumKeyDays = await lockPolicy(ctx)
  const row = await lockRow(ctx, ApiKey, id, 'API key')
  demandOwnRights(ctx, row)
  demandNoOverlap(ctx, row, overlapHours)
  const expiresAt = newExpiry === undefined ? row.expiresAt : newExpiry
  demandExpiry(maximumKeyDays, ctx.now, expiresAt)
  const oldKeyUntil = endOfOverlap(ctx, row, overlapHours)
  const { key, columns } = newSecret(ctx, row.oauthClientId, expiresAt)
  const old = { oldHash: oldKeyUntil && row.hash, oldKeyUntil }
  if (oldKeyUntil) ctx.makeDue('api_keys', oldKeyUntil)
  else ctx.announce({ endsStreams: true })
  return { ...changeRow(ctx, ApiKey, row, { ...columns, ...old, expiresAt, rotatedAt: ctx.now }), key }
}
