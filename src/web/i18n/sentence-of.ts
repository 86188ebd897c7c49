import i18next from 'i18next'
import { RequestError } from '../api/request.ts'
import { faultText, t } from './language.ts'

/** The sentence for a failure. A failure without a text in the catalogues shows the sentence of the server too. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof RequestError)) return error.message
  const { code, message, details, reason } = error
  if (reason) return faultText(message, { ...details, code: reason })
  if (i18next.exists(`failures.${code}`)) return t(`failures.${code as 'UNREACHABLE'}`, { ...details })
  return t('failures.other', { message })
}
