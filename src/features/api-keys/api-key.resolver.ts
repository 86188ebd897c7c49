import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql'
import { Audit, Fails, NeedsFreshSignIn, Permit } from '../../engine/declare/declarations.ts'
import { ExportQuery } from '../../engine/declare/export-query.ts'
import { batched, type Context } from '../../engine/execute/context.ts'
import { removeRow } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, IdArg } from '../../graphql/arguments.ts'
import { DateTime } from '../../graphql/columns.ts'
import { type Listing, ListQuery, listOf, type OrderedArguments } from '../../graphql/lists.ts'
import { settingsOf } from '../organization/security.policies.ts'
import { createKey, LONGEST_OVERLAP_HOURS, MOST_KEYS, rotateKey, updateKey } from './api-key.changes.ts'
import { ApiKey, ApiKeyInput, ApiKeyPatch } from './api-key.entity.ts'
import { exceeds } from './api-key.rules.ts'

const apiKeys = listOf('apiKey', ApiKey, {
  description: 'Page of API keys.',
  where: {},
  sortBy: ['createdAt', 'name', 'role', 'lastUsedAt', 'expiresAt'],
})

/** The maximum validity of new keys, by organization. */
const maximumKeyDaysOf = batched<number | null>(null, async ({ db }) => {
  const rows = await db.selectFrom('organization').select(['organizationId', 'security']).execute()
  return new Map(rows.map(({ organizationId, security }) => [organizationId, settingsOf(security).maximumKeyDays]))
})

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  @ListQuery(apiKeys, 'The API keys of the organization. Default order: newest first.')
  @ExportQuery(apiKeys, 'exportedApiKeys', 'API_KEY')
  @Audit('API_KEY', 'LISTED')
  apiKeys(...[page, orderBy]: OrderedArguments): Listing {
    return apiKeys.page(page, undefined, orderBy)
  }

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
  createApiKey(
    @Arg('input', () => ApiKeyInput, { description: 'The API key to create.' }) input: ApiKeyInput,
    @Ctx() ctx: Context,
  ): Promise<ApiKey> {
    return createKey(ctx, input)
  }

  @Mutation(() => ApiKey, {
    description:
      'Changes the given fields. Every replica applies them within seconds. FORBIDDEN for a key with more permissions ' +
      'than the caller, and for a caller that is a key.',
  })
  @Permit('org:provider:write')
  @Audit('API_KEY', 'UPDATED')
  @NeedsFreshSignIn()
  updateApiKey(
    @IdArg('API key') id: string,
    @Arg('input', () => ApiKeyPatch, { description: 'Fields to change.' }) input: ApiKeyPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<ApiKey> {
    return updateKey(ctx, id, input, expectedUpdatedAt)
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
  rotateApiKey(
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
    expiresAt: Date | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<ApiKey> {
    return rotateKey(ctx, id, overlapHours, expiresAt)
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
