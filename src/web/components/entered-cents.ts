import { RequestError } from '../api/request.ts'
import { parseRand } from '../format.ts'
import { t } from '../i18n/language.ts'
import { textOf } from './entered.ts'

/** The amount of a field in cents; null when it was left empty. @throws RequestError when it is none */
export function centsOf(entered: FormData, name: string): number | null {
  const text = textOf(entered, name)
  if (text === null) return null
  const cents = parseRand(text)
  if (cents !== undefined) return cents
  const fault = t('form.amount')
  throw new RequestError('VALIDATION_ERROR', fault, { [name]: fault })
}
