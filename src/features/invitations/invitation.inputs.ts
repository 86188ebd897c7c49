import { InputType } from 'type-graphql'
import { ChoiceField, ChoicesField, EmailField, IntegerField, TextField } from '../../graphql/inputs.ts'
import { TeamRole } from '../team/team-member.entity.ts'
import { InvitationStatus } from './invitation.entity.ts'

@InputType({ description: 'Invitation to send.' })
export class InvitationInput {
  @EmailField({ required: true, description: 'E-mail address of the invited person.' })
  email!: string

  @ChoiceField(TeamRole, {
    required: true,
    description: 'Role that the invited person gets. It must not be above the caller’s own role.',
  })
  role!: TeamRole

  @IntegerField({ min: 1, max: 30, description: 'Validity in days, 1 to 30. Default 7.' })
  expiresInDays?: number | null

  @TextField({ max: 2000, description: 'Message to the invited person.' })
  message?: string | null
}

@InputType({ description: 'Demo invitation to create. Nothing is sent, and it expires in an hour.' })
export class DemoInvitationInput {
  @EmailField({ description: 'E-mail address. Default demo@example.org.' })
  email?: string | null

  @ChoiceField(TeamRole, { description: 'Role. Default viewer.' })
  role?: TeamRole
}

@InputType({ description: 'Filter for invitations. An invitation must meet all given conditions.' })
export class InvitationFilter {
  @TextField({ description: 'Case-insensitive substring of the e-mail address.' })
  search?: string | undefined

  @ChoicesField(InvitationStatus, { description: 'Only invitations with one of these statuses.' })
  status?: InvitationStatus[] | undefined
}
