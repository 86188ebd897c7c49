import { invalid } from './errors.ts'

/**
 * Refuses text that PostgreSQL cannot store: NUL characters and lone surrogates, in values and in keys of JSON objects.
 * Refuses keys that would change an object's prototype.
 * @throws VALIDATION_ERROR that names the argument
 */
export function refuseHostileText(value: unknown, path: string[] = []): void {
  if (typeof value === 'string') refuseText(value, path)
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw invalid({ [field(path)]: 'must not contain the key __proto__' })
    refuseText(key, path)
    path.push(key)
    refuseHostileText(item, path)
    path.pop()
  }
}

const field = (path: string[]) => (path[0] === 'input' ? path.slice(1) : path).join('.') || 'input'

function refuseText(text: string, path: string[]): void {
  if (text.includes('\0')) throw invalid({ [field(path)]: 'must not contain NUL characters' })
  if (!text.isWellFormed()) throw invalid({ [field(path)]: 'must be well-formed Unicode' })
}

/** The name of an enum value in a sentence: `SIGN_OFFS` is `Sign offs`. */
export const worded = (value: string) => value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ')
