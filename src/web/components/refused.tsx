import { RequestError } from '../api/request.ts'
import { useSession } from '../api/session.ts'

/** What a person reads of a token that does not do. */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof RequestError)) return String(error)
  return error.code === 'UNAUTHORIZED'
    ? 'The server refuses this token: it is not valid, or it has expired.'
    : error.message
}

/** Why nobody is signed in, where somebody should be. */
export function Refused() {
  const { refusal } = useSession()
  if (!refusal.value || refusal.value.code === 'ORGANIZATION_REQUIRED') return null
  return (
    <p class="fault" role="alert">
      {sentenceFor(refusal.value)}
    </p>
  )
}
