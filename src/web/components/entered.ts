import { RequestError } from '../api/request.ts'

/** The text in a field. Null if the field is empty. */
export const textOf = (entered: FormData, name: string): string | null => {
  const value = entered.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The lines in a field, without empty ones. */
export const linesOf = (entered: FormData, name: string): string[] =>
  (textOf(entered, name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The words in a field, separated by spaces, commas or lines. */
export const wordsOf = (entered: FormData, name: string): string[] =>
  (textOf(entered, name) ?? '').split(/[\s,]+/).filter(Boolean)

/** What the text in a field means. Null if the field is empty. @throws RequestError with `fault` for a text without a meaning */
export function parsedOf<Value>(
  entered: FormData,
  name: string,
  parse: (text: string) => Value | undefined,
  fault: string,
): Value | null {
  const text = textOf(entered, name)
  if (text === null) return null
  const value = parse(text)
  if (value === undefined) throw new RequestError('VALIDATION_ERROR', fault, { [name]: fault })
  return value
}

/** The choice in a field. @throws RequestError if nothing is chosen */
export function choiceOf<Choice extends string>(entered: FormData, name: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === entered.get(name))
  if (chosen === undefined)
    throw new RequestError('VALIDATION_ERROR', 'Something is missing', { [name]: 'is required' })
  return chosen
}

/**
 * The chosen values. Values that were chosen before come first, in their order, so that choosing the same values again
 * is not a change.
 */
export function choicesOf<Choice extends string>(
  entered: FormData,
  name: string,
  choices: readonly Choice[],
  before: readonly Choice[] = [],
): Choice[] {
  const chosen = new Set(entered.getAll(name))
  return [...new Set([...before, ...choices])].filter((choice) => chosen.has(choice))
}

/** The fields that a form changes. The result leaves out fields that only somebody else changed. */
export const changesOf = <Input extends object>(before: object, after: Input): Partial<Input> => {
  const known = new Map<string, unknown>(Object.entries(before))
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(known.get(name))
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Input>
}

/** The variables of an update: the changed fields, and the version of the record that the user saw. */
export const updateOf = <Input extends object>(record: { id: string; updatedAt: string }, input: Input) => ({
  id: record.id,
  expectedUpdatedAt: record.updatedAt,
  input: changesOf(record, input),
})
