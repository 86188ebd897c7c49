import { RequestError } from '../api/request.ts'
import { t } from './language.ts'

/** What a person reads of a failure: the page's sentence for what it finds by itself, else the server's. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = error instanceof RequestError ? error.code : ''
  return code === 'UNREACHABLE' || code === 'PROVIDER_UNREACHABLE' ? t(`failures.${code}`) : error.message
}
