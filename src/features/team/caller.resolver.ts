import { Ctx, Field, ID, Query, Resolver } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit } from '../../engine/guard.ts'
import { DateTime, Output } from '../../graphql/columns.ts'
import { RoleName } from '../../graphql/roles.ts'

@Output('Who sent the request, as its token says.')
export class Caller {
  @Field(() => ID)
  userId: string

  @Field(() => String, { nullable: true })
  userName: string | null

  @Field(() => ID)
  organizationId: string

  @Field(() => RoleName)
  role: RoleName

  @Field(() => [String], { description: 'Those of the role and of the token, such as org:clients:read.' })
  permissions: string[]

  @Field(() => DateTime, { nullable: true, description: 'When the token expires.' })
  expiresAt: Date | null
}

@Resolver()
export class CallerResolver {
  @Query(() => Caller, { description: 'The caller, and what the caller may do: anybody may ask that.' })
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
