import { ObjectType } from 'type-graphql'
import { EmailStatus } from '../../background/mail.ts'
import { describeNames } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { Choice, Email, ExternalId, Flag, Text, Time } from '../../graphql/columns.ts'
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
@ObjectType({ simpleResolvers: true })
export abstract class InvitationRow extends TenantRow {
  @Email({ description: 'E-mail address of the invited person.' })
  readonly email!: string

  @Choice(TeamRole, { description: 'Role that the invited person gets.' })
  readonly role!: TeamRole

  @Text({ nullable: true, description: 'Message to the invited person.' })
  readonly message!: string | null

  @Column('text')
  readonly status!: InvitationStatus

  /** SHA-256, hexadecimal. The token itself is never stored. */
  @Column('text')
  readonly tokenHash!: string

  @Column('integer')
  readonly validDays!: number

  @Time({ description: 'Time at which the invitation expires.' })
  readonly expiresAt!: Date

  @Flag({ description: 'Whether this is a demo invitation: nothing is sent, and the invitation expires in an hour.' })
  readonly isDemo!: boolean

  @ExternalId({ description: 'Id of the user who sent the invitation.' })
  readonly createdBy!: string

  @ExternalId({ nullable: true, description: 'Id of the user who accepted or declined the invitation.' })
  readonly answeredBy!: string | null

  @Time({ nullable: true, description: 'Time of the answer. Null until the invitation is answered.' })
  readonly answeredAt!: Date | null

  @Choice(EmailStatus, {
    nullable: true,
    description:
      'Delivery status of the e-mail with the token. Null if no e-mail was sent and the inviter received the token.',
  })
  readonly emailStatus!: EmailStatus | null

  @Text({ nullable: true, description: 'Reason why the e-mail FAILED. Resend the invitation to try again.' })
  readonly emailError!: string | null
}

@NodeOutput('invitation', 'org:invitations:read', 'Invitation to join the team.')
@PersonalData({ erase: 'delete', about: ['email'] })
@Retained({ resource: 'INVITATIONS', days: 365, since: 'expiresAt' })
export class Invitation extends InvitationRow {}
