import { invalidFields } from '../../common/errors.ts'

/** A variable in a text: `{{name}}`. */
export const VARIABLE = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g

export const variablesIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name))),
]

/** Maximum length of a text with the values of its variables: a text can repeat a long value thousands of times. */
export const LONGEST_FILLED = 6_000_000

/**
 * Fills in the variables of a text.
 * @throws VALIDATION_ERROR if the text becomes too long
 */
export function fillText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  encode: (value: string) => string = String,
): string {
  let left = LONGEST_FILLED - text.length
  return text.replace(VARIABLE, (_, name: string) => {
    const value = encode(String(values[name] ?? ''))
    left -= value.length
    if (left < 0) throw invalidFields({ variables: { code: 'FILLED_TOO_LONG', most: LONGEST_FILLED } })
    return value
  })
}
