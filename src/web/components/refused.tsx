import { RequestError } from '../api/request.ts'
import { session } from '../api/session.ts'
import { t } from '../i18n/language.ts'
import { sentenceOf } from '../i18n/sentence-of.ts'

/** The sentence for a refused token. */
export function sentenceFor(error: unknown): string {
  const isRefused = error instanceof RequestError && error.code === 'UNAUTHORIZED'
  return isRefused ? t('failures.REFUSED_TOKEN') : sentenceOf(error)
}

/** The reason why no user is signed in, if the page expected a user. */
export function Refused() {
  const { refusal } = session
  if (!refusal.value || refusal.value.code === 'ORGANIZATION_REQUIRED') return null
  return (
    <p class="fault" role="alert">
      {sentenceFor(refusal.value)}
    </p>
  )
}
