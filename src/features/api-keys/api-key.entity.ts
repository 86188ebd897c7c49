import { Field } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { Choice, DateTime, ExternalId, Text, Texts, Time } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'
import { Input, kept, maxItems, notEmpty, optional, ranges, required, rule, says, text } from '../../graphql/inputs.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { RoleName } from '../../graphql/roles.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { isPermission, PERMISSIONS } from '../../security/auth/permissions.ts'

/**
 * A key for programs. Only its holder knows the secret: the row has a hash. A registered OAuth client has no secret
 * here: it sends tokens of the identity provider.
 */
@NodeOutput(
  'apiKey',
  'org:provider:read',
  'API key, or an OAuth client of the identity provider with the rights of a key. A program that sends the key, or a ' +
    'token of the client, acts for the organization, as the user `key:<id>`.',
)
export class ApiKey extends TenantRow {
  @Text({ description: 'Name of the key.' })
  readonly name!: string

  /** SHA-256. The key has 256 random bits, so a slow hash would add nothing. Null: an OAuth client. */
  @Column('bytea', { nullable: true })
  readonly hash!: Buffer | null

  @Text({
    nullable: true,
    graphqlOnly: true,
    description:
      'Id of the OAuth client at the identity provider whose tokens (client credentials) have the rights of this key. ' +
      'Null: the key has a secret of its own.',
  })
  readonly oauthClientId!: string | null

  @Text({
    description: 'First characters of the key, by which a person recognises it. Of an OAuth client: its id.',
  })
  readonly hint!: string

  @Choice(RoleName, { description: 'Role of the key.' })
  readonly role!: RoleName

  @Texts({
    nullable: true,
    description:
      'Permissions that the key has, a subset of its role’s, for example org:clients:read. Null: all permissions of the role.',
  })
  readonly scopes!: string[] | null

  @Time({ nullable: true, description: 'Time from which the key is refused. Null: it is valid until it is deleted.' })
  readonly expiresAt!: Date | null

  @Time({ nullable: true, description: 'Time of the last use, accurate to ten minutes.' })
  readonly lastUsedAt!: Date | null

  @ExternalId({ description: 'Id of the user who created the key, or rotated it last.' })
  readonly createdBy!: string

  @Texts({
    nullable: true,
    description: 'Addresses and ranges (CIDR) from which the key is accepted. Null: every address.',
    graphqlOnly: true,
  })
  readonly allowedNetworks!: string[] | null

  @Time({ nullable: true, graphqlOnly: true, description: 'Time of the last rotation. Null: never rotated.' })
  readonly rotatedAt!: Date | null

  /** The hash of the secret before the last rotation. */
  @Column('bytea', { nullable: true })
  readonly oldHash!: Buffer | null

  @Time({
    nullable: true,
    graphqlOnly: true,
    description: 'Time until which the secret before the last rotation is also accepted. Null: it is not accepted.',
  })
  readonly oldKeyUntil!: Date | null

  @Text({
    nullable: true,
    graphqlOnly: true,
    description: 'Network of the last use: /24 of an IPv4 address, /48 of an IPv6 address. Null: not known.',
  })
  readonly lastUsedNetwork!: string | null

  @Texts({
    nullable: true,
    description:
      'Networks from which the key was used, in the order of the first use, at most 50. Administrators are notified of ' +
      'each new network after the first.',
    graphqlOnly: true,
  })
  readonly usedNetworks!: string[] | null

  /** Time of the next notice before the key expires. Null: none follows. */
  @Column('timestamptz(3)', { nullable: true })
  readonly noticeAt!: Date | null

  /** The resolver computes it, because it depends on a setting of the organization. */
  @Field(() => Boolean, {
    description:
      'Whether the key is valid for longer than `maximumKeyDays` of the security settings allows. Such a key is older ' +
      'than the setting, and stays valid.',
  })
  @GraphqlOnly()
  readonly exceedsPolicy?: boolean | undefined

  @Field(() => String, {
    nullable: true,
    description:
      'The key itself, to send as a bearer token. Returned once, on creation. Null afterwards, and for an OAuth client.',
  })
  readonly key?: string | undefined
}

/** The characters of a client id (RFC 6749, appendix A.1) without blanks, because they would look alike. */
const CLIENT_ID = '^[\\x21-\\x7e]{1,200}$'
const isClientId = (value: unknown) => typeof value === 'string' && new RegExp(CLIENT_ID).test(value)

const arePermissions = (value: unknown) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && isPermission(name))

@Input('API key to create.')
export class ApiKeyInput extends fields({
  name: required(text('Name of the key, at most 100 characters.', { max: 100 })),
  role: field(RoleName, 'Role of the key. It must not be above the caller’s own role.'),
  scopes: optional(
    [String],
    'Permissions that the key has, a subset of its role’s, for example org:clients:read. Absent: all permissions of the role. VALIDATION_ERROR names each permission that the role lacks.',
    {
      rules: [
        maxItems(100, 'TOO_MANY_PERMISSIONS'),
        notEmpty('NO_PERMISSION'),
        rule({
          name: 'permissions',
          ...says('NOT_PERMISSIONS'),
          check: arePermissions,
          schema: { items: { type: 'string', enum: PERMISSIONS } },
        }),
      ],
    },
  ),
  expiresAt: optional(
    DateTime,
    'Time from which the key is refused, in the future. Absent: the key is valid until it is deleted. VALIDATION_ERROR ' +
      'if it is absent or later than `maximumKeyDays` of the security settings allows.',
  ),
  allowedNetworks: ranges(
    'Addresses and ranges from which the key is accepted, for example 203.0.113.0/24 or 2001:db8::/32, at most 100. ' +
      'Absent or empty: every address.',
    { graphqlOnly: true },
  ),
  oauthClientId: optional(
    String,
    'Id of an OAuth client at the identity provider. Its tokens (client credentials) then have the rights of the ' +
      'key, and no secret is created. CONFLICT if it is already registered in the organization. Absent: a key with a ' +
      'secret.',
    {
      graphqlOnly: true,
      rules: [
        rule({
          name: 'clientId',
          ...says('NOT_OAUTH_CLIENT'),
          check: isClientId,
          schema: { pattern: CLIENT_ID },
        }),
      ],
    },
  ),
}) {}

@Input('Changes to an API key. Absent fields stay unchanged.')
export class ApiKeyPatch extends fields({
  name: kept(text('Name of the key, at most 100 characters.', { max: 100 })),
  allowedNetworks: ranges(
    'Addresses and ranges from which the key is accepted, at most 100. Null or empty: every address. Open streams of ' +
      'the key end when this changes.',
  ),
}) {}
