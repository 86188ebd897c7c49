import { Ctx, Field, ID, Query, Resolver } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit } from '../../engine/guard.ts'
import { DateTime, Output } from '../../graphql/columns.ts'
import { RoleName } from '../../graphql/roles.ts'

@Output('User who sent the request, according to the token.')
export class Caller {
  @Field(() => ID, { description: 'Id of the user; of an API key `key:<id>`.' })
  userId!: string

  @Field(() => String, { nullable: true, description: 'Name of the user, where the token has one.' })
  userName!: string | null

  @Field(() => ID, { description: 'Id of the active organization.' })
  organizationId!: string

  @Field(() => RoleName, { description: 'Effective role in the organization.' })
  role!: RoleName

  @Field(() => [String], { description: 'Permissions of the role and of the token, for example org:clients:read.' })
  permissions!: string[]

  @Field(() => DateTime, { nullable: true, description: 'Time at which the token expires.' })
  expiresAt!: Date | null
}

@Resolver()
export class CallerResolver {
  @Query(() => Caller, { description: 'The caller and the caller’s permissions. Requires no permission.' })
  @Audit('CALLER', 'VIEWED')
  caller(@Ctx() { caller }: Context): Caller {
    const { userId, userName, organizationId, role, permissions, expiresAt } = caller
    return {
      userId,
      userName: userName ?? null,
      organizationId,
      role: RoleName[role],
      permissions: [...permissions].sort(),
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000),
    }
  }
}
