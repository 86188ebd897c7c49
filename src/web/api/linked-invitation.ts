import { addressOf } from './base-path.ts'
import type { ReceivedInvitationQuery } from './generated.ts'
import { RequestError } from './request.ts'

/** The part of an invitation that a holder of its link may see before signing in. */
export type LinkedInvitation = Omit<NonNullable<ReceivedInvitationQuery['invitation']>, 'message'>

/** Reads an invitation by the token of its link. @throws RequestError */
export async function linkedInvitation(token: string): Promise<LinkedInvitation> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = fetch(addressOf('/invite'), { method: 'POST', headers, body: JSON.stringify({ token }) })
  const response = await sent.catch(() => {
    throw new RequestError('UNREACHABLE', 'The server cannot be reached')
  })
  const { data, code = 'INTERNAL_ERROR', error = '' } = await response.json().catch(() => ({}))
  if (!data) throw new RequestError(code, error)
  return data
}
