import { RequestError } from '../api/request.ts'
import { t } from './language.ts'

const OWN = ['UNREACHABLE', 'PROVIDER_UNREACHABLE', 'PRECONDITION_FAILED', 'STEP_UP_REQUIRED'] as const

/**
 * The sentence for a failure. The page has sentences for failures that it detects. For others, it shows the sentence of
 * the server.
 */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = error instanceof RequestError ? error.code : ''
  const own = OWN.find((each) => each === code)
  return own ? t(`failures.${own}`) : error.message
}
