export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

/** What a person fills in of a form. */
export const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isControl)
