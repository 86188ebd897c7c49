import { Entity } from '@mikro-orm/decorators/legacy'
import { ArrayMaxSize, ArrayMinSize, IsOptional } from 'class-validator'
import { Field, InputType, ObjectType } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { Choice, ExternalId, Output, Text, Time } from '../../graphql/columns.ts'
import { ChoiceField, rule, TextField, TimeField } from '../../graphql/inputs.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { RoleName } from '../../graphql/roles.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { isPermission, PERMISSIONS } from '../../security/auth/permissions.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    apiKey: ApiKey
  }
}

/** A key for programs. What it opens the door with is known to its holder only: the row has a hash. */
@Output('A key with which a program acts for the organization, as the user `key:<id>`.')
@Entity()
export class ApiKey extends TenantRow {
  @Text()
  name: string

  /** SHA-256. The key has 256 random bits, so a slow hash would add nothing. */
  @Column('bytea')
  hash: Buffer

  @Text({ description: 'How the key begins, to tell keys apart.' })
  hint: string

  @Choice(RoleName)
  role: RoleName

  @Column('text[]', { nullable: true })
  @Field(() => [String], {
    nullable: true,
    description: 'Only these permissions of the role, such as org:clients:read; null: all of them.',
  })
  scopes: string[] | null

  @Time({ nullable: true, description: 'From then on the key opens nothing; null: it does until it is deleted.' })
  expiresAt: Date | null

  @Time({ nullable: true, description: 'To within ten minutes.' })
  lastUsedAt: Date | null

  @ExternalId()
  createdBy: string

  @Field(() => String, {
    nullable: true,
    description: 'The key itself, sent as a bearer token. Shown once, in the answer that makes it; null ever after.',
  })
  key?: string
}

@ObjectType({ description: 'A page of API keys by cursor.' })
export class ApiKeyConnection extends connectionOf(ApiKey) {}

@Output('The plain list of API keys.')
export class ApiKeyPage {
  @Field(() => [ApiKey])
  items: ApiKey[]

  @Field(() => PageMeta)
  meta: PageMeta
}

const arePermissions = (value: unknown) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && isPermission(name))

@InputType({ description: 'A new API key.' })
export class ApiKeyInput {
  @TextField({ required: true, max: 100 })
  name: string

  @ChoiceField(RoleName, { required: true })
  role: RoleName

  @Field(() => [String], { nullable: true, description: 'Only these permissions of the role; absent: all of them.' })
  @IsOptional()
  @ArrayMinSize(1, { message: 'must name at least one permission' })
  @ArrayMaxSize(100, { message: 'must hold at most 100 permissions' })
  @rule({
    name: 'permissions',
    message: 'must be permissions such as org:clients:read',
    check: arePermissions,
    schema: { items: { type: 'string', enum: PERMISSIONS } },
  })
  scopes?: string[] | null

  @TimeField({ description: 'Must lie ahead; absent: the key works until it is deleted.' })
  expiresAt?: Date | null
}
