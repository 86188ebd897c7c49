import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { invalid, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { Audit, Permit } from '../../engine/guard.ts'
import { addRow, removeRow } from '../../engine/rows.ts'
import { type Listing, ListQuery, listOf } from '../../graphql/lists.ts'
import type { ConnectionArgs } from '../../graphql/relay.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import { ApiKey, ApiKeyInput } from './api-key.entity.ts'
import { hashOf, hintOf, newKey } from './api-key.rules.ts'

/** @throws FORBIDDEN for a key that could do what its maker cannot */
function demandOwnRights({ caller }: Context, { role, scopes }: ApiKeyInput): void {
  if (caller.isKey) throw new ServiceError('FORBIDDEN', 'An API key is made by a person, not by another key', {})
  const granted: readonly string[] = [...permissionsOf(role, [])]
  const held = scopes ? granted.filter((name) => scopes.includes(name)) : granted
  const beyond = held.filter((name) => !caller.permissions.has(name))
  if (beyond.length === 0) return
  throw new ServiceError('FORBIDDEN', 'An API key cannot have permissions that its maker lacks', {
    permissions: beyond,
  })
}

const apiKeys = listOf('apiKey', ApiKey, { description: 'Page of API keys.', where: {} })

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @ListQuery(apiKeys, 'The API keys of the organization, newest first.')
  @Permit('org:provider:read')
  @Audit('API_KEY', 'LISTED')
  apiKeys(page: ConnectionArgs): Listing {
    return apiKeys.page(page)
  }

  @Mutation(() => ApiKey, {
    description: 'Creates an API key and returns it once. It has no more permissions than its creator.',
  })
  @Permit('org:provider:write')
  @Audit('API_KEY', 'CREATED')
  createApiKey(
    @Arg('input', () => ApiKeyInput, { description: 'The API key to create.' }) input: ApiKeyInput,
    @Ctx() ctx: Context,
  ): ApiKey {
    demandOwnRights(ctx, input)
    if (input.expiresAt && input.expiresAt <= ctx.now) throw invalid({ expiresAt: 'must be in the future' })
    const key = newKey(ctx.organizationId)
    const row = addRow(ctx, ApiKey, {
      ...input,
      hash: hashOf(key),
      hint: hintOf(key),
      createdBy: ctx.caller.userId,
    })
    return { ...row, key }
  }

  @Mutation(() => ID, { description: 'Revokes an API key, within seconds everywhere. Returns the id.' })
  @Permit('org:provider:delete')
  @Audit('API_KEY', 'DELETED')
  deleteApiKey(
    @Arg('id', () => ID, { description: 'Id of the API key.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return removeRow(ctx, ApiKey, id, 'API key')
  }
}
