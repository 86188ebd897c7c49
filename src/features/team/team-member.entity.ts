import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { RemovedAt } from '../../data/removed-rows.ts'
import { Choice, Details, Email, ExternalId, Text, Time } from '../../graphql/columns.ts'
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
@Details()
export abstract class TeamMemberDetails extends rowWith(TenantRow, {
  name: Text('Name of the member.'),
  email: Email('E-mail address of the member.', { nullable: true }),
  role: Choice(TeamRole, 'Role of the member.'),
}) {}

/** A member of the organization's team. The role here limits every request of the user, whatever the token contains. */
@NodeOutput('teamMember', 'org:team:read', 'Member of the organization’s team.')
@PersonalData({ erase: 'pseudonymise', about: ['email'] })
export class TeamMember extends rowWith(TeamMemberDetails, {
  userId: ExternalId('Id of the user at the identity provider.'),
  /** Published for the member only: see `mail-settings.resolver`. */
  mailLanguage: Column<MailLanguage>('text'),
  /** Whether the member gets mails of mentions and decisions. Published like `mailLanguage`. */
  mailsAtOnce: Column('boolean'),
  /** Time of the next daily mail of unread notifications. Null: the member gets none. */
  digestDueAt: Column('timestamptz(3)', { nullable: true }),
  createdBy: ExternalId('Id of the user who added the member.'),
  sessionsEndedAt: Time(
    'Time at which the sessions of the member were ended last: earlier sign-ins are refused. Null: never.',
    { nullable: true, graphqlOnly: true },
  ),
  /**
   * The time of the removal. From then on, requests of the user are refused until the user is invited or added again.
   */
  removedAt: RemovedAt(),
}) {}
