import type { Input } from '../api/documents.ts'

/** The text of a field; null when it was left empty. */
export const textOf = (entered: FormData, name: string): string | null => {
  const value = entered.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** What a form changes of a record: what somebody else changed meanwhile stays. */
export const changesOf = (before: Input, after: Input): Input =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  )
