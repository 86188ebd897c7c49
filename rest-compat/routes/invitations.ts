import { del, get, post } from '../route.ts'

export const invitations = [
  get(
    '/api/invitations',
    'query ($page: Int, $limit: Int, $search: String, $status: InvitationStatus) { invitationList(page: $page, limit: $limit, search: $search, status: $status) { items { ...Invitation } meta { ...PageMeta } } }',
  ),
  post(
    '/api/invitations',
    'mutation ($input: InvitationInput!) { sendInvitation(input: $input) { ...SentInvitation } }',
  ),
  post(
    '/api/invitations/accept',
    'mutation ($token: String!) { acceptInvitation(token: $token) { ...AcceptedInvitation member { ...TeamMember } } }',
    { status: 200 },
  ),
  get(
    '/api/invitations/manage',
    'query ($page: Int, $limit: Int) { managedInvitations(page: $page, limit: $limit) { items { ...ManagedInvitation } meta { ...PageMeta } } }',
  ),
  post(
    '/api/invitations/demo',
    'mutation ($input: DemoInvitationInput!) { sendDemoInvitation(input: $input) { ...SentInvitation } }',
  ),
  del('/api/invitations/[id]', 'mutation ($id: ID!) { revokeInvitation(id: $id) }'),
  post('/api/invitations/[id]/resend', 'mutation ($id: ID!) { resendInvitation(id: $id) { ...SentInvitation } }', {
    status: 200,
  }),
]
