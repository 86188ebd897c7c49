import { RequestError } from '../api/request.ts'

/** The text of a field; null when it was left empty. */
export const textOf = (entered: FormData, name: string): string | null => {
  const value = entered.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The choice of a field. @throws RequestError when there is none */
export function choiceOf<Choice extends string>(entered: FormData, name: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === entered.get(name))
  if (chosen === undefined)
    throw new RequestError('VALIDATION_ERROR', 'Something is missing', { [name]: 'is required' })
  return chosen
}

/** The choices that were made, those from before first, in their order: the same ones again are no change. */
export function choicesOf<Choice extends string>(
  entered: FormData,
  name: string,
  choices: readonly Choice[],
  before: readonly Choice[] = [],
): Choice[] {
  const chosen = new Set(entered.getAll(name))
  return [...new Set([...before, ...choices])].filter((choice) => chosen.has(choice))
}

/** What a form changes of a record: what somebody else changed meanwhile stays. */
export const changesOf = <Input extends object>(before: object, after: Input): Partial<Input> => {
  const known = new Map<string, unknown>(Object.entries(before))
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(known.get(name))
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Input>
}
