import { ID } from 'type-graphql'
import { fields } from '../../graphql/fields.ts'
import { choices, Input, list, optional, required, text } from '../../graphql/inputs.ts'
import { changesTo, newRowOf } from '../../graphql/row-inputs.ts'
import { TeamMemberDetails, TeamRole } from './team-member.entity.ts'

@Input('Member to add to the team.')
export class TeamMemberInput extends newRowOf(TeamMemberDetails, {
  userId: required(text('Id of the user at the identity provider.', { max: 255 })),
}) {}

@Input('Changes to a member. Absent fields stay unchanged.')
export class TeamMemberPatch extends changesTo(TeamMemberDetails) {}

const MOST_IDS = 100

@Input('Filter for team members. A member must meet all given conditions.')
export class TeamFilter extends fields({
  search: text('Case-insensitive substring of the name.'),
  role: choices(TeamRole, 'Only members with one of these roles.'),
  userId: optional(ID, 'Only the member with this user id.'),
  userIds: list(ID, `Only members with one of these user ids, at most ${MOST_IDS}.`, {
    most: MOST_IDS,
    graphqlOnly: true,
  }),
}) {}
