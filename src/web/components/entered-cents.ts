import { RequestError } from '../api/request.ts'
import { parseRand } from '../format.ts'
import { t } from '../i18n/language.ts'
import { textOf } from './entered.ts'

/** The amount in a field, in cents. Null if the field is empty. @throws RequestError for an invalid amount */
export function centsOf(entered: FormData, name: string): number | null {
  const text = textOf(entered, name)
  if (text === null) return null
  const cents = parseRand(text)
  if (cents !== undefined) return cents
  const fault = t('form.amount')
  throw new RequestError('VALIDATION_ERROR', fault, { [name]: fault })
}
