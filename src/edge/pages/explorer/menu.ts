import { escapeUTF8 as escaped } from 'entities'
import { EXAMPLES } from './examples.ts'

const group = ([feature, documents]: [string, Readonly<Record<string, string>>]) => `<li>${escaped(feature)}<ul>
${Object.entries(documents)
  .map(
    ([title, text]) =>
      `<li><a href="/graphql?${escaped(String(new URLSearchParams({ query: text })))}">${escaped(title)}</a></li>`,
  )
  .join('\n')}
</ul></li>`

/** The examples, each as a link that opens it in the editor. */
export const examplesMenu = (): string => `<details id="examples"><summary>Examples</summary>
<ul>\n${Object.entries(EXAMPLES).map(group).join('\n')}\n</ul></details>`
