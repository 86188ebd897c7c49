/** Words as the shell takes them: nothing in them is special. */
export const quoted = (words: string[]): string => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
