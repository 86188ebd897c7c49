import { del, get, post, put } from '../route.ts'

export const team = [
  get(
    '/api/team',
    'query ($page: Int, $limit: Int, $search: String, $role: TeamRole) { teamList(page: $page, limit: $limit, search: $search, role: $role) { items { ...TeamMember } meta { ...PageMeta } } }',
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
