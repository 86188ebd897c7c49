import { invalidFields } from '../../common/errors.ts'

/** A variable in a text: `{{name}}`. */
export const VARIABLE = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g

export const variablesIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name))),
]

/**
 * Maximum number of characters that styles, or the values of variables, add to a text, which can repeat them thousands of
 * times. So 500 messages that one organization sends at once fit into the memory of the thread.
 */
export const MOST_ADDED = 200_000

/**
 * Fills in the variables of a text.
 * @throws VALIDATION_ERROR if the values are too long together
 */
export function fillText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  encode: (value: string) => string = String,
): string {
  let left = MOST_ADDED
  return text.replace(VARIABLE, (_, name: string) => {
    const value = encode(String(values[name] ?? ''))
    left -= value.length
    if (left < 0) throw invalidFields({ variables: { code: 'VALUES_REPEATED', most: MOST_ADDED } })
    return value
  })
}
