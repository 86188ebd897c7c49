import { RequestError } from '../api/request.ts'
import { t } from './language.ts'

const OWN = [
  'UNREACHABLE',
  'PROVIDER_UNREACHABLE',
  'PRECONDITION_FAILED',
  'STEP_UP_REQUIRED',
  'INSUFFICIENT_HISTORY',
] as const

/**
 * The sentence for a failure. The page has sentences for these failures. For others, it shows the sentence of
 * the server.
 */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof RequestError)) return error.message
  const own = OWN.find((code) => code === error.code)
  return own ? t(`failures.${own}`, error.details) : error.message
}
