import { Field, ID, ObjectType } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { TeamMember } from '../team/team-member.entity.ts'
import { Invitation } from './invitation.entity.ts'

@ObjectType({ description: 'A page of invitations by cursor.' })
export class InvitationConnection extends connectionOf(Invitation) {}

@Output('An invitation that was just sent. What it holds beside the invitation is shown this once.')
export class SentInvitation extends Invitation {
  @Field(() => String, {
    nullable: true,
    description: 'What accepts the invitation. Null when it went out by e-mail: then only whom is invited has it.',
  })
  token: string | null

  @Field(() => String, { nullable: true, description: 'The link with the token, where PUBLIC_URL is configured.' })
  acceptUrl: string | null
}

@Output('An invitation with what the caller can do to it.')
export class ManagedInvitation extends Invitation {
  @Field(() => [String], { description: '`resend`, `revoke`, or neither.' })
  actions: string[]
}

@Output('The plain list of invitations.')
export class InvitationPage {
  @Field(() => [Invitation])
  items: Invitation[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('The plain list of invitations, with what the caller can do to each.')
export class ManagedInvitationPage {
  @Field(() => [ManagedInvitation])
  items: ManagedInvitation[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('What an accepted invitation led to.')
export class AcceptedInvitation {
  @Field(() => ID, { description: 'Of the invitation.' })
  invitationId: string

  @Field(() => ID, { description: 'The organization that was joined.' })
  organizationId: string

  @Field(() => TeamMember)
  member: TeamMember
}
