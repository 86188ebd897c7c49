import { escapeUTF8 as escaped } from 'entities'

export { escaped }

/** A line of a description: `code` between backticks. */
export const inline = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** Paragraphs and headings of a description, as the OpenAPI document has them in Markdown. */
export function prose(text: string, level: number): string {
  return text
    .split(/\n{2,}|(?<=^## .*)\n|\n(?=## )/m)
    .filter(Boolean)
    .map((part) =>
      part.startsWith('## ') ? `<h${level}>${inline(part.slice(3))}</h${level}>` : `<p>${inline(part)}</p>`,
    )
    .join('\n')
}
