import { rowWith } from '../../common/class-fields.ts'
import { Column } from '../../data/columns.ts'
import { Choice, DateTime, ExternalId, Text, Texts, Time } from '../../graphql/columns.ts'
import { field, fields, mayLack, nullable } from '../../graphql/fields.ts'
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
export class ApiKey extends rowWith(TenantRow, {
  name: Text('Name of the key.'),
  /** SHA-256. The key has 256 random bits, so a slow hash would add nothing. Null: an OAuth client. */
  hash: Column('bytea', { nullable: true }),
  oauthClientId: Text(
    'Id of the OAuth client at the identity provider whose tokens (client credentials) have the rights of this key. ' +
      'Null: the key has a secret of its own.',
    { nullable: true, graphqlOnly: true },
  ),
  hint: Text('First characters of the key, by which a person recognises it. Of an OAuth client: its id.'),
  role: Choice(RoleName, 'Role of the key.'),
  scopes: Texts(
    'Permissions that the key has, a subset of its role’s, for example org:clients:read. Null: all permissions of the role.',
    { nullable: true },
  ),
  expiresAt: Time('Time from which the key is refused. Null: it is valid until it is deleted.', { nullable: true }),
  lastUsedAt: Time('Time of the last use, accurate to ten minutes.', { nullable: true }),
  createdBy: ExternalId('Id of the user who created the key, or rotated it last.'),
  allowedNetworks: Texts('Addresses and ranges (CIDR) from which the key is accepted. Null: every address.', {
    nullable: true,
    graphqlOnly: true,
  }),
  rotatedAt: Time('Time of the last rotation. Null: never rotated.', { nullable: true, graphqlOnly: true }),
  /** The hash of the secret before the last rotation. */
  oldHash: Column('bytea', { nullable: true }),
  oldKeyUntil: Time(
    'Time until which the secret before the last rotation is also accepted. Null: it is not accepted.',
    { nullable: true, graphqlOnly: true },
  ),
  lastUsedNetwork: Text('Network of the last use: /24 of an IPv4 address, /48 of an IPv6 address. Null: not known.', {
    nullable: true,
    graphqlOnly: true,
  }),
  usedNetworks: Texts(
    'Networks from which the key was used, in the order of the first use, at most 50. Administrators are notified of ' +
      'each new network after the first.',
    { nullable: true, graphqlOnly: true },
  ),
  /** Time of the next notice before the key expires. Null: none follows. */
  noticeAt: Column('timestamptz(3)', { nullable: true }),
  /** The resolver computes it, because it depends on a setting of the organization. */
  exceedsPolicy: mayLack(
    field(
      Boolean,
      'Whether the key is valid for longer than `maximumKeyDays` of the security settings allows. Such a key is older ' +
        'than the setting, and stays valid.',
      { graphqlOnly: true },
    ),
  ),
  key: mayLack(
    nullable(
      String,
      'The key itself, to send as a bearer token. Returned once, on creation. Null afterwards, and for an OAuth client.',
    ),
  ),
}) {}

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
