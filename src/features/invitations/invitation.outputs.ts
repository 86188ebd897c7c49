import { Field, ID } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { DateTime, Output, RowOutput } from '../../graphql/columns.ts'
import { Url } from '../../graphql/scalars.ts'
import { TeamMember, TeamRole } from '../team/team-member.entity.ts'
import { InvitationRow, InvitationStatus } from './invitation.entity.ts'

@RowOutput('org:invitations:read', 'Invitation that was just sent, with its token. The token is returned only once.')
export class SentInvitation extends InvitationRow {
  @Field(() => String, {
    nullable: true,
    description: 'Token that accepts the invitation. Null if the token was sent by e-mail, to the invited person only.',
  })
  token!: string | null

  @Field(() => Url, { nullable: true, description: 'Link with the token. Null if PUBLIC_URL is not configured.' })
  acceptUrl!: string | null
}

export const InvitationAction = describeNames('InvitationAction', 'Action on an invitation.', {
  resend: 'Send the invitation again, with a new token.',
  revoke: 'Revoke it.',
})
export type InvitationAction = keyof typeof InvitationAction

@Output('Result of accepting an invitation.')
export class AcceptedInvitation {
  @Field(() => ID, { description: 'Id of the invitation.' })
  invitationId!: string

  @Field(() => ID, { description: 'Id of the organization that the user joined.' })
  organizationId!: string

  @Field(() => TeamMember, { description: 'The new member of the team.' })
  member!: TeamMember
}

@Output('Invitation as the invited person sees it before answering.')
export class ReceivedInvitation {
  @Field(() => ID, { description: 'Id of the invitation.' })
  id!: string

  @Field(() => ID, { description: 'Id of the inviting organization.' })
  organizationId!: string

  @Field(() => String, { nullable: true, description: 'Name of the organization. Null if it has none.' })
  organizationName!: string | null

  @Field(() => String, { nullable: true, description: 'Name of the inviter. Null if the inviter is not a member.' })
  inviterName!: string | null

  @Field(() => TeamRole, { description: 'Role that the invited person gets.' })
  role!: TeamRole

  @Field(() => String, { nullable: true, description: 'Message to the invited person.' })
  message!: string | null

  @Field(() => InvitationStatus, { description: 'Status of the invitation.' })
  status!: InvitationStatus

  @Field(() => DateTime, { description: 'Time at which the invitation expires.' })
  expiresAt!: Date
}
