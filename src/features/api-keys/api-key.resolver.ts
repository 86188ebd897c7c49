import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { invalidFields, refusal } from '../../common/errors.ts'
import { Audit, Fails, NeedsFreshSignIn, Permit } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../engine/declare/root-fields.ts'
import { batched, type Context } from '../../engine/execute/context.ts'
import { atMost } from '../../engine/write/row-limits.ts'
import { addRow, changeRow, lockRow, removeRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { DateTime } from '../../graphql/columns.ts'
import { listOf } from '../../graphql/lists.ts'
import { byMember } from '../../graphql/sort-keys.ts'
import { isAbove } from '../../security/auth/caller.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import { settingsOf } from '../organization/security.policies.ts'
import { ApiKey, ApiKeyInput, ApiKeyPatch } from './api-key.entity.ts'
import { demandExpiry, exceeds, hashOf, hintOf, newKey, noticeAfter } from './api-key.rules.ts'

const apiKeys = listOf('apiKey', ApiKey, {
  description: 'Page of API keys.',
  where: {},
  sortBy: [
    'createdAt',
    'name',
    'role',
    'lastUsedAt',
    'expiresAt',
    'hint',
    byMember('creator', 'Name of the member who created it.', 'createdBy'),
  ],
})

/** The maximum validity of new keys, by organization. */
const maximumKeyDaysOf = batched<number | null>(null, async ({ db }) => {
  const rows = await db.selectFrom('organization').select(['organizationId', 'security']).execute()
  return new Map(rows.map(({ organizationId, security }) => [organizationId, settingsOf(security).maximumKeyDays]))
})

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
  if (beyond.length > 0) throw refusal('FORBIDDEN', 'KEY_ABOVE_CREATOR', { permissions: beyond })
  // A security setting may require a role regardless of permissions, so roles are compared too.
  if (isAbove(role, caller.role)) throw refusal('FORBIDDEN', 'KEY_ROLE_ABOVE_CREATOR', { role })
}

const MOST_KEYS = 100
const demandRoom = atMost(MOST_KEYS, ApiKey, 'TOO_MANY_KEYS')
const LONGEST_OVERLAP_HOURS = 168
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

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @ListRoot(apiKeys, 'API_KEY', 'The API keys of the organization. Default order: newest first.')
  declare readonly apiKeys: RootField

  @Mutation(() => ApiKey, {
    description:
      'Creates an API key and returns it once. A repeated request (Idempotency-Key) does not return it ' +
      'again. A key never has more permissions than its creator has at the time of the request, and is ' +
      `refused after its creator was removed from the team. FORBIDDEN for a key with more permissions than the caller, and ` +
      `for a caller that is a key. CONFLICT if the organization has ${MOST_KEYS} keys.`,
  })
  @Permit('org:provider:write')
  @Audit('API_KEY', 'CREATED')
  @NeedsFreshSignIn()
  @Fails('CONFLICT')
  async createApiKey(
    @InputArg(ApiKeyInput, 'The API key to create.') input: ApiKeyInput,
    @Ctx() ctx: Context,
  ): Promise<ApiKey> {
    demandOfRole(input)
    demandOwnRights(ctx, input)
    demandExpiry(await lockPolicy(ctx), ctx.now, input.expiresAt)
    await demandRoom(ctx)
    if (input.oauthClientId) await demandUnregistered(ctx, input.oauthClientId)
    const { key, columns } = newSecret(ctx, input.oauthClientId, input.expiresAt)
    const allowedNetworks = networksOf(input.allowedNetworks)
    return { ...addRow(ctx, ApiKey, { ...input, ...columns, allowedNetworks }), key }
  }

  @Mutation(() => ApiKey, {
    description:
      'Changes the given fields. Every replica applies them within seconds. FORBIDDEN for a key with more permissions ' +
      'than the caller, and for a caller that is a key.',
  })
  @Permit('org:provider:write')
  @Audit('API_KEY', 'UPDATED')
  @NeedsFreshSignIn()
  async updateApiKey(
    @IdArg('API key') id: string,
    @InputArg(ApiKeyPatch, 'Fields to change.') { name, allowedNetworks }: ApiKeyPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<ApiKey> {
    const row = await lockRow(ctx, ApiKey, id, 'API key', expectedUpdatedAt)
    demandOwnRights(ctx, row)
    const networks = allowedNetworks === undefined ? undefined : networksOf(allowedNetworks)
    const changed = changeRow(ctx, ApiKey, row, { name, allowedNetworks: networks })
    if (changed.allowedNetworks !== row.allowedNetworks) ctx.announce({ endsStreams: true })
    return changed
  }

  @Mutation(() => ApiKey, {
    description:
      'Replaces the secret of an API key, and returns the new one once. The old secret is accepted until the overlap ' +
      'ends, at most until its own expiry. From then on the key belongs to the caller: it is refused after the caller ' +
      'was removed from the team. CONFLICT with an overlap while the secret of an earlier rotation is accepted. FORBIDDEN ' +
      'for a key with more permissions than the caller, and for a caller that is a key. Of an OAuth client, only the expiry ' +
      'and this member change.',
  })
  @Permit('org:provider:write')
  @Audit('API_KEY', 'ROTATED')
  @NeedsFreshSignIn()
  @Fails('CONFLICT')
  async rotateApiKey(
    @IdArg('API key') id: string,
    @Arg('overlapHours', () => Int, {
      defaultValue: 24,
      description: `Hours for which the old secret is accepted, from 0 to ${LONGEST_OVERLAP_HOURS}.`,
    })
    overlapHours: number,
    @Arg('expiresAt', () => DateTime, {
      nullable: true,
      description:
        'Time from which the new secret is refused. Absent: the expiry stays. Null: the key does not expire.',
    })
    newExpiry: Date | null | undefined,
    @Ctx() ctx: Context,
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
    // Without an overlap, the streams of the key end.
    else ctx.announce({ endsStreams: true })
    return { ...changeRow(ctx, ApiKey, row, { ...columns, ...old, expiresAt, rotatedAt: ctx.now }), key }
  }

  @Mutation(() => ID, {
    description: 'Revokes an API key. Every replica refuses it within seconds. Returns the id of the key.',
  })
  @Permit('org:provider:delete')
  @Audit('API_KEY', 'DELETED')
  deleteApiKey(@IdArg('API key') id: string, @Ctx() ctx: Context): Promise<string> {
    return removeRow(ctx, ApiKey, id, 'API key')
  }

  @FieldResolver()
  async exceedsPolicy(
    @Root() { organizationId, createdAt, rotatedAt, expiresAt }: ApiKey,
    @Ctx() ctx: Context,
  ): Promise<boolean> {
    return exceeds(await maximumKeyDaysOf(ctx, organizationId), rotatedAt ?? createdAt, expiresAt)
  }
}
