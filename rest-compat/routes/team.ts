import { del, get, META, PAGE_VARIABLES, PAGED, post, put } from '../route.ts'

export const team = [
  get(
    '/api/team',
    `query (${PAGE_VARIABLES}, $search: String, $role: [TeamRole!]) { teamMembers(${PAGED}, filter: { search: $search, role: $role }) { nodes { ...TeamMember } ${META} } }`,
  ),
  post('/api/team', 'mutation ($input: TeamMemberInput!) { addTeamMember(input: $input) { ...TeamMember } }'),
  get('/api/team/analytics', 'query { teamAnalytics { ...TeamAnalytics } }'),
  get('/api/team/[id]', 'query ($id: ID!) { teamMember(id: $id) { ...TeamMember } }'),
  put(
    '/api/team/[id]',
    'mutation ($id: ID!, $input: TeamMemberPatch!) { updateTeamMember(id: $id, input: $input) { ...TeamMember } }',
  ),
  del('/api/team/[id]', 'mutation ($id: ID!) { removeTeamMember(id: $id) }'),
]
