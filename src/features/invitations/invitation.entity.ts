import { Entity } from '@mikro-orm/decorators/legacy'
import { registerEnumType } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { EmailStatus } from '../../events/mail.ts'
import { Choice, ExternalId, Flag, Output, Text, Time } from '../../graphql/columns.ts'
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
registerEnumType(InvitationStatus, { name: 'InvitationStatus', description: 'Where an invitation stands.' })

/** An invitation to join the team. Whether a pending one has expired is told by the clock: see `statusAt`. */
@Output('An invitation to join the team.')
@PersonalData({ erase: 'delete', about: ['email'] })
@Retained({ resource: 'INVITATIONS', days: 365, since: 'expiresAt' })
@Entity()
export class Invitation extends TenantRow {
  @Text()
  email: string

  @Choice(TeamRole)
  role: TeamRole

  @Text({ nullable: true })
  message: string | null

  @Column('text')
  status: InvitationStatus

  /** SHA-256, hexadecimal: the token itself is nowhere. */
  @Column('text')
  tokenHash: string

  @Column('integer')
  validDays: number

  @Time()
  expiresAt: Date

  @Flag({ description: 'A demo invitation: nothing is sent, and it expires in an hour.' })
  isDemo: boolean

  @ExternalId({ description: 'Who invited.' })
  createdBy: string

  @ExternalId({ nullable: true, description: 'Who accepted or declined.' })
  answeredBy: string | null

  @Time({ nullable: true })
  answeredAt: Date | null

  @Choice(EmailStatus, {
    nullable: true,
    description: 'What became of the e-mail with the token. Null when none was sent: the inviter was shown the token.',
  })
  emailStatus: EmailStatus | null

  @Text({ nullable: true, description: 'Why the e-mail is FAILED; sending the invitation again tries again.' })
  emailError: string | null
}
