import { Entity } from '@mikro-orm/decorators/legacy'
import { ObjectType } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { EmailStatus } from '../../events/mail.ts'
import { Choice, ExternalId, Flag, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../security/personal-data.ts'
import { TeamRole } from '../team/team-member.entity.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    invitation: Invitation
  }
}

export enum InvitationStatus {
  PENDING = 'PENDING',
  ACCEPTED = 'ACCEPTED',
  DECLINED = 'DECLINED',
  REVOKED = 'REVOKED',
  EXPIRED = 'EXPIRED',
}
describeEnum('InvitationStatus', InvitationStatus, 'Status of an invitation.', {
  PENDING: 'Waiting for an answer.',
  ACCEPTED: 'Accepted: the person is a member.',
  DECLINED: 'Declined by the person.',
  REVOKED: 'Revoked by the organization.',
  EXPIRED: 'Not answered in time.',
})

/** What every type shows of an invitation. Whether a pending one has expired is told by the clock: see `statusAt`. */
@ObjectType({ simpleResolvers: true })
export abstract class InvitationRow extends TenantRow {
  @Text({ description: 'E-mail address of the invited person.' })
  email: string

  @Choice(TeamRole, { description: 'Role that the invited person gets.' })
  role: TeamRole

  @Text({ nullable: true, description: 'Message to the invited person.' })
  message: string | null

  @Column('text')
  status: InvitationStatus

  /** SHA-256, hexadecimal: the token itself is nowhere. */
  @Column('text')
  tokenHash: string

  @Column('integer')
  validDays: number

  @Time({ description: 'Time at which the invitation expires.' })
  expiresAt: Date

  @Flag({ description: 'Whether it is a demo invitation: nothing is sent, and it expires in an hour.' })
  isDemo: boolean

  @ExternalId({ description: 'Id of the user who sent the invitation.' })
  createdBy: string

  @ExternalId({ nullable: true, description: 'Id of the user who accepted or declined.' })
  answeredBy: string | null

  @Time({ nullable: true, description: 'Time of the answer; null until there is one.' })
  answeredAt: Date | null

  @Choice(EmailStatus, {
    nullable: true,
    description:
      'Delivery status of the e-mail with the token. Null when none was sent and the inviter received the token.',
  })
  emailStatus: EmailStatus | null

  @Text({ nullable: true, description: 'Reason why the e-mail is FAILED. Resend the invitation to try again.' })
  emailError: string | null
}

/** An invitation to join the team. */
@NodeOutput('invitation', 'Invitation to join the team.')
@PersonalData({ erase: 'delete', about: ['email'] })
@Retained({ resource: 'INVITATIONS', days: 365, since: 'expiresAt' })
@Entity()
export class Invitation extends InvitationRow {}
