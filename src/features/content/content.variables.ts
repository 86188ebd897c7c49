/** A variable in a text: `{{name}}`. */
export const VARIABLE = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g

export const variablesIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name))),
]
