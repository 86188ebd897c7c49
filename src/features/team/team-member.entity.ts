import { Entity } from '@mikro-orm/decorators/legacy'
import { describeEnum } from '../../common/enums.ts'
import { RemovedAt } from '../../data/removed-rows.ts'
import { Choice, Email, ExternalId, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'
import { PersonalData } from '../../security/personal-data.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    teamMember: TeamMember
  }
}

export enum TeamRole {
  admin = 'admin',
  manager = 'manager',
  member = 'member',
  compliance = 'compliance',
  viewer = 'viewer',
}
describeEnum('TeamRole', TeamRole, 'Role of a member in the organization.', {
  admin: 'Everything.',
  manager: 'Clients, campaigns and content in full; starts campaigns, approves content, sends invitations.',
  member: 'Creates and edits clients, campaigns and content.',
  compliance: 'Reads; decides in matters of privacy; reads and exports the audit trail.',
  viewer: 'Reads.',
})

/** Someone who works for the organization. No request of theirs may do more than the role here, whatever its token says. */
@NodeOutput('teamMember', 'org:team:read', 'Member of the organization’s team.')
@PersonalData({ erase: 'pseudonymise', about: ['email'] })
@Entity()
export class TeamMember extends TenantRow {
  @ExternalId({ description: 'Id of the user at the identity provider.' })
  readonly userId!: string

  @Text({ description: 'Name of the member.' })
  readonly name!: string

  @Email({ nullable: true, description: 'E-mail address of the member.' })
  readonly email!: string | null

  @Choice(TeamRole, { description: 'Role of the member.' })
  readonly role!: TeamRole

  @ExternalId({ description: 'Id of the user who added the member.' })
  readonly createdBy!: string

  /** From then on all that the user holds is refused, until someone invites or adds them again. */
  @RemovedAt()
  readonly removedAt!: Date | null
}
