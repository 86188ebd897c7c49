import { ArgsType, Field, InputType } from 'type-graphql'
import { ChoiceField, ChoicesField, EmailField, IntegerField, TextField } from '../../graphql/inputs.ts'
import { SearchArgs } from '../../graphql/page.ts'
import { TeamRole } from '../team/team-member.entity.ts'
import { InvitationStatus } from './invitation.entity.ts'

@InputType({ description: 'An invitation to send.' })
export class InvitationInput {
  @EmailField({ required: true })
  email: string

  @ChoiceField(TeamRole, { required: true, description: 'Not one that may do more than you may.' })
  role: TeamRole

  @IntegerField({ min: 1, max: 30, description: 'How long it is good for, 1 to 30 days. Default 7.' })
  expiresInDays?: number | null

  @TextField({ max: 2000, description: 'A few words to whom is invited.' })
  message?: string | null
}

@InputType({ description: 'A demo invitation: nothing is sent, and it expires in an hour.' })
export class DemoInvitationInput {
  @EmailField({ description: 'Default demo@example.org.' })
  email?: string | null

  @ChoiceField(TeamRole, { description: 'Default viewer.' })
  role?: TeamRole
}

@ArgsType()
export class InvitationListArgs extends SearchArgs {
  @Field(() => InvitationStatus, { nullable: true })
  status?: InvitationStatus
}

@InputType({ description: 'Which invitations; every condition that is given must hold.' })
export class InvitationFilter {
  @TextField({ description: 'Case-insensitive substring of the e-mail address.' })
  search?: string

  @ChoicesField(InvitationStatus)
  status?: InvitationStatus[]
}
