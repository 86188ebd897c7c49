import { Entity } from '@mikro-orm/decorators/legacy'
import { registerEnumType } from 'type-graphql'
import { Choice, ExternalId, Output, Text } from '../../graphql/columns.ts'
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
registerEnumType(TeamRole, {
  name: 'TeamRole',
  description: 'What someone may do in the organization.',
  valuesConfig: {
    admin: { description: 'Everything.' },
    manager: { description: 'Clients, campaigns and content in full, campaign starts, approvals, invitations.' },
    member: { description: 'Makes and edits clients, campaigns and content.' },
    compliance: { description: 'Reads; decides in matters of privacy; reads and exports the audit trail.' },
    viewer: { description: 'Reads.' },
  },
})

/** Someone who works for the organization. What a request may do is decided by its token, not by this record. */
@Output('Someone who works for the organization.')
@PersonalData({ erase: 'pseudonymise', about: ['email'] })
@Entity()
export class TeamMember extends TenantRow {
  @ExternalId({ description: 'The user, as the identity provider names it.' })
  userId: string

  @Text()
  name: string

  @Text({ nullable: true })
  email: string | null

  @Choice(TeamRole)
  role: TeamRole

  @ExternalId({ description: 'Who added the member.' })
  createdBy: string
}
