import type { Stage } from './stage.ts'

const ADD = 'mutation ($input: TeamMemberInput!) { addTeamMember(input: $input) { id } }'
const REMOVE = 'mutation ($id: ID!) { removeTeamMember(id: $id) }'
const INVITE = 'mutation ($input: InvitationInput!) { sendInvitation(input: $input) { id token } }'
const REVOKE = 'mutation ($id: ID!) { revokeInvitation(id: $id) }'
const ACCEPT = 'mutation ($token: String!) { acceptInvitation(token: $token) { invitationId } }'
const DECLINE = 'mutation ($token: String!) { declineInvitation(token: $token) }'

/** Adds the people of an organization. The first one adds the others. */
export async function playTeam(stage: Stage): Promise<void> {
  const { people } = stage.organization
  const first = people[0].userId.replace('user_demo_', '')
  for (const { userId, name, email, role } of people)
    await stage.perform(first, -240, ADD, { input: { userId, name, email, role } })
}

/** A user who answers an invitation. */
const guest = (first: string, last: string) => ({
  userId: `user_demo_${first.toLowerCase()}`,
  name: `${first} ${last}`,
  email: `${first.toLowerCase()}@demo.example.org`,
})

/** Creates invitations in every status, and a member who joined and left again. */
export async function playInvitations(stage: Stage): Promise<void> {
  const invite = (by: string, days: number, input: { email: string; role: string; message?: string }) =>
    stage.perform<{ id: string; token: string }>(by, days, INVITE, { input })
  const zandile = guest('Zandile', 'Mthembu')
  const joined = await invite('thandi', -90, { email: zandile.email, role: 'member', message: 'Welcome, Zandile.' })
  await stage.performOutside(zandile, -88, ACCEPT, { token: joined.token })
  const johan = guest('Johan', 'Viviers')
  const declined = await invite('admin', -45, { email: johan.email, role: 'viewer' })
  await stage.performOutside(johan, -44, DECLINE, { token: declined.token })
  await invite('thandi', -21, { email: 'fatima.khan@example.org', role: 'member', message: 'We need a designer.' })
  const mistaken = await invite('admin', -6, { email: 'kagiso.tau@example.com', role: 'manager' })
  await stage.perform('admin', -6, REVOKE, { id: mistaken.id })
  await invite('admin', -5, { email: 'kagiso.tau@example.org', role: 'manager', message: 'To lead the coastal team.' })
  await invite('thandi', -1, { email: 'busisiwe.cele@example.org', role: 'viewer' })
  const input = { userId: 'user_demo_riaan', name: 'Riaan Steyn', role: 'member', email: 'riaan@demo.example.org' }
  const { id } = await stage.perform('admin', -150, ADD, { input })
  await stage.perform('admin', -60, REMOVE, { id })
}
