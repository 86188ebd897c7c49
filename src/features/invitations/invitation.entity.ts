import { EmailStatus } from '../../background/mail.ts'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { Choice, Details, Email, ExternalId, Flag, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../security/personal-data.ts'
import { TeamRole } from '../team/team-member.entity.ts'

export const InvitationStatus = describeNames('InvitationStatus', 'Status of an invitation.', {
  PENDING: 'Waiting for an answer.',
  ACCEPTED: 'Accepted: the person is a member.',
  DECLINED: 'Declined by the person.',
  REVOKED: 'Revoked by the organization.',
  EXPIRED: 'Not answered in time.',
})
export type InvitationStatus = keyof typeof InvitationStatus

/** The common fields of all invitation types. Expiry is computed from the time: see `statusAt`. */
@Details()
export abstract class InvitationRow extends rowWith(TenantRow, {
  email: Email('E-mail address of the invited person.'),
  role: Choice(TeamRole, 'Role that the invited person gets.'),
  message: Text('Message to the invited person.', { nullable: true }),
  status: Column<InvitationStatus>('text'),
  /** SHA-256, hexadecimal. The token itself is never stored. */
  tokenHash: Column('text'),
  validDays: Column('integer'),
  expiresAt: Time('Time at which the invitation expires.'),
  isDemo: Flag('Whether this is a demo invitation: nothing is sent, and the invitation expires in an hour.'),
  createdBy: ExternalId('Id of the user who sent the invitation.'),
  answeredBy: ExternalId('Id of the user who accepted or declined the invitation.', { nullable: true }),
  answeredAt: Time('Time of the answer. Null until the invitation is answered.', { nullable: true }),
  emailStatus: Choice(
    EmailStatus,
    'Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token.',
    { nullable: true },
  ),
  emailError: Text('Reason why the e-mail FAILED. Resend the invitation to try again.', { nullable: true }),
}) {}

@NodeOutput('invitation', 'org:invitations:read', 'Invitation to join the team.')
@PersonalData({ erase: 'delete', about: ['email'] })
@Retained({ resource: 'INVITATIONS', days: 365, since: 'expiresAt' })
export class Invitation extends InvitationRow {}
