import { ID } from 'type-graphql'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { DateTime, Output, RowOutput } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { Url } from '../../graphql/scalars.ts'
import { TeamMember, TeamRole } from '../team/team-member.entity.ts'
import { InvitationRow, InvitationStatus } from './invitation.entity.ts'

@RowOutput('org:invitations:read', 'Invitation that was just sent, with its token. The token is returned only once.')
export class SentInvitation extends rowWith(InvitationRow, {
  token: nullable(
    String,
    'Token that accepts the invitation. Null if the token was sent by e-mail, to the invited person only.',
  ),
  acceptUrl: nullable(Url, 'Link with the token. Null if PUBLIC_URL is not configured.'),
}) {}

export const InvitationAction = describeNames('InvitationAction', 'Action on an invitation.', {
  resend: 'Send the invitation again, with a new token.',
  revoke: 'Revoke it.',
})
export type InvitationAction = keyof typeof InvitationAction

@Output('Result of accepting an invitation.')
export class AcceptedInvitation extends fields({
  invitationId: field(ID, 'Id of the invitation.'),
  organizationId: field(ID, 'Id of the organization that the user joined.'),
  member: field(TeamMember, 'The new member of the team.'),
}) {}

@Output('Invitation as the invited person sees it before answering.')
export class ReceivedInvitation extends fields({
  id: field(ID, 'Id of the invitation.'),
  organizationId: field(ID, 'Id of the inviting organization.'),
  organizationName: nullable(String, 'Name of the organization. Null if it has none.'),
  inviterName: nullable(String, 'Name of the inviter. Null if the inviter is not a member.'),
  role: field(TeamRole, 'Role that the invited person gets.'),
  message: nullable(String, 'Message to the invited person.'),
  status: field(InvitationStatus, 'Status of the invitation.'),
  expiresAt: field(DateTime, 'Time at which the invitation expires.'),
}) {}
