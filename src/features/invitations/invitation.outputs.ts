import { Field, ID, ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { Url } from '../../graphql/scalars.ts'
import { TeamMember } from '../team/team-member.entity.ts'
import { Invitation, InvitationRow } from './invitation.entity.ts'

@ObjectType({ description: 'Page of invitations.' })
export class InvitationConnection extends connectionOf(Invitation) {}

@Output('Invitation that was just sent, with its token. The token is returned only once.')
export class SentInvitation extends InvitationRow {
  @Field(() => String, {
    nullable: true,
    description: 'Token that accepts the invitation. Null when it was sent by e-mail, to the invited person only.',
  })
  token!: string | null

  @Field(() => Url, { nullable: true, description: 'Link with the token, where PUBLIC_URL is configured.' })
  acceptUrl!: string | null
}

export const InvitationAction = describeNames('InvitationAction', 'Action on an invitation.', {
  resend: 'Send it again, with a new token.',
  revoke: 'Revoke it.',
})
export type InvitationAction = keyof typeof InvitationAction

@Output('Invitation with the actions that the caller can take.')
export class ManagedInvitation extends InvitationRow {
  @Field(() => [InvitationAction], { description: 'Actions that the caller can take.' })
  actions!: InvitationAction[]
}

@Output('Numbered page of invitations.')
export class InvitationPage {
  @Field(() => [Invitation], { description: 'Items of this page.' })
  items!: Invitation[]

  @Field(() => PageMeta, { description: 'Totals of the list.' })
  meta!: PageMeta
}

@Output('Numbered page of invitations, with the actions that the caller can take.')
export class ManagedInvitationPage {
  @Field(() => [ManagedInvitation], { description: 'Items of this page.' })
  items!: ManagedInvitation[]

  @Field(() => PageMeta, { description: 'Totals of the list.' })
  meta!: PageMeta
}

@Output('Result of accepting an invitation.')
export class AcceptedInvitation {
  @Field(() => ID, { description: 'Id of the invitation.' })
  invitationId!: string

  @Field(() => ID, { description: 'Id of the organization that was joined.' })
  organizationId!: string

  @Field(() => TeamMember, { description: 'The new member of the team.' })
  member!: TeamMember
}
