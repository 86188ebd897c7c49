import { escapeUTF8 as escaped } from 'entities'

export { escaped }

/** Formats a line of a description: `code` is between backticks. */
export const inline = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Formats the Markdown paragraphs and headings of a description of the OpenAPI document. */
export function prose(text: string, level: number): string {
  return text
    .split(/\n{2,}|(?<=^## .*)\n|\n(?=## )/m)
    .filter(Boolean)
    .map((part) =>
      part.startsWith('## ') ? `<h${level}>${inline(part.slice(3))}</h${level}>` : `<p>${inline(part)}</p>`,
    )
    .join('\n')
}
