import { ArgsType, Field, ID, InputType, registerEnumType } from 'type-graphql'
import { ChoiceField, ChoicesField, EmailField, TextField } from '../../graphql/inputs.ts'
import { SearchArgs } from '../../graphql/page.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { TeamRole } from './team-member.entity.ts'

@InputType({ description: 'A new member of the team.' })
export class TeamMemberInput {
  @TextField({ required: true, max: 255, description: 'The user, as the identity provider names it.' })
  userId: string

  @TextField({ required: true })
  name: string

  @ChoiceField(TeamRole, { required: true })
  role: TeamRole

  @EmailField()
  email?: string | null
}

@InputType({ description: 'Changes to a member: fields that are absent stay as they are.' })
export class TeamMemberPatch {
  @TextField({ kept: true })
  name?: string

  @ChoiceField(TeamRole, { kept: true })
  role?: TeamRole

  @EmailField()
  email?: string | null
}

@ArgsType()
export class TeamListArgs extends SearchArgs {
  @Field(() => TeamRole, { nullable: true })
  role?: TeamRole
}

@InputType({ description: 'Which members; every condition that is given must hold.' })
export class TeamFilter {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string

  @ChoicesField(TeamRole)
  role?: TeamRole[]

  @Field(() => ID, { nullable: true })
  userId?: string
}

export enum TeamOrderField {
  CREATED_AT = 'createdAt',
  NAME = 'name',
}
registerEnumType(TeamOrderField, { name: 'TeamOrderField' })

@InputType({ description: 'How members are ordered. Ties are broken by id.' })
export class TeamOrder {
  @Field(() => TeamOrderField)
  field: TeamOrderField

  @Field(() => OrderDirection, { defaultValue: OrderDirection.ASC })
  direction: OrderDirection
}
