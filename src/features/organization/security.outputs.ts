import { InputType, Int } from 'type-graphql'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { Output } from '../../graphql/columns.ts'
import { ChoiceField, FlagField, IntegerField, RangesField } from '../../graphql/inputs.ts'
import { field, fields, nullable } from '../../graphql/outputs.ts'
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

@InputType({ description: 'Changes to the security settings. Absent fields stay unchanged; null removes the limit.' })
export class SecurityPatch {
  @RangesField({ description: 'Addresses or ranges such as 203.0.113.0/24 or 2001:db8::/32, at most 100.' })
  allowedAddresses?: string[] | null

  @IntegerField({
    min: 5,
    max: 525_600,
    description: 'Maximum age of a session in minutes, by the claim `auth_time` or else `iat` of the token.',
  })
  maximumSessionMinutes?: number | null

  @ChoiceField(RoleName, {
    description: 'Role that may export, in addition to admin. Null: every role with the permission.',
  })
  exportRole?: RoleName | null

  @FlagField({ description: 'Whether AI agents may act for their users over MCP. Null: no.' })
  agentsAllowed?: boolean | null

  @IntegerField({
    min: 1,
    max: 3650,
    description:
      'Maximum validity of a new API key in days, from its creation or rotation. Existing keys keep their expiry.',
  })
  @GraphqlOnly()
  maximumKeyDays?: number | null

  @IntegerField({
    min: 5,
    max: 1440,
    description:
      'Maximum age of the sign-in in minutes for changes of API keys, exports, the completion of data-subject requests, ' +
      'the end of their grace period, and changes of these settings. The setting requires an identity provider that ' +
      'sends `auth_time`.',
  })
  @GraphqlOnly()
  stepUpMinutes?: number | null
}
