import { ArrayMaxSize, IsOptional } from 'class-validator'
import { Field, InputType, Int } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { ChoiceField, IntegerField, rule } from '../../graphql/inputs.ts'
import { RoleName } from '../../graphql/roles.ts'
import { parseRange } from './addresses.ts'

@Output('What the gateway demands of everyone who acts for the organization.')
export class SecuritySettings {
  @Field(() => [String], { description: 'Address ranges (CIDR) that requests may come from; empty: from anywhere.' })
  allowedAddresses: string[]

  @Field(() => Int, {
    nullable: true,
    description: 'How old a token may be, by its `iat`; older ones, and ones without it, are signed out.',
  })
  maximumSessionMinutes: number | null

  @Field(() => RoleName, {
    nullable: true,
    description: 'Only this role and admin may export; null: whoever may read.',
  })
  exportRole: RoleName | null
}

const isRanges = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && parseRange(text) !== undefined)

@InputType({ description: 'Changes to the security settings: fields that are absent stay, null lifts the limit.' })
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

  @IntegerField({ min: 5, max: 525_600, description: 'In minutes.' })
  maximumSessionMinutes?: number | null

  @ChoiceField(RoleName)
  exportRole?: RoleName | null
}
