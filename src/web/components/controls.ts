import type { Draft } from '../api/drafts.ts'

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

/** The controls of a form that the user fills in. */
export const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isControl)

export const isChoice = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/** Secrets are never stored; files cannot be. */
const isKept = ({ type, name }: Control) => name !== '' && type !== 'password' && type !== 'file'

const keyOf = (control: Control) => (isChoice(control) ? `${control.name}=${control.value}` : control.name)
const heldBy = (control: Control) => (isChoice(control) ? String(control.checked) : control.value)

const keptOf = (form: HTMLFormElement): [key: string, control: Control][] =>
  controlsOf(form)
    .filter(isKept)
    .map((control) => [keyOf(control), control])

export const controlOf = (form: HTMLFormElement, key: string): Control | undefined =>
  keptOf(form).find(([each]) => each === key)?.[1]

export const valuesOf = (form: HTMLFormElement): Draft =>
  Object.fromEntries(keptOf(form).map(([key, control]) => [key, heldBy(control)]))

export function setValues(form: HTMLFormElement, values: Draft): void {
  for (const [key, control] of keptOf(form)) {
    const value = values[key]
    if (value === undefined) continue
    if (isChoice(control)) control.checked = value === 'true'
    else control.value = value
    // The field around a hidden control shows what the control holds.
    if (control.type === 'hidden') control.dispatchEvent(new Event('input'))
  }
}
