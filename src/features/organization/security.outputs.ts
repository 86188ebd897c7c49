import { Int } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { Input, integer, optional, ranges } from '../../graphql/inputs.ts'
import { RoleName } from '../../graphql/roles.ts'

@Output('Security settings that apply to all requests for the organization.')
export class SecuritySettings extends fields({
  allowedAddresses: field([String], 'Address ranges (CIDR) from which requests are accepted. Empty: any address.'),
  maximumSessionMinutes: nullable(
    Int,
    'Maximum age of a session in minutes, since the sign-in (claim `auth_time`), or else since the issue of the token (claim `iat`). Older tokens, and tokens without both claims, are refused.',
  ),
  exportRole: nullable(RoleName, 'Role that may export, in addition to admin. Null: every role with the permission.'),
  agentsAllowed: field(Boolean, 'Whether AI agents may act for their users over MCP. False until it is set.'),
  maximumKeyDays: nullable(
    Int,
    'Maximum validity of a new API key in days, from its creation or rotation. Null: a key may be valid without limit.',
    { graphqlOnly: true },
  ),
  stepUpMinutes: nullable(
    Int,
    'Maximum age of the sign-in (claim `auth_time`) in minutes for changes of API keys, exports, the completion of ' +
      'data-subject requests, the end of their grace period, and changes of these settings. Older sign-ins get ' +
      'STEP_UP_REQUIRED. Null: no limit.',
    { graphqlOnly: true },
  ),
}) {}

@Input('Changes to the security settings. Absent fields stay unchanged; null removes the limit.')
export class SecurityPatch extends fields({
  allowedAddresses: ranges('Addresses or ranges such as 203.0.113.0/24 or 2001:db8::/32, at most 100.'),
  maximumSessionMinutes: integer(
    'Maximum age of a session in minutes, by the claim `auth_time` or else `iat` of the token.',
    { min: 5, max: 525_600 },
  ),
  exportRole: optional(RoleName, 'Role that may export, in addition to admin. Null: every role with the permission.'),
  agentsAllowed: optional(Boolean, 'Whether AI agents may act for their users over MCP. Null: no.'),
  maximumKeyDays: integer(
    'Maximum validity of a new API key in days, from its creation or rotation. Existing keys keep their expiry.',
    { min: 1, max: 3650, graphqlOnly: true },
  ),
  stepUpMinutes: integer(
    'Maximum age of the sign-in in minutes for changes of API keys, exports, the completion of data-subject requests, ' +
      'the end of their grace period, and changes of these settings. The setting requires an identity provider that ' +
      'sends `auth_time`.',
    { min: 5, max: 1440, graphqlOnly: true },
  ),
}) {}
