import { field, fields } from '../../graphql/fields.ts'
import { choices, email, Input, integer, optional, required, text } from '../../graphql/inputs.ts'
import { TeamRole } from '../team/team-member.entity.ts'
import { InvitationStatus } from './invitation.entity.ts'

@Input('Invitation to send.')
export class InvitationInput extends fields({
  email: required(email('E-mail address of the invited person.')),
  role: field(TeamRole, 'Role that the invited person gets. It must not be above the caller’s own role.'),
  expiresInDays: integer('Validity in days, 1 to 30. Default 7.', { min: 1, max: 30 }),
  message: text('Message to the invited person.', { max: 2000 }),
}) {}

@Input('Demo invitation to create. Nothing is sent, and it expires in an hour.')
export class DemoInvitationInput extends fields({
  email: email('E-mail address. Default demo@example.org.'),
  role: optional(TeamRole, 'Role. Default viewer.'),
}) {}

@Input('Filter for invitations. An invitation must meet all given conditions.')
export class InvitationFilter extends fields({
  search: text('Case-insensitive substring of the e-mail address.'),
  status: choices(InvitationStatus, 'Only invitations with one of these statuses.'),
}) {}
