import { ArrayMaxSize, IsOptional } from 'class-validator'
import { Field, InputType, Int } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { ChoiceField, IntegerField, rule } from '../../graphql/inputs.ts'
import { RoleName } from '../../graphql/roles.ts'
import { parseRange } from './addresses.ts'

@Output('Security settings that apply to all requests for the organization.')
export class SecuritySettings {
  @Field(() => [String], { description: 'Address ranges (CIDR) from which requests are accepted; empty: any.' })
  allowedAddresses!: string[]

  @Field(() => Int, {
    nullable: true,
    description:
      'Maximum age of a session in minutes, since the sign-in (`auth_time`) or else since the token was issued (`iat`). Older tokens, and tokens without both, are refused.',
  })
  maximumSessionMinutes!: number | null

  @Field(() => RoleName, {
    nullable: true,
    description: 'Role that may export, beside admin; null: every role that may read.',
  })
  exportRole!: RoleName | null
}

const isRanges = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && parseRange(text) !== undefined)

@InputType({ description: 'Changes to the security settings. Absent fields stay as they are, null lifts the limit.' })
export class SecurityPatch {
  @Field(() => [String], {
    nullable: true,
    description: 'Addresses or ranges such as 203.0.113.0/24 or 2001:db8::/32, at most 100.',
  })
  @IsOptional()
  @ArrayMaxSize(100, { message: 'must hold at most 100 ranges' })
  @rule({
    name: 'ranges',
    message: 'must be addresses or ranges such as 203.0.113.0/24',
    check: isRanges,
    schema: { items: { type: 'string', format: 'ip-range' } },
  })
  allowedAddresses?: string[] | null

  @IntegerField({
    min: 5,
    max: 525_600,
    description: 'Maximum age of a session in minutes, by `auth_time` or else `iat` of the token.',
  })
  maximumSessionMinutes?: number | null

  @ChoiceField(RoleName, { description: 'Role that may export, beside admin; null: every role that may read.' })
  exportRole?: RoleName | null
}
