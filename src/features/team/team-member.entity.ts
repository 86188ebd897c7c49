import { ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { RemovedAt } from '../../data/removed-rows.ts'
import { Choice, Email, ExternalId, Text, Time } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { ROLES } from '../../graphql/roles.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData } from '../../security/personal-data.ts'

export const TeamRole = describeNames('TeamRole', 'Role of a member in the organization.', ROLES)
export type TeamRole = keyof typeof TeamRole

export const MailLanguage = describeNames(
  'MailLanguage',
  'Language of e-mails to a member and of the compliance report.',
  {
    en: 'English.',
    af: 'Afrikaans.',
    zu: 'isiZulu.',
  },
)
export type MailLanguage = keyof typeof MailLanguage

/** The fields of a member that callers write. */
@ObjectType({ simpleResolvers: true })
export abstract class TeamMemberDetails extends TenantRow {
  @Text({ description: 'Name of the member.' })
  readonly name!: string

  @Email({ nullable: true, description: 'E-mail address of the member.' })
  readonly email!: string | null

  @Choice(TeamRole, { description: 'Role of the member.' })
  readonly role!: TeamRole
}

/** A member of the organization's team. The role here limits every request of the user, whatever the token contains. */
@NodeOutput('teamMember', 'org:team:read', 'Member of the organization’s team.')
@PersonalData({ erase: 'pseudonymise', about: ['email'] })
export class TeamMember extends TeamMemberDetails {
  @ExternalId({ description: 'Id of the user at the identity provider.' })
  readonly userId!: string

  /** Published for the member only: see `mail-settings.resolver`. */
  @Column('text')
  readonly mailLanguage!: MailLanguage

  /** Whether the member gets mails of mentions and decisions. Published like `mailLanguage`. */
  @Column('boolean')
  readonly mailsAtOnce!: boolean

  /** Time of the next daily mail of unread notifications. Null: the member gets none. */
  @Column('timestamptz(3)', { nullable: true })
  readonly digestDueAt!: Date | null

  @ExternalId({ description: 'Id of the user who added the member.' })
  readonly createdBy!: string

  @Time({
    nullable: true,
    graphqlOnly: true,
    description: 'Time at which the sessions of the member were ended last: earlier sign-ins are refused. Null: never.',
  })
  readonly sessionsEndedAt!: Date | null

  /**
   * The time of the removal. From then on, requests of the user are refused until the user is invited or added again.
   */
  @RemovedAt()
  readonly removedAt!: Date | null
}
