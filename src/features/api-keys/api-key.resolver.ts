import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { invalid, ServiceError } from '../../common/errors.ts'
import { Audit, Fails, Permit } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, removeRow } from '../../engine/write/rows.ts'
import { type Listing, ListQuery, listOf, type OrderedArguments } from '../../graphql/lists.ts'
import { isAbove } from '../../security/auth/caller.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import { ApiKey, ApiKeyInput } from './api-key.entity.ts'
import { hashOf, hintOf, newKey } from './api-key.rules.ts'

/** @throws VALIDATION_ERROR for permissions that the role lacks */
function demandOfRole({ role, scopes }: ApiKeyInput): void {
  const granted: ReadonlySet<string> = permissionsOf(role, [])
  const missing = (scopes ?? []).filter((name) => !granted.has(name))
  if (missing.length > 0)
    throw invalid({ scopes: `must be permissions of the role ${role}, not ${missing.join(', ')}` })
}

/** @throws FORBIDDEN for a key with more permissions than the caller */
function demandOwnRights({ caller }: Context, { role, scopes }: ApiKeyInput): void {
  if (caller.isKey) throw new ServiceError('FORBIDDEN', 'An API key cannot create another key. Sign in as a person', {})
  const granted: readonly string[] = [...permissionsOf(role, [])]
  const held = scopes ? granted.filter((name) => scopes.includes(name)) : granted
  const beyond = held.filter((name) => !caller.permissions.has(name))
  if (beyond.length > 0)
    throw new ServiceError('FORBIDDEN', 'An API key cannot have permissions that its creator lacks', {
      permissions: beyond,
    })
  // A security setting may require a role regardless of permissions, so roles are compared too.
  if (isAbove(role, caller.role))
    throw new ServiceError('FORBIDDEN', 'An API key cannot have a role above its creator’s', { role })
}

const MOST_KEYS = 100

/**
 * @throws CONFLICT if the organization has the maximum number of keys. If two are created at the same time, the second
 * request counts the first key.
 */
async function demandRoom({ db }: Context): Promise<void> {
  await db.selectFrom('organization').select('organizationId').forNoKeyUpdate().execute()
  const others = await db.selectFrom('apiKey').select('id').limit(MOST_KEYS).execute()
  if (others.length >= MOST_KEYS)
    throw new ServiceError('CONFLICT', `An organization has at most ${MOST_KEYS} API keys`, { most: MOST_KEYS })
}

const apiKeys = listOf('apiKey', ApiKey, {
  description: 'Page of API keys.',
  where: {},
  sortBy: ['createdAt', 'name', 'role'],
})

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @ListQuery(apiKeys, 'The API keys of the organization. Default order: newest first.')
  @Audit('API_KEY', 'LISTED')
  apiKeys(...[page, orderBy]: OrderedArguments): Listing {
    return apiKeys.page(page, undefined, orderBy)
  }

  @Mutation(() => ApiKey, {
    description:
      'Creates an API key and returns it once. A repeated request (Idempotency-Key) does not return it ' +
      'again. A key never has more permissions than its creator has at the time of the request, and is ' +
      `refused after its creator was removed from the team. CONFLICT if the organization has ${MOST_KEYS} ` +
      'keys.',
  })
  @Permit('org:provider:write')
  @Audit('API_KEY', 'CREATED')
  @Fails('CONFLICT')
  async createApiKey(
    @Arg('input', () => ApiKeyInput, { description: 'The API key to create.' }) input: ApiKeyInput,
    @Ctx() ctx: Context,
  ): Promise<ApiKey> {
    demandOfRole(input)
    demandOwnRights(ctx, input)
    if (input.expiresAt && input.expiresAt <= ctx.now) throw invalid({ expiresAt: 'must be in the future' })
    await demandRoom(ctx)
    const key = ctx.showOnce(newKey(ctx.organizationId))
    const row = addRow(ctx, ApiKey, {
      ...input,
      hash: hashOf(key),
      hint: hintOf(key),
      createdBy: ctx.caller.userId,
    })
    return { ...row, key }
  }

  @Mutation(() => ID, {
    description: 'Revokes an API key. Every replica refuses it within seconds. Returns the id of the key.',
  })
  @Permit('org:provider:delete')
  @Audit('API_KEY', 'DELETED')
  deleteApiKey(
    @Arg('id', () => ID, { description: 'Id of the API key.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return removeRow(ctx, ApiKey, id, 'API key')
  }
}
