import { del, get, META, PAGE_VARIABLES, PAGED, post } from '../route.ts'

export const invitations = [
  get(
    '/api/invitations',
    `query (${PAGE_VARIABLES}, $search: String, $status: [InvitationStatus!]) { invitations(${PAGED}, filter: { search: $search, status: $status }) { nodes { ...Invitation } ${META} } }`,
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
    `query (${PAGE_VARIABLES}) { invitations(${PAGED}) { nodes { ...Invitation actions } ${META} } }`,
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
